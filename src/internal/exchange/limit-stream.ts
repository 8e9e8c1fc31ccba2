import { bodyTooLarge } from './request-error.ts'

/**
 * Returns a stream of the same bytes that fails when there are too many. It reads only when something reads from it.
 *
 * The original is locked at once, so that nothing can read past the limit.
 */
export function limitStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  bytes: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  let size = 0

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) return controller.close()

        size += value.byteLength
        if (size <= bytes) return controller.enqueue(value)

        const error = bodyTooLarge(bytes)
        controller.error(error)
        reader.cancel(error).catch(() => {})
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
