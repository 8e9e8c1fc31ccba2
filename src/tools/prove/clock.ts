import { availableParallelism, loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'

/**
 * Starts a clock for what one request takes. On a busy machine it leaves out the time in which this thread was ready to run, but
 * other processes ran: a response is slow because of the app, and not because of them.
 *
 * @param isBusy Whether there is more to do than the machine has processors for
 * @returns The milliseconds since then
 */
export function startClock(isBusy: () => boolean = isMachineBusy): () => number {
  const startedAt = performance.now()
  const loop = performance.eventLoopUtilization()
  const worked = cpuTime()

  return () => {
    const elapsed = performance.now() - startedAt
    if (!isBusy()) return elapsed
    // While the event loop is not idle, the thread works, waits in a synchronous call, or waits for a processor.
    const { active } = performance.eventLoopUtilization(loop)
    return elapsed - Math.max(Math.min(active, elapsed) - (cpuTime() - worked), 0)
  }
}

function isMachineBusy(): boolean {
  return loadavg()[0]! > availableParallelism()
}

/** The milliseconds of a processor that this thread has had, or before Node 23.9 the process. */
function cpuTime(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)()
  return (user + system) / 1_000
}
