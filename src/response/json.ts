import { createBodyResponse } from './create-body-response.ts'
import { stringifyJson } from './later.ts'

/** A `Response` that knows the type of its JSON, so that the data of loaders and actions is typed. */
export interface TypedResponse<Data> extends Response {
  json(): Promise<Data>
}

/**
 * Creates a response with `data` as JSON.
 *
 * `undefined` is sent as `null`, so that the body can always be parsed. With the status 204, 205 or 304 there is no body.
 *
 * @param data Anything that `JSON.stringify` accepts
 * @param init A status, or status, status text and headers. A `Content-Type` in it is kept
 * @returns The response, with `Content-Type: application/json; charset=utf-8`
 * @throws {TypeError} If `data` contains a cycle, a BigInt or a deferred value
 *
 * @example
 * return json({ errors }, 422)
 */
export function json<Data>(data: Data, init?: number | ResponseInit): TypedResponse<Data> {
  return createBodyResponse(stringifyJson(data), 'application/json; charset=utf-8', init)
}
