import { editHeaders } from './exchange/edit-headers.ts'
import { readLightResponse } from './exchange/light-response.ts'

/** Whether a response sets a cookie; a light one need not make its headers for that. */
export function setsCookie(response: Response): boolean {
  const light = readLightResponse(response)
  if (!light) return response.headers.has('Set-Cookie')

  return light.headers.some((text, i) => i % 2 === 0 && text.toLowerCase() === 'set-cookie')
}

/**
 * Keeps a response that sets a cookie out of caches, which would hand the cookie to the next visitor.
 *
 * @param response Any response
 * @param statesPolicy Whether the app itself says who may keep it; by default any `Cache-Control` does
 * @returns The response with `Cache-Control: private, no-store` if it sets a cookie and the app says nothing
 */
export function keepCookiePrivate(
  response: Response,
  statesPolicy: (headers: Headers) => boolean = (headers) => headers.has('Cache-Control'),
): Response {
  if (!setsCookie(response) || statesPolicy(response.headers)) return response

  return editHeaders(response, makePrivate)
}

/** {@link keepCookiePrivate} for headers that are being edited anyway, and that state no policy of the app. */
export function makePrivate(headers: Headers): void {
  headers.set('Cache-Control', 'private, no-store')
}
