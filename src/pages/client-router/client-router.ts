import { createDataUrl } from '../page-protocol/data-url.ts'
import { isResourceRoute, type RouteManifest } from '../page-protocol/manifest.ts'
import { matchRoot, type PageMatch } from '../page-protocol/match-pages.ts'
import {
  createSnapshot,
  UNBLOCKED,
  type HistoryAction,
  type Snapshot,
} from '../page-protocol/snapshot.ts'
import type { Location } from '../page-protocol/transition.ts'
import { awaitLive } from './await-live.ts'
import { block, type BlockFunction } from './blockers.ts'
import { acceptPage } from './commit-page.ts'
import { createSubmission, isJoined, isMutation, type FormSubmission } from './create-submission.ts'
import { canDeclare } from '../page-protocol/features.ts'
import type { FetcherEvents, FetchingEvents } from './fetching.ts'
import { createLocation, hrefOf, pathOf } from './href.ts'
import { recoverHere } from './load-document.ts'
import { explainLoaders, idsToRun, keptMatch } from './loaders.ts'
import { abandon, begin } from './navigation.ts'
import { pageUrl } from './request-data.ts'
import { plainIntent, type Intent } from './navigation-state.ts'
import {
  createState,
  disposeState,
  findPage,
  listen,
  popIntent,
  publish,
  rememberRequest,
  requireUrl,
  resolveIn,
  whenDone,
  type RouterState,
} from './router-state.ts'
import type { ClientRouterOptions, ModuleSeam, RouteSeam, RouterHistory } from './seams.ts'

/** The client router: it holds the state of the page and of its fetchers. */
export interface ClientRouter extends FetcherEvents {
  readonly manifest: RouteManifest
  readonly modules: ModuleSeam
  getSnapshot(): Snapshot
  /** Calls `listener` after every new snapshot. Returns a function that stops it. */
  subscribe(listener: (snapshot: Snapshot) => void): () => void
  /**
   * Navigates to `href`, a resolved path with the basename, or a URL. A number moves in the history.
   *
   * @returns A promise that resolves when the navigation has ended, another one has replaced it, or a blocker has stopped it.
   * It never rejects. If the history has no such entry, it resolves after a second
   */
  navigate(href: string | number, options?: NavigateOptions): Promise<void>
  /** Submits a form. Returns a promise like `navigate()`. */
  submit(form: FormSubmission, options?: NavigateOptions): Promise<void>
  /** Reloads the loaders of the page and the mounted `load` fetchers. Resolves when they have ended. */
  revalidate(): Promise<void>
  /** Calls `shouldBlock` before each navigation that a user starts. Returns a function that stops it. One at a time. */
  block(shouldBlock: BlockFunction): () => void
  /**
   * Returns the data, modules and matches that a navigation to `href` needs and this page lacks. Returns `null` if it would
   * load a document, or if its routes are not loaded yet.
   */
  preview(href: string): NavigationPreview | null
  /** Call this if something else requests a data URL, as a prefetch link does. */
  prefetched(url: string): void
  /**
   * Call this if a chunk of the page cannot be loaded, such as after a deploy. It loads the document again, once. A pending
   * navigation handles a missing chunk itself.
   */
  recover(): void
  /** Call this if a boundary or an `errorElement` shows an error that no snapshot has, with the id of its route. */
  readonly failed: ClientRouterOptions['failed']
  /** Call this if the visitor left the document and came back. It cancels the pending navigation. */
  abandon(): void
  /** Returns the matches for a pathname with the basename, or `null` if it is not a page or not loaded yet. */
  match(pathname: string): PageMatch[] | null
  /** Stops listening to the history, and aborts pending requests. */
  dispose(): void
}

export interface NavigateOptions {
  /** Replace the history entry instead of adding one. @default whether it leads to the current URL */
  replace?: boolean | undefined
  /** Stored with the history entry. */
  state?: unknown
  /** @default false */
  preventScrollReset?: boolean
  /** Animates the change. A string also adds a type to React's view transition. @default false */
  viewTransition?: boolean | string
  /** Has no effect. React Router has this option. */
  flushSync?: boolean
}

