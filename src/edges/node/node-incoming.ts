import type { ErrorHandler } from '../../router/fetch-router/index.ts'
import { createBody } from '../../router/fetch-router/shared.ts'
import {
  copyRequest,
  viewOf,
  without,
  type RequestChanges,
} from '../../internal/exchange/copy-request.ts'
import type { RequestFacts } from '../../internal/exchange/request-facts.ts'
import type { IncomingRequest } from '../../internal/exchange/incoming.ts'
import { factsOf, type RequestBody } from '../../internal/exchange/request-body.ts'
import { isLoadMethod } from '../../internal/http/http.ts'
import { LightHeaders, type HeaderSource } from './light-headers.ts'
import { isHttp2, methodOf, NO_ERROR, type NodeRequest, type NodeResponse } from './node-message.ts'
import { cutOff, refuse, stopSending } from './refuse.ts'
import type { RunningWork } from './running-work.ts'
import { isSharedAddress, readClientAddress, type IsTrusted } from './trust-proxy.ts'
import { createAbortError, SocketBody, type BodyOwner } from './socket-body.ts'

/** The state that all requests of a listener share. */
export interface ListenerState {
  readonly maxBodySize: number
  readonly stallTimeout: number
  /** Tells which peers are trusted proxies, or `null` if there are none. */
  readonly isTrusted: IsTrusted | null
  readonly onError: ErrorHandler
  /** Whether the server is closing. Every response then closes its connection. */
  closing: boolean
  /** Aborts when the server begins to drain. */
  readonly shutdown: AbortController
  /** Counts running handlers, and responses that are being sent. */
  readonly work: RunningWork
}

/**
 * Finds the address of the client that sent a request.
 *
 * It is the address of the peer. If the peer is one of `trustProxy`, it is the nearest address in `X-Forwarded-For` that
 * is not a trusted proxy. Each address has one spelling: an IPv4-mapped address is IPv4, and IPv6 is written as RFC 5952
 * says, without a zone.
 *
 * @param request The request that middleware, a handler, a loader or an action received, or its `clone()`. A copy from
 * `new Request(request)` has no address
 * @returns The address, or `undefined` on a unix socket and for a request that Node did not receive
 *
 * @example
 * const address = clientAddress(context.request)
 */
export function clientAddress(request: Request): string | undefined {
  return factsOf(request)?.clientAddress
}

/** One request and its response. The router reads the request from it, and the adapter writes the response to it. */
export class NodeIncoming implements IncomingRequest, BodyOwner, RequestFacts, HeaderSource {
  readonly method: string
  url: string
  readonly req: NodeRequest
  readonly res: NodeResponse
  readonly state: ListenerState
  readonly awaitsContinue: boolean
  /** Whether the adapter has responded itself. Then the handler's response is not sent. */
  responded = false
  /** Whether `onError` has returned a response. If sending that fails, the client gets a plain 500. */
  failed = false
  context: object | undefined
  dataRequest: RequestFacts['dataRequest']
  build: RequestFacts['build']
  personal: RequestFacts['personal']
  /** The address of the peer, or an empty string on a unix socket. */
  readonly #peer: string
  readonly #socketBody: SocketBody | null
  #body: RequestBody | undefined
  #request: Request | undefined
  #controller: AbortController | undefined
  #abortReason: unknown
  #listeners: ((reason: unknown) => void)[] | null = null

  constructor(
    state: ListenerState,
    req: NodeRequest,
    res: NodeResponse,
    url: string,
    peer: string,
    awaitsContinue: boolean,
  ) {
    this.method = methodOf(req)
    this.url = url
    this.req = req
    this.res = res
    this.state = state
    this.#peer = peer
    this.awaitsContinue = awaitsContinue
    this.#socketBody = hasBody(req) ? new SocketBody(this) : null
  }

  /** A request over a socket is one object with its facts. */
  get facts(): this {
    return this
  }

  get checksResponse(): true {
    return true
  }

  get aborted(): boolean {
    return this.#abortReason !== undefined || hasLeft(this.req, this.res)
  }

