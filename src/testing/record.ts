import { isObservable } from '../fetch-router/shared.ts'
import { observeWith } from '../internal/global-keys.ts'
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
  // The handler of a Worker is in an object with `fetch`.
  const observable = [source, (source as { fetch?: unknown }).fetch].find(isObservable)
  const stop = observable === undefined ? () => {} : observable[observeWith](recorded)
  return {
    get events() {
      return recorded.events
    },
    stop,
  }
}
