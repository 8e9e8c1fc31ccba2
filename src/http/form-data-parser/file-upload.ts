import type { MultipartPart } from './multipart-part.ts'

/** Undoes the work of an upload handler. */
export type Cleanup = () => unknown

/**
 * A file that is being uploaded.
 *
 * It has the members of a `File` that are known before the end has arrived. There is no `size`, and it can be read once.
 * The client chooses `name` and `type`. Never use them as a path or as proof.
 */
export class FileUpload implements AsyncIterable<Uint8Array<ArrayBuffer>> {
  readonly #part: MultipartPart
  readonly #cleanups: Cleanup[]

  /** The name of the form field. */
  readonly fieldName: string
  /** The name of the file as the client sent it, or `''` if the user chose no file. */
  readonly name: string
  /** The media type as the client sent it. The default is `text/plain`. */
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
   * Calls `cleanup` if the form fails, even after this file was read: the client disconnects, the form exceeds a limit, or
   * another file cannot be stored. Remove there the data that you have stored.
   *
   * It is called and awaited after the upload handler has settled. Its errors are ignored, because the form has already
   * failed.
   */
  onFailure(cleanup: Cleanup): void {
    this.#cleanups.push(cleanup)
  }

  /** The bytes as they arrive. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array<ArrayBuffer>, undefined> {
    return this.#part[Symbol.asyncIterator]()
  }

  /** The bytes as a stream. It fails if the upload fails, and a slow reader slows down the client. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#part.stream()
  }

  /** All bytes, at most `maxFileSize`. */
  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#part.bytes()
  }

  /** All bytes, at most `maxFileSize`. */
  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.#part.bytes()).buffer
  }

  /** The bytes as UTF-8 text, at most `maxFileSize` of them. */
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
