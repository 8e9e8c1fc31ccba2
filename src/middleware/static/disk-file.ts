import { closeSync, constants, fstatSync, openSync, read, readSync, type Stats } from 'node:fs'
import { withSource, type ChunkSource } from './chunk-source.ts'
import { mediaTypeOf } from './media-type.ts'
import type { FileLike } from '../../http/response/index.ts'
import type { DiskEntry } from './find-entry.ts'

type Bytes = Uint8Array<ArrayBuffer>

const chunkSize = 128 * 1024

/**
 * A file on disk whose size, date and content belong together.
 *
 * The file is open from {@link DiskFile.open} to {@link DiskFile.close}, so it may be replaced meanwhile. Streams live
 * longer, and may never be read. They open the file again when they are read, and fail if it is another file by then. So no
 * file stays open, and no file is sent with the length of another one.
 */
export class DiskFile implements FileLike {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly lastModified: number
  readonly #path: string
  readonly #stats: Stats
  #handle: number | undefined

  /**
   * Opens a file. Close it after the response was created.
   *
   * @param entry The file
   * @param name The requested name, which decides its type
   * @returns The file, or `null` if it is gone, is no longer a file, or may not be read
   */
  static open({ path }: DiskEntry, name: string): DiskFile | null {
    let handle: number
    try {
      handle = openSync(path, flags)
    } catch {
      return null
    }
    const stats = fstatSync(handle)
    if (stats.isFile()) return new DiskFile(path, name, stats, handle)

    closeSync(handle)
    return null
  }

  constructor(path: string, name: string, stats: Stats, handle: number) {
    this.name = name
    this.type = mediaTypeOf(name)
    this.size = stats.size
    this.lastModified = Math.floor(stats.mtimeMs)
    this.#path = path
    this.#stats = stats
    this.#handle = handle
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle)
    this.#handle = undefined
  }

  stream(): ReadableStream<Bytes> {
    return this.#readRange(0, this.size)
  }

  slice(start: number, end: number): { stream(): ReadableStream<Bytes> } {
    return { stream: () => this.#readRange(start, end) }
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.readAll().buffer
  }

  /** Reads the whole file at once. For small files this is faster than starting a stream. */
  readAll(): Bytes {
    const bytes = allocate(this.size)
    const file = this.#handle ?? this.#open()
    try {
      for (let position = 0; position < bytes.length;) {
        const length = readSync(file, bytes, position, bytes.length - position, position)
        if (length === 0) throw this.#changed()
        position += length
      }
    } finally {
      if (file !== this.#handle) closeSync(file)
    }
    return bytes
  }

  /** Reads one chunk at a time, on demand. */
  #readRange(start: number, end: number): ReadableStream<Bytes> {
    const range = this.#createRange(start, end)
    const stream = new ReadableStream<Bytes>(
      {
        async pull(controller) {
          const chunk = allocate(Math.min(chunkSize, range.left))
          const length = await range.read(chunk)
          if (length > 0) controller.enqueue(chunk.subarray(0, length))
          if (range.left === 0) controller.close()
        },
        cancel: () => range.close(),
      },
      { highWaterMark: 0 },
    )
    return withSource(stream, range)
  }

  #createRange(start: number, end: number): ChunkSource & { readonly left: number } {
    let file: number | undefined
    let position = start
    let reading: Promise<unknown> = Promise.resolve()
    const close = (): void => {
      if (file !== undefined) closeSync(file)
      file = undefined
    }

    return {
      get left() {
        return end - position
      },
      read: async (target) => {
        if (position >= end) return 0
        try {
          file ??= this.#open()
          const pending = this.#read(
            file,
            target,
            Math.min(target.length, end - position),
            position,
          )
          reading = pending.catch(() => {})
          const length = await pending
          if (file === undefined) return 0 // The source was closed meanwhile.
          position += length
          if (position >= end) close()
          return length
        } catch (error) {
          close()
          throw error
        }
      },
      async close() {
        // A read may still be pending. If the file were closed first, it could read another file with the same descriptor.
        await reading
        close()
      },
    }
  }

  /** Opens the file if it is still the same. If it has grown, such as a log, it is sent up to its old end. */
  #open(): number {
    const file = openSync(this.#path, flags)
    const { dev, ino, size } = fstatSync(file)
    if (dev === this.#stats.dev && ino === this.#stats.ino && size >= this.size) return file

    closeSync(file)
    throw this.#changed()
  }

  #read(file: number, target: Bytes, size: number, position: number): Promise<number> {
    return new Promise((resolve, reject) => {
      read(file, target, 0, size, position, (error, length) => {
        if (error) reject(error)
        else if (length === 0) reject(this.#changed())
        else resolve(length)
      })
    })
  }

  #changed(): Error {
    return new Error(
      `Cannot send ${JSON.stringify(this.#path)}: it was changed while it was sent. Replace files instead of overwriting them.`,
    )
  }
}

/**
 * Allocates memory without filling it with zeros, because it is written at once. It is not from the pool that buffers share.
 */
function allocate(size: number): Bytes {
  return Buffer.allocUnsafeSlow(size)
}

// If the path has become a link or a pipe since the check, opening it must neither follow nor wait.
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
