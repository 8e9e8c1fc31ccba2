import { ByteCollector, concatenate } from '../../internal/exchange/byte-collector.ts'
import { decodeText } from '../../internal/exchange/body-text.ts'
import type { Wire } from '../../internal/exchange/request-body.ts'
import { bodyTooLarge } from '../../internal/exchange/status-errors.ts'
import { CANCEL, isHttp2, NO_ERROR, type NodeRequest, type NodeResponse } from './node-message.ts'

/** The request that a body belongs to. */
export interface BodyOwner {
  readonly req: NodeRequest
  readonly res: NodeResponse
  readonly state: {
    /** The most bytes that a reader gets. Middleware can lower it. */
    readonly maxBodySize: number
    /** How long an HTTP/2 client may stop sending, in milliseconds. */
    readonly stallTimeout: number
  }
  /** Whether the client waits for `100 Continue` before it sends the body. */
  readonly awaitsContinue: boolean
  /** The error of a body that ends too early. */
  readonly abortReason: unknown
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** Sends a 413 if the response has not started, else stops the client. */
  refuseBody(): void
}

/**
 * The body of a request on its socket: read as a whole, read as a stream, or discarded.
 *
 * Bytes are counted as they arrive, and no reader gets more than the limit. The response does not wait for a
 * body that the app does not read.
 */
export class SocketBody implements Wire {
  readonly #owner: BodyOwner
  #size = 0
  #limit: number
  #state: 'untouched' | 'reading' | 'discarding' | 'done' = 'untouched'
  #chunks: ByteCollector | null = null
  #collected: PromiseWithResolvers<readonly Uint8Array<ArrayBuffer>[]> | null = null
  #controller: ReadableByteStreamController | null = null
  #stream: ReadableStream<Uint8Array<ArrayBuffer>> | null = null

  constructor(owner: BodyOwner) {
    this.#owner = owner
    this.#limit = owner.state.maxBodySize
  }

  get isTaken(): boolean {
    return this.#state !== 'untouched' || this.#stream !== null
  }

  get signal(): AbortSignal {
    return this.#owner.signal
  }

  limit(bytes: number): void {
    this.#limit = Math.min(bytes, this.#limit)
  }

  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#collect().then(concatenate)
  }

  text(): Promise<string> {
    return this.#collect().then(decodeChunks)
  }

  get wasCollected(): boolean {
    return this.#chunks !== null
  }

  /** Returns the chunks of the whole body, the same for every call. They are views on memory that other code may use. */
  #collect(): Promise<readonly Uint8Array<ArrayBuffer>[]> {
    if (this.#collected === null) {
      this.#collected = Promise.withResolvers()
      if (!this.isTaken) {
        this.#chunks = new ByteCollector()
        this.#listen()
      } else {
        this.#collected.reject(new TypeError('Cannot read the request body: it was already read'))
      }
    }

    return this.#collected.promise
  }

  /** The body as a stream that reads from the socket only when it is read. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    // The stream pulls only after the first read. So creating a Request does not send `100 Continue`.
    this.#stream = new ReadableStream({
      type: 'bytes',
      start: (controller) => {
        this.#controller = controller
      },
      pull: () => {
        if (this.#state === 'untouched') this.#listen()
        else this.#owner.req.resume()
      },
      cancel: () => {
        this.#controller = null
        this.discard()
      },
    })

    return this.#stream
  }

  /** Reads and discards the rest, so that the next request on this connection can be read. */
  discard(): void {
    if (this.#state === 'done' || this.#state === 'discarding') return
    // A client that waits for `100 Continue` does not send its body, and Node closes that connection.
    if (this.#state === 'untouched' && this.#owner.awaitsContinue) return

    this.#controller?.error(
      new TypeError(
        'Cannot read the request body: it was discarded after the response. Read it before you return the response.',
      ),
    )
    this.#controller = null
    const wasReading = this.#state === 'reading'
    this.#state = 'discarding'
    if (wasReading) this.#owner.req.resume()
    else this.#attach()
  }

  /** Call this after the response. Discards a body that has no reader. A reader that is still reading may continue. */
  release(): void {
    if (this.#state === 'untouched' || this.#stream?.locked === false) this.discard()
  }

  #listen(): void {
    const { res, awaitsContinue } = this.#owner
    this.#state = 'reading'
    if (awaitsContinue && !res.headersSent) res.writeContinue()
    this.#attach()
  }

  #attach(): void {
    const req: CarrierOfBody = this.#owner.req
    req[carried] = this
    req.on('data', onData)
    req.on('end', onEnd)
    req.on('close', onClose)
    if (isHttp2(req)) req.setTimeout(this.#owner.state.stallTimeout, () => req.stream.close(CANCEL))
    if (isHttp2(req) ? req.stream.destroyed : req.destroyed) this.closed()
  }

  /** Called by the `data` listener. */
  received(chunk: Buffer<ArrayBuffer>): void {
    if (this.#state === 'done') return

    this.#size += chunk.length
    if (this.#size > this.#limit) return this.#overflow()

    if (this.#chunks !== null) {
      this.#chunks.push(chunk)
    } else if (this.#controller !== null) {
      // A byte stream takes ownership of the buffer, and this chunk shares its buffer with the socket.
      this.#controller.enqueue(new Uint8Array(chunk))
      if (this.#controller.desiredSize! <= 0) this.#owner.req.pause()
    }
  }

  /** Called by the `end` listener. */
  ended(): void {
    const { req } = this.#owner
    if (isHttp2(req)) req.setTimeout(0)
    if (this.#state === 'done') return
    // A stream that is reset in the middle of a body also ends.
    if (wasReset(req)) return this.closed()

    this.#state = 'done'
    if (this.#collected !== null) {
      this.#collected.resolve(this.#chunks!.chunks())
    } else if (this.#controller !== null) {
      this.#controller.close()
      this.#controller.byobRequest?.respond(0)
    }
  }

  /** Called by the `close` listener. */
  closed(): void {
    if (this.#state !== 'done' && wasCutShort(this.#owner.req)) {
      this.#fail(this.#owner.abortReason ?? createAbortError())
    }
  }

  #overflow(): void {
    this.#fail(bodyTooLarge(this.#limit))
    this.#owner.refuseBody()
  }

  #fail(error: unknown): void {
    this.#state = 'done'
    this.#chunks = null
    this.#collected?.reject(error)
    this.#controller?.error(error)
  }
}

// All bodies share these three functions, instead of three closures for each.
const carried: unique symbol = Symbol('body')

type CarrierOfBody = NodeRequest & { [carried]?: SocketBody }

function onData(this: CarrierOfBody, chunk: Buffer<ArrayBuffer>): void {
  this[carried]!.received(chunk)
}

function onEnd(this: CarrierOfBody): void {
  this[carried]!.ended()
}

function onClose(this: CarrierOfBody): void {
  this[carried]!.closed()
}

/** The error of a request whose client has disconnected. */
export function createAbortError(): DOMException {
  return new DOMException('The client closed the connection', 'AbortError')
}

/** Whether `close` means that no `end` will follow. */
function wasCutShort(req: NodeRequest): boolean {
  return !isHttp2(req) || wasReset(req) || !req.stream.readableEnded
}

function wasReset(req: NodeRequest): boolean {
  return isHttp2(req) && (req.stream.aborted || (req.stream.rstCode ?? NO_ERROR) !== NO_ERROR)
}

function decodeChunks(chunks: readonly Uint8Array<ArrayBuffer>[]): string {
  return decodeText(chunks.length === 1 ? chunks[0]! : concatenate(chunks))
}
