import {
  MaxFileSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
} from './errors.ts'
import { leaveSource } from './leave-source.ts'
import type { FormDataLimits } from './limits.ts'
import { MultipartPart, type PartSource } from './multipart-part.ts'
import { MultipartTokenizer, type MultipartToken } from './multipart-tokenizer.ts'

/**
 * A multipart message that is read while it arrives.
 *
 * It reads from the source only when a part, or more of a part, is requested. So a slow reader slows down the client, and
 * memory holds one chunk. After the first failure, every later call fails with the same error, and the source is
 * cancelled with it.
 */
export class MultipartBody implements PartSource {
  readonly #source: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>
  readonly #tokenizer: MultipartTokenizer
  readonly #limits: Required<FormDataLimits>

  #part: MultipartPart | null = null
  #partCount = 0
  #partSize = 0
  #totalSize = 0
  #isAtEnd = false
  #failure: { readonly error: unknown } | null = null
  readonly #failureListeners = new Set<(error: unknown) => void>()
  readonly #forgetSignal: () => void

  constructor(
    source: ReadableStream<Uint8Array<ArrayBuffer>> | null,
    boundary: string,
    limits: Required<FormDataLimits>,
    signal?: AbortSignal,
  ) {
    this.#tokenizer = new MultipartTokenizer(boundary, limits.maxHeaderSize)
    this.#limits = limits
    this.#source = source ?? new Blob().stream()
    this.#reader = this.#source.getReader()

    const onAbort = () => this.fail(signal?.reason)
    this.#forgetSignal = () => signal?.removeEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  }

  /** The first failure. */
  get failure(): { readonly error: unknown } | null {
    return this.#failure
  }

  /** Calls `listener` when the body fails, at once if it has failed. Returns a function that removes the listener. */
  onFailure(listener: (error: unknown) => void): () => void {
    if (this.#failure === null) this.#failureListeners.add(listener)
    else listener(this.#failure.error)

    return () => this.#failureListeners.delete(listener)
  }

  /** Cancels the source and makes all readers fail. Only the first failure counts. */
  fail(reason: unknown): void {
    if (this.#failure !== null) return

    this.#failure = { error: reason }
    this.#forgetSignal()
    leaveSource(this.#source, this.#reader, reason)
    for (const listener of this.#failureListeners) listener(reason)
    this.#failureListeners.clear()
  }

  /** Fails unless the body has been read to its end. */
  close(): void {
    if (!this.#isAtEnd)
      this.fail(new DOMException('The form was not read to its end', 'AbortError'))
  }

  /**
   * Returns the next part, or `null` after the last one. The unread rest of the previous part is skipped.
   *
   * Returns no promise if the part has already arrived: a form has many small parts, and awaiting takes longer than reading
   * them.
   */
  nextPart(): MultipartPart | null | Promise<MultipartPart | null> {
    this.#part?.expire()
    this.#part = null

    for (;;) {
      const token = this.#advance()
      if (typeof token !== 'string') return this.#waitForPart(token)
      if (token === 'done') return this.#finish()
      if (token === 'part') return this.#openPart()
    }
  }

  async #waitForPart(pending: Promise<MultipartToken>): Promise<MultipartPart | null> {
    for (let next: MultipartToken | Promise<MultipartToken> = pending; ; next = this.#advance()) {
      const token = await next
      if (token === 'done') return this.#finish()
      if (token === 'part') return this.#openPart()
    }
  }

  #openPart(): MultipartPart {
    this.#part = new MultipartPart(this, this.#tokenizer.header)

    return this.#part
  }

  readData(): Uint8Array<ArrayBuffer> | null | Promise<Uint8Array<ArrayBuffer> | null> {
    const token = this.#advance()
    if (typeof token === 'string') return token === 'data' ? this.#tokenizer.data : null

    return token.then((token) => (token === 'data' ? this.#tokenizer.data : null))
  }

  #advance(): MultipartToken | Promise<MultipartToken> {
    if (this.#failure !== null) throw this.#failure.error

    try {
      return this.#nextToken() ?? this.#readMore()
    } catch (error) {
      this.fail(error)
      throw error
    }
  }

  async #readMore(): Promise<MultipartToken> {
    try {
      for (;;) {
        const { done, value } = await this.#reader.read()
        // A cancelled source looks like a source that has ended.
        if (this.#failure !== null) throw this.#failure.error

        if (done) {
          this.#tokenizer.finish()
          this.#isAtEnd = true
        } else {
          this.#totalSize += value.length
          if (this.#totalSize > this.#limits.maxTotalSize) {
            throw new MaxTotalSizeExceededError(this.#limits.maxTotalSize)
          }
          this.#tokenizer.push(value)
        }

        const token = this.#nextToken()
        if (token !== null) return token
      }
    } catch (error) {
      this.fail(error)
      throw this.#failure!.error
    }
  }

  /** Reads the rest after the last delimiter, so that the connection can be used again. */
  async #finish(): Promise<null> {
    while (!this.#isAtEnd) await this.#readMore()

    this.#forgetSignal()
    this.#failureListeners.clear()

    return null
  }

  /** Counts and returns the next token, or `null` if more bytes are needed. */
  #nextToken(): MultipartToken | null {
    const token = this.#tokenizer.next()

    if (token === 'part') {
      this.#partCount += 1
      this.#partSize = 0
      if (this.#partCount > this.#limits.maxParts) {
        throw new MaxPartsExceededError(this.#limits.maxParts)
      }
    } else if (token === 'data') {
      this.#partSize += this.#tokenizer.data.length
      if (this.#partSize > this.#limits.maxFileSize && this.#tokenizer.header.filename !== null) {
        const { maxFileSize } = this.#limits
        throw new MaxFileSizeExceededError(maxFileSize, this.#tokenizer.header.name)
      }
    }

    return token === 'more' ? null : token
  }
}
