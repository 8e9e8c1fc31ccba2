import { useSyncExternalStore } from 'react'

/** Whether what is rendered has to equal what the server sent: on the server, and while it is being hydrated. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(subscribe, isLater, isNow)
}

const subscribe = () => ignore
const isLater = () => false
const isNow = () => true

function ignore(): void {}
