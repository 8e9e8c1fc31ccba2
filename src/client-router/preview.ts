import { isResourceRoute } from '../page-protocol/manifest.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import { createLocation, pathOf, resolveHref } from './href.ts'
import { findPage, type RouterState } from './router-state.ts'
import { explainLoaders, idsToRun, keptMatch } from './reload-policy.ts'
import { pageUrl } from './request-data.ts'

/** What to prefetch for a navigation. */
export interface NavigationPreview {
  matches: readonly PageMatch[]
  /** The matches that the current page does not have: other routes, or the same routes with another pathname. */
  newMatches: readonly PageMatch[]
  /** The URL of the data request that the navigation will make, or `null` if it makes none. */
  dataUrl: string | null
}

/** Returns what a navigation to `href` needs and this page lacks, or `null` if it would load a document. */
export function preview(router: RouterState, href: string): NavigationPreview | null {
  const { options, snapshot: page } = router
  const url = resolveHref(href, options.origin)
  const matches = url && findPage(router, url)
  const leaf = matches?.at(-1)?.route
  if (!matches || isResourceRoute(leaf!) || leaf!.scripts === false) return null

  const location = createLocation(url)
  const ids = idsToRun(
    router,
    matches,
    explainLoaders(router, location, matches, { isPlain: true, isPreview: true }),
  )
  const isHere = pathOf(page.location) === pathOf(location)
  const needsData = ids.length > 0 || matches.some(({ route }) => route.hasMiddleware)
  return {
    matches,
    newMatches: matches.filter((match) => !keptMatch(page.matches, match)),
    dataUrl: needsData && !isHere ? pageUrl(router, location, matches, ids) : null,
  }
}
