import { invariant, showValue } from '../../internal/guards/check.ts'
import type { Storage } from '../../state/storage/index.ts'

/** The state of a client after its request was counted. Times are in seconds. */
export interface Usage {
  readonly isOver: boolean
  /** How many requests are left now. */
  readonly remaining: number
  /** The seconds until the current window ends. */
  readonly reset: number
  /** The seconds until the next request would be allowed. */
  readonly retryAfter: number
}

/**
 * Counts a request in a sliding window. All requests of this window count. Those of the previous window count in proportion
 * to its part that is less than one window ago.
 *
 * @param key The key of the counter, without a time
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
  // Every comparison with NaN is false, so no request would exceed the limit.
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

/** Returns the seconds until one more request is within the limit, if no other request arrives. */
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
