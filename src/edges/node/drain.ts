import type { Server, Socket } from 'node:net'
import type { ListenerState } from './node-incoming.ts'

/** Two ways to close a server. */
export interface Closing {
  /** Whether the server was told to close. */
  hasBegun(): boolean
  /**
   * Accepts connections for the drain delay, then stops listening. Waits for running requests and for work after their
   * responses, at most for the grace time. Then handlers whose connections were cut off have a moment to clean up.
   */
  gently(): Promise<void>
  /** Closes every connection at once, and waits for nothing. */
  now(): void
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
  let stopWaiting = (): void => {}
  let closed: Promise<void> | null = null
  const gently = (): Promise<void> => (closed ??= close())

  async function close(): Promise<void> {
    if (drainDelay > 0) await passDelay()
    state.closing = true
    state.shutdown.abort(new DOMException('The server is closing', 'AbortError'))
    const end = performance.now() + graceTime
    await closeConnections()
    if (!isHurried) await state.work.whenIdle(Math.max(CLEANUP_TIME, end - performance.now()))
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

  function closeConnections(): Promise<void> {
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
      const deadline = setTimeout(cutOff, graceTime)
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
  }

  return { hasBegun: () => closed !== null, gently, now }
}

/** How often idle connections are closed, in milliseconds. A connection delays the end of the process by at most this. */
const SWEEP_INTERVAL = 50

/** How long handlers may clean up after their connections were cut off, in milliseconds. */
const CLEANUP_TIME = 2_000
