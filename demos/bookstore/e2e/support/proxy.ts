import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A load balancer in small: one server after the other, and never a form twice. */
export interface Proxy {
  readonly url: string
  /** How many requests each server has handled. */
  handled(): readonly number[]
  /** Another server takes the place of one. */
  replace(which: number, url: string): void
  close(): Promise<void>
}

export async function startProxy(servers: string[]): Promise<Proxy> {
  const handled = servers.map(() => 0)
  let turn = 0

  const server = createServer((request, response) => {
    forward(request, response, turn++ % servers.length, servers.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handled: () => handled,
    replace(which, url) {
      servers[which] = url
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  function forward(
    request: IncomingMessage,
    response: ServerResponse,
    which: number,
    tries: number,
  ): void {
    const { method, url: path, headers } = request
    const upstream = sendRequest(servers[which]!, { method, path, headers, agent: false })

    upstream.once('response', (received) => {
      handled[which]!++
      response.writeHead(received.statusCode!, received.rawHeaders)
      received.pipe(response)
      received.once('error', () => response.destroy())
    })
    upstream.once('error', (error: NodeJS.ErrnoException) => {
      if (response.headersSent) return response.destroy()
      // A GET can be retried. A form can only be sent again if no connection was made.
      const canRetry = method === 'GET' || error.code === 'ECONNREFUSED'
      if (canRetry && tries > 1) {
        return forward(request, response, (which + 1) % servers.length, tries - 1)
      }
      response.writeHead(502).end('Bad Gateway')
    })
    upstream.once('socket', (socket) => {
      socket.once('connect', () => request.pipe(upstream))
    })
  }
}
