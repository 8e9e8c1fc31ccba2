import { useEffect, useState } from 'react'
import { createRouteParts, type RouteSeam } from '../client-router/shared.ts'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import type { PageMatcher } from '../page-protocol/match-pages.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { Prefetcher } from './browser.ts'
import { whileHere } from './while-here.ts'

/** Passed in, because every page would load the imports of this module before it is hydrated. */
export interface RouterCode {
  createMatcher(manifest: RouteManifest): PageMatcher
  loadPrefetcher(): Promise<Prefetcher>
}

/**
 * Opens a split manifest: its routes, and prefetching that loads them first. It also loads the routes for a link or a form
 * as soon as the visitor points at it, so that a click seldom has to wait.
 */
export async function openManifest(
  manifest: RouteManifest,
  { errors, matches }: Snapshot,
  { createMatcher, loadPrefetcher }: RouterCode,
): Promise<RouteSeam & Pick<RouterCode, 'loadPrefetcher'>> {
  // If the document is not a page, it shows an error of the root. Then the path of the root is not known to be a page.
  const pathname = errors && matches.length === 1 ? '' : matches.at(-1)!.pathname
  for (const { id, route } of matches) manifest.routes[id] = route
  const routes = createRouteParts({
    manifest,
    page: { pathname, matches: [...matches] },
    origin: location.origin,
    createMatcher,
    load: (url) => whileHere(() => fetch(url)),
  })
  // The user may have navigated while scripts were loading, or the document is not a page. So the routes of this URL are
  // loaded.
  const failed = await routes.learn(new URL(location.href))
  if (failed) throw failed.error
  if (!isSaving()) learnAhead(routes)

  return {
    ...routes,
    async loadPrefetcher() {
      const { PrefetchTags, watch } = await loadPrefetcher()
      return { PrefetchTags: learningTags(routes, PrefetchTags), watch }
    },
  }
}

/** Returns tags that prefetch a page once its routes are loaded. */
function learningTags(
  { learn }: RouteSeam,
  PrefetchTags: Prefetcher['PrefetchTags'],
): Prefetcher['PrefetchTags'] {
  return function LearningTags(props) {
    const [isKnown, setKnown] = useState(false)
    const { href } = props
    useEffect(() => {
      if (isSaving()) return
      void Promise.resolve(learn(new URL(href, location.href))).then(() => setKnown(true))
    }, [href])

    return isKnown && <PrefetchTags {...props} />
  }
}

/** Loads the routes for the link or form that the visitor points at, until a part cannot be loaded. */
function learnAhead({ learn }: RouteSeam): void {
  const types = ['mouseover', 'focusin', 'touchstart']
  const point = async ({ target }: Event): Promise<void> => {
    const element = target instanceof Element && target.closest('a[href], form[action]')
    const href = element && (element.getAttribute('href') ?? element.getAttribute('action'))
    const url = href && URL.parse(href, location.href)
    // A click tries again, and shows the error. So the listeners can go.
    if (url && (await learn(url))) for (const type of types) removeEventListener(type, point)
  }
  for (const type of types) addEventListener(type, point, { passive: true })
}

function isSaving(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
