import type { Schema } from '../contract/index.ts'
import type { FailureError, InputPart } from '../contract/shared.ts'
import type { JsonOf } from '../../http/response/index.ts'
import type { HrefArgs } from '../route-pattern/index.ts'
import type { Route } from '../routes/index.ts'

/** A function for each route of a map, under the same names. Routes for any method are left out. */
export type Client<Routes> = {
  readonly [Name in keyof Routes]: Routes[Name] extends Route<
    infer Method,
    infer Pattern,
    infer Own
  >
    ? 'ANY' extends Method
      ? NoCall<'the route is for any method: use get(), post() or another one'>
      : ClientCall<Pattern, Own>
    : Client<Routes[Name]>
}

/** The type of an entry of a client that cannot be called. The compiler shows the reason. */
export interface NoCall<Reason extends string> {
  readonly 'cannot call this route': Reason
}

/**
 * Sends a request. The promise resolves for every status. It rejects if the request cannot be sent, or if a response that
 * should be JSON is not JSON.
 */
export interface ClientCall<Pattern extends string, Own> {
  (...args: ClientArgs<Pattern, Own>): Promise<ClientResult<Own>>
}

/** The argument of a {@link ClientCall}. It can be left out if none of its properties is required. */
export type ClientArgs<Pattern extends string, Own> =
  {} extends ClientInput<HrefArgs<Pattern>[0], Own>
    ? [input?: ClientInput<HrefArgs<Pattern>[0], Own>]
    : [input: ClientInput<HrefArgs<Pattern>[0], Own>]

/** The options of every call. */
export interface CallOptions {
  /** Headers of this request. They replace those of the client. */
  readonly headers?: HeadersInit | undefined
  readonly signal?: AbortSignal | undefined
}

/** The argument of a call: the params of the pattern, and the input of the contract's schemas. */
export type ClientInput<Params, Own> = CallOptions &
  (undefined extends Params ? { readonly params?: Params } : { readonly params: Params }) &
  SearchInput<Own> &
  BodyInput<Own>

type SearchInput<Own> = Own extends { readonly search: Schema<infer Search, any> }
  ? {} extends Search
    ? { readonly search?: Search }
    : { readonly search: Search }
  : unknown

type BodyInput<Own> = Own extends { readonly body: Schema<infer Body, any> }
  ? undefined extends Body
    ? { readonly body?: Body }
    : { readonly body: Body }
  : unknown

/** The responses of a route by status: those that its contract declares, the problems, and all others. */
export type ClientResult<Own> = Own extends { readonly returns: infer Returns }
  ? Returns extends Schema<any, infer Output>
    ? DeclaredResult<200, Output> | OtherResult<200, keyof Own>
    : DeclaredResults<Returns> | OtherResult<keyof Returns, keyof Own>
  : OtherResult<never, keyof Own>

/** The members of all results. */
interface AnyResult<Status, Ok, Data> {
  readonly status: Status
  /** Whether the status is one from 200 to 299. */
  readonly ok: Ok
  /**
   * The JSON of the response. `null` if there is no body, as for status 204. `undefined` if the body is not JSON: then
   * `response` still has it.
   */
  readonly data: Data
  readonly headers: Headers
  readonly response: Response
}

/** A response that the contract declares. */
export interface DeclaredResult<Status, Output> extends AnyResult<
  Status,
  IsOk<Status>,
  JsonOf<Output>
> {
  readonly errors?: undefined
}

type DeclaredResults<Returns> = {
  [Status in keyof Returns]: Returns[Status] extends Schema<any, infer Output>
    ? DeclaredResult<Status, Output>
    : never
}[keyof Returns]

type IsOk<Status> = Status extends number
  ? `${Status}` extends `2${string}`
    ? true
    : false
  : boolean

/** The problems of the router, and responses that the contract does not declare. */
type OtherResult<Declared, Members> =
  | (Members extends InputPart ? ProblemResults[Members] : never)
  | UndeclaredResult<
      Exclude<HttpStatus, Declared | ProblemStatuses[Members & keyof ProblemStatuses]>
    >

/** One result for each status, so that checking the status narrows the type. */
interface ProblemResults {
  params: ProblemResult<404>
  search: ProblemResult<400>
  body: ProblemResult<400> | ProblemResult<415> | ProblemResult<422>
}

/** The statuses for input that does not fit, and for a body that cannot be read. */
interface ProblemStatuses {
  params: 404
  search: 400
  body: 400 | 415 | 422
}

/** A problem document of the router: the request does not fit the contract. */
export interface ProblemResult<Status> extends AnyResult<Status, false, Problem> {
  readonly errors: readonly FailureError[]
}

/** A response that the contract does not declare. */
export interface UndeclaredResult<Status> extends AnyResult<Status, boolean, unknown> {
  readonly errors?: undefined
}

/** A problem document of RFC 9457, as the router sends it. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly errors: readonly FailureError[]
}

/** The statuses of responses that are registered with IANA, without the interim ones. */
export type HttpStatus =
  | (200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226)
  | (300 | 301 | 302 | 303 | 304 | 305 | 307 | 308)
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415)
  | (416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)
  | (500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511)
