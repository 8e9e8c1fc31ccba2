import type { NodeIncoming } from './node-incoming.ts'
import { cutOff } from './refuse.ts'
import { failResponse, sendWhole, writeHead } from './send-response.ts'

/** A response whose body comes in pieces. */
interface StreamParts {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly string[]
  readonly body: ReadableStream<Uint8Array>
}

/**
 * Sends a stream at the speed of its reader.
 *
 * The next piece is asked for when the socket has taken the last one. When the client leaves, the source is cancelled. A
 * body that turns out to be one piece that was already there, such as that of `new Response('text')`, is sent with its length.
 */
export function sendStream(incoming: NodeIncoming, parts: StreamParts): void {
  new StreamSender(incoming, parts).start()
}

class StreamSender {
  readonly #incoming: NodeIncoming
  readonly #parts: StreamParts
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #declared: number | undefined
  #first: Uint8Array | null = null
  #sent = 0
  #isOver = false
  #watchesTime = false

  constructor(incoming: NodeIncoming, parts: StreamParts) {
    this.#incoming = incoming
    this.#parts = parts
    this.#reader = parts.body.getReader()
    this.#declared = readLength(parts.headers)
  }

  start(): void {
    // Runs when everything that is ready by now has been read: from here on the client need not wait for us.
    process.nextTick(goOn, this)
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
    failResponse(this.#incoming, error)
  }

  #take(chunk: Uint8Array): void {
    if (!(chunk instanceof Uint8Array)) {
      throw new TypeError(
        `Cannot send a Response body that streams ${typeof chunk}: its chunks must be Uint8Array`,
      )
    }

    this.#sent += chunk.byteLength
    if (this.#declared !== undefined && this.#sent > this.#declared) {
      throw new TypeError(
        `Cannot send a Response body of more than the ${this.#declared} bytes that its Content-Length declares`,
      )
    }

    const { res } = this.#incoming
    if (!res.headersSent && this.#first === null && this.#sent === chunk.byteLength) {
      this.#first = chunk
      this.#read()
    } else {
      this.#flush()
      if (this.#write(chunk)) this.#read()
      else this.#waitForDrain()
    }
  }

  /** For a body that is not all here yet: sends what is, and listens for a client that leaves. */
  goOn(): void {
    if (this.#isOver) return

    this.#incoming.onAbort(() => this.#stop(this.#incoming.abortReason))
    this.#flush()
  }

  /** Sends what was held back, if anything was. */
  #flush(): void {
    if (this.#isOver) return

    const { res } = this.#incoming
    try {
      if (!res.headersSent) this.#writeHead()
      if (this.#first !== null) this.#write(this.#first)
      else res.flushHeaders()
    } catch (error) {
      this.#onError(error)
    }
    this.#first = null
  }

  #writeHead(): void {
    const { status, statusText, headers } = this.#parts
    writeHead(this.#incoming, status, statusText, headers, undefined)
  }

  /** Answers whether the socket takes more at once. */
  #write(chunk: Uint8Array): boolean {
    return chunk.byteLength === 0 || this.#incoming.res.write(chunk)
  }

  #end(): void {
    const { status, statusText, headers } = this.#parts
    if (this.#declared !== undefined && this.#sent < this.#declared) {
      throw new TypeError(
        `Cannot end a Response body after ${this.#sent} of the ${this.#declared} bytes that its Content-Length declares`,
      )
    }

    if (this.#incoming.res.headersSent) {
      this.#incoming.res.end()
      this.#incoming.release()
    } else {
      sendWhole(this.#incoming, status, statusText, headers, this.#first ?? new Uint8Array())
    }
    this.#isOver = true
  }

  #waitForDrain(): void {
    const { req, res, state } = this.#incoming
    if (!this.#watchesTime) {
      this.#watchesTime = true
      res.on('timeout', () => cutOff(req))
    }
    res.setTimeout(state.stallTimeout)
    res.once('drain', this.#onDrain)
  }

  readonly #onDrain = (): void => {
    this.#incoming.res.setTimeout(0)
    this.#read()
  }

  #stop(reason: unknown): void {
    if (this.#isOver) return

    this.#isOver = true
    this.#reader.cancel(reason).catch(ignore)
  }
}

function goOn(sender: StreamSender): void {
  sender.goOn()
}

function readLength(headers: readonly string[]): number | undefined {
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i]!.length === 14 && headers[i]!.toLowerCase() === 'content-length') {
      const value = headers[i + 1]!

      return /^\d+$/.test(value) ? Number(value) : undefined
    }
  }

  return undefined
}

function ignore(): void {}
