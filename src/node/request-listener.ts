import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import {
  createFetchHandler,
  type ErrorHandler,
  type FetchHandler,
  type FetchHandlerSource,
} from '../fetch-router/index.ts'
import type { Scheme } from '../internal/canonical-url.ts'
import { checkLimit, longestTimeout } from '../internal/check-limit.ts'
import {
  handleIncoming,
  takesIncoming,
  type IncomingHandler,
} from '../internal/exchange/incoming.ts'
import { isForbiddenMethod } from '../internal/is-forbidden-method.ts'
import { NodeIncoming, readHeader, type ListenerState } from './node-incoming.ts'
import { isHttp2, methodOf, type NodeRequest, type NodeResponse } from './node-message.ts'
import { refuse } from './refuse.ts'
import { createUrlReader, type ReadUrl } from './request-url.ts'
import { failResponse, sendResponse } from './send-response.ts'
import { createTrust, lastOf } from './trust-proxy.ts'

/** Options for {@link createRequestListener}. */
export interface RequestListenerOptions {
  /**
   * The most bytes that a request body may have. A larger `Content-Length` is answered with 413 before the handler runs. A
   * body without a length is counted as the handler reads it: reading more rejects, and the answer is a 413. A body that
   * the handler does not read is not waited for.
   *
   * @default 67_108_864, which is 64 MiB
   */
  maxBodySize?: number
  /**
   * Addresses and networks of proxies whose `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-For` are believed:
   * `['10.0.0.7', '10.0.0.0/8', 'fd00::/8']`, and `'unix'` for whoever connects to a unix socket.
   *
   * @default []
   */
  trustProxy?: readonly string[]
  /**
   * How long a client may take nothing of a response that is waiting for it, in milliseconds. On HTTP/2 also how long it may
   * send nothing of a body; on HTTP/1.1 the server's `requestTimeout` is about that.
   *
   * @default 60_000
   */
  stallTimeout?: number
  /**
   * Called with what a handler threw and with what broke a response under way. A client that leaves is not an error. If
   * nothing was sent yet, a `Response` that it returns is the answer.
   *
   * @default logs the error with console.error; the answer is a 500 without details
   */
  onError?: ErrorHandler
}

/** A listener for the `request` event of a server of `node:http`, `node:https` or `node:http2`. */
export interface RequestListener {
  (req: IncomingMessage, res: ServerResponse): void
  (req: Http2ServerRequest, res: Http2ServerResponse): void
}

/**
 * Creates a listener that answers with a fetch handler, for a server that you make yourself.
 *
 * @param handler A router, a fetch handler or a function from `Request` to `Response`
 * @param options Limits, proxies and where errors go
 * @returns A listener for the server's `request` event
 * @throws {TypeError} If an option has a value that it cannot have
 *
 * @example
 * http.createServer(createRequestListener(router)).listen(3000)
 */
export function createRequestListener(
  handler: FetchHandlerSource,
  options: RequestListenerOptions = {},
): RequestListener {
  const { listener } = createListener(handler, options)

  return listener
}

/** The listener with what `serve()` needs besides. */
export interface Listener {
  readonly listener: RequestListener
  /** The listener for `checkContinue`: the client is told to go on when the handler reads the body. */
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
    onError = logError,
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
  // What `createFetchHandler()` returns already answers errors; a router does not.
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
  const url = readUrl(exchange, req)
  if (url === null) return refuse(req, res, 400)
  if (isForbiddenMethod(methodOf(req))) return refuse(req, res, 501)

  const { state } = exchange
  const length = req.headers['content-length']
  if (length !== undefined && Number(length) > state.maxBodySize) return refuse(req, res, 413)

  void answer(exchange.handler, new NodeIncoming(state, req, res, url, awaitsContinue))
}

async function answer(handler: IncomingHandler, incoming: NodeIncoming): Promise<void> {
  let response: Response
  try {
    response = await handler[handleIncoming](incoming)
  } catch (error) {
    return failResponse(incoming, error)
  }

  sendResponse(incoming, response)
}

function readUrl({ state, readUrl }: Exchange, req: NodeRequest): string | null {
  const { isTrusted } = state
  let scheme: Scheme = isEncrypted(req) ? 'https' : 'http'
  let host = isHttp2(req) ? readAuthority(req) : readHost(req)
  if (host === null) return null

  if (isTrusted !== null && isTrusted(req.socket.remoteAddress)) {
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

/** The one `Host` of a request; RFC 9112 §3.2: a second one is a mistake. Only HTTP/1.0 may go without. */
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

/** RFC 9113 §8.3.1: `:authority`, and a `Host` beside it has to say the same. */
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

function logError(error: unknown): void {
  console.error(error)
}
