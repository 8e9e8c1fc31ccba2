import { utf8 } from '../../internal/text/encoding.ts'
import { ByteCollector, concatenate } from '../../internal/exchange/byte-collector.ts'
import type { PartHeader } from './part-header.ts'

/** Where a part reads its bytes from. */
export interface PartSource {
  /** The next bytes of the current part, or `null` at its end. Without a promise if they have arrived. */
  readData(): Uint8Array<ArrayBuffer> | null | Promise<Uint8Array<ArrayBuffer> | null>
  /** Calls `listener` when the body fails, at once if it has failed. Returns a function that removes the listener. */
  onFailure(listener: (error: unknown) => void): () => void
}

/**
 * One field or file of a multipart message.
 *
 * It arrives while it is read. So it can be read once, and only until the next part is requested.
 */
export class MultipartPart implements AsyncIterable<Uint8Array<ArrayBuffer>> {
  readonly #body: PartSource
  readonly #header: PartHeader
  #state: 'unread' | 'reading' | 'read' | 'expired' = 'unread'
  #onExpire: ((error: unknown) => void) | null = null

  /** @internal */
  constructor(body: PartSource, header: PartHeader) {
    this.#body = body
    this.#header = header
  }

  /** The name of the form field. */
  get name(): string {
    return this.#header.name
  }

  /** The name of the file as the client sent it, or `null` if the part is not a file. */
  get filename(): string | null {
    return this.#header.filename
  }

  /** The media type as the client sent it. The default is `text/plain` (RFC 7578 §4.4). */
  get type(): string {
    return this.#header.type || 'text/plain'
  }

  /** The header fields of the part, by lower-case name. */
  get headers(): ReadonlyMap<string, string> {
    return this.#header.fields
  }

  /** The bytes as they arrive. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array<ArrayBuffer>, undefined> {
    this.#begin()

    return {
      next: async () => {
        if (this.#state === 'expired') throw this.#createExpiry()

        const value = this.#state === 'reading' ? await this.#body.readData() : null
        if (value !== null) return { done: false, value }

        this.#state = 'read'

        return { done: true, value: undefined }
      },
      return: async () => {
        this.#state = 'read'

        return { done: true, value: undefined }
      },
    }
  }

  /** The bytes as a stream. A slow reader slows down the client. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    this.#begin()

    let forget = () => {}
    const push = (
      controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>,
      chunk: Uint8Array<ArrayBuffer> | null,
    ) => {
      if (chunk !== null) return controller.enqueue(chunk)

      this.#state = 'read'
      forget()
      controller.close()
    }

    return new ReadableStream(
      {
        start: (controller) => {
          const onFailure = (error: unknown) => controller.error(error)
          this.#onExpire = onFailure
          forget = this.#body.onFailure(onFailure)
        },
        pull: (controller) => {
          const chunk = this.#body.readData()
          if (chunk instanceof Promise) return chunk.then((chunk) => push(controller, chunk))

          return push(controller, chunk)
        },
        cancel: () => {
          this.#state = 'read'
          forget()
        },
      },
      { highWaterMark: 0 },
    )
  }

  /** All bytes. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return concatenate(await this.chunks())
  }

  /** All bytes as UTF-8 text. */
  async text(): Promise<string> {
    return decodeChunks(await this.chunks())
  }

  /** @internal All bytes. Without a promise if they have arrived. */
  chunks(): Uint8Array<ArrayBuffer>[] | Promise<Uint8Array<ArrayBuffer>[]> {
    this.#begin()

    const bytes = new ByteCollector()
    for (;;) {
      const piece = this.#body.readData()
      if (piece instanceof Promise) return this.#waitForChunks(bytes, piece)
      if (piece === null) break

      bytes.push(piece)
    }
    this.#state = 'read'

    return bytes.chunks()
  }

  async #waitForChunks(
    bytes: ByteCollector,
    pending: Promise<Uint8Array<ArrayBuffer> | null>,
  ): Promise<Uint8Array<ArrayBuffer>[]> {
    for (let piece = await pending; piece !== null; piece = await this.#body.readData()) {
      bytes.push(piece)
    }
    this.#state = 'read'

    return bytes.chunks()
  }

  /** @internal Makes the part unreadable. */
  expire(): void {
    if (this.#state === 'reading') this.#onExpire?.(this.#createExpiry())
    this.#state = 'expired'
    this.#onExpire = null
  }

  #begin(): void {
    if (this.#state === 'expired') throw this.#createExpiry()
    if (this.#state !== 'unread') throw this.#createError('was already read. Read it once.')
    this.#state = 'reading'
  }

  #createExpiry(): TypeError {
    return this.#createError(
      'is no longer there. Read it before you request the next part and before your handler returns.',
    )
  }

  #createError(reason: string): TypeError {
    const kind = this.filename === null ? 'field' : 'file'

    return new TypeError(`Cannot read the ${kind} ${JSON.stringify(this.name)}: it ${reason}`)
  }
}

/** The text of a field. */
export function decodeChunks(chunks: Uint8Array<ArrayBuffer>[]): string {
  return utf8.decode(chunks.length === 1 ? chunks[0] : concatenate(chunks))
}
