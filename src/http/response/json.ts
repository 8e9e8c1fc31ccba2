import { createBodyResponse } from './create-body-response.ts'
import { stringifyJson } from './later.ts'

/**
 * A `Response` that knows the type of its JSON, so that the data of loaders and actions is typed. With its status, a route
 * can compare it with the `returns` of its contract.
 */
export interface TypedResponse<Data, Status extends number = number> extends Response {
  /**
   * It takes no argument. With an optional argument, TypeScript would not join this type with a plain `Response`, and would
   * lose the data of a handler that can return both.
   */
  json(_?: never): Promise<Data>
  /** This exists only as a type. */
  readonly '~data'?: Data
  /** This exists only as a type. */
  readonly '~sends'?: Sent<number extends Status ? any : Status, Data>
}

/** The data and the status of a response. A status that is not known in advance is `any`. */
export interface Sent<Status, Data> {
  readonly status: Status
  readonly data: Data
}

/**
 * Creates a response with `data` as JSON.
 *
 * `undefined` is sent as `null`, so that the body can always be parsed. With the status 204, 205 or 304 there is no body.
 *
 * @param data Anything that `JSON.stringify` accepts
 * @param init A status, or status, status text and headers. A `Content-Type` in it is kept
 * @returns The response, with `Content-Type: application/json; charset=utf-8`
 * @throws {TypeError} If `data` contains a cycle, a BigInt, a promise or a deferred value
 *
 * @example
 * return json({ errors }, 422)
 */
export function json<Data>(data: Data): TypedResponse<Data, 200>
export function json<Data, const Init extends number | ResponseInit>(
  data: Data,
  init: Init,
): TypedResponse<Data, StatusOf<Init>>
export function json<Data>(data: Data, init?: number | ResponseInit): TypedResponse<Data>
export function json<Data>(data: Data, init?: number | ResponseInit): TypedResponse<Data> {
  return createBodyResponse(stringifyJson(data), 'application/json; charset=utf-8', init)
}

type StatusOf<Init> = Init extends number
  ? Init
  : Init extends { readonly status?: infer Status extends number | undefined }
    ? Status extends number
      ? Status
      : 200
    : 200
