import { UNBLOCKED, type HistoryAction } from '../page-protocol/snapshot.ts'
import type { Location } from '../page-protocol/transition.ts'
import { publish, type RouterState } from './router-state.ts'
import { begin } from './navigation.ts'

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
 * @returns A function that stops it
 */
export function block(router: RouterState, shouldBlock: BlockFunction): () => void {
  const { history } = router.options

  const blocks: typeof router.blocks = (intent, delta) => {
    const { historyAction = 'PUSH', location } = intent
    const isPop = historyAction === 'POP'
    const currentLocation = router.snapshot.location
    const args = { currentLocation, nextLocation: location, historyAction }
    // A pop to an entry of other code cannot be blocked: how far to go back is unknown.
    if ((isPop && !delta) || !shouldBlock(args)) return false

    // The browser has already moved. It goes back asynchronously, and can only proceed after that.
    let isReturning = isPop
    const leave = (): void => {
      if (isReturning || router.snapshot.blocker !== proceeding) return
      if (!isPop) return begin(router, intent)
      router.nextPop = () => begin(router, intent)
      history.go(delta!)
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
      router.nextPop = () => {
        isReturning = false
        leave()
      }
      history.go(-delta!)
    }
    return true
  }

  router.blocks = blocks
  return () => {
    if (router.blocks === blocks) router.blocks = undefined
  }
}
