import { createLightResponse, readLightResponse } from './light-response.ts'
import { rememberBody, rememberedBody } from './remembered-body.ts'

/** Converts the response of a GET to that of a HEAD: same status and headers, no body, and the length if it is known. */
export function withoutBody(response: Response): Response {
  const light = readLightResponse(response)
  if ((light ?? response).body === null) return response

  if (light !== null) {
    const { status, statusText, headers, body } = light
    const { length } = typeof body === 'string' ? new TextEncoder().encode(body) : body!
    const isDeclared = headers.some((text, i) => i % 2 === 0 && /^content-length$/i.test(text))
    const declared = isDeclared ? headers : [...headers, 'Content-Length', String(length)]
    return rememberBody(createLightResponse(status, statusText, declared, null), body!)
  }
  const { status, statusText, headers } = response
  discardBody(response)
  return rememberBody(new Response(null, { status, statusText, headers }), rememberedBody(response))
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
