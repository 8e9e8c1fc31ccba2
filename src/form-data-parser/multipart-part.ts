import { ByteCollector } from '../internal/byte-collector.ts'
import { concatenate } from './concatenate.ts'
import type { MultipartBody } from './multipart-body.ts'
import type { PartHeader } from './part-header.ts'

/**
 * One field or file of a multipart message.
 *
 * It arrives while it is read, so it can be read once, and only until the next part is asked for.
 */
export class MultipartPart implements AsyncIterable<Uint8Array<ArrayBuffer>> {
  readonly #body: MultipartBody
  readonly #header: PartHeader
  #state: 'unread' | 'reading' | 'read' | 'expired' = 'unread'
  #onExpire: ((error: unknown) => void) | null = null

  /** @internal */
  constructor(body: MultipartBody, header: PartHeader) {
    this.#body = body
    this.#header = header
  }

  /** The name of the form field. */
  get name(): string {
    return this.#header.name
  }

  /** The name of the file, as the client sent it; `null` for a part that is no file. */
  get filename(): string | null {
    return this.#header.filename
  }

  /** The media type. RFC 7578 §4.4: `text/plain` where the client names none. */
  get type(): string {
    return this.#header.type || 'text/plain'
  }

  /** The fields of the part's header, by their lower-case names. */
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

  /** The bytes as a stream, which reads from the client only as it is read itself. */
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

  /** All of the bytes. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return concatenate(await this.chunks())
  }

  /** All of the bytes as text in UTF-8. */
  async text(): Promise<string> {
    return decode(await this.chunks())
  }

  /** @internal All of the bytes; at once if they have arrived. */
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

  /** @internal Ends the time in which the part can be read. */
  expire(): void {
    if (this.#state === 'reading') this.#onExpire?.(this.#createExpiry())
    this.#state = 'expired'
    this.#onExpire = null
  }

  #begin(): void {
    if (this.#state === 'expired') throw this.#createExpiry()
    if (this.#state !== 'unread') throw this.#createError('can be read once, and it was')
    this.#state = 'reading'
  }

  #createExpiry(): TypeError {
    return this.#createError(
      'is gone: read it before you ask for the next part or your handler returns',
    )
  }

  #createError(reason: string): TypeError {
    const kind = this.filename === null ? 'field' : 'file'

    return new TypeError(`Cannot read the ${kind} of ${JSON.stringify(this.name)}: it ${reason}`)
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text of a field. */
export function decode(chunks: Uint8Array<ArrayBuffer>[]): string {
  return decoder.decode(chunks.length === 1 ? chunks[0] : concatenate(chunks))
}
