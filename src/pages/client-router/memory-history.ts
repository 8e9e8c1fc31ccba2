import type { Location } from '../page-protocol/transition.ts'
import { resolveHref } from './href.ts'
import type { PopListener, RouterHistory } from './seams.ts'

/** A history in memory, whose entries tests can read. */
export interface MemoryHistory extends RouterHistory {
  readonly entries: readonly Location[]
  readonly index: number
}

/**
 * Creates a history that needs no browser.
 *
 * @param hrefs The first entries. The last one is current
 */
export function createMemoryHistory(hrefs: readonly string[] = ['/']): MemoryHistory {
  const entries = hrefs.map(toLocation)
  const listeners = new Set<PopListener>()
  let index = entries.length - 1

  return {
    entries,
    get index() {
      return index
    },
    get location() {
      return entries[index]!
    },
    push(location) {
      entries.splice(++index, Infinity, location)
    },
    replace(location) {
      entries[index] = location
    },
    go(delta) {
      if (!entries[index + delta]) return
      index += delta
      for (const listener of listeners) listener(entries[index]!, delta)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function toLocation(href: string, at: number): Location {
  const { pathname, search, hash } = resolveHref(href, 'http://localhost')!
  return { pathname, search, hash, state: null, key: at === 0 ? 'default' : `memory-${at}` }
}
