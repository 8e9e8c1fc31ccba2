import { editHeaders } from './exchange/edit-headers.ts'
import { readLightResponse } from './exchange/light-response.ts'

/** Whether a response sets a cookie. For a light response, this does not create its `Headers`. */
export function setsCookie(response: Response): boolean {
  const light = readLightResponse(response)
  if (!light) return response.headers.has('Set-Cookie')

  return light.headers.some((text, i) => i % 2 === 0 && text.toLowerCase() === 'set-cookie')
}

/**
 * Keeps a response that sets a cookie out of caches, which would send the cookie to other visitors.
 *
 * @param response Any response
 * @param statesPolicy Whether the app has set a cache policy. By default, any `Cache-Control` is one
 * @returns The response, with `Cache-Control: private, no-store` if it sets a cookie and the app has set no policy
 */
export function keepCookiePrivate(
  response: Response,
  statesPolicy: (headers: Headers) => boolean = (headers) => headers.has('Cache-Control'),
): Response {
  if (!setsCookie(response) || statesPolicy(response.headers)) return response

  return editHeaders(response, makePrivate)
}

/** Does the same as {@link keepCookiePrivate} for headers that are being edited anyway and have no policy. */
export function makePrivate(headers: Headers): void {
  headers.set('Cache-Control', 'private, no-store')
}
