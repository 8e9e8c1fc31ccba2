import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { HistoryAction } from '../page-protocol/snapshot.ts'
import { hrefOf, pathOf, type Path } from './href.ts'
import type { Departure, SkewSeam } from './seams.ts'

/** How long one attempt counts: the time a deploy needs to reach every server, and a person to try again. */
const RETRY_AFTER = 60_000

/**
 * Whether a document may load automatically, and remembers it: the same build goes to the same place once a minute.
 *
 * @returns `false` if it was tried just now, or if nothing can be remembered
 */
export function allowDocumentLoad(
  skew: SkewSeam,
  version: string,
  href: string,
  now: number,
): boolean {
  const last = skew.read()
  const isRepeated = last?.version === version && last.href === href && now - last.t < RETRY_AFTER
  if (isRepeated && last.n >= 1) return false

  return skew.write({ version, href, n: 1, t: now })
}

/** How the browser, showing `current`, gets to a fresh document at `target`. */
export function departureTo(current: Path, target: Path, historyAction: HistoryAction): Departure {
  if (hrefOf(current) === hrefOf(target)) return 'reload'
  if (pathOf(current) === pathOf(target)) return 'hash' // assigning it would only scroll
  return historyAction === 'PUSH' ? 'assign' : 'replace'
}

/**
 * Whether the document that the server rendered is the one for this URL, by route ids: static hosts and tracking
 * params change URLs without changing the page.
 */
export function isHydratable(
  handoff: { readonly matches?: readonly { readonly id: string }[] },
  matches: readonly PageMatch[] | null,
): boolean {
  if (!handoff.matches || !matches) return true
  return handoff.matches.map(({ id }) => id).join() === matches.map(({ id }) => id).join()
}
