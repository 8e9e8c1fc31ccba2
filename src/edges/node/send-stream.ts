import { sourceOf, type ChunkSource } from '../../middleware/static/shared.ts'
import type { NodeIncoming } from './node-incoming.ts'
import { isHttp2 } from './node-message.ts'
import { cutOff } from './refuse.ts'
import { sendWhole, writeHead } from './send-whole.ts'
import { StallWatch } from './stall-watch.ts'

/** A response whose body is a stream. */
interface StreamParts {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly string[]
  readonly body: ReadableStream<Uint8Array>
}

/**
 * Sends a stream as fast as the client reads.
 *
 * The next chunk is read when the socket has accepted the last one. When the client disconnects, the source is cancelled. If
 * a body has one chunk that is ready at once, such as `new Response('text')`, it is sent with its length.
 */
export function sendStream(incoming: NodeIncoming, parts: StreamParts, onError: ReportError): void {
  new StreamSender(incoming, parts, onError).start()
}

type ReportError = (incoming: NodeIncoming, error: unknown) => void

class StreamSender {
  readonly #incoming: NodeIncoming
  /** The status and the headers. They are released when they are sent, because a stream can stay open for long. */
  #parts: Omit<StreamParts, 'body'> | undefined
  readonly #report: ReportError
  readonly #reader: Reader
  /** Whether the next chunk is read into the memory of the last one. */
  readonly #isReused: boolean
  readonly #declared: number | undefined
  #first: Uint8Array | null = null
  #sent = 0
  #isOver = false
  /** Whether the next chunk is read when the socket has accepted the last one. */
  #isWaiting = false
  #stall: StallWatch | null = null

  constructor(incoming: NodeIncoming, parts: StreamParts, report: ReportError) {
    this.#incoming = incoming
    const { status, statusText, headers } = parts
    this.#parts = { status, statusText, headers }
    this.#report = report
    this.#declared = readLength(parts.headers)
    const source = sourceOf(parts.body)
    const reader = parts.body.getReader()
    this.#isReused = source !== undefined
    this.#reader = source === undefined ? reader : new SourceReader(source, this.#declared)
  }

  start(): void {
    this.#incoming.state.work.begin()
    // Runs after all chunks that are ready now were read. From then on, chunks are sent at once.
    process.nextTick(() => this.#goOn())
    this.#read()
  }

  #read(): void {
    this.#reader.read().then(this.#onRead, this.#onError)
  }

  readonly #onRead = ({ done, value }: ReadableStreamReadResult<Uint8Array>): void => {
    if (this.#isOver) return

    try {
      if (done) this.#end()
      else this.#take(value)
    } catch (error) {
      this.#onError(error)
    }
  }

  readonly #onError = (error: unknown): void => {
    if (this.#isOver) return

    this.#stop(error)
    this.#report(this.#incoming, error)
  }

  #take(chunk: Uint8Array): void {
    if (!(chunk instanceof Uint8Array)) {
      throw new TypeError(
        `Cannot send a Response body with a chunk of type ${typeof chunk}: its chunks must be Uint8Array`,
      )
    }

    this.#sent += chunk.byteLength
    if (this.#declared !== undefined && this.#sent > this.#declared) {
      throw new TypeError(
        `Cannot send a Response body of more than ${this.#declared} bytes, which is its Content-Length: correct the header`,
      )
    }

    const { res } = this.#incoming
    const isFirst = !res.headersSent && this.#first === null && this.#sent === chunk.byteLength
    if (isFirst && !this.#isReused) {
      this.#first = chunk
      return this.#read()
    }

