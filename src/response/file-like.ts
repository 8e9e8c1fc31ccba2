/** A file to send: a `File`, or an object with these members, such as a file on disk that is opened when it is read. */
export interface FileLike {
  readonly name: string
  readonly size: number
  /** The media type, or `''` if it is not known. */
  readonly type: string
  /** Milliseconds since 1970. */
  readonly lastModified: number
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>
  /** Returns the bytes from `start` up to, but not including, `end`. */
  slice(start: number, end: number): { stream(): ReadableStream<Uint8Array<ArrayBuffer>> }
  arrayBuffer(): Promise<ArrayBuffer>
}
