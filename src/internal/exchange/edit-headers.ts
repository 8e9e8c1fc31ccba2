import { isBun } from '../runtime.ts'
import { knownBody, readLightResponse, rememberBody } from './known-body.ts'
import { copyHeaders, createLightResponse } from './light-response.ts'

/**
 * Copies a response with other headers, for middleware that adds some to the response of `next()`.
 *
 * It makes a copy for two reasons. The headers of `fetch()` and `Response.redirect()` cannot be edited. And an app may
 * send the same response to all visitors, so the cookie of one visitor must not stay in it.
 *
 * @param response Any response whose body was not read. Its body moves to the copy
 * @param edit Changes the headers of the copy
 *
 * @example
 * return editHeaders(await next(), (headers) => headers.set('X-Frame-Options', 'DENY'))
 */
export function editHeaders(response: Response, edit: (headers: Headers) => void): Response {
  const light = readLightResponse(response)
  if (light === null) {
    const copy = copyNative(response)
    edit(copy.headers)
    return rememberBody(copy, knownBody(response))
  }

  const headers = copyHeaders(light.headers)
  edit(headers)
  const copy = createLightResponse(light.status, light.statusText, headers, light.body)
  // The body of the GET stays known in a response to HEAD.
  return light.body === null ? rememberBody(copy, knownBody(response)) : copy
}

// Bun adds the type of a text body only when it sends the response, and loses it when the body is moved.
function copyNative(response: Response): Response {
  if (!isBun || response.headers.has('Content-Type')) return copyResponse(response, response.body)

  const copy = response.clone()
  response.body?.cancel().catch(() => {}) // Otherwise the unread branch would be buffered.
  return copy
}

/** Copies a response with its status and headers, and another body. */
export function copyResponse(response: Response, body: BodyInit | null): Response {
  const copy = new Response(body, response)
  if (wasDecoded(response)) {
    for (const name of ['Content-Encoding', 'Content-Length']) copy.headers.delete(name)
  }
  return copy
}

/** Whether `fetch()` has decompressed the body of this response, but left the headers of the compressed one. */
export function wasDecoded(response: Response): boolean {
  const encoding = response.url === '' ? null : response.headers.get('Content-Encoding')
  return encoding !== null && encoding.split(',').every((coding) => codings.has(coding.trim()))
}

const codings: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd'])
