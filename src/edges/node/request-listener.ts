import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import {
  createFetchHandler,
  type ErrorHandler,
  type FetchHandler,
  type FetchHandlerSource,
} from '../../router/fetch-router/index.ts'
import type { Scheme } from '../../router/route-pattern/shared.ts'
import { checkLimit, checkOptions, longestTimeout } from '../../internal/guards/check.ts'
import {
  handleIncoming,
  takesIncoming,
  type IncomingHandler,
} from '../../internal/exchange/incoming.ts'
import { NodeIncoming, readHeader, type ListenerState } from './node-incoming.ts'
import { isHttp2, type NodeRequest, type NodeResponse } from './node-message.ts'
import { cutOff, refuse } from './refuse.ts'
import { RunningWork } from './running-work.ts'
import { createUrlReader, type ReadUrl } from './request-url.ts'
import { failResponse, sendResponse } from './send-response.ts'
import { createTrust, lastOf } from './trust-proxy.ts'

/** Options for {@link createRequestListener}. */
export interface RequestListenerOptions {
  /**
   * The maximum size of a request body in bytes. A larger `Content-Length` gets a 413 before the handler runs. A body
   * without a length is counted while the handler reads it: reading more rejects, and the client gets a 413. The response
   * does not wait for a body that the handler does not read.
   *
   * @default 67_108_864, which is 64 MiB
   */
  maxBodySize?: number
  /**
   * Addresses and networks of proxies whose `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-For` are trusted:
   * `['10.0.0.7', '10.0.0.0/8', 'fd00::/8']`, and `'unix'` for all clients of a unix socket.
   *
   * @default []
   */
  trustProxy?: readonly string[]
  /**
   * How long a client may stop reading a response, in milliseconds. It is disconnected at most a quarter of that time later.
   * On HTTP/2, this also limits how long it may stop sending a body. On HTTP/1.1, the server's `requestTimeout` limits that.
   *
   * @default 60_000
   */
  stallTimeout?: number
  /**
   * Called with the errors of handlers and of responses that are being sent. A client that disconnects is not an error. If
   * the response has not started, you can return a `Response` to send.
   *
   * @default logs the error with console.error and sends a 500 without details
   */
  onError?: ErrorHandler
}

/** The names of the options, to check them. */
export const listenerOptions = 'maxBodySize trustProxy stallTimeout onError'

/** A listener for the `request` event of a server of `node:http`, `node:https` or `node:http2`. */
export interface RequestListener {
  (req: IncomingMessage, res: ServerResponse): void
  (req: Http2ServerRequest, res: Http2ServerResponse): void
}

/**
 * Creates a listener that serves a fetch handler, for a server that you create yourself.
 *
 * @param handler A router, a fetch handler or a function from `Request` to `Response`
 * @param options Limits, proxies, and a function for errors
 * @returns A listener for the server's `request` event
 * @throws {TypeError} If `trustProxy` is invalid
 * @throws {RangeError} If a limit is not a number of at least 0
 *
 * @example
 * http.createServer(createRequestListener(router)).listen(3000)
 */
export function createRequestListener(
  handler: FetchHandlerSource,
  options: RequestListenerOptions = {},
): RequestListener {
  checkOptions('createRequestListener()', options, listenerOptions)
  const { listener } = createListener(handler, options)

  return listener
}

/** The listener, and the other functions that `serve()` needs. */
export interface Listener {
  readonly listener: RequestListener
  /** The listener for `checkContinue`: the client may send the body once the handler reads it. */
  readonly continueListener: RequestListener
  readonly state: ListenerState
}

export function createListener(
  handler: FetchHandlerSource,
  options: RequestListenerOptions,
): Listener {
  const {
    maxBodySize = 67_108_864,
    stallTimeout = 60_000,
    trustProxy,
    onError = (error) => console.error(error),
  } = options
  checkLimit('maxBodySize', maxBodySize)
  checkLimit('stallTimeout', stallTimeout, longestTimeout)

  const isTrusted = trustProxy === undefined ? null : createTrust(trustProxy)
  const exchange: Exchange = {
    state: {
      maxBodySize,
      stallTimeout,
      isTrusted,
      onError,
      closing: false,
      shutdown: new AbortController(),
      work: new RunningWork(),
    },
    handler: toIncomingHandler(handler, onError),
    readUrl: createUrlReader(),
  }

  return {
    listener: (req: NodeRequest, res: ServerResponse | Http2ServerResponse) =>
      receive(exchange, req, res as NodeResponse, false),
    continueListener: (req: NodeRequest, res: ServerResponse | Http2ServerResponse) =>
      receive(exchange, req, res as NodeResponse, true),
    state: exchange.state,
  }
}

