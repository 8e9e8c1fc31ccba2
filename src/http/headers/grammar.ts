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

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Splits `text` at each separator outside quoted strings, and trims the parts. Empty parts are left out, as RFC 9110 §5.6.1
 * requires. A quote that is not closed extends to the end. The work is one step per character.
 */
export function splitList(text: string, separator: ',' | ';'): string[] {
  const separatorCode = separator.charCodeAt(0)
  const parts: string[] = []
  let quoted = false
  let start = 0

  for (let i = 0; i <= text.length; i++) {
    const code = i === text.length ? -1 : text.charCodeAt(i)
    if (code === QUOTE) {
      quoted = !quoted
    } else if (quoted && code === BACKSLASH) {
      i++
    }
    if (i >= text.length || (code === separatorCode && !quoted)) {
      const part = trimSpace(text.slice(start, i))
      if (part !== '') parts.push(part)
      start = i + 1
    }
  }

  return parts
}

/**
 * Parses a list of tokens, such as the field names of `Vary` or `Access-Control-Request-Headers`.
 *
 * @param text The field value
 * @returns The valid tokens as written, in order
 */
export function parseTokenList(text: string | null): string[] {
  return text === null ? [] : splitList(text, ',').filter(isToken)
}
