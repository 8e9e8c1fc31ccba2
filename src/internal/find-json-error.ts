/**
 * Finds where a string stops being JSON.
 *
 * The messages of engines are of no use for this: some have no position, and some quote the text, which may have secrets.
 *
 * @returns The index of the first character that cannot be there, or the length of a string that ends too early
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

/** The index after what a sticky pattern matches. */
function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  pattern.test(text)
  return pattern.lastIndex
}

/** The index after the closing quote, or the negative index of what cannot be there. */
function endOfString(text: string, from: number): number {
  for (let i = skip(plain, text, from); ; i = skip(plain, text, escape.lastIndex)) {
    if (text[i] === '"') return i + 1
    escape.lastIndex = i
    if (!escape.test(text)) return -i
  }
}
