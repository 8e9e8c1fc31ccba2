import { invariant, showValue } from '../internal/check.ts'
import type { Storage } from '../storage/index.ts'

/** The state of a client after its request was counted. Times are in seconds. */
export interface Usage {
  readonly isOver: boolean
  /** How many requests are left now. */
  readonly remaining: number
  /** Until the current window ends. */
  readonly reset: number
  /** Until the next request would be allowed. */
  readonly retryAfter: number
}

/**
 * Counts a request in a sliding window: all requests of this window, and those of the previous window in proportion to
 * how much of it is less than one window ago.
 *
 * @param key What is counted, without a time
 * @param now The time in seconds
 */
export async function countRequest(
  storage: Storage,
  key: string,
  limit: number,
  window: number,
  now: number,
): Promise<Usage> {
  const index = Math.floor(now / window)
  const elapsed = now - index * window
  const [current, before] = await Promise.all([
    storage.count(`${key}:${index}`, 2 * window),
    storage.get(`${key}:${index - 1}`),
  ])
  const previous = Number(before ?? 0)
  // Every comparison with NaN is false, so a request would always be within the limit.
  invariant(
    typeof current === 'number' && current >= 0 && previous >= 0,
    `Cannot count requests with ${showValue(current)} and ${showValue(before)} of the storage. \`count\` and \`get\` must return a number, as a number and as a string.`,
  )
  const estimate = previous * (1 - elapsed / window) + current

  return {
    isOver: estimate > limit,
    remaining: Math.max(0, Math.floor(limit - estimate)),
    reset: Math.ceil(window - elapsed),
    retryAfter: Math.max(1, Math.ceil(waitingTime(previous, current, limit, window, elapsed))),
  }
}

/** Returns how long to wait until one more request is within the limit, if no other request comes. */
function waitingTime(
  previous: number,
  current: number,
  limit: number,
  window: number,
  elapsed: number,
): number {
  const left = limit - current - 1
  if (left >= 0) return window * (1 - Math.min(1, left / previous)) - elapsed

  return window - elapsed + window * Math.max(0, 1 - (limit - 1) / current)
}
