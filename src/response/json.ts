import { createBodyResponse } from './create-body-response.ts'

/** A `Response` that knows the type of its JSON, for loaders and actions whose data is typed by what they return. */
export interface TypedResponse<Data> extends Response {
  json(): Promise<Data>
}

/**
 * Creates a response with `data` as JSON.
 *
 * `undefined` is sent as `null`, so that the body can always be parsed. A status without a body (204, 205, 304) gets none.
 *
 * @param data Anything that `JSON.stringify` takes
 * @param init A status, or status, status text and headers; a `Content-Type` in it is kept
 * @returns The response, with `Content-Type: application/json; charset=utf-8`
 * @throws {TypeError} If `data` has a cycle or a BigInt in it
 *
 * @example
 * return json({ errors }, 422)
 */
export function json<Data>(data: Data, init?: number | ResponseInit): TypedResponse<Data> {
  // JSON.stringify answers `undefined`, against its type, for undefined, functions and symbols.
  const body = (JSON.stringify(data) as string | undefined) ?? 'null'

  return createBodyResponse(body, 'application/json; charset=utf-8', init)
}
