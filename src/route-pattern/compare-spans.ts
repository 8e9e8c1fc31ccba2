/** Begin and end of captures in a text, in order, and which of them are variables. */
export interface Spans {
  readonly spans: readonly number[]
  readonly variables: readonly boolean[]
}

/**
 * Compares two ways to read one text from left to right: where they first differ, text beats a variable, which beats a
 * wildcard. Negative if `a` is more specific. A wildcard that takes no character only breaks a tie.
 */
export function compareSpans(a: Spans, b: Spans): number {
  return compareTaking(a, b, 1) || compareTaking(a, b, 0)
}

/** Looks only at captures of at least `size` characters; those that take no part begin at -1. */
function compareTaking(a: Spans, b: Spans, size: number): number {
  let i = nextCapture(a, 0, size)
  let j = nextCapture(b, 0, size)

  while (i < a.variables.length && j < b.variables.length) {
    const begin = b.spans[j * 2]! - a.spans[i * 2]! // the later one has text where the other has a capture
    if (begin !== 0) return begin
    if (a.variables[i] !== b.variables[j]) return a.variables[i] ? -1 : 1
    const end = a.spans[i * 2 + 1]! - b.spans[j * 2 + 1]!
    if (end !== 0) return end // after the shorter one comes text
    i = nextCapture(a, i + 1, size)
    j = nextCapture(b, j + 1, size)
  }

  return Number(i < a.variables.length) - Number(j < b.variables.length)
}

function nextCapture({ spans, variables }: Spans, i: number, size: number): number {
  while (i < variables.length && (spans[i * 2]! < 0 || spans[i * 2 + 1]! - spans[i * 2]! < size))
    i++
  return i
}
