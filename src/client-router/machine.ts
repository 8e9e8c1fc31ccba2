import type { BlockFunction } from './blockers.ts'
import type { Fetcher } from './fetcher.ts'
import { otherSpelling, type PageMatch, type PageMatcher } from './match-pages.ts'
import type { ClientRouterOptions } from './seams.ts'
import type { Commit, HistoryAction, Snapshot } from './snapshot.ts'
import type { Submission } from './submission.ts'
import type { Location, Transition } from './transition.ts'

/**
 * What the events share. The snapshot is what everybody sees; the rest is what is under way.
 *
 * Freshness is one clock: whatever starts takes the next number, and of two answers the one that started later wins.
 */
export interface Machine {
  readonly options: Required<ClientRouterOptions>
  readonly match: PageMatcher
  readonly listeners: Set<(snapshot: Snapshot) => void>
  snapshot: Snapshot
  clock: number
  /** When the last navigation started that a user, a pop or a fetcher's redirect began. */
  latest: number
  /** Since when the page's data is older than what the server has; 0 when it is not. The next load runs everything. */
  owed: number
  /** When what the page shows started to load. */
  landed: number
  navigation: Navigation | undefined
  readonly reloads: Set<Reload>
  readonly fetchers: Map<string, FetcherRecord>
  /** Fetchers that redirected the page: they are done when its navigation ends. */
  readonly waiting: Set<FetcherRecord>
  shouldBlock: BlockFunction | undefined
  /** Runs a `load` fetcher again; settles when it has ended, however it ended. */
  readonly startLoad: (record: FetcherRecord) => Promise<void>
}

/** A navigation that was not committed yet. */
export interface Navigation {
  /** When its load started. */
  id: number
  controller: AbortController
  /** `leaving`: the browser goes to another document. */
  phase: 'acting' | 'loading' | 'leaving'
  /** The page that it will commit. */
  location: Location
  matches: readonly PageMatch[]
  /** `undefined` when it stays on the page: a mutation of a resource route. */
  action: HistoryAction | undefined
  transition: Transition
  submission: Submission | undefined
  /** What the action said, once it answered. */
  answer: ActionAnswer | undefined
  /** The redirects that led here. */
  hops: number
  commit: Commit
  /** Resolves with the id of a route whose module could not be loaded, or with `undefined`. */
  modules: Promise<string | undefined> | undefined
}

/** An action's answer: data, or the error and the route that it belongs to. */
export type ActionAnswer =
  | { type: 'data'; id: string; data: unknown; status: number }
  | { type: 'error'; id: string; error: unknown }

/** Loaders that run again without a navigation: after a fetcher's action, or for `revalidate()`. */
export interface Reload {
  readonly id: number
  readonly controller: AbortController
  /** The page they are for; its identity tells whether that page is still wanted. */
  readonly matches: readonly PageMatch[]
  /** What boundaries showed when it started: it answers those, not later ones. */
  readonly errors: Snapshot['errors']
  /** The fetcher that is done with it; without one the page's `revalidation` shows it. */
  origin: FetcherRecord | undefined
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
}

/** One call of a fetcher. Answers to another one are late. */
export interface Operation {
  readonly id: number
  readonly controller: AbortController
  readonly isMutation: boolean
}

/** Makes the next snapshot: everything that changed, in one update. */
export function publish(machine: Machine, change: Partial<Snapshot> = {}): void {
  for (const [key, { mounts, value }] of machine.fetchers) {
    if (mounts === 0 && value.state === 'idle') machine.fetchers.delete(key)
  }
  const isRevalidating = [...machine.reloads].some(({ origin }) => !origin)

  machine.snapshot = Object.freeze({
    ...machine.snapshot,
    ...change,
    fetchers: currentFetchers(machine),
    revalidation: isRevalidating ? 'loading' : 'idle',
  })
  for (const listener of machine.listeners) listener(machine.snapshot)
  restartCancelledLoads(machine)
}

// The same reference while no fetcher changed, so that what only reads fetchers does not render.
function currentFetchers({ fetchers, snapshot }: Machine): ReadonlyMap<string, Fetcher> {
  const next = new Map<string, Fetcher>()
  for (const [key, { value }] of fetchers) next.set(key, value)
  const isSame =
    next.size === snapshot.fetchers.size &&
    [...next].every(([key, value]) => snapshot.fetchers.get(key) === value)
  return isSame ? snapshot.fetchers : next
}

// A mutation that failed or was given up reloads nothing, and the loads that waited for its reload run now.
function restartCancelledLoads(machine: Machine): void {
  const records = [...machine.fetchers.values()]
  const isActing =
    machine.navigation?.phase === 'acting' || records.some(({ operation }) => operation?.isMutation)
  if (isActing) return

  for (const record of records) if (isCancelled(machine, record)) void machine.startLoad(record)
}

/** Whether a mutation cancelled a fetcher's load and it did not run again yet. */
export function isCancelled({ waiting }: Machine, record: FetcherRecord): boolean {
  return record.value.type === 'load' && !record.operation && !waiting.has(record)
}

/** Notes that the server's data changed, or may have. */
export function owe(machine: Machine): void {
  machine.owed = ++machine.clock
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
