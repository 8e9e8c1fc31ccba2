import { chunkSource } from '../../internal/process/global-keys.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * The bytes of a body, which a reader reads into its own memory. It can use the same memory again for the next bytes, while
 * a stream needs new memory for each chunk.
 */
export interface ChunkSource {
  /** Reads the next bytes into `target`, and returns their number. At the end, it is 0. */
  read(target: Bytes): Promise<number>
  /** Ends the source before all bytes were read. Resolves when no read is pending. */
  close(): Promise<void>
}

interface Sourced extends ReadableStream<Bytes> {
  [chunkSource]?: ChunkSource
}

/** Lets the adapter read from `source` the bytes of the unread stream. */
export function withSource(stream: Sourced, source: ChunkSource): ReadableStream<Bytes> {
  stream[chunkSource] = source
  return stream
}

/** Returns the source of an unread stream, if it has one. Code that reads from the source has to lock the stream. */
export function sourceOf(stream: ReadableStream<Uint8Array>): ChunkSource | undefined {
  return (stream as Sourced)[chunkSource]
}
