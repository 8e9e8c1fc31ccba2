import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { Server, Socket } from 'node:net'
import { reasonPhrase } from '../internal/reason-phrase.ts'
import { refusalHeaders } from '../internal/refusal.ts'
import { isHttp2, type NodeResponse } from './node-message.ts'
import { destroyLater, refuse } from './refuse.ts'

/**
 * Responds to invalid HTTP requests, and to CONNECT, which no handler can see.
 *
 * Node would respond too, but it closes the connection at the same moment. A client that is still sending may then never
 * see the response.
 */
export function handleClientErrors(server: Server): void {
  const handled = new WeakSet<Socket>()

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The parser has given up, so everything else that the client sends is an error too.
    if (handled.has(socket)) return
    handled.add(socket)

    if (socket.writable && !hasStartedResponse(socket)) respondAndClose(socket, statusOf(error))
    else socket.destroy()
  })

  server.on(
    'connect',
    (req: IncomingMessage | Http2ServerRequest, target: Socket | NodeResponse) => {
      if (isHttp2(req)) return refuse(req, target as NodeResponse, 400)

      const socket = target as Socket
      socket.on('error', () => {})
      respondAndClose(socket, 400)
    },
  )
}

function statusOf(error: NodeJS.ErrnoException): number {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return 431
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408
    default:
      return 400
  }
}

/** Whether another response has started on this connection. Node has no public way to ask. */
function hasStartedResponse(socket: Socket & { _httpMessage?: NodeResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true
}

function respondAndClose(socket: Socket, status: number): void {
  const body = reasonPhrase(status)
  const headers = { ...refusalHeaders, 'Content-Length': body.length, Connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${body}\r\n${lines.join('')}\r\n${body}`)
  socket.resume()
  destroyLater(socket)
}
