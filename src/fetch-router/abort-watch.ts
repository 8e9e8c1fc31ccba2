/** Something that is pending and wants to hear of its abort. */
export interface Watched {
  listen(): void
}

/** The pending requests of a router. */
export interface AbortWatch {
  add(watched: Watched): void
  delete(watched: Watched): void
}

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
  const waiting = new Set<Watched>()
  let scheduled = false

  const listenToAll = () => {
    scheduled = false
    for (const watched of waiting) watched.listen()
    waiting.clear()
  }

  return {
    add(watched) {
      waiting.add(watched)
      if (scheduled) return
      scheduled = true
      setImmediate(listenToAll)
    },
    delete(watched) {
      waiting.delete(watched)
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