  get abortReason(): unknown {
    if (this.#abortReason === undefined && this.aborted) this.#abortReason = createAbortError()

    return this.#abortReason
  }

  onAbort(listener: (reason: unknown) => void): () => void {
    if (this.aborted) {
      listener(this.abortReason)

      return () => {}
    }

    if (this.#listeners === null) {
      this.#listeners = []
      this.res.once('close', () => this.#closed())
    }
    this.#listeners.push(listener)

    return () => (this.#listeners = this.#listeners!.filter((other) => other !== listener))
  }

  header(name: string): string | null {
    return readHeader(this.req, name)
  }

  /** Returns a copy of the headers, which its reader may change. */
  copyHeaders(): Headers {
    return new LightHeaders(this)
  }

  readAll(): Headers {
    const { rawHeaders } = this.req
    const headers = new Headers()
    let cookies = ''
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i]!
      const value = rawHeaders[i + 1]!
      if (name.charCodeAt(0) === COLON) continue
      // HTTP/2 clients send each cookie in a separate header. `Headers` would join them with `, `.
      if (name.length === 6 && name.toLowerCase() === 'cookie') {
        cookies = cookies === '' ? value : `${cookies}; ${value}`
      } else {
        headers.append(name, value)
      }
    }
    if (cookies !== '') headers.set('Cookie', cookies)

    return headers
  }

  get body(): RequestBody {
    return (this.#body ??= createBody(this, this.#sentBody))
  }

  /**
   * The body on the socket. `Request` allows no body for GET and HEAD, so a body that a client sends with them is discarded.
   */
  get #sentBody(): SocketBody | undefined {
    return this.#socketBody !== null && !isLoadMethod(this.method) ? this.#socketBody : undefined
  }

  get request(): Request {
    return (this.#request ??= this.#createRequest({}))
  }

  get existingRequest(): Request | undefined {
    return this.#request
  }

  copyRequest(changes: RequestChanges): Request {
    return this.#request === undefined
      ? this.#createRequest(changes)
      : copyRequest(this.#request, changes)
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController()
      this.#controller = controller
      this.onAbort((reason) => controller.abort(reason))
    }
    return this.#controller.signal
  }

  /** The address of the client: the peer's, or the one that trusted proxies report. */
  get clientAddress(): string | undefined {
    return readClientAddress(this.#peer, this.header('x-forwarded-for'), this.state.isTrusted)
  }

  get hasSharedAddress(): boolean {
    const { clientAddress } = this
    const readHeader = (name: string): string | null => this.header(name)
    return (
      clientAddress !== undefined &&
      isSharedAddress(clientAddress, this.#peer, readHeader, this.state.isTrusted)
    )
  }

  get shutdown(): AbortSignal {
    return this.state.shutdown.signal
  }

  holdOpen(work: Promise<unknown>): void {
    this.state.work.add(work)
  }

  reportAfter(error: unknown): void {
    void this.report(error)
  }

  /** Call this when the response was passed to the socket. */
  release(): void {
    if (this.#socketBody !== null) this.#socketBody.release()
  }

  /** Reports an error to the app. Resolves to the app's response, if it returns one. */
  async report(error: unknown): Promise<Response | undefined> {
    try {
      return (await this.state.onError(error, this.request)) as Response | undefined
    } catch (failure) {
      // A failing error handler must not end the process.
      console.error(failure)
      return undefined
    }
  }

  refuseBody(): void {
    this.responded = true
    if (!this.res.headersSent) refuse(this.req, this.res, 413)
    else if (this.res.writableEnded) stopSending(this.req, this.res)
    else cutOff(this.req)
  }

  #createRequest(changes: RequestChanges): Request {
    const { url = this.url, method = this.method } = changes
    const sent = this.#sentBody
    const isTaken = sent?.isTaken === true
    const { body = isTaken ? new Uint8Array() : (sent?.stream() ?? null) } = changes
    const headers = without(this.readAll(), changes)
    const { signal } = this
    const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' }
    const request = new Request(url, init)
    // If a reader already has the body, it is marked as read in the request.
    if (isTaken && changes.body === undefined) void request.arrayBuffer()

    return viewOf(request, this.body, changes)
  }

  #closed(): void {
    const listeners = this.#listeners!
    this.#listeners = []
    if (!this.aborted) return

    const reason = this.abortReason
    for (const listener of listeners) listener(reason)
  }
}

/**
 * Reads a request header as `Headers` does: with every value of a repeated header. Node keeps only the first of some.
 *
 * @param req The request
 * @param name The name in lower case
 * @returns The value, or `null` if the client did not send it
 */
export function readHeader(req: NodeRequest, name: string): string | null {
  const value = req.headers[name]
  if (value === undefined) return null
  // `constructor` and `__proto__` are on the prototype of Node's object, even if the client did not send them. So only
  // strings count.
  if (typeof value === 'string' && !keptOnce.has(name)) return value

  return scanHeaders(req.rawHeaders, name)
}

function scanHeaders(rawHeaders: readonly string[], wanted: string): string | null {
  let result: string | null = null
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length !== wanted.length || name.toLowerCase() !== wanted) continue
    result = result === null ? rawHeaders[i + 1]! : `${result}, ${rawHeaders[i + 1]!}`
  }

  return result
}

/** The headers for which Node's `headers` has only the first value. */
const keptOnce: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
])

const COLON = 0x3a

function hasBody(req: NodeRequest): boolean {
  if (isHttp2(req)) return !req.stream.endAfterHeaders

  const { headers } = req
  const length = headers['content-length']

  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined
}

/** Whether the client disconnected before it had the whole response. */
function hasLeft(req: NodeRequest, res: NodeResponse): boolean {
  if (!isHttp2(req)) return req.socket.destroyed && !res.writableFinished

  const { stream } = req

  return stream.aborted || (stream.destroyed && (!res.writableEnded || stream.rstCode !== NO_ERROR))
}
