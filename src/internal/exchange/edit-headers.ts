import { isBun } from '../process/runtime.ts'
import { isDecodedByFetch } from './decoded-codings.ts'
import {
  hasBody,
  hasHeader,
  knownBody,
  readLightResponse,
  rememberBody,
  sizeOf,
} from './known-body.ts'
import { copyHeaders, createLightResponse, toPairs } from './light-response.ts'

/**
 * Copies a response with other headers, for middleware that adds some to the response of `next()`.
 *
 * It copies for two reasons. The headers of `fetch()` and `Response.redirect()` cannot be edited. And an app may send the
 * same response to all visitors, so it must not keep the cookie of one visitor.
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
  // For a response to HEAD, the body of the GET stays known.
  return light.body === null ? rememberBody(copy, knownBody(response)) : copy
}

// Bun adds the type of a text body only when it sends the response, and loses it when the body is moved. A response of
// `fetch()` has all of its headers.
function copyNative(response: Response): Response {
  if (!isBun || response.headers.has('Content-Type') || response.url !== '') {
    return copyResponse(response, response.body)
  }

  const copy = response.clone()
  response.body?.cancel().catch(() => {}) // Without this, the unread branch would be buffered.
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
  return encoding !== null && isDecodedByFetch(encoding)
}

/**
 * Converts the response of a GET to the response of a HEAD: the same status and headers, no body, and the length if it is
 * known.
 */
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
 * A light response stays unchanged, because an app may send the same response to the next client.
 */
export function discardBody(response: Response, reason?: unknown): void {
  if (readLightResponse(response) !== null) return
  // A locked body is ended by its reader.
  if (response.body?.locked === false) response.body.cancel(reason).catch(() => {})
}
