import { createLightResponse, readLightResponse } from './light-response.ts'
import { rememberBody, rememberedBody } from './remembered-body.ts'

/** A GET answer as HEAD sends it: same status and headers, nothing left to read, and the length if it is known. */
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
 * Tells whoever makes the body of a response that nobody will read it.
 *
 * A light response has its body at hand and tells nobody: an app may send one and the same again, to the next client.
 */
export function discardBody(response: Response, reason?: unknown): void {
  if (readLightResponse(response) !== null) return
  // A body that is locked or already broken has a reader that ends it
  if (response.body?.locked === false) response.body.cancel(reason).catch(() => {})
}
