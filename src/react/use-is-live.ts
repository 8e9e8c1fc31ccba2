import { useSyncExternalStore } from 'react'
import { useRouter } from './contexts.ts'

/** Whether the machine has taken over from the browser. Never on a server, nor while its markup is being hydrated. */
export function useIsLive(who: string): boolean {
  const { browser } = useRouter(who)

  return useSyncExternalStore(
    browser ? browser.whenLive : never,
    () => browser?.router !== undefined,
    () => false,
  )
}

function never(): () => void {
  return never
}
