import type { Location } from '../page-protocol/transition.ts'
import { createKey, hrefOf } from './href.ts'
import type { RouterHistory } from './seams.ts'
import { readEntry, readLocation, type HistoryWindow } from './read-location.ts'

/** Creates a history that uses the browser's. */
export function createBrowserHistory(window: HistoryWindow): RouterHistory {
  let index = readEntry(window).index ?? 0
  if (readEntry(window).index === undefined)
    window.history.replaceState({ ...readEntry(window), index }, '')

  function write(how: 'pushState' | 'replaceState', { key, state, ...path }: Location): void {
    const href = hrefOf(path)
    try {
      window.history[how]({ key, index, user: state }, '', href)
    } catch (error) {
      // The state cannot be cloned, or Safari refuses more than 100 entries in 30 seconds. Load a document instead.
      console.error(error)
      window.location.assign(href)
    }
  }

  return {
    get location() {
      return readLocation(window)
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
        const next = readEntry(window).index
        const delta = next === undefined ? undefined : next - index
        if (next === undefined) {
          // The browser created the entry, for a plain `#hash` link or an edited URL. It comes after the last known entry.
          index++
          window.history.replaceState({ ...readEntry(window), key: createKey(), index }, '')
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
