import type { MultipartPart } from './multipart-part.ts'

/** Undoes what an upload handler did. */
export type Cleanup = () => unknown

/**
 * A file that is being uploaded.
 *
 * It has the members of a `File` that a file can have before its end has arrived: there is no `size`, and it can be read once.
 * `name` and `type` are what the client claims. Never use them as a path or as proof.
 */
export class FileUpload implements AsyncIterable<Uint8Array<ArrayBuffer>> {
  readonly #part: MultipartPart
  readonly #cleanups: Cleanup[]

  /** The name of the form field. */
  readonly fieldName: string
  /** The name of the file as sent; `''` where the user chose none. */
  readonly name: string
  /** The media type as sent; `text/plain` if none was. */
  readonly type: string
  /** When the upload began. */
  readonly lastModified: number = Date.now()

  /** @internal */
  constructor(part: MultipartPart, cleanups: Cleanup[]) {
    this.#part = part
    this.#cleanups = cleanups
    this.fieldName = part.name
    this.name = part.filename ?? ''
    this.type = part.type
  }

  /**
   * Calls `cleanup` if the form fails, now or after this file was read: the client left, a limit was passed, another
   * file could not be stored. Remove there what you stored.
   *
   * It is called when the upload handler has settled, and waited for. Its own errors are ignored: the form has failed anyway.
   */
  onFailure(cleanup: Cleanup): void {
    this.#cleanups.push(cleanup)
  }

  /** The bytes as they arrive. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array<ArrayBuffer>, undefined> {
    return this.#part[Symbol.asyncIterator]()
  }

  /** The bytes as a stream. It fails if the upload does, and is slow if its reader is. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#part.stream()
  }

  /** All of the bytes, at most `maxFileSize`. */
  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#part.bytes()
  }

  /** All of the bytes, at most `maxFileSize`. */
  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.#part.bytes()).buffer
  }

  /** The bytes as text in UTF-8, at most `maxFileSize` of them. */
  text(): Promise<string> {
    return this.#part.text()
  }

  /** @internal Reads the rest into memory. */
  async toFile(): Promise<File> {
    return new File(await this.#part.chunks(), this.name, {
      type: this.type,
      lastModified: this.lastModified,
    })
  }
}
