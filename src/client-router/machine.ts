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
 * What the events share. The snapshot is what everybody sees; the rest is what is under way.
 *
 * Freshness is one clock: whatever starts takes the next number, and of two answers the one that started later wins.
 */
export interface Machine {
  readonly options: ClientRouterOptions & Required<Omit<ClientRouterOptions, keyof RouteSeam>>
  readonly match: PageMatcher
  readonly listeners: Set<(snapshot: Snapshot) => void>
  snapshot: Snapshot
  clock: number
  /** When the last navigation started that a user, a pop or a fetcher's redirect began. */
  latest: number
  /** Since when the page's data may be older than the server's; 0 when it is not. The next load runs every loader. */
  staleSince: number
  /** When what the page shows started to load. */
  shownSince: number
  navigation: Navigation | undefined
  readonly reloads: Set<Reload>
  fetching: Fetching
  /** There while somebody blocks navigations: whether this one has to wait. */
  blocks: ((intent: Intent, delta: number | undefined) => boolean) | undefined
  /** There while a pop of our own is on its way: what to do when it arrives. */
  nextPop: (() => void) | undefined
}

/** Where fetchers meet the page. */
export interface Fetching {
  /** The fetchers as everybody sees them. */
  current(): ReadonlyMap<string, Fetcher>
  /** Called after each update. */
  published(): void
  /** A mutation starts. */
  cancelLoads(): void
  /** A mutation has changed what `load` fetchers show; settles when they have loaded again. */
  reload(location: Location, cause: ReloadCause): Promise<void>[]
  /** A navigation ended. */
  finishWaiting(): void
  dispose(): void
  readonly events: FetcherEvents
}

/** Why a page loads. */
export interface ReloadCause {
  /** A mutation finished, a redirect set a cookie, or the app asked: everything is due. */
  everything: boolean
  submission?: Submission | undefined
  actionResult?: unknown
  actionStatus?: number | undefined
}

/** A navigation that was not committed yet. */
export interface Navigation extends Intent {
  /** When its load started. */
  startedAt: number
  controller: AbortController
  /** `waiting`: for its routes, or for the browser, which goes to another document. */
  phase: 'acting' | 'loading' | 'waiting'
  matches: readonly PageMatch[]
  transition: Transition
  /** What the action said, once it answered. */
  answer: ActionAnswer | undefined
  /** Resolves with the id of a route whose module could not be loaded, or with `undefined`. */
  modules: Promise<string | undefined> | undefined
}

/** An action's answer: data, or the error and the route that it belongs to. */
export type ActionAnswer =
  | { type: 'data'; id: string; data: unknown; status: number }
  | { type: 'error'; id: string; error: unknown }

/** Loaders that run again without a navigation: after a fetcher's action, or for `revalidate()`. */
export interface Reload {
  readonly startedAt: number
  readonly controller: AbortController
  /** The page they are for; its identity tells whether that page is still wanted. */
  readonly matches: readonly PageMatch[]
  /** What boundaries showed when it started: it answers those, not later ones. */
  readonly errors: Snapshot['errors']
  /** The fetcher that is done with it; without one the page's `revalidation` shows it. */
  origin: FetcherRecord | undefined
  /** FE-7: the fetcher that caused it is done. */
  finish(): void
}

/** A fetcher and what it is doing. */
export interface FetcherRecord {
  readonly key: string
  /** The route whose boundary shows its errors. */
  owner: string | undefined
  mounts: number
  value: Fetcher
  operation: Operation | undefined
  /** What `load()` was called with last, unless something was submitted since: reloads after mutations. */
  href: string | undefined
  /** Whether it redirected the page, and is done when that navigation ends. */
  isWaiting: boolean
}

/** One call of a fetcher. Answers to another one are late. */
export interface Operation {
  readonly startedAt: number
  readonly controller: AbortController
  readonly isMutation: boolean
}

/** Makes the next snapshot: everything that changed, in one update. */
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

/** Notes that the server's data changed, or may have: the page's data is stale. */
export function markStale(machine: Machine): void {
  machine.staleSince = ++machine.clock
}

/** The page at a URL, which may change to the spelling that the app redirects to; `null` if it is none of ours. */
export function findPage({ match, options }: Machine, url: URL): PageMatch[] | null {
  if (url.origin !== options.origin) return null
  const matches = match(url.pathname)
  if (matches || options.manifest.trailingSlash !== 'redirect') return matches

  const other = otherSpelling(url.pathname)
  const redirected = match(other)
  if (redirected) url.pathname = other
  return redirected
}

/** The URL that an app asks for. Throws if it is none to go to. */
export function requireUrl({ options, snapshot }: Machine, href: string): URL {
  const url = resolveHref(href, options.origin + pathOf(snapshot.location))
  if (!url) throw new TypeError(`Cannot go to "${href}": it is not an http or https URL`)
  return url
}
