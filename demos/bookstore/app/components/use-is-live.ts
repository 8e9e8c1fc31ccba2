import { useSyncExternalStore } from 'react'

/** Whether the page has come to life in the browser: not on the server, and not without JavaScript. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

function subscribe() {
  return () => {}
}
