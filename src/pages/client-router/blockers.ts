import { UNBLOCKED, type HistoryAction } from '../page-protocol/snapshot.ts'
import type { Location } from '../page-protocol/transition.ts'
import { begin } from './navigation.ts'
import { publish, setBlock, type RouterState } from './router-state.ts'

/** Whether a navigation should wait for the user. */
export type BlockFunction = (args: {
  currentLocation: Location
  nextLocation: Location
  historyAction: HistoryAction
}) => boolean

/**
 * Calls `shouldBlock` before each navigation that a user starts. `snapshot.blocker` has the navigation that waits. There
 * can be one blocker at a time.
 *
 * @param pop Moves in the history, and calls `onPop` after that
 * @returns A function that stops it
 */
export function block(
  router: RouterState,
  shouldBlock: BlockFunction,
  pop: (delta: number, onPop: () => void) => void,
): () => void {
  const blocks: typeof router.blocks = (intent, delta) => {
    const { historyAction = 'PUSH', location } = intent
    const isPop = historyAction === 'POP'
    const currentLocation = router.snapshot.location
    const args = { currentLocation, nextLocation: location, historyAction }
    // A pop to an entry of other code cannot be blocked, because it is not known how far to go back.
    if ((isPop && !delta) || !shouldBlock(args)) return false

    // The browser has already moved. It goes back asynchronously, and the navigation can only proceed after that.
    let isReturning = isPop
    const leave = (): void => {
      if (isReturning || router.snapshot.blocker !== proceeding) return
      if (!isPop) return begin(router, intent)
      pop(delta!, () => begin(router, intent))
    }
    const proceeding = Object.freeze({ state: 'proceeding' as const, location })
    const blocker = Object.freeze({
      state: 'blocked' as const,
      location,
      proceed() {
        if (router.snapshot.blocker !== blocker) return
        publish(router, { blocker: proceeding })
        leave()
      },
      reset() {
        if (router.snapshot.blocker === blocker) publish(router, { blocker: UNBLOCKED })
      },
    })
    publish(router, { blocker })
    if (isPop) {
      pop(-delta!, () => {
        isReturning = false
        leave()
      })
    }
    return true
  }

  setBlock(router, blocks)
  return () => {
    if (router.blocks === blocks) setBlock(router, undefined)
  }
}
