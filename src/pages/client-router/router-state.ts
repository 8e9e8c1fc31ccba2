import type { DueReason } from '../page-protocol/loader-reasons.ts'
import { followSlash, type PageMatch } from '../page-protocol/match-pages.ts'
import { UNBLOCKED, type Snapshot } from '../page-protocol/snapshot.ts'
import { IDLE, type Location } from '../page-protocol/transition.ts'
import type { Declared } from '../page-protocol/wire.ts'
import type { FetcherRecord, Fetching } from './fetching.ts'
import { hrefOf, pathOf, resolveHref } from './href.ts'
import {
  plainIntent,
  type Intent,
  type MutableNavigation,
  type Navigation,
} from './navigation-state.ts'
import type { ClientRouterOptions, RouteSeam } from './seams.ts'

/**
 * The state that all events share. The snapshot is public. The rest is pending work.
 *
 * Other files only read the state: each change is a named function of this file. One counter, the clock, decides which data
 * is newer: each operation takes the next number when it starts, and the later operation wins.
 */
export type RouterState = Readonly<MutableState> & { readonly navigation?: Navigation | undefined }

interface MutableState {
  readonly options: RouterOptions
  readonly listeners: Set<(snapshot: Snapshot) => void>
  snapshot: Snapshot
  clock: number
  /** When the last navigation started that a user, a pop or the redirect of a fetcher caused. */
  navigatedAt: number
  /** When data last changed on the server: a mutation ended or was interrupted. */
  changedAt: number
  /** When `revalidate()` was last called. */
  revalidatedAt: number
  /** When the stream of a live page last said that data changed. */
  heardAt: number
  /** Whether `revalidate()` waits until a mutation has ended. */
  isWaiting?: boolean
  /** When the last load of the page started that did not fail. */
  loadedAt: number
  /** The records of the page's loaders. */
  loaders: LoaderRecords
  /**
   * The data URLs that were requested since data last changed on the server, or `undefined` if it never did. All others
   * may be old in the HTTP cache.
   */
  requested?: Set<string> | undefined
  navigation?: MutableNavigation | undefined
  readonly reloads: Set<Reload>
  /** The fetchers, once their code is loaded. */
  fetching?: Fetching
  /** Set while there is a blocker. Returns whether a navigation has to wait. */
  blocks?: ((intent: Intent, delta?: number) => boolean) | undefined
}

/** The options with their defaults. */
export type RouterOptions = ClientRouterOptions &
  Pick<RouteSeam, 'match'> &
  Required<
    Omit<
      ClientRouterOptions,
      | keyof RouteSeam
      | 'explained'
      | 'failed'
      | 'followed'
      | 'listeners'
      | 'live'
      | 'onceKeys'
      | 'painted'
    >
  >

/**
 * The state of one loader of the page.
 *
 * Times are numbers of the router's clock, so each rule about old data compares two numbers.
 */
export interface LoaderRecord extends LoaderData {
  readonly id: string
  /** When the load started that brought the data, or that left it as it was. */
  readonly loadedAt: number
  /** When the data last became old. */
  dueSince: number
  /** The oldest reason for which the loader is due, if it is. */
  why?: DueReason | undefined
}

/**
 * The data of a loader that the page shows, and the declarations of its route about the loader. There is no `data` if the
 * loader failed.
 */
export interface LoaderData extends Declared {
  readonly data?: unknown
  /** On a live page: the server's time up to which the stream has reported the writes since the data was loaded. */
  told?: number | undefined
  /** On a live page: when the data was first on show, in milliseconds. */
  shownAt?: number | undefined
}

/** The records of the page, root first, by pathname and id: a route at another pathname has other data. */
export type LoaderRecords = Map<string, LoaderRecord>

/** One load of a page. */
export interface Load {
  /** When it started. */
  readonly startedAt: number
  /** The page. */
  readonly matches: readonly PageMatch[]
  /** The loaders that the load requested. */
  readonly asked: readonly string[]
}

