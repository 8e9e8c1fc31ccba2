import {
  createBrowserHistory,
  createClientRouter,
  type ClientRouter,
  type ClientRouterOptions,
} from '../client-router/index.ts'
import { allowDocumentLoad, isHydratable, type RouteSeam } from '../client-router/shared.ts'
import type { Handoff } from '../page-protocol/handoff.ts'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import { createBrowserSeams, createSkewStorage } from './browser-seams.ts'
import type { Browser } from './browser.ts'

export { whileHere } from './browser-seams.ts'
export { PrefetchTags, watch } from './prefetch-tags.tsx'

/** The event that tells of a chunk that cannot be loaded; whoever loads chunks dispatches it. */
const MISSING_EVENT = 'framework:missing'

/**
 * Creates the machine for a page that is being shown.
 *
 * @returns `undefined` when the document is of another page, and is loaded again instead
 */
export function startRouter(
  manifest: RouteManifest,
  { modules, prefetched }: Pick<Browser, 'modules' | 'prefetched'>,
  { location: at, matches, loaderData, actionData, errors }: Snapshot,
  handoff: Handoff,
  routes?: RouteSeam,
): ClientRouter | undefined {
  const router = createClientRouter({
    ...createBrowserSeams(modules, prefetched),
    ...routes,
    manifest,
    history: createBrowserHistory(window),
    origin: location.origin,
    // The very objects that the page shows, so that nothing renders again because the machine came.
    page: {
      location: at,
      matches,
      loaderData,
      actionData,
      errors,
    } as ClientRouterOptions['page'] & {},
  })
  if (isHydratable(handoff, router.match(location.pathname))) {
    // Without a network there is no document either: better an error on this page than the browser's.
    addEventListener(MISSING_EVENT, () => navigator.onLine && router.recover())
    addEventListener('pageshow', ({ persisted }) => persisted && router.abandon())
    return router
  }

  // The user went back or on while scripts were loading.
  router.dispose()
  loadDocumentOnce(handoff.version)
  return undefined
}

/** Loads the document again, unless that has just been tried. */
export function loadDocumentOnce(version: string): void {
  const { pathname, search, hash } = location
  // As the machine writes it, which may have come here for the same reason.
  const here = pathname + search + hash
  if (allowDocumentLoad(createSkewStorage(), version, here, Date.now())) location.reload()
}
