import { concatenate } from './byte-collector.ts'
import { ignoreRejection } from '../process/promises.ts'
import { isBun } from '../process/runtime.ts'
import { copyResponse } from './edit-headers.ts'
import { bytesOf, hasBody, isSpent, knownBody, rememberBody } from './known-body.ts'
import { putBack } from './pass-on.ts'

/** The result of {@link peekBody}. */
export interface Peeked {
  /** The whole body, or `null` if there is none, if it is a stream or if it is too large. */
  readonly bytes: Uint8Array<ArrayBuffer> | null
  /** The response to send instead. */
  readonly response: Response
}

/**
 * Finds out whether the body of any response is in memory. No runtime says this about its native responses, but a body in
 * memory can be read completely within one turn of the event loop.
 *
 * @param limit The maximum number of bytes. A larger body counts as a stream
 */
export async function peekBody(response: Response, limit: number): Promise<Peeked> {
  const known = knownBody(response)
  if (known === null) {
    return !hasBody(response) || isSpent(response)
      ? { bytes: null, response }
      : peek(response, limit)
  }

  // A string has at least as many bytes as characters.
  const bytes = known.length > limit ? null : bytesOf(known)
  return { bytes: bytes !== null && bytes.length > limit ? null : bytes, response }
}

async function peek(response: Response, limit: number): Promise<Peeked> {
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

  // The pending read comes first.
  let pending: typeof next | undefined = next
  const read = (): typeof next => {
    const result = pending ?? reader.read()
    pending = undefined
    return result
  }
  const rest = putBack(chunks, read, (reason) => reader.cancel(reason))
  return { bytes: null, response: copyResponse(response, rest) }
}

/**
 * Reads a stream that may have no end.
 *
 * @param maxBytes The most bytes that it may have
 * @param ms The most milliseconds that reading may take
 * @returns Its bytes, or the reason why it was cancelled
 */
export async function readLimited(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
  ms: number,
): Promise<Uint8Array<ArrayBuffer> | 'large' | 'late'> {
  const reader = stream.getReader()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    ignoreRejection(reader.cancel())
  }, ms)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLate) return 'late'
      if (done) return concatenate(chunks)
      chunks.push(value)
      length += value.length
      if (length <= maxBytes) continue

      ignoreRejection(reader.cancel())
      return 'large'
    }
  } finally {
    clearTimeout(timer)
  }
}