/**
 * A reload of the loaders without a navigation: after the action of a fetcher, for `revalidate()`, or of a live page. If
 * its `matches` are no longer the current ones, the result is ignored.
 */
export interface Reload extends Load {
  readonly controller: AbortController
  /** The errors of the page when the reload started. The reload replaces these, and keeps later errors. */
  readonly errors?: Snapshot['errors']
  /**
   * The fetcher that caused the reload, or `live`. `undefined` after `revalidate()`: then `revalidation` of the page shows
   * the reload.
   */
  origin: FetcherRecord | 'live' | undefined
  /** Ends the fetcher that caused it (FE-7). */
  finish?(): void
}

/** Creates the state. */
export function createState(options: RouterOptions, snapshot: Snapshot): RouterState {
  return {
    options,
    snapshot,
    listeners: new Set(options.listeners),
    clock: 0,
    navigatedAt: 0,
    changedAt: 0,
    revalidatedAt: 0,
    heardAt: 0,
    loadedAt: 0,
    loaders: new Map(),
    reloads: new Set(),
  }
}

/** Calls `listener` after every new snapshot. Returns a function that stops it. */
export function listen(
  { listeners }: MutableState,
  listener: (snapshot: Snapshot) => void,
): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Adds the fetchers. */
export function setFetching(router: MutableState, fetching: Fetching): void {
  router.fetching = fetching
}

/** Creates the next snapshot, with all changes in one update. */
export function publish(router: MutableState, change: Partial<Snapshot> = {}): void {
  const { fetching, listeners, snapshot } = router
  router.snapshot = Object.freeze({
    ...snapshot,
    ...change,
    fetchers: fetching?.current() ?? snapshot.fetchers,
    revalidation: isRevalidating(router) ? 'loading' : 'idle',
  })
  for (const listener of listeners) listener(router.snapshot)
  fetching?.published()
}

/** Takes the next number of the clock, for an operation that starts now. */
export function tick(router: MutableState): number {
  return ++router.clock
}

/** Records that the page goes elsewhere because of a user, a pop or a fetcher. Redirects of older fetchers are ignored. */
export function markNavigated(router: MutableState): void {
  router.navigatedAt = tick(router)
}

/** Sets what the page waits for. With `undefined`, nothing is pending. */
export function setNavigation(router: MutableState, navigation: Navigation | undefined): void {
  router.navigation = navigation
}

/** Keeps the transition as it is until `start` has settled. Then calls `goOn`, unless another navigation has begun. */
export function hold<Value>(
  router: RouterState,
  navigation: MutableNavigation,
  start: () => Promise<Value>,
  goOn: (value: Value) => void,
): void {
  navigation.phase = 'waiting'
  publish(router, { transition: navigation.transition })

  const settle = (value: Value): void => {
    if (router.navigation === navigation) goOn(value)
  }
  void start().then(settle, settle)
}

/** Ends the pending navigation, and the fetchers that wait for it. `page` shows from now on. */
export function endNavigation(router: RouterState, page?: Partial<Snapshot>): void {
  setNavigation(router, undefined)
  router.fetching?.finishWaiting()
  publish(router, { ...page, transition: IDLE, blocker: UNBLOCKED })
}

/**
 * Records that the data of the page is old from now on. A page that comes with the response of a form may be older, so it
 * is not used (OT-12).
 *
 * @param why A mutation changed data (`changedAt`), the app asked for all of it again (`revalidatedAt`), or a stream said
 *   that data changed (`heardAt`)
 * @returns The time
 */
export function markOld(
  router: MutableState,
  why: 'changedAt' | 'revalidatedAt' | 'heardAt',
): number {
  if (router.navigation) router.navigation.page = undefined
  if (why !== 'revalidatedAt') router.requested = new Set()
  forgetRequests(router)
  return (router[why] = tick(router))
}

/** Makes the next load of each URL check the HTTP cache, if data ever changed on the server. */
export function forgetRequests(router: MutableState): void {
  router.requested &&= new Set()
}

