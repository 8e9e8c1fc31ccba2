import { compareHosts, compareSpans, type Spans } from './compare-spans.ts'
import { domainToUnicode } from './domain-to-unicode.ts'
import type { Match, MatchMeta } from './match.ts'
import { compareOriginKinds } from './origin-index.ts'
import { rankOfSearch } from './route-pattern.ts'

type AnyMatch = Pick<Match, 'url' | 'pattern' | 'paramsMeta'>

/**
 * Compares two matches of one URL. The result is positive if `a` is more specific, negative if it is less specific, and
 * 0 if they are equal.
 *
 * The first difference decides: an explicit protocol, an explicit port, the host (labels from the right), the path
 * (characters from the left), the search (values, then keys).
 *
 * @throws {TypeError} If the matches are not of the same URL
 */
export function compare(a: AnyMatch, b: AnyMatch): number {
  if (a.url.href !== b.url.href) {
    throw new TypeError(
      `Cannot compare a match of ${a.url.href} with a match of ${b.url.href}. Compare two matches of the same URL.`,
    )
  }

  return (
    compareOriginKinds(b.pattern, a.pattern) ||
    compareHosts(
      spansOf(b.paramsMeta.hostname),
      spansOf(a.paramsMeta.hostname),
      domainToUnicode(a.url.hostname),
    ) ||
    compareSpans(spansOf(b.paramsMeta.pathname), spansOf(a.paramsMeta.pathname)) ||
    rankOfSearch(a.pattern) - rankOfSearch(b.pattern)
  )
}

/** A function for `sort()`: the least specific match first. */
export const ascending: (a: AnyMatch, b: AnyMatch) => number = compare

/** A function for `sort()`: the most specific match first. */
export function descending(a: AnyMatch, b: AnyMatch): number {
  return compare(b, a)
}

export function lessThan(a: AnyMatch, b: AnyMatch): boolean {
  return compare(a, b) < 0
}

export function greaterThan(a: AnyMatch, b: AnyMatch): boolean {
  return compare(a, b) > 0
}

export function equal(a: AnyMatch, b: AnyMatch): boolean {
  return compare(a, b) === 0
}

function spansOf(metas: readonly MatchMeta[]): Spans {
  return {
    spans: metas.flatMap(({ begin, end }) => [begin, end]),
    variables: metas.map(({ type }) => type === ':'),
  }
}
