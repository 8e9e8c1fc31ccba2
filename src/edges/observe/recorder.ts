import type { Observer, ServerEvent } from '../../router/fetch-router/index.ts'
import { checkOptions, showValue } from '../../internal/guards/check.ts'

/** Options for {@link recorder}. */
interface RecorderOptions {
  /**
   * How many events are kept. The oldest are dropped.
   *
   * @default 1000
   */
  readonly limit?: number
}

/** An observer that keeps the last events. */
export interface Recorder extends Observer {
  /** A copy of the kept events, oldest first. */
  readonly events: readonly ServerEvent[]
  event(event: ServerEvent): void
  /** Forgets all events. */
  clear(): void
}

/**
 * Creates an observer that keeps the last events, for tests and for a page that shows the work of the server.
 *
 * @param options How many events are kept
 * @returns The observer, with its `events`
 * @throws {RangeError} If `limit` is not a whole number of 1 or more
 *
 * @example
 * const recorded = recorder()
 * const router = createRouter({ observe: [recorded] })
 * await router.fetch('https://example.com/')
 * console.log(recorded.events.map(({ type, phase }) => `${type} ${phase}`))
 */
export function recorder(options: RecorderOptions = {}): Recorder {
  checkOptions('recorder()', options, 'limit')
  const { limit = 1000 } = options
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new RangeError(`recorder() takes a limit of 1 or more, not ${showValue(limit)}`)
  }
  // A ring: once it is full, `next` is the oldest event, which is overwritten.
  let ring: ServerEvent[] = []
  let next = 0

  return {
    get events() {
      return [...ring.slice(next), ...ring.slice(0, next)]
    },
    event(event) {
      if (ring.length < limit) ring.push(event)
      else {
        ring[next] = event
        next = (next + 1) % limit
      }
    },
    clear() {
      ring = []
      next = 0
    },
  }
}