/** Records that a data URL was requested since data changed on the server. */
export function rememberRequest({ requested }: MutableState, url: string): void {
  if (requested && requested.size >= 100) requested.clear()
  requested?.add(url)
}

/** Sets whether `revalidate()` waits until a mutation has ended. */
export function setWaiting(router: MutableState, isWaiting: boolean): void {
  router.isWaiting = isWaiting
}

/**
 * Stores the loader records after a load of the page. Aborts older reloads, and ends their fetchers with the data of their
 * actions.
 */
export function storeLoad(
  router: MutableState,
  { startedAt }: Load,
  loaders: LoaderRecords,
  isFailure?: boolean,
): void {
  router.loaders = loaders
  if (!isFailure) router.loadedAt = Math.max(router.loadedAt, startedAt)
  if (startedAt > router.revalidatedAt) router.isWaiting = false
  for (const reload of router.reloads) {
    if (reload.startedAt >= startedAt) continue
    endReload(router, reload)
    reload.controller.abort()
    reload.finish?.()
  }
}

/** Records that a reload is pending. */
export function beginReload(router: MutableState, reload: Reload): void {
  router.reloads.add(reload)
}

/** Records that a reload has ended. Returns `false` if a newer load has replaced it. */
export function endReload(router: MutableState, reload: Reload): boolean {
  return router.reloads.delete(reload)
}

/** Lets a reload go on without the fetcher that caused it, which does something else now. */
export function leaveReloads({ reloads }: MutableState, fetcher: FetcherRecord): void {
  for (const reload of reloads) {
    if (reload.origin === fetcher) reload.origin = undefined
  }
}

/** Ends all pending work. Listeners hear nothing any more. */
export function disposeState(router: MutableState): void {
  const { fetching, listeners, navigation, reloads } = router
  navigation?.controller.abort()
  setNavigation(router, undefined)
  for (const { controller } of reloads) controller.abort()
  reloads.clear()
  fetching?.dispose()
  listeners.clear()
}

/** Sets the function that can stop navigations, or removes it. */
export function setBlock(router: MutableState, blocks: MutableState['blocks']): void {
  router.blocks = blocks
}

/** Creates the intent of going back or forward to an entry of the history. */
export function popIntent(router: RouterState, location: Location): Intent {
  const url = resolveIn(router, hrefOf(location))!
  return { ...plainIntent(url, location), historyAction: 'POP' }
}

/** Whether the loaders of the page run again, or will after a mutation, because the app called `revalidate()`. */
export function isRevalidating({ isWaiting, reloads }: RouterState): boolean {
  return isWaiting || [...reloads].some(({ origin }) => !origin)
}

/** Resolves when `isDone` returns `true`. Calls it now and after every update. Never rejects. */
export function whenDone(router: RouterState, isDone: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const ask = (): void => {
      if (!isDone()) return
      stop()
      resolve()
    }
    const stop = listen(router, ask)
    ask()
  })
}

/** Whether a mutation is pending, so that its response will make the page reload. */
export function isMutating({ fetching, navigation }: RouterState): boolean {
  return navigation?.phase === 'acting' || !!fetching?.isMutating()
}

/** Finds the page of a URL, or `null`. Adds or removes a trailing slash of the URL if the app redirects that. */
export function findPage({ options }: RouterState, url: URL): PageMatch[] | null {
  const { manifest, match, origin } = options
  if (url.origin !== origin) return null
  url.pathname = followSlash(manifest, match, url.pathname)
  return match(url.pathname)
}

/** Resolves an `href` of the app. Throws if it is not an http or https URL. */
export function requireUrl(router: RouterState, href: string): URL {
  const url = resolveIn(router, href)
  if (!url) throw new TypeError(`Cannot go to "${href}": it is not an http or https URL`)
  return url
}

/** Resolves an `href` against a location of the app. Returns `undefined` if it is not an http or https URL. */
export function resolveIn(
  { options, snapshot }: RouterState,
  href: string,
  location: Location = snapshot.location,
): URL | undefined {
  return resolveHref(href, options.origin + pathOf(location))
}
