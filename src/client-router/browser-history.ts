import { createKey, hrefOf } from './href.ts'
import type { RouterHistory } from './history.ts'
import type { Location } from './transition.ts'

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

/** What we keep in `history.state`, beside what others keep there. */
interface EntryState {
  key?: string
  /** The entry's place, to know how far a pop went. */
  index?: number
  /** The app's own state. */
  user?: unknown
}

/** The browser's history. */
export function createBrowserHistory(window: HistoryWindow): RouterHistory {
  let index = readState().index ?? 0
  if (readState().index === undefined) window.history.replaceState({ ...readState(), index }, '')

  function readState(): EntryState {
    const { state } = window.history
    return typeof state === 'object' && state !== null ? state : {}
  }

  function write(how: 'pushState' | 'replaceState', { key, state, ...path }: Location): void {
    const href = hrefOf(path)
    try {
      window.history[how]({ key, index, ...(state !== undefined && { user: state }) }, '', href)
    } catch (error) {
      // State that cannot be cloned, or Safari after 100 entries in 30 seconds: arrive there by a document instead.
      console.error(error)
      window.location.assign(href)
    }
  }

  return {
    get location() {
      const { pathname, search, hash } = window.location
      const { key = 'default', user: state } = readState()
      // A document can be served at `//x`, which as an href would be a host.
      return { pathname: pathname.replace(/^\/+/, '/'), search, hash, state, key }
    },
    push(location) {
      index++
      write('pushState', location)
    },
    replace(location) {
      write('replaceState', location)
    },
    go(delta) {
      window.history.go(delta)
    },
    listen(listener) {
      const onPop = (): void => {
        const next = readState().index
        const delta = next === undefined ? undefined : next - index
        if (next === undefined) {
          // The browser made the entry, for a plain `#hash` link or an edited address: it comes after ours.
          index++
          window.history.replaceState({ ...readState(), key: createKey(), index }, '')
        } else {
          index = next
        }
        listener(this.location, delta)
      }
      window.addEventListener('popstate', onPop)
      return () => window.removeEventListener('popstate', onPop)
    },
  }
}