interface Exchange {
  readonly state: ListenerState
  readonly handler: IncomingHandler
  readonly readUrl: ReadUrl
}

function toIncomingHandler(handler: FetchHandlerSource, onError: ErrorHandler): IncomingHandler {
  // A handler of `createFetchHandler()` already handles errors. A router does not.
  return typeof handler === 'function' && takesIncoming(handler)
    ? handler
    : (createFetchHandler(handler, { onError }) as FetchHandler & IncomingHandler)
}

function receive(
  exchange: Exchange,
  req: NodeRequest,
  res: NodeResponse,
  awaitsContinue: boolean,
): void {
  const peer = readPeer(req)
  if (peer === null) return cutOff(req)

  const url = readUrl(exchange, req, peer)
  if (url === null) return refuse(req, res, 400)

  const { state } = exchange
  const length = req.headers['content-length']
  if (length !== undefined && Number(length) > state.maxBodySize) return refuse(req, res, 413)

  void handle(exchange.handler, new NodeIncoming(state, req, res, url, peer, awaitsContinue))
}

async function handle(handler: IncomingHandler, incoming: NodeIncoming): Promise<void> {
  const { work } = incoming.state
  work.begin()
  let response: Response
  try {
    response = await handler[handleIncoming](incoming)
  } catch (error) {
    return failResponse(incoming, error)
  } finally {
    work.end()
  }

  sendResponse(incoming, response)
}

/**
 * Reads the address of the peer as soon as the request arrives. Later, the socket may no longer know it.
 *
 * @returns The address, an empty string for a unix socket, or `null` if the client has already reset the connection
 */
function readPeer(req: NodeRequest): string | null {
  const socket = isHttp2(req) ? req.stream.session?.socket : req.socket
  if (socket === undefined || socket.destroyed) return null
  if (socket.remoteAddress !== undefined) return socket.remoteAddress

  // A unix socket has no addresses. After a reset, the address of our own side is still known.
  return socket.localAddress === undefined ? '' : null
}

function readUrl({ state, readUrl }: Exchange, req: NodeRequest, peer: string): string | null {
  const { isTrusted } = state
  let scheme: Scheme = isEncrypted(req) ? 'https' : 'http'
  let host = isHttp2(req) ? readAuthority(req) : readHost(req)
  if (host === null) return null

  if (isTrusted !== null && isTrusted(peer)) {
    const proto = readHeader(req, 'x-forwarded-proto')
    if (proto !== null) {
      const last = lastOf(proto).toLowerCase()
      if (last !== 'http' && last !== 'https') return null
      scheme = last
    }
    const forwardedHost = readHeader(req, 'x-forwarded-host')
    if (forwardedHost !== null) host = lastOf(forwardedHost)
  }

  return readUrl(scheme, host, req.url!)
}

function isEncrypted(req: NodeRequest): boolean {
  return isHttp2(req)
    ? req.stream.session?.encrypted === true
    : (req.socket as TLSSocket).encrypted === true
}

/** The `Host` of a request. RFC 9112 §3.2 forbids a second one, and only HTTP/1.0 may have none. */
function readHost(req: IncomingMessage): string | null {
  const { rawHeaders } = req
  let host: string | null = null
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length !== 4 || (name !== 'Host' && name.toLowerCase() !== 'host')) continue
    if (host !== null) return null
    host = rawHeaders[i + 1]!
  }
  if (host !== null) return host

  return req.httpVersionMinor === 0 && req.httpVersionMajor === 1 ? localHost(req) : null
}

/** The `:authority` of a request. RFC 9113 §8.3.1: a `Host` beside it must be the same. */
function readAuthority(req: Http2ServerRequest): string | null {
  const authority = req.headers[':authority']
  const host = readHeader(req, 'host')
  if (authority === undefined) return host

  return host === null || host === authority ? authority : null
}

function localHost({ socket }: IncomingMessage): string {
  const { localAddress, localPort, localFamily } = socket
  if (localAddress === undefined) return 'localhost'

  return localFamily === 'IPv6' ? `[${localAddress}]:${localPort}` : `${localAddress}:${localPort}`
}
