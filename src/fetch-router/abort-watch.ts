import { isWorker } from '../internal/runtime.ts'

/** A pending request. */
export interface Watched {
  /** Starts to listen for an abort. */
  listen(): void
  /** Its neighbours in a linked list, which is faster than a `Set`. */
  previous: Watched | undefined
  next: Watched | undefined
}

/** The pending requests of a router. */
export interface AbortWatch {
  add(watched: Watched): void
  delete(watched: Watched): void
}

// Read once, so that aborts also work in tests with fake timers.
const { setImmediate } = globalThis

/**
 * Listens to the abort signals of pending requests.
 *
 * Adding a listener to an `AbortSignal` and removing it again costs more than the rest of a dispatch. Most requests are
 * done before the next turn of the event loop. So listeners are added at the next turn, to the requests that are still
 * pending. An earlier abort is noticed then.
 */
export function createAbortWatch(): AbortWatch {
  return canWait() ? createWaitingWatch() : { add: (watched) => watched.listen(), delete: () => {} }
}

function createWaitingWatch(): AbortWatch {
  let last: Watched | undefined
  let scheduled = false

  const listenToAll = () => {
    scheduled = false
    let watched = last
    last = undefined
    while (watched !== undefined) {
      const { previous } = watched
      watched.previous = watched.next = undefined
      watched.listen()
      watched = previous
    }
  }

  return {
    add(watched) {
      watched.previous = last
      if (last !== undefined) last.next = watched
      last = watched
      if (scheduled) return
      scheduled = true
      setImmediate(listenToAll)
    },
    delete(watched) {
      const { previous, next } = watched
      if (previous !== undefined) previous.next = next
      if (next !== undefined) next.previous = previous
      else if (last === watched) last = previous
      watched.previous = watched.next = undefined
    },
  }
}

/** A Worker must not use a request in an event loop turn of another request. */
function canWait(): boolean {
  return typeof setImmediate === 'function' && !isWorker
}
