import { checkOptions } from '../../internal/guards/check.ts'
import { readLimits, type FormDataLimits } from './limits.ts'
import { MultipartBody } from './multipart-body.ts'
import type { MultipartPart } from './multipart-part.ts'

/** Options for {@link parseMultipart}. */
export interface ParseMultipartOptions extends Omit<FormDataLimits, 'maxFiles'> {
  /** Aborts the parsing and cancels the body. */
  signal?: AbortSignal
}

/**
 * Parses a multipart body part by part while it arrives.
 *
 * It never reads ahead, so memory holds one chunk even if parts are large. A part that you do not read is skipped. If you
 * leave the loop early, or if something fails, the body is cancelled.
 *
 * @param body The body. `null` is an empty body, which is malformed
 * @param boundary The `boundary` of its `Content-Type`
 * @param options Limits and a signal
 * @returns The parts in order
 * @throws {TypeError} If an option is unknown
 * @throws {MultipartParseError} If the body is malformed (`status` 400) or exceeds a limit (413)
 *
 * @example
 * for await (const part of parseMultipart(request.body, boundary)) {
 *   if (part.filename !== null) await store(part.stream())
 * }
 */
export async function* parseMultipart(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  boundary: string,
  options: ParseMultipartOptions = {},
): AsyncGenerator<MultipartPart, void, undefined> {
  checkOptions(
    'parseMultipart()',
    options,
    'maxFileSize maxHeaderSize maxParts maxTotalSize signal',
  )
  const message = new MultipartBody(body, boundary, readLimits(options), options.signal)

  try {
    for (;;) {
      const part = await message.nextPart()
      if (part === null) return

      yield part
    }
  } finally {
    message.close()
  }
}
