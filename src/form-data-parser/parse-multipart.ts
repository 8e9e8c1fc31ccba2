import { checkOptions } from '../internal/check-options.ts'
import { limitNames, readLimits, type FormDataLimits } from './limits.ts'
import { MultipartBody } from './multipart-body.ts'
import type { MultipartPart } from './multipart-part.ts'

/** Options for {@link parseMultipart}. */
export interface ParseMultipartOptions extends Omit<FormDataLimits, 'maxFiles'> {
  /** Aborts the parsing and cancels the body. */
  signal?: AbortSignal
}

/**
 * Takes a multipart body apart while it arrives, part by part.
 *
 * Nothing is read ahead, so memory holds one chunk however large the parts are. A part that is not read is skipped. When the loop is left
 * early or something fails, the body is cancelled.
 *
 * @param body The body. `null`, as a request without one has, is an empty body, which is malformed
 * @param boundary The `boundary` of its `Content-Type`
 * @param options Limits and a signal
 * @returns The parts in the order in which they arrive
 * @throws {TypeError} If an option is not known
 * @throws {MultipartParseError} If the body is malformed (`status` 400) or passes a limit (413)
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
  const { maxFiles: _, ...names } = limitNames
  checkOptions<ParseMultipartOptions>('parseMultipart()', options, { ...names, signal: true })
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
