import type { Fetcher } from '../page-protocol/fetcher.ts'
import type { FormFailure } from '../page-protocol/form-failure.ts'
import type { DueReason } from '../page-protocol/loader-reasons.ts'
import { followSlash, type PageMatch, type PageMatcher } from '../page-protocol/match-pages.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { Location, Transition } from '../page-protocol/transition.ts'
import type { Declared } from '../page-protocol/wire.ts'
import type { FetcherEvents } from './fetcher-events.ts'
import { pathOf, resolveHref } from './href.ts'
import type { Intent } from './intent.ts'
import type { ClientRouterOptions, RouteSeam } from './seams.ts'

/**
 * The state that all events share. The snapshot is public. The rest is pending work.
 *
 * One clock decides what is fresh: each operation takes the next number when it starts, and the later one wins.
 */
export interface RouterState {
  readonly options: ClientRouterOptions &
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
  readonly match: PageMatcher
  readonly listeners: Set<(snapshot: Snapshot) => void>
  snapshot: Snapshot
  clock: number
  /** When the last navigation started that came from a user, a pop or the redirect of a fetcher. */
  navigatedAt: number
  /** When data last changed on the server: a mutation ended or was interrupted. */
  changedAt: number
  /** When `revalidate()` was last called. */
  revalidatedAt: number
  /** Whether `revalidate()` waits until a mutation has ended. */
  isWaiting?: boolean
  /** When the last load of the page started that did not fail. */
  loadedAt: number
  /** What is known about each loader of the page. */
  loaders: LoaderRecords
  /**
   * The data URLs that were requested since data last changed on the server, or `undefined` if it never did. All others
   * may be old in the HTTP cache.
   */
  requested?: Set<string> | undefined
  navigation?: Navigation | undefined
  readonly reloads: Set<Reload>
  fetching: Fetching
  /** Set while there is a blocker. Returns whether a navigation has to wait. */
  blocks?: ((intent: Intent, delta: number | undefined) => boolean) | undefined
  /** Set while a pop that the client router started is pending. Called when it arrives. */
  nextPop?: (() => void) | undefined
}

/**
 * What the client router knows about one loader of the page.
 *
 * Times are numbers of the router's clock. So each rule about old data is a comparison.
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

/** What the page shows of a loader, and what its route declares about it. No `data` if the loader failed. */
export interface LoaderData extends Declared {
  readonly data?: unknown
  /** On a live page: the server's time up to which the stream has told what was written since the data was loaded. */
  told?: number
  /** On a live page: when the data was first on show, in milliseconds. */
  shownAt?: number
}

/** The records of the page, root first, by pathname and id: a route at another pathname has other data. */
export type LoaderRecords = Map<string, LoaderRecord>

/** The interface between the fetchers and the page. */
export interface Fetching {
  /** Returns the visible fetchers. */
  current(): ReadonlyMap<string, Fetcher>
  /** Called after each update. */
  published(): void
  /** Whether a mutation of a fetcher is pending. */
  isMutating(): boolean
  /** Called when a mutation starts. */
  cancelLoads(): void
  /**
   * Reloads the `load` fetchers that are due, or whose route wants it. The promises resolve when the loads have ended.
   *
   * @param isDue Whether a mutation ended, or the app called `revalidate()`
   */
  reload(location: Location, cause: ReloadCause, isDue: boolean): Promise<void>[]
  /** Called when a navigation ends. */
  finishWaiting(): void
  dispose(): void
  /** The methods of the router. */
  readonly events: FetcherEvents & { revalidate(): Promise<void> }
}

/** Why a page loads. */
export interface ReloadCause {
  /** Whether no mutation caused it, so that a URL that is on show already loads again. */
  isPlain: boolean
  /** Whether the app called `revalidate()`, so that every loader is due. */
  isRevalidation?: boolean
  /** Whether nothing loads yet, so that no loader counts as due. */
  isPreview?: boolean
  submission?: Submission | undefined
  actionResult?: unknown
  actionStatus?: number | undefined
}

/** One load of a page. */
export interface Load {
  /** When it started. */
  readonly startedAt: number
  /** The page. */
  readonly matches: readonly PageMatch[]
  /** The loaders that it asked for. */
  readonly asked: readonly string[]
}