/** Creates a client router from its parts, so that a browser can load some of them later. */
export function assembleRouter(
  options: RouterParts,
  createFetching: (router: RouterState) => FetchingEvents,
): ClientRouter {
  const router = openPage(options)
  const { failed, history, manifest, match, modules, skew } = router.options
  const start = (intent: Intent, delta?: number): void => {
    if (router.blocks?.(intent, delta)) return
    // A navigation that still waits for the user would go on from another entry of the history.
    if (router.snapshot.blocker !== UNBLOCKED) publish(router, { blocker: UNBLOCKED })
    begin(router, intent)
  }

  const whenLeft = (): Promise<void> => {
    const { navigatedAt } = router
    return whenDone(router, () => router.navigatedAt !== navigatedAt || !router.navigation)
  }

  // This document comes from another build than the record, so the record is no longer needed.
  const last = skew.read()
  if (last && last.version !== manifest.version) skew.clear()

  /** The listener for the pop that a blocker has started, until it arrives. */
  let nextPop: (() => void) | undefined
  const pop = (delta: number, onPop: () => void): void => {
    nextPop = onPop
    history.go(delta)
  }
  const stopListening = history.listen((location, delta) => {
    const onPop = nextPop
    nextPop = undefined
    if (onPop) onPop()
    else start(popIntent(router, location), delta)
  })

  // It stays the same object, so that fetchers that load later can add their methods.
  return Object.assign(createFetching(router), {
    manifest,
    modules,
    match,
    getSnapshot: () => router.snapshot,
    subscribe: (listener: (snapshot: Snapshot) => void) => listen(router, listener),
    navigate(href: string | number, given: NavigateOptions = {}) {
      if (typeof href === 'number') return whenPopped(history, href).then(whenLeft)
      const url = requireUrl(router, href)
      const location = createLocation(url, given.state)
      start({
        ...plainIntent(url, location, given),
        historyAction: historyActionOf(router, location, given.replace),
      })
      return whenLeft()
    },
    submit(form: FormSubmission, given: NavigateOptions = {}) {
      const intent = submitIntent(router, form, given)
      if (intent) start(intent)
      return whenLeft()
    },
    block: (shouldBlock: BlockFunction) => block(router, shouldBlock, pop),
    preview: (href: string) => preview(router, href),
    prefetched: (url: string) => rememberRequest(router, url),
    abandon: () => abandon(router),
    failed,
    recover() {
      if (!router.navigation) recoverHere(router, () => {})
    },
    dispose() {
      stopListening()
      disposeState(router)
    },
  })
}

/** Creates the intent of a form. Returns `undefined` if it joins the pending one, as after a double click (IN-14). */
function submitIntent(
  router: RouterState,
  form: FormSubmission,
  given: NavigateOptions,
): Intent | undefined {
  const url = requireUrl(router, form.action)
  const submission = createSubmission(form, url, false)
  const isAction = isMutation(submission)
  const { navigation } = router
  if (isJoined(navigation, navigation?.submission, submission, form.source)) return undefined
  return {
    ...plainIntent(url, createLocation(url, given.state), given),
    historyAction: given.replace ? 'REPLACE' : 'PUSH',
    type: isAction ? 'actionSubmission' : 'loaderSubmission',
    submission,
    source: form.source,
    isAction,
  }
}

/** Options with a matcher and, if the page is rendered already, its snapshot. */
type RouterParts = ClientRouterOptions & Pick<RouteSeam, 'match'> & { first?: Snapshot | undefined }

/** Creates the state for the page that the server rendered. */
function openPage(given: RouterParts): RouterState {
  const { first, history, manifest, match, page = {} } = given
  const { location } = history
  const matches = match(location.pathname) ?? matchRoot(manifest)
  const router = createState(
    { origin: 'http://localhost', now: Date.now, dataUrl: createDataUrl, page, ...given },
    first ?? createSnapshot({ location, matches, ...page }),
  )

  // The page that the server rendered is a load that started at 0.
  const results = Object.fromEntries(
    Object.entries(page.loaderData ?? {}).map(([id, data]) => [
      id,
      {
        data,
        ...(canDeclare && { reads: page.reads?.[id], query: page.query?.[id] }),
        ...(awaitLive && { live: page.live?.[id] }),
      },
    ]),
  )
  acceptPage(router, { matches, asked: [], startedAt: 0 }, { results })
  if (awaitLive && given.live) awaitLive(router)
  return router
}

// Moves in the history. A browser does so later, and does nothing if it has no such entry.
function whenPopped(history: RouterHistory, delta: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stop()
      resolve()
    }
    // This listener runs after the client router's, which is older.
    const stop = history.listen(end)
    setTimeout(end, 1000)
    history.go(delta)
  })
}

// A second click on the same link restarts the pending navigation. A link to the current page replaces the entry, unless
// the app says otherwise.
function historyActionOf(
  { navigation, snapshot }: RouterState,
  location: Location,
  replace?: boolean,
): HistoryAction {
  const href = hrefOf(location)
  if (navigation?.historyAction && !navigation.submission && hrefOf(navigation.location) === href) {
    // The browser already shows a popped entry.
    return navigation.historyAction === 'PUSH' ? 'PUSH' : 'REPLACE'
  }
  return (replace ?? hrefOf(snapshot.location) === href) ? 'REPLACE' : 'PUSH'
}

/** The parts of a page to prefetch for a navigation. */
export interface NavigationPreview {
  matches: readonly PageMatch[]
  /** The matches that the current page does not have: other routes, or the same routes with another pathname. */
  newMatches: readonly PageMatch[]
  /** The URL of the data request that the navigation will make, or `null` if it makes none. */
  dataUrl: string | null
}

/**
 * Returns the parts of a page that a navigation to `href` needs and this page lacks, or `null` if it would load a document.
 */
export function preview(router: RouterState, href: string): NavigationPreview | null {
  const { snapshot: page } = router
  const url = resolveIn(router, href)
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
