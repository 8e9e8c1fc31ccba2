import { UNBLOCKED, type HistoryAction } from '../page-protocol/snapshot.ts'
import type { Location } from '../page-protocol/transition.ts'
import { publish, type Machine } from './machine.ts'
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
export function block(machine: Machine, shouldBlock: BlockFunction): () => void {
  const { history } = machine.options

  const blocks: typeof machine.blocks = (intent, delta) => {
    const { historyAction = 'PUSH', location } = intent
    const isPop = historyAction === 'POP'
    const currentLocation = machine.snapshot.location
    const args = { currentLocation, nextLocation: location, historyAction }
    // A pop to an entry of other code cannot be blocked: how far to go back is unknown.
    if ((isPop && !delta) || !shouldBlock(args)) return false

    // The browser has already moved. It goes back asynchronously, and can only proceed after that.
    let isReturning = isPop
    const leave = (): void => {
      if (isReturning || machine.snapshot.blocker !== proceeding) return
      if (!isPop) return begin(machine, intent)
      machine.nextPop = () => begin(machine, intent)
      history.go(delta!)
    }
    const proceeding = Object.freeze({ state: 'proceeding' as const, location })
    const blocker = Object.freeze({
      state: 'blocked' as const,
      location,
      proceed() {
        if (machine.snapshot.blocker !== blocker) return
        publish(machine, { blocker: proceeding })
        leave()
      },
      reset() {
        if (machine.snapshot.blocker === blocker) publish(machine, { blocker: UNBLOCKED })
      },
    })
    publish(machine, { blocker })
    if (isPop) {
      machine.nextPop = () => {
        isReturning = false
        leave()
      }
      history.go(-delta!)
    }
    return true
  }

  machine.blocks = blocks
  return () => {
    if (machine.blocks === blocks) machine.blocks = undefined
  }
}
