/**
 * Waits for `work`, but not longer than this time.
 *
 * @param late What to do when the time is up: its value is the result, or its error. Without it, the result is `undefined`
 */
export async function within<Value, Late = undefined>(
  work: Promise<Value>,
  milliseconds: number,
  late?: () => Late,
): Promise<Value | Late> {
  const expired = Promise.withResolvers<void>()
  const timer = setTimeout(expired.resolve, milliseconds)
  try {
    return await Promise.race([work, expired.promise.then(late as () => Late)])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Creates a function that passes on the reply to a command, or rejects if the reply does not come in time.
 *
 * @param server The name of the server, for the error
 * @param timeout Milliseconds
 */
export function createInTime(server: string, timeout: number): InTime {
  return (command, reply, deadline = Infinity) =>
    within(reply, Math.max(0, Math.min(timeout, deadline - performance.now())), (): never => {
      throw new Error(
        `${server} did not reply to ${command} within ${timeout} ms. Check that the server runs and that the client is connected.`,
      )
    })
}

/** @param deadline When the reply must be there, in the time of `performance.now()`, if several commands share their time */
type InTime = <Reply>(command: string, reply: Promise<Reply>, deadline?: number) => Promise<Reply>

/** Waits, without keeping a process alive that has nothing else to do. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => startTimer(resolve, milliseconds))
}

/** Calls a function later, if the process still runs then. Returns a function that cancels the call. */
export function startTimer(call: () => void, milliseconds: number): () => void {
  const timer = setTimeout(call, milliseconds)
  // Browsers and Workers have numbers.
  ;(timer as { unref?: () => void }).unref?.()
  return () => clearTimeout(timer)
}
