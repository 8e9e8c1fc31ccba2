import { useEffect, useState, type ReactNode } from 'react'
import { createRouteParts, type RouteSeam } from '../client-router/shared.ts'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { Prefetcher, PrefetchTagsProps } from './prefetcher.ts'
import type * as RouterCode from './start-router.ts'

/**
 * The routes of a split manifest, and prefetching that learns them first. Also learns what a link or a form needs as soon
 * as the visitor points at it, so that a click seldom waits.
 */
export async function openManifest(
  manifest: RouteManifest,
  { errors, matches }: Snapshot,
  // Not imported: a page is hydrated with what this module imports.
  { PrefetchTags, watch, whileHere }: typeof RouterCode,
): Promise<RouteSeam & Prefetcher> {
  // A document that is no page shows an error of the root, which is no reason to believe that the root is a page.
  const pathname = errors && matches.length === 1 ? '' : matches.at(-1)!.pathname
  for (const { id, route } of matches) manifest.routes[id] = route
  const routes = createRouteParts({
    manifest,
    page: { pathname, matches: [...matches] },
    origin: location.origin,
    load: (url) => whileHere(() => fetch(url)),
  })
  // The user went back or on while scripts were loading, or the document is no page: what is here has to be known.
  const failed = await routes.learn(new URL(location.href))
  if (failed) throw failed.error
  if (!isSaving()) learnAhead(routes)

  function LearningTags(props: PrefetchTagsProps): ReactNode {
    const [isKnown, setKnown] = useState(false)
    const { href } = props
    useEffect(() => {
      if (isSaving()) return
      void Promise.resolve(routes.learn(new URL(href, location.href))).then(() => setKnown(true))
    }, [href])

    return isKnown && <PrefetchTags {...props} />
  }

  return { ...routes, PrefetchTags: LearningTags, watch }
}

/** Learns the routes of what is pointed at, until a part cannot be loaded. */
function learnAhead({ learn }: RouteSeam): void {
  const types = ['mouseover', 'focusin', 'touchstart']
  const point = async ({ target }: Event): Promise<void> => {
    const element = target instanceof Element && target.closest('a[href], form[action]')
    const href = element && (element.getAttribute('href') ?? element.getAttribute('action'))
    const url = href && URL.parse(href, location.href)
    // A click says what failed, and tries again.
    if (url && (await learn(url))) for (const type of types) removeEventListener(type, point)
  }
  for (const type of types) addEventListener(type, point, { passive: true })
}

function isSaving(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
