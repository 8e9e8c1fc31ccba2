import { isToken, trimSpace } from './characters.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Splits `text` at each separator outside quoted strings, and trims the parts. Empty parts are left out, as RFC 9110
 * §5.6.1 requires. A quote that is never closed extends to the end. The work is one step per character.
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
