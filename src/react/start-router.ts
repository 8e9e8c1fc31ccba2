import {
  createBrowserHistory,
  createClientRouter,
  type ClientRouter,
  type ClientRouterOptions,
} from '../client-router/index.ts'
import {
  allowDocumentLoad,
  isHydratable,
  readLocation,
  staticData,
  type RouteSeam,
} from '../client-router/shared.ts'
import type { Handoff } from '../page-protocol/handoff.ts'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import { createBrowserSeams, createSkewStorage } from './browser-seams.ts'
import type { Browser } from './browser.ts'

export { whileHere } from './browser-seams.ts'
export { PrefetchTags, watch } from './prefetch-tags.tsx'

/** The event for a chunk that cannot be loaded. The code that loads the chunk dispatches it. */
const MISSING_EVENT = 'framework:missing'

/**
 * Creates the client router for the current page.
 *
 * @returns `undefined` if the document belongs to another page. Then the document is loaded again
 */
export function startRouter(
  manifest: RouteManifest,
  { modules, prefetched }: Pick<Browser, 'modules' | 'prefetched'>,
  { location: at, matches, loaderData, actionData, errors }: Snapshot,
  handoff: Handoff,
  routes?: RouteSeam,
): ClientRouter | undefined {
  const seams = createBrowserSeams(modules, prefetched)
  const router = createClientRouter({
    ...seams,
    ...(process.env.FRAMEWORK_STATIC && staticData(manifest, seams)),
    ...routes,
    manifest,
    history: createBrowserHistory(window),
    origin: location.origin,
    // The same objects that the page uses, so that nothing renders again when the client router starts.
    page: {
      location: process.env.FRAMEWORK_STATIC ? readLocation(window) : at,
      matches,
      loaderData,
      actionData,
      errors,
    } as ClientRouterOptions['page'] & {},
  })
  // A static host sends one document for every URL that it does not have, also if a pattern matches.
  const isNotFound = process.env.FRAMEWORK_STATIC && handoff.errors
  if (isNotFound || isHydratable(handoff, router.match(location.pathname))) {
    // Without a network, loading a document would fail too, and this page can show a better error.
    addEventListener(MISSING_EVENT, () => navigator.onLine && router.recover())
    addEventListener('pageshow', ({ persisted }) => persisted && router.abandon())
    return router
  }

  // The user went back or forward while scripts were loading.
  router.dispose()
  loadDocumentOnce(handoff.version)
  return undefined
}

/** Loads the document again, unless that has just been tried. */
export function loadDocumentOnce(version: string): void {
  const { pathname, search, hash } = location
  // The same format as in the client router, which may have loaded this document for the same reason.
  const here = pathname + search + hash
  if (allowDocumentLoad(createSkewStorage(), version, here, Date.now())) location.reload()
}
