import type { Snapshot } from '../page-protocol/snapshot.ts'
import { listen, type RouterState } from './router-state.ts'

/**
 * Loads the code of live pages when the first one is on show. If it cannot be loaded, the next snapshot tries again.
 *
 * A build for the browser changes this to `undefined` if no page can be live: see `browserOnly()` in the `vite` folder.
 */
export const awaitLive = ((router) => {
  const check = ({ matches }: Snapshot): void => {
    if (!matches.some(({ route }) => route.live)) return
    stop()
    import('./live.ts').then(
      ({ followLive }) => followLive(router),
      () => (stop = listen(router, check)),
    )
  }
  let stop = listen(router, check)
  check(router.snapshot)
}) as ((router: RouterState) => void) | undefined
