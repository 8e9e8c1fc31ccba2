import { chunkSource } from '../global-keys.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * The bytes of a body, which are read into memory of the reader. The reader can use the same memory again for the next
 * bytes, where a stream needs new memory for each chunk.
 */
export interface ChunkSource {
  /** Reads the next bytes into `target`, and returns their number. At the end, it is 0. */
  read(target: Bytes): Promise<number>
  /** Ends it before all bytes were read. Resolves when nothing is being read. */
  close(): Promise<void>
}

interface Sourced extends ReadableStream<Bytes> {
  [chunkSource]?: ChunkSource
}

/** Lets the adapter read from `source` what the unread stream would have. */
export function withSource(stream: Sourced, source: ChunkSource): ReadableStream<Bytes> {
  stream[chunkSource] = source
  return stream
}

/** The source of an unread stream, if it has one. What reads from it has to lock the stream. */
export function sourceOf(stream: ReadableStream<Uint8Array>): ChunkSource | undefined {
  return (stream as Sourced)[chunkSource]
}
