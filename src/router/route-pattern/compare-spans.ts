/** The positions of captures in a text, in order, and which captures are variables. */
export interface Spans {
  readonly spans: readonly number[]
  readonly variables: readonly boolean[]
}

/**
 * Compares two matches of one text from left to right. At the first difference, text wins over a variable, and a
 * variable over a wildcard. Negative if `a` is more specific. A wildcard without a character only breaks a tie.
 */
export function compareSpans(a: Spans, b: Spans): number {
  return compareTaking(a, b, 1) || compareTaking(a, b, 0)
}

/** Compares only captures of at least `size` characters. A capture in an optional that was left out begins at -1. */
function compareTaking(a: Spans, b: Spans, size: number): number {
  let i = nextCapture(a, 0, size)
  let j = nextCapture(b, 0, size)

  while (i < a.variables.length && j < b.variables.length) {
    // Where the later capture does not begin yet, its match has text and the other one has a capture.
    const begin = b.spans[j * 2]! - a.spans[i * 2]!
    if (begin !== 0) return begin
    if (a.variables[i] !== b.variables[j]) return a.variables[i] ? -1 : 1
    const end = a.spans[i * 2 + 1]! - b.spans[j * 2 + 1]!
    if (end !== 0) return end // Text follows the shorter one.
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

/**
 * Compares two matches of one host, label by label from the right, and within a label from the left. At the first
 * difference, text wins over a variable, and a variable over a wildcard. Negative if `a` is more specific.
 */
export function compareHosts(a: Spans, b: Spans, hostname: string): number {
  const kindsOfA = kindsFromTheRight(a, hostname)
  const kindsOfB = kindsFromTheRight(b, hostname)
  if (kindsOfA !== kindsOfB) return kindsOfA < kindsOfB ? -1 : 1
  return countEmpty(a) - countEmpty(b)
}

/** Returns one digit per character: 0 for text, 1 in a variable, 2 in a wildcard. */
function kindsFromTheRight({ spans, variables }: Spans, hostname: string): string {
  const kinds = Array.from(hostname.split(''), () => '0')
  variables.forEach((isVariable, i) => {
    if (spans[i * 2] !== -1) kinds.fill(isVariable ? '1' : '2', spans[i * 2], spans[i * 2 + 1])
  })

  let ordered = ''
  let end = hostname.length
  while (end >= 0) {
    const dot = hostname.lastIndexOf('.', end - 1)
    const begin = end === 0 ? 0 : dot + 1
    ordered += kinds.slice(begin, end + 1).join('')
    if (begin === 0) break
    end = dot
  }
  return ordered
}

/** Counts the captures without a character. Fewer is more specific. */
function countEmpty({ spans, variables }: Spans): number {
  return variables.filter((_, i) => spans[i * 2] !== -1 && spans[i * 2] === spans[i * 2 + 1]).length
}
