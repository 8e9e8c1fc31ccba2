import { isObservable, observeWith } from '../fetch-router/shared.ts'
import { recorder, type ServerEvent } from '../observe/index.ts'

/** The events of an app in a test. */
export interface Recording {
  readonly events: readonly ServerEvent[]
  /** Stops to record. */
  stop(): void
}

/**
 * Records the events of a router, or of a handler around one.
 *
 * @param source Anything. Another handler has no events
 */
export function record(source: object): Recording {
  const recorded = recorder()
  const stop = isObservable(source) ? source[observeWith](recorded) : () => {}
  return {
    get events() {
      return recorded.events
    },
    stop,
  }
}
