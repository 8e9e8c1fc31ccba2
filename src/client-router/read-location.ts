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

/** Where a browser is, with what we keep in its `history.state`. */
export function readLocation(window: Pick<HistoryWindow, 'location' | 'history'>): Location {
  const { pathname, search, hash } = window.location
  const { key = 'default', user: state = null } = readEntry(window)
  // A document can be served at `//x`, which as an href would be a host.
  return { pathname: pathname.replace(/^\/+/, '/'), search, hash, state, key }
}

/** What we keep in `history.state`, beside what others keep there. */
export interface EntryState {
  key?: string
  /** The entry's place, to know how far a pop went. */
  index?: number
  /** The app's own state. */
  user?: unknown
}

/** What we kept with the entry that a browser shows. */
export function readEntry({ history: { state } }: Pick<HistoryWindow, 'history'>): EntryState {
  return typeof state === 'object' && state !== null ? state : {}
}
