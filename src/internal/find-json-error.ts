/**
 * Finds where a text stops to be JSON.
 *
 * The messages of engines are of no use for this: some have no position, and some quote the text, which may have secrets.
 *
 * @returns The index of the first character that cannot be there, or the length of a text that ends too early
 */
export function findJsonError(text: string): number {
  /** The brackets that are open. */
  const open: string[] = []
  let expected: Expected = 'value'
  let i = skipSpaces(text, 0)
  for (; i < text.length; i = skipSpaces(text, i)) {
    const character = text[i]!
    const isIn = (expectations: readonly Expected[]): boolean => expectations.includes(expected)
    const bracket = open.at(-1)

    if (isIn(['comma', 'item', 'key']) && character === (bracket === '{' ? '}' : ']') && bracket) {
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
      expected = isIn(['key', 'next key']) ? 'colon' : 'comma'
      i = end
    } else if (isIn(['key', 'next key'])) {
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

function skipSpaces(text: string, from: number): number {
  let i = from
  while (i < text.length && '\t\n\r '.includes(text[i]!)) i += 1
  return i
}

/** The index after the closing quote, or the negative index of what cannot be there. */
function endOfString(text: string, from: number): number {
  let i = from
  while (i < text.length) {
    const code = text.charCodeAt(i)
    if (code === 0x22) return i + 1
    if (code < 0x20) return -i
    if (code === 0x5c) {
      escape.lastIndex = i
      if (!escape.test(text)) return -i
      i = escape.lastIndex
    } else i += 1
  }
  return -i
}
