import { createLightResponse, readLightResponse } from './light-response.ts'

/** A GET answer as HEAD sends it: same status and headers, nothing left to read. */
export function withoutBody(response: Response): Response {
  const light = readLightResponse(response)
  if ((light ?? response).body === null) return response

  if (light !== null) {
    return createLightResponse(light.status, light.statusText, light.headers, null)
  }
  const { status, statusText, headers } = response
  discardBody(response)
  return new Response(null, { status, statusText, headers })
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
