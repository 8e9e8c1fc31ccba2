import type * as Zlib from 'node:zlib'
import { builtinModule } from '../internal/runtime.ts'

/** A content coding of RFC 9110 §8.4.1 or RFC 8878. */
export type ContentEncoding = 'zstd' | 'br' | 'gzip' | 'deflate'

/** Settings of the compressors, as `node:zlib` takes them. Without it they have no effect. */
export interface CompressorOptions {
  /** For `gzip` and `deflate`. A `flush` takes the place of the one for event streams. */
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
   * @default quality 4: the usual 11 is for files that are compressed once
   */
  brotli?: { params?: Record<number, number | boolean>; flush?: number }
  /** For `zstd`. */
  zstd?: { params?: Record<number, number>; flush?: number }
}

type Bytes = Uint8Array<ArrayBuffer>

/** Those of `encodings` that this runtime has; for an event stream only if it can be sent event by event. */
export function supportedEncodings(
  encodings: readonly ContentEncoding[],
  isEventStream: boolean,
): ContentEncoding[] {
  const zlib = getZlib()

  return encodings.filter((encoding) => {
    if (zlib === undefined) return !isEventStream && (encoding === 'gzip' || encoding === 'deflate')

    return encoding !== 'zstd' || typeof zlib.createZstdCompress === 'function'
  })
}

/**
 * Compresses a stream.
 *
 * It is read as fast as the result is read. Cancelling the result cancels the source, and an error of the source is an
 * error of the result.
 */
export function compressStream(
  source: ReadableStream<Bytes>,
  encoding: ContentEncoding,
  options: CompressorOptions & { isEventStream: boolean },
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
 * The same with `CompressionStream`.
 *
 * It is fed only while somebody waits for what comes out: workerd's takes whatever `pipeThrough()` gives it, and a source without
 * an end would fill the memory.
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
      // There is nothing to release but the source: a CompressionStream is only memory.
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

type Compressor = ReturnType<NonNullable<ReturnType<typeof getZlib>>['createGzip']>

/** Writes the source to the compressor, no faster than it takes it. */
async function feed(
  reader: ReadableStreamDefaultReader<Bytes>,
  compressor: Compressor,
): Promise<void> {
  // Whoever reads the result hears of an error; this keeps it from being an uncaught one in the meantime.
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
  {
    isEventStream,
    zlib: zlibOptions,
    brotli,
    zstd,
  }: CompressorOptions & { isEventStream: boolean },
): Compressor | null {
  const zlib = getZlib()
  if (zlib === undefined) return null

  const { constants } = zlib
  switch (encoding) {
    case 'zstd':
      return zlib.createZstdCompress({
        ...(isEventStream && { flush: constants.ZSTD_e_flush }),
        ...zstd,
      }) as unknown as Compressor
    case 'br':
      return zlib.createBrotliCompress({
        ...(isEventStream && { flush: constants.BROTLI_OPERATION_FLUSH }),
        ...brotli,
        params: { [constants.BROTLI_PARAM_QUALITY]: 4, ...brotli?.params },
      }) as unknown as Compressor
    default: {
      const options = { ...(isEventStream && { flush: constants.Z_SYNC_FLUSH }), ...zlibOptions }

      return encoding === 'gzip'
        ? zlib.createGzip(options)
        : (zlib.createDeflate(options) as unknown as Compressor)
    }
  }
}

function getZlib() {
  return builtinModule<typeof Zlib>('node:zlib')
}
