import type { Storage } from '../storage/index.ts'

/** What is known about a client after its request was counted. Times are in seconds. */
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
 * Counts a request in a window that slides: the requests of this window, and of the one before the part that is still
 * less than a window ago.
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
  const estimate = previous * (1 - elapsed / window) + current

  return {
    isOver: estimate > limit,
    remaining: Math.max(0, Math.floor(limit - estimate)),
    reset: Math.ceil(window - elapsed),
    retryAfter: Math.max(1, Math.ceil(waitingTime(previous, current, limit, window, elapsed))),
  }
}

/** How long until one more request would be within the limit, if there is none before. */
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
