import { useEffect, useEffectEvent } from 'react'

/** The event that tells `useBeforeUnload` that the client router is about to load a document. */
export const LEAVE_EVENT = 'framework:leave'

/**
 * Calls `callback` once before the browser unloads the page, so that it can save unsaved work.
 *
 * On iOS, which does not fire `beforeunload`, it is called when the page is discarded.
 */
export function useBeforeUnload(
  callback: (event: Event) => void,
  options: { capture?: boolean } = {},
): void {
  const { capture = false } = options
  const run = useEffectEvent(callback)

  useEffect(() => {
    let isAnnounced = false
    let hasRun = false
    const listeners: Record<string, (event: Event) => void> = {
      [LEAVE_EVENT](event) {
        run(event)
        isAnnounced = hasRun = true
      },
      // The user may cancel, so the callback runs for each event, except if the client router has just announced it.
      beforeunload(event) {
        if (!isAnnounced) run(event)
        isAnnounced = false
        hasRun = true
      },
      pagehide(event) {
        if (!hasRun) run(event)
        isAnnounced = hasRun = false
      },
    }

    for (const [type, listener] of Object.entries(listeners)) {
      addEventListener(type, listener, capture)
    }
    return () => {
      for (const [type, listener] of Object.entries(listeners)) {
        removeEventListener(type, listener, capture)
      }
    }
  }, [capture])
}
