import type { Fetcher } from './fetcher.ts'
import type { PageMatch } from './match-pages.ts'
import type { Location, Transition } from './transition.ts'
import { IDLE } from './transition.ts'

/** How a page was reached: a new entry, the entry replaced, or back and forward (also the first document). */
export type HistoryAction = 'PUSH' | 'REPLACE' | 'POP'

/** Everything the page shows, as one immutable value. Server render, hydration and hooks read this shape. */
export interface Snapshot {
  /** The committed location; during a navigation still the old one. */
  readonly location: Location
  readonly historyAction: HistoryAction
  /** The matched routes, root first. */
  readonly matches: readonly PageMatch[]
  readonly transition: Transition
  /** The fetchers that are mounted or at work, by key. One that is missing is `idle/init`. */
  readonly fetchers: ReadonlyMap<string, Fetcher>
  /** JSON data of the loaders, by route id. A route that failed has no entry. */
  readonly loaderData: Readonly<Record<string, unknown>>
  /** Data of the last action at this location, by route id. */
  readonly actionData: Readonly<Record<string, unknown>> | undefined
  /** What boundaries show, by the id of the route whose boundary it is. */
  readonly errors: Readonly<Record<string, unknown>> | undefined
  /** Whether loaders run again without a navigation and without a fetcher to show it: `revalidate()`. */
  readonly revalidation: 'idle' | 'loading'
  /** A navigation that waits for the user's consent. */
  readonly blocker: Blocker
  /** How the committed page was reached; a new object for each committed navigation. */
  readonly commit: Commit
}

/** What scroll, focus and announcement need to know about the navigation that brought the page. */
export interface Commit {
  readonly preventScrollReset: boolean
  readonly viewTransition: boolean
  /** A mutation that did not redirect: scroll and focus stay. */
  readonly mutation: boolean
  /** Only the hash changed (or was clicked again). */
  readonly hashOnly: boolean
  /** The first page, rendered by the server. */
  readonly initial: boolean
}

/** The state of a blocked navigation. */
export type Blocker =
  | { readonly state: 'unblocked'; readonly location: undefined }
  | {
      readonly state: 'blocked'
      /** Where the user wanted to go. */
      readonly location: Location
      /** Goes there after all. */
      readonly proceed: () => void
      /** Stays here. */
      readonly reset: () => void
    }
  | { readonly state: 'proceeding'; readonly location: Location }

/** What a page consists of when nothing is pending. */
export interface PageState {
  location: Location
  matches: readonly PageMatch[]
  loaderData?: Readonly<Record<string, unknown>>
  actionData?: Readonly<Record<string, unknown>> | undefined
  errors?: Readonly<Record<string, unknown>> | undefined
}

/** The commit of a navigation that asked for nothing special. */
export const PLAIN_COMMIT: Commit = Object.freeze({
  preventScrollReset: false,
  viewTransition: false,
  mutation: false,
  hashOnly: false,
  initial: false,
})

export const UNBLOCKED: Blocker = Object.freeze({ state: 'unblocked', location: undefined })

/** The snapshot of a page at rest: what the server renders and the browser hydrates. */
export function createSnapshot(page: PageState): Snapshot {
  return Object.freeze({
    location: page.location,
    historyAction: 'POP',
    matches: page.matches,
    transition: IDLE,
    fetchers: new Map<string, Fetcher>(),
    loaderData: page.loaderData ?? {},
    actionData: page.actionData,
    errors: page.errors,
    revalidation: 'idle',
    blocker: UNBLOCKED,
    commit: Object.freeze({ ...PLAIN_COMMIT, initial: true }),
  })
}
