import { concatenate } from '../byte-collector.ts'
import { isBun } from '../runtime.ts'
import { copyResponse } from './edit-headers.ts'
import { rememberBody } from './remembered-body.ts'

/** What {@link peekBody} found. */
export interface Peeked {
  /** The whole body, or `null` if it is a stream. */
  readonly bytes: Uint8Array<ArrayBuffer> | null
  /** The response to send instead. */
  readonly response: Response
}

/**
 * Finds out whether the body of a native response is in memory. No runtime says so, but such a body can be read completely
 * within one turn of the event loop.
 *
 * @param response A response with a body that was not read
 * @param limit The maximum number of bytes. A larger body counts as a stream
 */
export async function peekBody(response: Response, limit: number): Promise<Peeked> {
  // Bun adds the type of a text body only when it sends the response, and loses it when the body is moved.
  const isUntyped = isBun && !response.headers.has('Content-Type')
  const reader = (isUntyped ? response.clone() : response).body!.getReader()
  const turn = new Promise<undefined>((resolve) => setTimeout(resolve, 0))
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let next = reader.read()

  try {
    for (;;) {
      const result = await Promise.race([next, turn])
      if (result === undefined || size > limit) break
      if (result.done) {
        const bytes = concatenate(chunks)
        const copy = isUntyped ? response : copyResponse(response, bytes)
        return { bytes, response: rememberBody(copy, bytes) }
      }
      chunks.push(result.value)
      size += result.value.byteLength
      next = reader.read()
    }
  } catch {
    // The client gets this error when it reads the rest.
  }

  if (isUntyped) {
    reader.cancel().catch(() => {})
    return { bytes: null, response }
  }
  return { bytes: null, response: copyResponse(response, createRest(chunks, next, reader)) }
}

/** A stream of what was read, and then of the rest. */
function createRest(
  chunks: readonly Uint8Array[],
  next: ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  const waiting = [...chunks]
  let read = (): typeof next => {
    read = () => reader.read()
    return next
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = waiting.shift()
        if (chunk !== undefined) return controller.enqueue(chunk)

        const { done, value } = await read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
