import { checkLimit, invariant, longestTimeout, showValue } from '../../internal/guards/check.ts'
import { startTimer } from '../../internal/process/promises.ts'

/**
 * Calls `run` again and again, never twice at a time, until the signal aborts.
 *
 * @param signal Ends the calls. `run` gets it too
 * @param milliseconds How long to wait after a call that did not return `true`
 * @param report Gets the errors of `run`. It waits after an error, too
 * @returns A promise that resolves after the signal, when the running call has ended
 */
export async function repeat(
  signal: AbortSignal,
  milliseconds: number,
  run: (signal: AbortSignal) => unknown,
  report: (error: unknown) => void,
): Promise<void> {
  checkLimit('milliseconds', milliseconds, longestTimeout)
  invariant(
    typeof run === 'function',
    `repeat() takes a function after the milliseconds, not ${showValue(run)}: repeat(1_000, () => runJob(db))`,
  )

  while (!signal.aborted) {
    const hasMore = await runOnce()
    await (hasMore ? nextTurn() : untilAborted(signal, milliseconds))
  }

  async function runOnce(): Promise<boolean> {
    try {
      return (await run(signal)) === true
    } catch (error) {
      if (!isAbortOf(signal, error)) report(error)
      return false
    }
  }
}

/** Whether work has ended by an error because it was told to stop, as a `fetch()` with the signal does. */
export function isAbortOf(signal: AbortSignal, error: unknown): boolean {
  return signal.aborted && error === signal.reason
}

/** Lets the process handle requests between two calls, even if `run` never waits for anything. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => void (globalThis.setImmediate ?? setTimeout)(resolve))
}

function untilAborted(signal: AbortSignal, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = startTimer(end, milliseconds)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
