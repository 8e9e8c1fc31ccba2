/**
 * Writes control characters, and those that turn the direction of text, as `\u001b`. A terminal would obey them: a page could
 * clear what was printed, or hide where a link leads. The escapes mean the same in JSON and in JavaScript.
 */
export function escapeControls(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )
}

/** Does the same for a text of several lines: line breaks and tabs stay. */
export function escapeLines(text: string): string {
  return text.replaceAll(/[^\n\t]+/g, (part, at: number) =>
    part.endsWith('\r') && text[at + part.length] === '\n'
      ? `${escapeControls(part.slice(0, -1))}\r`
      : escapeControls(part),
  )
}
