import {
  hasHeader,
  hasBody,
  knownBody,
  readLightResponse,
  rememberBody,
  sizeOf,
} from './known-body.ts'
import { createLightResponse, toPairs } from './light-response.ts'

/** Converts the response of a GET to that of a HEAD: same status and headers, no body, and the length if it is known. */
export function withoutBody(response: Response): Response {
  if (!hasBody(response)) return response

  const light = readLightResponse(response)
  if (light !== null) {
    const { status, statusText, headers, body } = light
    const declared = hasHeader(response, 'content-length')
      ? headers
      : [...toPairs(headers), 'Content-Length', String(sizeOf(body!))]
    return rememberBody(createLightResponse(status, statusText, declared, null), body)
  }
  const { status, statusText, headers } = response
  discardBody(response)
  return rememberBody(new Response(null, { status, statusText, headers }), knownBody(response))
}

/**
 * Cancels the body of a response that will not be sent.
 *
 * A light response stays as it is, because an app may send the same response to the next client.
 */
export function discardBody(response: Response, reason?: unknown): void {
  if (readLightResponse(response) !== null) return
  // If the body is locked, its reader ends it.
  if (response.body?.locked === false) response.body.cancel(reason).catch(() => {})
}
