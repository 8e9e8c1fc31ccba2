import { isNode } from '../process/runtime.ts'
import { RequestError } from './status-errors.ts'

/** Decodes a body as `Request.text()` does: UTF-8, without a byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  if (!isNode) return decoder.decode(bytes)

  // On Node, this takes a fraction of the time for short strings.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  return withoutMark(text)
}

const decoder = new TextDecoder()

/** Removes the byte order mark, which is not part of a text. */
export function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** Parses the JSON of a body. A malformed body is the client's mistake, not the handler's. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new JsonError(text, cause)
  }
}

/** The maximum length of a string in which a mistake is searched. Searching takes longer than parsing. */
const maxSearched = 1024 * 1024

/**
 * Says where a body is not JSON, without quoting it. Both of its messages are the same, so that nothing has to be logged.
 */
class JsonError extends RequestError {
  readonly publicMessage: string

  constructor(text: string, cause: unknown) {
    const place = text.length > maxSearched ? 'it' : placeOf(text, findJsonError(text))
    super(400, `Cannot read the request body as JSON: there is a mistake in ${place}`, { cause })
    this.name = 'RequestError'
    this.publicMessage = this.message
  }
}

function placeOf(text: string, index: number): string {
  const before = text.slice(0, index).split('\n')
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`
}

/**
 * Finds the place at which a string is no longer JSON.
 *
 * The messages of engines do not help: some have no position, and some quote the string, which may have secrets.
 *
 * @returns The index of the first character that is not allowed there, or the length of a string that ends too early
 */
export function findJsonError(text: string): number {
  /** The brackets that are open. */
  const open: string[] = []
  let expected: Expected = 'value'
  let i = skipSpaces(text, 0)
  for (; i < text.length; i = skipSpaces(text, i)) {
    const character = text[i]!
    const bracket = open[open.length - 1]
    const isKey: boolean = expected === 'key' || expected === 'next key'
    const mayClose: boolean = expected === 'comma' || expected === 'item' || expected === 'key'

    if (mayClose && bracket && character === (bracket === '{' ? '}' : ']')) {
      open.pop()
      expected = 'comma'
      i += 1
    } else if (expected === 'comma') {
      if (character !== ',' || bracket === undefined) return i
      expected = bracket === '{' ? 'next key' : 'value'
      i += 1
    } else if (expected === 'colon') {
      if (character !== ':') return i
      expected = 'value'
      i += 1
    } else if (character === '"') {
      const end = endOfString(text, i + 1)
      if (end < 0) return -end
      expected = isKey ? 'colon' : 'comma'
      i = end
    } else if (isKey) {
      return i
    } else if (character === '{' || character === '[') {
      open.push(character)
      expected = character === '{' ? 'key' : 'item'
      i += 1
    } else {
      literal.lastIndex = i
      if (!literal.test(text)) return i
      i = literal.lastIndex
      expected = 'comma'
    }
  }
  return i
}

/** `item` and `key` come first in their brackets, so the brackets may also close. */
type Expected = 'value' | 'item' | 'key' | 'next key' | 'colon' | 'comma'

const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const spaces = /[\t\n\r ]*/y
// oxlint-disable-next-line no-control-regex -- JSON does not allow them in a string
const plain = /[^"\\\x00-\x1f]*/y

function skipSpaces(text: string, from: number): number {
  return text.charCodeAt(from) > 0x20 ? from : skip(spaces, text, from)
}

/** Returns the index after the match of a sticky pattern. */
function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  pattern.test(text)
  return pattern.lastIndex
}

/** Returns the index after the closing quote, or the negative index of a character that is not allowed. */
function endOfString(text: string, from: number): number {
  for (let i = skip(plain, text, from); ; i = skip(plain, text, escape.lastIndex)) {
    if (text[i] === '"') return i + 1
    escape.lastIndex = i
    if (!escape.test(text)) return -i
  }
}