    this.#flush()
    if (this.#isOver) return
    if (this.#isReused) {
      this.#watchClient()
      res.write(chunk, this.#onDrain)
    } else if (this.#write(chunk)) {
      this.#read()
    } else {
      this.#waitForDrain()
    }
  }

  /** Sends the bytes of an incomplete body that have arrived, and notices a client that disconnects. */
  #goOn(): void {
    if (this.#isOver) return

    this.#incoming.onAbort((reason) => this.#stop(reason))
    this.#flush()
  }

  /** Sends the headers and the first chunk, if they were held back. */
  #flush(): void {
    const { res } = this.#incoming
    if (this.#isOver || res.headersSent) return

    const first = this.#first
    this.#first = null
    try {
      this.#writeHead()
      if (first === null || first.byteLength === 0) this.#sendHeaders()
      else this.#write(first)
    } catch (error) {
      this.#onError(error)
    }
  }

  /** Sends the headers before there is a chunk. */
  #sendHeaders(): void {
    const { req, res } = this.#incoming
    // On HTTP/1.1, `flushHeaders()` writes the headers in UTF-8. They are bytes: each character is one.
    if (isHttp2(req)) res.flushHeaders()
    else res.write('', 'latin1')
  }

  #writeHead(): void {
    const { status, statusText, headers } = this.#parts!
    this.#parts = undefined
    writeHead(this.#incoming, status, statusText, headers, undefined)
  }

  /** Returns whether the socket accepts more at once. */
  #write(chunk: Uint8Array): boolean {
    return chunk.byteLength === 0 || this.#incoming.res.write(chunk)
  }

  #end(): void {
    if (this.#declared !== undefined && this.#sent < this.#declared) {
      throw new TypeError(
        `Cannot end a Response body after ${this.#sent} of ${this.#declared} bytes, which is its Content-Length: correct the header`,
      )
    }

    if (this.#incoming.res.headersSent) {
      this.#stall?.stop()
      this.#incoming.res.end()
      this.#incoming.release()
    } else {
      const { status, statusText, headers } = this.#parts!
      sendWhole(this.#incoming, status, statusText, headers, this.#first ?? new Uint8Array())
    }
    this.#isOver = true
    this.#incoming.state.work.end()
  }

  #waitForDrain(): void {
    // All chunks share one listener, because adding a listener for each takes longer.
    if (this.#stall === null) this.#incoming.res.on('drain', this.#onDrain)
    this.#watchClient()
  }

  #watchClient(): void {
    const { req, res, state } = this.#incoming
    this.#isWaiting = true
    this.#stall ??= new StallWatch(res, state.stallTimeout, () => cutOff(req))
    this.#stall.start()
  }

  readonly #onDrain = (): void => {
    // A socket also emits this event after a response that has ended.
    if (!this.#isWaiting || this.#isOver) return

    this.#isWaiting = false
    this.#stall!.pause()
    this.#read()
  }

  #stop(reason: unknown): void {
    if (this.#isOver) return

    this.#isOver = true
    const end = (): void => this.#incoming.state.work.end()
    // The source may have to clean up.
    this.#reader.cancel(reason).then(end, end)
  }
}

type Reader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>

/**
 * Reads all chunks of a source into the same memory. Separate memory for each chunk is outside of V8's heap, and would make
 * garbage collection run far more often.
 */
class SourceReader implements Reader {
  readonly #source: ChunkSource
  readonly #memory: Uint8Array<ArrayBuffer>

  constructor(source: ChunkSource, size = CHUNK) {
    this.#source = source
    this.#memory = Buffer.allocUnsafeSlow(Math.min(size || CHUNK, CHUNK))
  }

  async read(): Promise<ReadableStreamReadResult<Uint8Array>> {
    const length = await this.#source.read(this.#memory)
    return length === 0
      ? { done: true, value: undefined }
      : { done: false, value: this.#memory.subarray(0, length) }
  }

  cancel(): Promise<void> {
    return this.#source.close()
  }
}

const CHUNK = 128 * 1024

function readLength(headers: readonly string[]): number | undefined {
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i]!.length === 14 && headers[i]!.toLowerCase() === 'content-length') {
      const value = headers[i + 1]!

      return /^\d+$/.test(value) ? Number(value) : undefined
    }
  }

  return undefined
}
