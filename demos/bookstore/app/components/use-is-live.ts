import { useSyncExternalStore } from 'react'

/** Returns whether the page is hydrated. It is `false` on the server and without JavaScript. */
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
