import { showValue } from '../../internal/guards/check.ts'
import { MAX_LENGTH } from './check-tags.ts'

/**
 * Creates a tag from any strings and numbers, such as a slug that a client sent: `tag('book', 'dune')` is `book:dune`.
 *
 * It can be used for `reads`, `writes` and `invalidate()`, and unchanged in a `Cache-Tag` header.
 *
 * @param name The kind of data, such as `book`
 * @param parts The parts that identify the data. Characters that a tag cannot contain are encoded, and a tag that is too
 *   long ends with a hash
 * @returns A valid tag. Equal parts have equal tags
 * @throws {TypeError} If a part is not a string or a number
 *
 * @example
 * writes(context, tag('book', context.params.slug))
 */
export function tag(name: string, ...parts: (string | number | bigint)[]): string {
  const text = [name, ...parts].map(encodePart).join(':')
  if (text.length <= MAX_LENGTH) return text

  const end = `~${hash(text)}`
  return text.slice(0, MAX_LENGTH - end.length) + end
}

/** Encodes with `=2C` instead of `%2C`, because a `Cache-Tag` header is percent-decoded. */
function encodePart(part: unknown): string {
  if (!/^(?:string|number|bigint)$/.test(typeof part)) {
    throw new TypeError(
      `Cannot use ${showValue(part)} as a part of a tag: use a string or a number that names the data`,
    )
  }
  return encodeURIComponent(String(part).toWellFormed()).replaceAll('%', '=')
}

/**
 * Returns an FNV-1a hash. If two tags have the same hash by chance, a write to one also runs the loaders that read the
 * other, which is harmless.
 */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  }
  return (value >>> 0).toString(36)
}
