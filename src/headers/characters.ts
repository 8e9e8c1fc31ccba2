// Every pattern here is one character class between anchors, so it never backtracks: one step per character.

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const CONTROL = /[\x00-\x08\x0A-\x1F\x7F]/
const DIGITS = /^[0-9]+$/

/** Whether `text` is a token (RFC 9110 §5.6.2): at least one character, none of them a delimiter. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** Whether `text` has a control character other than a tab. No field value may contain one. */
export function hasControl(text: string): boolean {
  return CONTROL.test(text)
}

/** Whether `text` is one or more ASCII digits. */
export function isDigits(text: string): boolean {
  return DIGITS.test(text)
}

/** Removes spaces and tabs from both ends. `String#trim` would also remove U+00A0, which is data in a header. */
export function trimSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/** Whether `code` is a space or a tab. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09
}
