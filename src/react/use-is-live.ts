import { useSyncExternalStore } from 'react'
import { useRouter } from './contexts.ts'

/** Returns whether the client router is running. It is `false` on the server and during hydration. */
export function useIsLive(who: string): boolean {
  const { browser } = useRouter(who)

  return useSyncExternalStore(
    browser ? browser.whenLive : never,
    () => browser?.router !== undefined,
    () => false,
  )
}

/** A subscription to something that never changes. */
export function never(): () => void {
  return never
}
