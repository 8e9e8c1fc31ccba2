import { useSyncExternalStore } from 'react'
import { canBeServer } from './can-be-server.ts'
import { useRouter } from './contexts.ts'

/** Returns whether the client router is running. It is `false` on the server and during hydration. */
export function useHasStarted(who: string): boolean {
  const { browser } = useRouter(who)

  return useSyncExternalStore(
    canBeServer && !browser ? never : browser!.whenStarted,
    () => browser!.router !== undefined,
    () => false,
  )
}

/** A subscription to something that never changes. */
export function never(): () => void {
  return never
}
