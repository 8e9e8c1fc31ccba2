import { useEffect, useEffectEvent } from 'react'

/** The event that tells `useBeforeUnload` that we are about to load another document ourselves. */
export const LEAVE_EVENT = 'framework:leave'

/**
 * Runs `callback` once before the browser unloads the page, to save what would be lost.
 *
 * Where `beforeunload` is not fired (iOS), it runs when the page is hidden for good.
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
      // The user may refuse to leave, so each one is a new attempt, unless we have just announced it.
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
