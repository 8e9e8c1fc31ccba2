import { concatenate } from '../internal/byte-collector.ts'
import type { ErrorHandler } from '../fetch-router/index.ts'
import { ownRequest } from '../fetch-router/shared.ts'
import type { IncomingRequest } from '../internal/exchange/incoming.ts'
import { identityOf, type Identity } from '../internal/exchange/owned-request.ts'
import { isHttp2, methodOf, NO_ERROR, type NodeRequest, type NodeResponse } from './node-message.ts'
import { cutOff, refuse, stopSending } from './refuse.ts'
import type { RunningWork } from './running-work.ts'
import { readClientAddress, type IsTrusted } from './trust-proxy.ts'
import { createAbortError, decodeBytes, RequestBody, type BodyOwner } from './request-body.ts'

/** What all requests of a listener share. */
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
  /** Handlers that run, and responses that are being sent. */
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
  return identityOf(request)?.clientAddress
}

/** One request and its response: what the router reads, and where the response is written. */
export class NodeIncoming implements IncomingRequest, BodyOwner, Identity {
  readonly method: string
  readonly url: string
  readonly req: NodeRequest
  readonly res: NodeResponse
  readonly state: ListenerState
  readonly awaitsContinue: boolean
  /** Whether the adapter has responded itself. The handler's response is then not sent. */
  responded = false
  /** Whether `onError` has returned a response. If sending that fails, the client gets a plain 500. */
  failed = false
  context: object | undefined
  data: Identity['data']
  /** The address of the peer, or an empty string on a unix socket. */
  readonly #peer: string
  readonly #body: RequestBody | null
  #request: Request | null = null
  #bodyLimit = Infinity
  #abortReason: unknown
  #listeners: Set<() => void> | null = null

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
    this.#body = hasBody(req) ? new RequestBody(this) : null
  }

  get maxBodySize(): number {
    return Math.min(this.state.maxBodySize, this.#bodyLimit)
  }

  limitBody(bytes: number): void {
    this.#bodyLimit = Math.min(bytes, this.#bodyLimit)
  }

  get aborted(): boolean {
    return this.#abortReason !== undefined || hasLeft(this.req, this.res)
  }

  get abortReason(): unknown {
    if (this.#abortReason === undefined && this.aborted) this.#abortReason = createAbortError()

    return this.#abortReason
  }

  onAbort(listener: () => void): () => void {
    if (this.aborted) {
      listener()

      return () => {}
    }

    if (this.#listeners === null) {
      this.#listeners = new Set()
      this.res.once('close', () => this.#closed())
    }
    const listeners = this.#listeners.add(listener)

    return () => void listeners.delete(listener)
  }

  header(name: string): string | null {
    return readHeader(this.req, name)
  }

  copyHeaders(): Headers {
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

  readBytes(): Promise<Uint8Array<ArrayBuffer>> {
    const reader = this.#bodyReader()

    return reader === null ? this.#collect().then(concatenate) : reader.bytes()
  }

  readText(): Promise<string> {
    const reader = this.#bodyReader()

    return reader === null ? this.#collect().then(decodeBytes) : reader.text()
  }

  /** The `Request` to read the body from, or `null` if the adapter has started to read the body itself. */
  #bodyReader(): Request | null {
    return this.#body?.wasCollected === true ? null : this.#request
  }

  #collect(): Promise<readonly Uint8Array<ArrayBuffer>[]> {
    return this.#body === null || !allowsBody(this.method)
      ? Promise.resolve([])
      : this.#body.collect()
  }

  get request(): Request {
    return (this.#request ??= this.#createRequest())
  }

  /** The address of the client: of the peer, or what trusted proxies say. */
  get clientAddress(): string | undefined {
    return readClientAddress(this.#peer, this.header('x-forwarded-for'), this.state.isTrusted)
  }

  get shutdown(): AbortSignal {
    return this.state.shutdown.signal
  }

  holdOpen(work: Promise<unknown>): void {
    this.state.work.add(work)
  }

  /** Call this when the response was passed to the socket. */
  release(): void {
    if (this.#body !== null) this.#body.release()
  }

  /** Tells the app about an error. Resolves to the app's response, if there is one. */
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

  #createRequest(): Request {
    const controller = new AbortController()
    const init: RequestInit & { duplex: 'half' } = {
      method: this.method,
      headers: this.copyHeaders(),
      signal: controller.signal,
      duplex: 'half',
    }
    const body = allowsBody(this.method) ? this.#body : null
    if (body !== null) init.body = body.wasRead ? new Uint8Array() : body.stream()

    const request = ownRequest(new Request(this.url, init), this)
    // If `readBytes()` has read the body, the request cannot read it again.
    if (body !== null && body.wasRead) void request.arrayBuffer()
    this.onAbort(() => controller.abort(this.abortReason))

    return request
  }

  #closed(): void {
    const listeners = this.#listeners!
    if (!this.aborted) return listeners.clear()

    // Create the reason before the listeners run, so that it stays when the socket is gone.
    void this.abortReason
    for (const listener of listeners) listener()
    listeners.clear()
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
  // `constructor` and `__proto__` are on the prototype of Node's object, even if the client did not send them.
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

/** Headers of which Node's `headers` has only the first value. */
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

/** `Request` refuses a body for GET and HEAD. A body that a client sends with them is discarded. */
function allowsBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

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
