/**
 * Waits for `work`, but not longer than this time.
 *
 * @param late Called when the time is up. Its value or its error is the result. Without it, the result is `undefined`
 */
export async function within<Value, Late = undefined>(
  work: Promise<Value>,
  milliseconds: number,
  late?: () => Late | Promise<Late>,
): Promise<Value | Late> {
  const expired = Promise.withResolvers<void>()
  const timer = setTimeout(expired.resolve, milliseconds)
  try {
    return await Promise.race([work, expired.promise.then(late as () => Late | Promise<Late>)])
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
  return <Reply>(command: string, reply: Promise<Reply>, deadline = Infinity) => {
    const milliseconds = Math.max(0, Math.min(timeout, deadline - performance.now()))
    const late = (): never => {
      throw new Error(
        `${server} did not reply to ${command} within ${timeout} ms. Check that the server runs and that the client is connected.`,
      )
    }
    // A process that was busy or stopped runs its timers before it reads replies that have arrived. So it waits a little
    // longer.
    return within<Reply, Reply>(reply, milliseconds, () => within(reply, LAST_LOOK, late))
  }
}

/** Milliseconds to read replies that have arrived already. */
const LAST_LOOK = 10

/** @param deadline When the reply must be there, in the time of `performance.now()`, if several commands share their time */
export type InTime = <Reply>(
  command: string,
  reply: Promise<Reply>,
  deadline?: number,
) => Promise<Reply>

/** Waits. This does not keep the process alive. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => startTimer(resolve, milliseconds))
}

/** Calls a function later, if the process still runs then. Returns a function that cancels the call. */
export function startTimer(call: () => void, milliseconds: number): () => void {
  const timer = setTimeout(call, milliseconds)
  // In browsers and Workers, a timer is a number.
  ;(timer as { unref?: () => void }).unref?.()
  return () => clearTimeout(timer)
}

/** Keeps a promise from ending the process if it rejects: other code handles the error, or it does not matter. */
export function ignoreRejection(promise: Promise<unknown>): void {
  promise.catch(doNothing)
}

function doNothing(): void {}

/**
 * Returns the value of a callback that must return it at once, and refuses a promise. If the promise rejects, that does not end
 * the process.
 *
 * @param callback The callback, such as `` `user` of logger() ``
 * @throws {TypeError} If the value is a promise
 */
export function refusePromise<Value>(callback: string, value: Value): Value {
  if (!isThenable(value)) return value

  if (value instanceof Promise) ignoreRejection(value)
  throw new TypeError(
    `Cannot wait for the promise of ${callback}. It must return its value at once: await what takes time before, such as in middleware.`,
  )
}

/** Calls a callback whose result is not needed. If it throws, or its promise rejects, `report` gets the error. */
export function callAside(call: () => unknown, report: (error: unknown) => void): void {
  try {
    const returned = call()
    if (isThenable(returned)) Promise.resolve(returned).catch(report)
  } catch (error) {
    report(error)
  }
}

/**
 * Returns what was thrown. A promise that was thrown by mistake becomes an error, and if it rejects, that does not end the
 * process.
 */
export function readError(thrown: unknown): unknown {
  if (!(thrown instanceof Promise)) return thrown

  ignoreRejection(thrown)
  return new TypeError('Cannot handle a promise that was thrown. Await it, and throw an error.')
}

/** Whether a value can be awaited, such as a promise or the query of a database library. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
