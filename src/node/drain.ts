import type { Server, Socket } from 'node:net'
import type { ListenerState } from './node-incoming.ts'

/** Two ways to close a server. */
export interface Closing {
  /** Waits for running requests, at most for the grace time. */
  gently(): Promise<void>
  /** Cuts every connection. */
  now(): void
}

/**
 * Prepares a server for a close that finishes what it has begun.
 *
 * A request whose headers were read is answered, within the grace time. One that was sent but not read yet meets a closed
 * connection, as with `node:http` itself: no server can tell it from one that was never sent.
 *
 * @param server A server of `node:http`, `node:https` or `node:http2` that is not listening yet
 * @param state What its requests share: once closing, each response ends its connection
 * @param graceTime How long running requests may take, in milliseconds
 */
export function drainOnClose(
  server: Server & { closeIdleConnections?(): void },
  state: ListenerState,
  graceTime: number,
): Closing {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  let closed: Promise<void> | null = null

  function now(): void {
    for (const socket of sockets) socket.destroy()
  }

  function gently(): Promise<void> {
    return (closed ??= new Promise((resolve) => {
      state.closing = true
      state.shutdown.abort(new DOMException('The server is closing', 'AbortError'))
      server.close(() => {
        clearInterval(sweep)
        clearTimeout(deadline)
        resolve()
      })
      // Node does not count a connection that has not said anything yet as idle.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      // Responses that had begun before said keep-alive: their connections become idle when they end.
      const sweep = setInterval(() => server.closeIdleConnections?.(), 50)
      const deadline = setTimeout(now, graceTime)
    }))
  }

  return { gently, now }
}
