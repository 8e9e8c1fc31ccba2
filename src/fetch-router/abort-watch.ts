/** Something that is pending and wants to hear of its abort. */
export interface Watched {
  listen(): void
  /** Its neighbours in the list of a watch: links of its own, because adding to a `Set` takes longer. */
  previous: Watched | undefined
  next: Watched | undefined
}

/** The pending requests of a router. */
export interface AbortWatch {
  add(watched: Watched): void
  delete(watched: Watched): void
}

// Taken before a test can fake timers: an abort has to be seen there, too
const { setImmediate } = globalThis

/**
 * Listens to the abort signals of pending requests.
 *
 * Adding a listener to an `AbortSignal` and removing it again costs more than the rest of a dispatch, and most requests
 * are done before the event loop turns. So the listener is added at the next turn, to what is still pending then; an abort
 * before that is seen then.
 */
export function createAbortWatch(): AbortWatch {
  return canWait() ? createWaitingWatch() : { add: (watched) => watched.listen(), delete: ignore }
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

/** A Worker must not touch one request from the event loop turn of another. */
function canWait(): boolean {
  return (
    typeof setImmediate === 'function' && globalThis.navigator?.userAgent !== 'Cloudflare-Workers'
  )
}

function ignore(): void {}
