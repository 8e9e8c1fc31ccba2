import { otherSpelling } from '../internal/trailing-slash.ts'
import type { Fetcher } from '../page-protocol/fetcher.ts'
import type { PageMatch, PageMatcher } from '../page-protocol/match-pages.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { Location, Transition } from '../page-protocol/transition.ts'
import type { FetcherEvents } from './fetcher-events.ts'
import { pathOf, resolveHref } from './href.ts'
import type { Intent } from './intent.ts'
import type { ClientRouterOptions, RouteSeam } from './seams.ts'

/**
 * The state that all events share. The snapshot is public. The rest is pending work.
 *
 * One clock decides what is fresh: each operation takes the next number when it starts, and the later one wins.
 */
export interface Machine {
  readonly options: ClientRouterOptions &
    Required<Omit<ClientRouterOptions, keyof RouteSeam | 'listeners'>>
  readonly match: PageMatcher
  readonly listeners: Set<(snapshot: Snapshot) => void>
  snapshot: Snapshot
  clock: number
  /** When the last navigation started that came from a user, a pop or the redirect of a fetcher. */
  latest: number
  /** Since when the data of the page may be stale, or 0. If it is stale, the next load runs every loader. */
  staleSince: number
  /** When the load of the current data started. */
  shownSince: number
  navigation: Navigation | undefined
  readonly reloads: Set<Reload>
  fetching: Fetching
  /** Set while there is a blocker. Returns whether a navigation has to wait. */
  blocks: ((intent: Intent, delta: number | undefined) => boolean) | undefined
  /** Set while a pop that the client router started is pending. Called when it arrives. */
  nextPop: (() => void) | undefined
}

/** The interface between the fetchers and the page. */
export interface Fetching {
  /** Returns the visible fetchers. */
  current(): ReadonlyMap<string, Fetcher>
  /** Called after each update. */
  published(): void
  /** Called when a mutation starts. */
  cancelLoads(): void
  /** Reloads the `load` fetchers after a mutation. The promises resolve when the loads have ended. */
  reload(location: Location, cause: ReloadCause): Promise<void>[]
  /** Called when a navigation ends. */
  finishWaiting(): void
  dispose(): void
  readonly events: FetcherEvents
}

/** Why a page loads. */
export interface ReloadCause {
  /** Whether every loader is due: a mutation finished, a redirect set a cookie, or the app called `revalidate()`. */
  everything: boolean
  submission?: Submission | undefined
  actionResult?: unknown
  actionStatus?: number | undefined
}

/** A navigation that is not committed yet. */
export interface Navigation extends Intent {
  /** When the load started. */
  startedAt: number
  controller: AbortController
  /** `waiting` means that its routes are being loaded, or that the browser is loading another document. */
  phase: 'acting' | 'loading' | 'waiting'
  matches: readonly PageMatch[]
  transition: Transition
  /** The result of the action, once it is there. */
  answer: ActionAnswer | undefined
  /** Resolves to the id of a route whose module could not be loaded, or to `undefined`. */
  modules: Promise<string | undefined> | undefined
}

/** The result of an action: data, or an error and the route that it belongs to. */
export type ActionAnswer =
  | { type: 'data'; id: string; data: unknown; status: number }
  | { type: 'error'; id: string; error: unknown }

/** A reload of the loaders without a navigation: after the action of a fetcher, or for `revalidate()`. */
export interface Reload {
  readonly startedAt: number
  readonly controller: AbortController
  /** The page of the reload. If the array is no longer the current one, the result is ignored. */
  readonly matches: readonly PageMatch[]
  /** The errors when the reload started. It replaces these, and keeps later ones. */
  readonly errors: Snapshot['errors']
  /** The fetcher that caused the reload. Without one, `revalidation` of the page shows it. */
  origin: FetcherRecord | undefined
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
}

/** Creates the next snapshot, with all changes in one update. */
export function publish(machine: Machine, change: Partial<Snapshot> = {}): void {
  const { fetching, listeners, reloads, snapshot } = machine
  machine.snapshot = Object.freeze({
    ...snapshot,
    ...change,
    fetchers: fetching.current(),
    revalidation: [...reloads].some(({ origin }) => !origin) ? 'loading' : 'idle',
  })
  for (const listener of listeners) listener(machine.snapshot)
  fetching.published()
}

/** Marks the data of the page as stale, because the data on the server may have changed. */
export function markStale(machine: Machine): void {
  machine.staleSince = ++machine.clock
}

/** Finds the page of a URL, or `null`. Adds or removes a trailing slash of the URL if the app redirects that. */
export function findPage({ match, options }: Machine, url: URL): PageMatch[] | null {
  if (url.origin !== options.origin) return null
  const matches = match(url.pathname)
  if (matches || options.manifest.trailingSlash !== 'redirect') return matches

  const other = otherSpelling(url.pathname)
  const redirected = match(other)
  if (redirected) url.pathname = other
  return redirected
}

/** Resolves an `href` of the app. Throws if it is not an http or https URL. */
export function requireUrl({ options, snapshot }: Machine, href: string): URL {
  const url = resolveHref(href, options.origin + pathOf(snapshot.location))
  if (!url) throw new TypeError(`Cannot go to "${href}": it is not an http or https URL`)
  return url
}
