type Bytes = Uint8Array<ArrayBuffer>

/**
 * Returns a stream of the same bytes. It reads the original only when it is read itself. The original is locked at once, so
 * that other code cannot read from it.
 *
 * @param check Called with each chunk. If it throws, the stream fails with its error, and the original is cancelled
 */
export function passOn(
  body: ReadableStream<Bytes>,
  check: (chunk: Bytes) => void,
): ReadableStream<Bytes> {
  const reader = body.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        try {
          check(value)
        } catch (error) {
          reader.cancel(error).catch(() => {})
          throw error
        }
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/**
 * Returns a stream of chunks that were read before, and then of the rest.
 *
 * @param read Reads the next chunk of the rest
 * @param cancel Called when the stream is cancelled
 */
export function putBack(
  chunks: readonly Bytes[],
  read: () => Promise<ReadableStreamReadResult<Bytes>>,
  cancel: (reason: unknown) => void | Promise<void>,
): ReadableStream<Bytes> {
  const waiting = [...chunks]
  return new ReadableStream(
    {
      async pull(controller) {
        const chunk = waiting.shift()
        if (chunk !== undefined) return controller.enqueue(chunk)

        const { done, value } = await read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel,
    },
    { highWaterMark: 0 },
  )
}
