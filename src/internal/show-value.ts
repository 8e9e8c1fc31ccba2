/** More than enough to recognise a value by. */
const maxLength = 80

/**
 * Writes a value for an error message: a text in quotes, a function as its source, an object as JSON or, if that says nothing, as its kind.
 *
 * @param value Anything that a program may have passed by mistake
 * @returns One line of at most 80 characters
 */
export function showValue(value: unknown): string {
  const text = describe(value).replaceAll(/\s+/g, ' ')

  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof RegExp || typeof value !== 'object' || value === null) return String(value)

  // Only the kind of an object of the platform: on Bun, the JSON of `Headers` has the cookies in it.
  const kind = Object.prototype.toString.call(value)
  if (kind !== '[object Object]' && !Array.isArray(value)) return kind

  try {
    return JSON.stringify(value) ?? kind
  } catch {
    return kind // A cycle, or a getter that throws.
  }
}
