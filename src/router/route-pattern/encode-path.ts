/** Values by the name of their capture. */
export type Values = Readonly<Record<string, unknown>>

/** Percent-encodes decoded text of a pattern, in which U+DC2F is an encoded slash. */
export function encodeText(text: string): string {
  return text
    .split(/\uDC2F/u) // At encoded slashes.
    .map((piece) => encodeURI(piece.toWellFormed()).replace(/[?#]/g, encodeURIComponent))
    .join('%2F')
}

/** Percent-encodes segments and joins them. */
export function encodeSegments(segments: readonly string[]): string {
  return segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')
}
