import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { RouterState } from './router-state.ts'

/**
 * Loads the code of live pages when the first one is on show. If it cannot be loaded, the next snapshot tries again.
 *
 * A build for the browser changes this to `undefined` if no page can be live: see `browserOnly()` in the `vite` folder.
 */
export const awaitLive = ((router) => {
  const { listeners } = router
  const check = ({ matches }: Snapshot): void => {
    if (!matches.some(({ route }) => route.live)) return
    listeners.delete(check)
    import('./live.ts').then(
      ({ followLive }) => followLive(router),
      () => listeners.add(check),
    )
  }
  listeners.add(check)
  check(router.snapshot)
}) as ((router: RouterState) => void) | undefined
