import type { ClientRouter, ClientRouterOptions } from '../client-router/index.ts'
import {
  allowDocumentLoad,
  assembleRouter,
  awaitLive,
  createBrowserHistory,
  hrefOf,
  isHydratable,
  lazyFetching,
  readLocation,
  staticData,
} from '../client-router/shared.ts'
import { canDeclare, canLearn, canOnce } from '../page-protocol/features.ts'
import type { Handoff } from '../page-protocol/handoff.ts'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import { watchRouter } from '../../internal/process/global-keys.ts'
import { matchPagesWith } from '../page-protocol/match-pages.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import { createBrowserSeams, createSkewStorage } from './browser-seams.ts'
import type { Browser } from './browser.ts'
import { createPaths } from './create-paths.ts'
import { hasLeft } from './loaded-location.ts'
import type { openManifest, RouterCode } from './split-manifest.tsx'

export { createDataUrl } from '../page-protocol/data-url.ts'

const code: RouterCode = {
  createMatcher: (manifest) => matchPagesWith(createPaths, manifest),
  loadPrefetcher: () => import('./prefetch-tags.tsx'),
}

/** The event for a chunk that cannot be loaded. The code that loads the chunk dispatches it. */
const MISSING_EVENT = 'framework:missing'

/**
 * Creates the client router for the current page, and gives it to the components.
 *
 * @param split Opens the manifest if it is split
 * @returns `undefined` if the document belongs to another page. Then the document is loaded again
 */
export async function startRouter(
  manifest: RouteManifest,
  browser: Browser,
  page: Snapshot,
  handoff: Handoff,
  split: typeof openManifest | undefined,
  extend: (options: ClientRouterOptions) => ClientRouterOptions,
): Promise<ClientRouter | undefined> {
  const { painted } = browser
  const parts = canLearn ? await split?.(manifest, page, code) : undefined
  const seams = createBrowserSeams(browser)
  const isElsewhere = hasLeft()
  const here = readLocation(window)
  // A script may have changed the URL, and a static file was written without a query.
  const isMoved = !isElsewhere && hrefOf(here) !== hrefOf(page.location)
  const options = extend({
    ...seams,
    ...(process.env.FRAMEWORK_STATIC && staticData(manifest, seams)),
    ...parts,
    painted,
    ...(canOnce && { onceKeys: browser.onceKeys }),
    ...(awaitLive && { live: {} }),
    manifest,
    history: createBrowserHistory(window),
    origin: location.origin,
    // These are the objects that the page uses, so that nothing renders again when the client router starts.
    page: {
      ...page,
      ...(isMoved && { location: here }),
      ...(canDeclare && { reads: handoff.reads, query: handoff.query }),
      ...(awaitLive && { live: handoff.live }),
    } as ClientRouterOptions['page'] & {},
  })
  const watched = process.env.FRAMEWORK_PANEL ? watchOptions(options) : options
  const first = isMoved ? undefined : page
  const router = assembleRouter(
    { match: code.createMatcher(manifest), first, ...watched },
    (state) => lazyFetching(state, () => dispatchEvent(new Event(MISSING_EVENT))),
  )
  // A static host sends one document for every URL that it does not have, even if a pattern matches the URL.
  const isNotFound = process.env.FRAMEWORK_STATIC && handoff.errors
  if (isNotFound || isElsewhere || isHydratable(handoff, router.match(location.pathname))) {
    // Without a network, loading a document would fail too, and this page can show a better error.
    addEventListener(MISSING_EVENT, () => navigator.onLine && router.recover())
    addEventListener('pageshow', ({ persisted }) => persisted && router.abandon())
    // The browser fired this event before there was a client router.
    if (isElsewhere) dispatchEvent(new PopStateEvent('popstate'))
    browser.start(router, (parts ?? code).loadPrefetcher)
    return router
  }

  // The user went back in a browser that does not report it, or a proxy sent another document.
  router.dispose()
  loadDocumentOnce(handoff.version)
  return undefined
}

/** Lets the panel of the dev server see what the client router does. */
function watchOptions(options: ClientRouterOptions): ClientRouterOptions {
  const watch = (
    globalThis as { [watchRouter]?: (options: ClientRouterOptions) => ClientRouterOptions }
  )[watchRouter]
  return watch?.(options) ?? options
}

/** Loads the document again, unless it was just loaded for the same reason. */
export function loadDocumentOnce(version: string): void {
  // The record has the format of the client router, which may have loaded this document for the same reason.
  const here = hrefOf(location)
  if (allowDocumentLoad(createSkewStorage(), version, here, Date.now())) location.reload()
}
