import { assertSendable, readLightResponse } from '../../internal/exchange/known-body.ts'
import { isResponse } from '../../internal/exchange/is-fetch-object.ts'
import { toPairs } from '../../internal/exchange/light-response.ts'
import { discardBody } from '../../internal/exchange/edit-headers.ts'
import { ignoreRejection, readError } from '../../internal/process/promises.ts'
import type { NodeIncoming } from './node-incoming.ts'
import { cutOff, refuse } from './refuse.ts'
import { readResponseHeaders, sendWhole } from './send-whole.ts'
import { sendStream } from './send-stream.ts'

/**
 * Writes a handler's response to the socket.
 *
 * It never throws, even for an invalid response or a disconnected client.
 */
export function sendResponse(incoming: NodeIncoming, response: Response): void {
  if (incoming.responded || incoming.aborted) return dropResponse(incoming, response)

  try {
    const light = readLightResponse(response)
    if (light !== null) {
      sendWhole(incoming, light.status, light.statusText, toPairs(light.headers), light.body)
    } else {
      sendNative(incoming, response)
    }
  } catch (error) {
    failResponse(incoming, error)
  }
}

/**
 * Reports an error of a response. If the response has not started, the client gets the response of `onError`, else a 500.
 * A response that has started is broken off, so that the client does not think it is complete.
 */
export function failResponse(incoming: NodeIncoming, error: unknown): void {
  if (incoming.responded || incoming.aborted) return

  incoming.responded = true
  if (incoming.res.headersSent) cutOff(incoming.req)
  void incoming.report(readError(error)).then((response) => {
    if (incoming.res.headersSent || incoming.aborted) return
    if (isResponse(response) && !incoming.failed) {
      incoming.failed = true
      incoming.responded = false
      sendResponse(incoming, response)
    } else {
      refuse(incoming.req, incoming.res, 500)
    }
  })
}

function sendNative(incoming: NodeIncoming, response: Response): void {
  const { status, statusText, body } = response
  assertSendable(response, body?.locked)

  const headers = readResponseHeaders(response)
  if (body === null) return sendWhole(incoming, status, statusText, headers, null)

  if (incoming.method === 'HEAD') {
    sendWhole(incoming, status, statusText, headers, null)
    ignoreRejection(body.cancel())
  } else {
    sendStream(incoming, { status, statusText, headers, body }, failResponse)
  }
}

/** Cancels the source of a body that will not be sent. */
function dropResponse(incoming: NodeIncoming, response: Response): void {
  incoming.release()
  discardBody(response, incoming.abortReason)
}
