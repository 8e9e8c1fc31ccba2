import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { HistoryAction } from '../page-protocol/snapshot.ts'
import { hrefOf, pathOf, type Path } from './href.ts'
import type { Departure, SkewSeam } from './seams.ts'

/** How long to wait before the same document may load automatically again. A deploy should reach all servers by then. */
const RETRY_AFTER = 60_000

/**
 * Whether a document may load automatically. Records it, so that a build loads the same target only once a minute.
 *
 * @returns `false` if it was tried recently, or if nothing can be stored
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

/** Returns how the browser has to load a fresh document at `target` if it shows `current`. */
export function departureTo(current: Path, target: Path, historyAction: HistoryAction): Departure {
  if (hrefOf(current) === hrefOf(target)) return 'reload'
  if (pathOf(current) === pathOf(target)) return 'hash' // Assigning the URL would only scroll.
  return historyAction === 'PUSH' ? 'assign' : 'replace'
}

/**
 * Whether the document that the server rendered belongs to this URL. Compares route ids, because static hosts and
 * tracking parameters change the URL without changing the page. An error page for a module that the server could not load
 * has only the root, and to load it again would not help.
 */
export function isHydratable(
  handoff: { readonly isUnloaded?: true; readonly matches?: readonly { readonly id: string }[] },
  matches: readonly PageMatch[] | null,
): boolean {
  if (handoff.isUnloaded || !handoff.matches || !matches) return true
  return handoff.matches.map(({ id }) => id).join() === matches.map(({ id }) => id).join()
}
