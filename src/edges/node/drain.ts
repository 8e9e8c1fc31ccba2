import type { Server, Socket } from 'node:net'
import type { StartRun } from '../../router/fetch-router/shared.ts'
import type { ListenerState } from './node-incoming.ts'

/** Two ways to close a server. */
export interface Closing {
  /** Whether the server was told to close. */
  hasBegun(): boolean
  /** Makes the server wait for the work of the process, too. */
  waitFor(run: StartRun): void
  /**
   * Accepts connections for the drain delay, then stops listening. Waits for running requests and for work after their
   * responses, at most for the grace time. Then handlers whose connections were cut off have a moment to clean up. The
   * last part of the grace time is for the work of the process.
   */
  gently(): Promise<void>
  /** Closes every connection at once, and waits for nothing. */
  now(): void
  /** Resolves when everything is closed. */
  readonly closed: Promise<void>
}

/**
 * Prepares a server to finish its running requests before it closes.
 *
 * A request whose headers were read gets its response within the grace time. A request that was sent but not yet read
 * finds the connection closed, as with `node:http`. No server can see such a request.
 *
 * @param server A server of `node:http`, `node:https` or `node:http2` that is not listening yet
 * @param state The state that its requests share. Once the server is closing, each response closes its connection
 * @param times How long the server continues to accept connections, and how long running requests may take after that, in
 *   milliseconds
 */
export function drainOnClose(
  server: Server & { closeIdleConnections?(): void },
  state: ListenerState,
  { drainDelay, graceTime }: { drainDelay: number; graceTime: number },
): Closing {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  let isHurried = false
  let hasBegun = false
  let stopWaiting = (): void => {}
  let run: StartRun | undefined
  const closed = Promise.withResolvers<void>()

  function gently(): Promise<void> {
    if (!hasBegun) {
      hasBegun = true
      void close().then(closed.resolve)
    }
    return closed.promise
  }

  async function close(): Promise<void> {
    run?.tellToStop()
    if (drainDelay > 0) await passDelay()
    state.closing = true
    state.shutdown.abort(new DOMException('The server is closing', 'AbortError'))
    const end = performance.now() + graceTime
    const left = (): number => Math.max(0, end - performance.now())
    const kept = run === undefined || run.hasEnded ? 0 : Math.min(START_TIME, graceTime / 2)

    await closeConnections(graceTime - kept)
    // Without other work, handlers may clean up after the grace time.
    if (!isHurried)
      await state.work.whenIdle(kept > 0 ? left() - kept / 2 : Math.max(CLEANUP_TIME, left()))
    if (run !== undefined) await endOf(run, left)
  }

  /** Waits for the work of the process, after all requests. */
  async function endOf(work: StartRun, left: () => number): Promise<void> {
    work.tellClosed()
    if (isHurried) work.stopWaiting()
    if (!(await work.waitFor(left()))) console.error(CUT_OFF)
  }

  function passDelay(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, drainDelay)
      stopWaiting = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function closeConnections(limit: number): Promise<void> {
    return new Promise((resolve) => {
      server.close(() => {
        clearInterval(sweep)
        clearTimeout(deadline)
        resolve()
      })
      // For Node, a new connection without a request is not idle, so it is closed here.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      // Responses that started earlier have promised keep-alive. Their connections become idle when they end.
      const sweep = setInterval(() => server.closeIdleConnections?.(), SWEEP_INTERVAL)
      const deadline = setTimeout(cutOff, limit)
    })
  }

  function cutOff(): void {
    for (const socket of sockets) socket.destroy()
  }

  function now(): void {
    isHurried = true
    stopWaiting()
    cutOff()
    state.work.stopWaiting()
    run?.stopWaiting()
  }

  return {
    hasBegun: () => hasBegun,
    waitFor: (work) => void (run = work),
    gently,
    now,
    closed: closed.promise,
  }
}

/** How often idle connections are closed, in milliseconds. A connection delays the end of the process by at most this. */
const SWEEP_INTERVAL = 50

/** How long handlers may clean up after their connections were cut off, in milliseconds. */
const CLEANUP_TIME = 2_000

/**
 * How much of the grace time is kept for the work of the process, in milliseconds. Handlers whose connections were cut off
 * have the first half of it, too.
 */
const START_TIME = 2_000

const CUT_OFF =
  'The process ends although `start` has not ended. Let its work end when `signal` aborts, or raise `graceTime`. See framework/docs/jobs.md#in-the-process-of-the-app.'
