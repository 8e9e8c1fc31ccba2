/**
 * Writes control characters, and those that turn the direction of text, as `\u{1b}`. A terminal would obey them: a page could
 * clear what was printed, or hide where a link leads.
 */
export function escapeControls(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )
}
