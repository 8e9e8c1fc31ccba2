import { copyResponse } from '../internal/exchange/edit-headers.ts'
import { hasBody, isSpent, knownBody, passMarks, sizeOf } from '../internal/exchange/known-body.ts'
import { peekBody } from '../internal/exchange/peek-body.ts'
import { clientClosed } from '../internal/reason-phrase.ts'
import { isBun } from '../internal/runtime.ts'

/** How the body of a response ended. */
export interface BodyEnd {
  readonly result: 'ok' | 'error' | 'aborted'
  /** The status of the response, 499 if the client disconnected, or 500 if the response cannot be sent. */
  readonly status: number
  readonly bytes: number
  /** The error of its source. */
  readonly error?: unknown
}

/** The part of a context that says who reads the body. */
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
  // The edge cannot send it, and reports that.
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
          // Cancelling ends the read that was waiting, which is not the end of the body.
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
    // The source is asked for the next chunk only when the client has taken the last one.
    { highWaterMark: 0 },
  )
  passMarks(response.body!, body)
  return copyResponse(response, body)
}

/** Whether Bun would lose the type of a body that is moved, and that has none yet. */
function isUntyped(response: Response): boolean {
  return (
    isBun &&
    !isSpent(response) &&
    knownBody(response) === null &&
    hasBody(response) &&
    !response.headers.has('Content-Type')
  )
}
