import type { Socket, Server } from 'node:net'
import { reasonPhrase } from '../../internal/http/reason-phrase.ts'
import { refusalHeaders } from '../../internal/guards/refusal.ts'
import {
  INTERNAL_ERROR,
  isHttp2,
  NO_ERROR,
  type NodeRequest,
  type NodeResponse,
} from './node-message.ts'
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'

/** How long a refused client may keep sending before the connection is closed, in milliseconds. */
const LINGER = 2000

/**
 * Responds to a request that never reaches the handler, and closes its connection.
 *
 * @param req The request
 * @param res Its response, which has not started
 * @param status The status
 */
export function refuse(req: NodeRequest, res: NodeResponse, status: number): void {
  const body = reasonPhrase(status)
  const headers = { ...refusalHeaders, 'Content-Length': String(body.length) }

  if (isHttp2(req)) {
    const { stream } = req
    res.writeHead(status, headers)
    res.end(req.method === 'HEAD' ? undefined : body)
    // RFC 9113 §8.1: after a complete response, NO_ERROR asks the client to stop sending.
    stream.once('finish', () => stream.close(NO_ERROR))
  } else {
    lingerOnClose(req.socket)
    res.writeHead(status, { ...headers, Connection: 'close' })
    res.end(req.method === 'HEAD' ? undefined : body)
  }
}

/** Breaks off a response that cannot be completed, so that the client does not think it is complete. */
export function cutOff(req: NodeRequest): void {
  if (isHttp2(req)) req.stream.close(INTERNAL_ERROR)
  else req.socket.destroy()
}

/**
 * Stops a client that is still sending after its response.
 *
 * The response stays complete. On HTTP/2 only the stream is closed. On HTTP/1.1 the connection is closed gently.
 */
export function stopSending(req: NodeRequest, res: NodeResponse): void {
  const sent = isHttp2(req) ? req.stream : res
  if (!sent.writableFinished) {
    sent.once('finish', () => stopSending(req, res))
  } else if (isHttp2(req)) {
    req.stream.close(NO_ERROR)
  } else {
    lingerOnClose(req.socket)
    req.socket.destroySoon()
  }
}

/**
 * Makes a connection close in a way that does not lose the response.
 *
 * RFC 9112 §9.6: closing a socket while the client is sending resets it, and a reset can destroy the response before the
 * client has read it. So our side is closed first, and for a moment the rest is read and discarded.
 */
function lingerOnClose(socket: Socket): void {
  takeNoMore(socket)
  socket.destroySoon = () => {
    socket.end()
    destroyLater(socket)
  }
}

/**
 * Ignores the requests that follow on a connection which is being closed (RFC 9112 §9.6). The client may have sent them
 * together with the one that was refused, to hide them from a proxy that reads the first one in another way.
 *
 * Node parses all requests of one chunk at once, and has no public way to stop. So this replaces what its parser calls for
 * each request. A parser that is closed while it runs ends the process.
 */
function takeNoMore({ parser }: Socket & { parser?: NodeParser | null }): void {
  if (parser?.onIncoming) parser.onIncoming = ignoreRequest
}

interface NodeParser {
  onIncoming?: ((req: IncomingMessage & { upgrade?: boolean }) => number) | null
}

function ignoreRequest(req: IncomingMessage & { upgrade?: boolean }): number {
  req.upgrade = false // Otherwise Node would tell the listeners for `upgrade` and `connect`.
  req.resume()

  return 0
}

/** Closes a connection unless the client does so within {@link LINGER}. */
function destroyLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER)
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Responds to invalid HTTP requests, and to CONNECT, which no handler can see.
 *
 * Node would respond too, but it closes the connection at the same moment. A client that is still sending may then never
 * see the response.
 */
export function handleClientErrors(server: Server): void {
  const handled = new WeakSet<Socket>()

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The parser has given up, so all further bytes of the client are errors too.
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