/** A navigation that is not committed yet. */
export interface Navigation extends Intent {
  /** When the load started. */
  startedAt: number
  /** The loaders that the load asked for. */
  asked: readonly string[]
  controller: AbortController
  /** `waiting` means that its routes are being loaded, or that the browser is loading another document. */
  phase: 'acting' | 'loading' | 'waiting'
  matches: readonly PageMatch[]
  transition: Transition
  /** The result of the action, once it is there. */
  result: ActionResult | undefined
  /** Resolves to the id of a route whose module could not be loaded, or to `undefined`. */
  modules: Promise<string | undefined> | undefined
}

/** The result of an action: data, a form that was refused, or an error and the route that it belongs to. */
export type ActionResult =
  | { type: 'data'; id: string; data: unknown; status: number }
  | { type: 'error'; id: string; error: unknown }
  | { type: 'invalid'; id: string; invalid: FormFailure }

/**
 * A reload of the loaders without a navigation: after the action of a fetcher, for `revalidate()`, or of a live page. If
 * its `matches` are no longer the current ones, the result is ignored.
 */
export interface Reload extends Load {
  readonly controller: AbortController
  /** The errors when the reload started. It replaces these, and keeps later ones. */
  readonly errors: Snapshot['errors']
  /** The fetcher that caused the reload, or `live`. Without either, `revalidation` of the page shows it. */
  origin: FetcherRecord | 'live' | undefined
  /** FE-7: ends the fetcher that caused it. */
  finish(): void
}

/** A fetcher and its current call. */
export interface FetcherRecord {
  readonly key: string
  /** The route whose boundary shows its errors. */
  owner: string | undefined
  mounts: number
  value: Fetcher
  operation: Operation | undefined
  /** The `href` of the last `load()`, which reloads after mutations. A submission clears it. */
  href: string | undefined
  /** Whether it redirected the page. It is done when that navigation ends. */
  isWaiting: boolean
}

/** One call of a fetcher. Responses to earlier calls are ignored. */
export interface Operation {
  readonly startedAt: number
  readonly controller: AbortController
  readonly isMutation: boolean
  /** The form element that was submitted. */
  readonly source: object | undefined
}

/** Creates the next snapshot, with all changes in one update. */
export function publish(router: RouterState, change: Partial<Snapshot> = {}): void {
  const { fetching, listeners, snapshot } = router
  router.snapshot = Object.freeze({
    ...snapshot,
    ...change,
    fetchers: fetching.current(),
    revalidation: isRevalidating(router) ? 'loading' : 'idle',
  })
  for (const listener of listeners) listener(router.snapshot)
  fetching.published()
}

/** Whether the loaders of the page run again, or will after a mutation, because the app called `revalidate()`. */
export function isRevalidating({ isWaiting, reloads }: RouterState): boolean {
  return isWaiting || [...reloads].some(({ origin }) => !origin)
}

/** Resolves when `isDone` returns `true`, which is asked now and after every update. Never rejects. */
export function whenDone({ listeners }: RouterState, isDone: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const ask = (): void => {
      if (!isDone()) return
      listeners.delete(ask)
      resolve()
    }
    listeners.add(ask)
    ask()
  })
}

/** Whether a mutation is pending, so that its response will make the page reload. */
export function isMutating({ fetching, navigation }: RouterState): boolean {
  return navigation?.phase === 'acting' || fetching.isMutating()
}

/** Finds the page of a URL, or `null`. Adds or removes a trailing slash of the URL if the app redirects that. */
export function findPage({ match, options }: RouterState, url: URL): PageMatch[] | null {
  if (url.origin !== options.origin) return null
  url.pathname = followSlash(options.manifest, match, url.pathname)
  return match(url.pathname)
}

/** Resolves an `href` of the app. Throws if it is not an http or https URL. */
export function requireUrl({ options, snapshot }: RouterState, href: string): URL {
  const url = resolveHref(href, options.origin + pathOf(snapshot.location))
  if (!url) throw new TypeError(`Cannot go to "${href}": it is not an http or https URL`)
  return url
}
