import type { Fields } from '../../internal/forms/fields.ts'
import type { Fetcher } from './fetcher.ts'
import type { FormFailure } from './form-failure.ts'
import type { PageMatch } from './match-pages.ts'
import type { Location, Transition } from './transition.ts'
import { IDLE } from './transition.ts'

/** How the user came to a page: a new entry, a replaced entry, or back and forward (also the first document). */
export type HistoryAction = 'PUSH' | 'REPLACE' | 'POP'

/** The whole state of a page, as one immutable value. The server render, hydration and hooks use it. */
export interface Snapshot {
  /** The committed location. It does not change until a navigation ends. */
  readonly location: Location
  readonly historyAction: HistoryAction
  /** The matched routes, root first. */
  readonly matches: readonly PageMatch[]
  readonly transition: Transition
  /** The fetchers that are mounted or active, by key. A missing fetcher is `idle/init`. */
  readonly fetchers: ReadonlyMap<string, Fetcher>
  /** The data of the loaders, by route id. A route that failed has no entry. */
  readonly loaderData: Readonly<Record<string, unknown>>
  /** Data of the last action at this location, by route id. */
  readonly actionData: Readonly<Record<string, unknown>> | undefined
  /** The fields of the routes' forms, by route id. They do not change, so they are kept. */
  readonly fields: Readonly<Record<string, Fields | undefined>>
  /** The form that was refused at this location, by route id. */
  readonly invalid: Readonly<Record<string, FormFailure>> | undefined
  /** The errors, by the id of the route whose boundary shows them. */
  readonly errors: Readonly<Record<string, unknown>> | undefined
  /** Whether the loaders reload because of `revalidate()`, without a navigation or a fetcher. */
  readonly revalidation: 'idle' | 'loading'
  /** The navigation that waits for the user's decision. */
  readonly blocker: Blocker
  /** How the page was committed. It is a new object for each committed navigation. */
  readonly commit: Commit
}

/** The facts about the last navigation that scrolling, focus and the announcement need. */
export interface Commit {
  readonly preventScrollReset: boolean
  /** Whether the navigation uses a view transition. A string is a type for React's view transitions. */
  readonly viewTransition: boolean | string
  /** Whether it was a mutation without a redirect. Then scroll position and focus stay. */
  readonly mutation: boolean
  /** Whether only the hash changed, or a link to the same hash was clicked again. */
  readonly hashOnly: boolean
  /** Whether this is the first page, which the server rendered. */
  readonly initial: boolean
}

/** The state of a blocked navigation. */
export type Blocker =
  | { readonly state: 'unblocked'; readonly location: undefined }
  | {
      readonly state: 'blocked'
      /** Where the user wanted to go. */
      readonly location: Location
      /** Continues the navigation. */
      readonly proceed: () => void
      /** Cancels the navigation. */
      readonly reset: () => void
    }
  | { readonly state: 'proceeding'; readonly location: Location }

/** The state of a page when nothing is pending. */
export interface PageState {
  location: Location
  matches: readonly PageMatch[]
  loaderData?: Readonly<Record<string, unknown>>
  actionData?: Readonly<Record<string, unknown>> | undefined
  fields?: Snapshot['fields']
  invalid?: Snapshot['invalid']
  errors?: Readonly<Record<string, unknown>> | undefined
}

/** The commit of a navigation without special options. */
export const PLAIN_COMMIT: Commit = Object.freeze({
  preventScrollReset: false,
  viewTransition: false,
  mutation: false,
  hashOnly: false,
  initial: false,
})

export const UNBLOCKED: Blocker = Object.freeze({ state: 'unblocked', location: undefined })

/** Creates the snapshot of an idle page, which the server renders and the browser hydrates. */
export function createSnapshot(page: PageState): Snapshot {
  return Object.freeze({
    location: page.location,
    historyAction: 'POP',
    matches: page.matches,
    transition: IDLE,
    fetchers: new Map<string, Fetcher>(),
    loaderData: page.loaderData ?? {},
    actionData: page.actionData,
    fields: page.fields ?? {},
    invalid: page.invalid,
    errors: page.errors,
    revalidation: 'idle',
    blocker: UNBLOCKED,
    commit: Object.freeze({ ...PLAIN_COMMIT, initial: true }),
  })
}
