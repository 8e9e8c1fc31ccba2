import { publish, type Machine } from './machine.ts'
import { UNBLOCKED, type HistoryAction } from './snapshot.ts'
import type { Location } from './transition.ts'

/** Whether a navigation should wait for the user. */
export type BlockFunction = (args: {
  currentLocation: Location
  nextLocation: Location
  historyAction: HistoryAction
}) => boolean

/**
 * Holds a navigation back if the app wants it.
 *
 * @param proceed Goes there after all
 * @returns Whether it was held back
 */
export function isBlocked(
  machine: Machine,
  location: Location,
  historyAction: HistoryAction,
  proceed: () => void,
): boolean {
  const currentLocation = machine.snapshot.location
  if (!machine.shouldBlock?.({ currentLocation, nextLocation: location, historyAction }))
    return false

  const blocker = Object.freeze({
    state: 'blocked' as const,
    location,
    proceed() {
      if (machine.snapshot.blocker !== blocker) return
      publish(machine, { blocker: Object.freeze({ state: 'proceeding', location }) })
      proceed()
    },
    reset() {
      if (machine.snapshot.blocker === blocker) publish(machine, { blocker: UNBLOCKED })
    },
  })
  publish(machine, { blocker })
  return true
}
