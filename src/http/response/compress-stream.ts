import type * as Zlib from 'node:zlib'
import { builtinModule } from '../../internal/process/runtime.ts'

/** A content coding of RFC 9110 §8.4.1 or RFC 8878. */
export type ContentEncoding = 'zstd' | 'br' | 'gzip' | 'deflate'

/** Settings of the compressors, as in `node:zlib`. Runtimes without `node:zlib` ignore them. */
export interface CompressorOptions {
  /** For `gzip` and `deflate`. A `flush` replaces the one for event streams, lines of JSON and streamed documents. */
  zlib?: {
    level?: number
    memLevel?: number
    strategy?: number
    windowBits?: number
    flush?: number
  }
  /**
   * For `br`, such as `{ params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }`.
   *
   * @default quality 4, because the usual 11 is for files that are compressed only once
   */
  brotli?: { params?: Record<number, number | boolean>; flush?: number }
  /** For `zstd`. */
  zstd?: { params?: Record<number, number>; flush?: number }
}

type Bytes = Uint8Array<ArrayBuffer>

/** Whether this runtime can compress chunk by chunk. */
export function canFlush(): boolean {
  return getZlib() !== undefined
}

/** Returns the encodings that this runtime has. For a live stream, only encodings that can be sent chunk by chunk. */
export function supportedEncodings(
  encodings: readonly ContentEncoding[],
  isLive: boolean,
): ContentEncoding[] {
  const zlib = getZlib()

  return encodings.filter((encoding) => {
    if (zlib === undefined) return !isLive && (encoding === 'gzip' || encoding === 'deflate')

    return encoding !== 'zstd' || typeof zlib.createZstdCompress === 'function'
  })
}

/**
 * Compresses a stream.
 *
 * The source is read as fast as the result. Cancelling the result cancels the source, and an error of the source becomes
 * an error of the result.
 */
export function compressStream(
  source: ReadableStream<Bytes>,
  encoding: ContentEncoding,
  options: CompressorOptions & { isLive: boolean },
): ReadableStream<Bytes> {
  const compressor = createCompressor(encoding, options)
  if (compressor === null) return compressPortably(source, encoding as 'gzip' | 'deflate')

  const reader = source.getReader()
  const chunks = compressor[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let isStart = true

  return new ReadableStream(
    {
      async pull(controller) {
        if (isStart) {
          isStart = false
          void feed(reader, compressor)
        }

        const { done, value } = await chunks.next()
        if (done) controller.close()
        else
          controller.enqueue(new Uint8Array(value.buffer, value.byteOffset, value.length) as Bytes)
      },
      async cancel(reason) {
        compressor.destroy()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * Compresses a stream with `CompressionStream`.
 *
 * It writes only while the reader waits. With `pipeThrough()`, workerd would read the whole source at once, and an endless
 * source would fill the memory.
 */
function compressPortably(
  source: ReadableStream<Bytes>,
  format: 'gzip' | 'deflate',
): ReadableStream<Bytes> {
  const { readable, writable } = new CompressionStream(format)
  const [reader, writer, output] = [source.getReader(), writable.getWriter(), readable.getReader()]
  let written: Promise<unknown> = Promise.resolve()
  let isEnded = false

  return new ReadableStream(
    {
      async pull(controller) {
        const reading = output.read()
        const hasOutput = reading.then(() => true)
        const isThere = (work: Promise<unknown>) =>
          Promise.race([hasOutput, work.then(() => false)])

        while (!isEnded && !(await isThere(written))) {
          const { done, value } = await reader.read()
          isEnded = done
          written = done ? writer.close() : writer.write(value)
        }

        const { done, value } = await reading
        if (done) controller.close()
        else controller.enqueue(value)
      },
      // A CompressionStream is only memory, so only the source has to be released.
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

type Compressor = Zlib.Gzip

/** Writes the source to the compressor, as fast as the compressor accepts it. */
async function feed(
  reader: ReadableStreamDefaultReader<Bytes>,
  compressor: Compressor,
): Promise<void> {
  // The reader of the result gets the error. Until then, the error must not be uncaught.
  compressor.on('error', () => {})

  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (compressor.destroyed) break
      if (done) return void compressor.end()

      if (!compressor.write(value)) await drained(compressor)
      if (compressor.destroyed) break
    }
    await reader.cancel(compressor.errored)
  } catch (error) {
    compressor.destroy(error as Error)
  }
}

function drained(compressor: Compressor): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      compressor.off('drain', done)
      compressor.off('close', done)
      resolve()
    }
    compressor.on('drain', done)
    compressor.on('close', done)
  })
}

function createCompressor(
  encoding: ContentEncoding,
  { isLive, zlib: zlibOptions, brotli, zstd }: CompressorOptions & { isLive: boolean },
): Compressor | null {
  const zlib = getZlib()
  if (zlib === undefined) return null

  const { constants } = zlib
  switch (encoding) {
    case 'zstd':
      return zlib.createZstdCompress({
        ...(isLive && { flush: constants.ZSTD_e_flush }),
        ...zstd,
      })
    case 'br':
      return zlib.createBrotliCompress({
        ...(isLive && { flush: constants.BROTLI_OPERATION_FLUSH }),
        ...brotli,
        params: { [constants.BROTLI_PARAM_QUALITY]: 4, ...brotli?.params },
      })
    default: {
      const options = { ...(isLive && { flush: constants.Z_SYNC_FLUSH }), ...zlibOptions }

      return encoding === 'gzip' ? zlib.createGzip(options) : zlib.createDeflate(options)
    }
  }
}

function getZlib() {
  return builtinModule<typeof Zlib>('node:zlib')
}
