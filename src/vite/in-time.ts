import { within } from '../internal/within.ts'

/**
 * Waits for a part of a static export, but not for ever.
 *
 * @param what What takes so long, for the message
 * @param timeout Milliseconds
 * @throws {Error} If it takes longer. The message begins with the reason
 */
export function inTime<Value>(
  promise: Promise<Value>,
  what: string,
  timeout: number,
): Promise<Value> {
  return within(promise, timeout, (): never => {
    throw new Error(
      `${what} took longer than ${timeout / 1000} s. Make it faster, or raise static.timeout`,
    )
  })
}
