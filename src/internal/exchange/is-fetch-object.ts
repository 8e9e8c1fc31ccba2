import { showValue } from '../guards/check.ts'

const NativeResponse = globalThis.Response
const NativeRequest = globalThis.Request

/** Whether a value is a `Response`, even one of another realm, of npm's `undici` or of a polyfill. */
export function isResponse(value: unknown): value is Response {
  if (typeof value !== 'object' || value === null) return false

  return tagOf(value) === 'Response' || value instanceof NativeResponse
}

/** Whether a value is a `Request`, even one of another realm, of npm's `undici` or of a polyfill. */
export function isRequest(value: unknown): value is Request {
  if (typeof value !== 'object' || value === null) return false

  return tagOf(value) === 'Request' || value instanceof NativeRequest
}

/** Almost all requests and responses have a tag, and reading it is faster than `instanceof`. */
function tagOf(value: object): unknown {
  return (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag]
}

/**
 * Checks the return value of a callback that creates a response.
 *
 * @param callback The callback, such as `` `onFailure` of requireAuth() ``
 * @throws {TypeError} If it is not a response
 */
export function checkResponse(callback: string, value: unknown): Response {
  if (isResponse(value)) return value
  throw new TypeError(`Cannot respond with ${showValue(value)} of ${callback}. Return a Response.`)
}
