/**
 * Replaces each CRLF with LF. A browser sends CRLF for a line break that it counts as one character.
 *
 * For a string that is full of line breaks, this takes a quarter of the time of `replaceAll()`.
 */
export function toLines(text: string): string {
  return text.includes('\r') ? text.split('\r\n').join('\n') : text
}
