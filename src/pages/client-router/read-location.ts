import type { Location } from '../page-protocol/transition.ts'

/** The part of `window` that a history needs. */
export interface HistoryWindow {
  readonly location: { pathname: string; search: string; hash: string; assign(href: string): void }
  readonly history: {
    readonly state: unknown
    pushState(state: unknown, unused: string, href: string): void
    replaceState(state: unknown, unused: string, href?: string): void
    go(delta: number): void
  }
  addEventListener(type: 'popstate', listener: () => void): void
  removeEventListener(type: 'popstate', listener: () => void): void
}

/** The part of `window` that has its location. */
interface LocatedWindow {
  readonly location: { pathname: string; search: string; hash: string }
  readonly history: { readonly state: unknown }
}

/** Returns the location of a browser, with the state and the key of `history.state`. */
export function readLocation(window: LocatedWindow): Location {
  const { pathname, search, hash } = window.location
  const { key = 'default', user: state = null } = readEntry(window)
  // A document can have the path `//x`, which would be a host in an href.
  return { pathname: pathname.replace(/^\/+/, '/'), search, hash, state, key }
}

/** The client router's part of `history.state`. Other code may store its own values there. */
export interface EntryState {
  key?: string
  /** The position of the entry, which shows how far a pop moved. */
  index?: number
  /** The state of the app. */
  user?: unknown
}

/** Returns the client router's part of the current `history.state`. */
export function readEntry({ history: { state } }: Pick<LocatedWindow, 'history'>): EntryState {
  return typeof state === 'object' && state !== null ? state : {}
}
