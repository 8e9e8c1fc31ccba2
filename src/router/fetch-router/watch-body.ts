import { copyResponse } from '../../internal/exchange/edit-headers.ts'
import {
  hasBody,
  isSpent,
  knownBody,
  passMarks,
  sizeOf,
} from '../../internal/exchange/known-body.ts'
import { peekBody } from '../../internal/exchange/peek-body.ts'
import { clientClosed } from '../../internal/http/reason-phrase.ts'
import { isBun } from '../../internal/process/runtime.ts'

/** The end of a response body. */
export interface BodyEnd {
  readonly result: 'ok' | 'error' | 'aborted'
  /** The status of the response, 499 if the client disconnected, or 500 if the response cannot be sent. */
  readonly status: number
  readonly bytes: number
  /** The error of the body's source. */
  readonly error?: unknown
}

/** The part of a context that tells when the client disconnects. */
interface Reader {
  readonly method: string
  readonly isAborted: boolean
}

/**
 * Calls `onEnd` with the end of a body: at once if the body is in memory, else when it was read.
 *
 * @returns The response to send instead
 */
export function watchBody(
  reader: Reader,
  response: Response,
  onEnd: (end: BodyEnd) => void,
): Response | Promise<Response> {
  return isUntyped(response)
    ? peekBody(response, Infinity).then((peeked) => watch(reader, peeked.response, onEnd))
    : watch(reader, response, onEnd)
}

function watch(reader: Reader, response: Response, onEnd: (end: BodyEnd) => void): Response {
  const { status } = response
  // The adapter cannot send this response, and reports that.
  if (isSpent(response)) onEnd({ result: 'error', status: 500, bytes: 0 })
  else if (reader.method === 'HEAD') onEnd({ result: 'ok', status, bytes: 0 })
  else {
    const known = knownBody(response)
    if (known === null && hasBody(response)) return countBody(reader, response, onEnd)
    onEnd({ result: 'ok', status, bytes: known === null ? 0 : sizeOf(known) })
  }

  return response
}

function countBody(reader: Reader, response: Response, onEnd: (end: BodyEnd) => void): Response {
  const source = response.body!.getReader()
  const { status } = response
  let bytes = 0
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await source.read()
          // Cancelling ends the pending read, which is not the end of the body.
          if (isCancelled) return
          if (done) {
            onEnd({ result: 'ok', status, bytes })
            return controller.close()
          }
          bytes += value.byteLength
          controller.enqueue(value)
        } catch (error) {
          if (isCancelled) return
          if (reader.isAborted) onEnd({ result: 'aborted', status: clientClosed, bytes })
          else onEnd({ result: 'error', status, bytes, error })
          controller.error(error)
        }
      },
      cancel: (reason) => {
        isCancelled = true
        onEnd({ result: 'aborted', status: clientClosed, bytes })
        return source.cancel(reason)
      },
    },
    // The next chunk is requested from the source only when the client has taken the last one.
    { highWaterMark: 0 },
  )
  passMarks(response.body!, body)
  return copyResponse(response, body)
}

/**
 * Whether the body of a response is a string without a type. On Bun, it loses the type that Bun would add if the body is
 * moved.
 */
function isUntyped(response: Response): boolean {
  return (
    isBun &&
    !isSpent(response) &&
    knownBody(response) === null &&
    hasBody(response) &&
    !response.headers.has('Content-Type')
  )
}
