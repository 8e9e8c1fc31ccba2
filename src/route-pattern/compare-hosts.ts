import type { Spans } from './compare-spans.ts'

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
