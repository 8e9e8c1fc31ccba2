import { isResponse } from '../../internal/exchange/is-fetch-object.ts'
import type { Failure } from '../../router/contract/index.ts'
import { pressedStatus } from '../../router/contract/shared.ts'
import {
  hasBody,
  isPairs,
  isSpent,
  knownBody,
  readLightResponse,
  setsCookie,
} from '../../internal/exchange/known-body.ts'
import { readLimited } from '../../internal/exchange/peek-body.ts'
import { isRequestError, isUnavailableError } from '../../internal/exchange/status-errors.ts'
import { explainNonJson } from '../page-protocol/explain-non-json.ts'
import { isRedirectStatus } from '../../internal/http/http.ts'
import { stringify } from '../../internal/text/stringify.ts'
import { reasonPhrase } from '../../internal/http/reason-phrase.ts'
import { refusalText } from '../../internal/guards/refusal.ts'
import { createErrorResponse } from '../page-protocol/errors.ts'
import { json } from '../../http/response/index.ts'
import { explainLater, isDataWithInit, stringifyJson } from '../../http/response/shared.ts'
import type { ServerBuild } from './build.ts'

/** The result of a loader or action. */
export type Result = DataResult | RedirectResult | ErrorResult | InvalidResult

/**
 * The data of a loader or action: as JSON for the client, and as a value for components. `json` has no deferred members. In
 * `value` they are promises.
 */
export interface DataResult {
  type: 'data'
  json: string
  value: unknown
  status: number
  /** The headers of the response or of `data()`. `undefined` if the handler returned neither. Reading them may take time. */
  readonly headers: Headers | undefined
  hasCookie: boolean
  /** The digest of the tags that the loader reads, if its route declares them. */
  reads?: string
  /** The names in the query that the loader reads, if its route says it. */
  query?: readonly string[]
  /** A time before the loader of a live page started. */
  live?: number
}

/** The result of the action of a request, and whether the action was called. */
export interface ActionRun {
  readonly result: Result
  /**
   * Whether the action was called. A form is refused without a call if it does not fit its contract, or cannot be recorded.
   */
  readonly hasStarted: boolean
}

/** A redirect to another page. */
export interface RedirectResult {
  type: 'redirect'
  response: Response
}

/** An error that a boundary has to show. */
export interface ErrorResult {
  type: 'error'
  /** A thrown `Response` is an `ErrorResponse` here. */
  error: unknown
  status: number
  headers: Headers | undefined
  /** Whether the error is reported. A thrown `Response` is intended, so it is not reported. */
  isUnexpected: boolean
}

/** A form that was refused. The page shows it again, with the errors. */
export interface InvalidResult {
  type: 'invalid'
  failure: Failure
  /** Whether the action ran and refused the form with `invalid()`. */
  ran: boolean
  status: number
  headers: undefined
}

/** Creates the result of a handler whose input failed: a form that is shown again, or an error for a boundary. */
export function refused(failure: Failure, ran = false): InvalidResult | ErrorResult {
  const { status, errors } = failure
  return status === 422 || status === pressedStatus
    ? { type: 'invalid', failure, ran, status, headers: undefined }
    : expected(status, reasonPhrase(status), errors)
}

/** Reads the return value of a handler that is not a redirect: data with a status and headers. */
export function readReturned(returned: unknown, warn: () => void): Result | Promise<Result> {
  if (isResponse(returned)) {
    return isEventStream(returned) ? refuseStream(returned) : readData(returned)
  }
  if (isDataWithInit(returned)) {
    const { status = 200 } = returned.init
    const headers = returned.init.headers && new Headers(returned.init.headers)
    const hasCookie = headers?.has('Set-Cookie') ?? false
    return { ...toData(returned.data), status, headers, hasCookie }
  }

  if (returned === undefined) warn()
  return toData(returned)
}

/** Reads the thrown value of a handler: a redirect, or an error for a boundary. */
export async function readThrown(thrown: unknown): Promise<RedirectResult | ErrorResult> {
  const response = readRedirect(thrown)
  if (response) return { type: 'redirect', response }
  if (isResponse(thrown)) return readRefusal(thrown)
  if (isDataWithInit(thrown)) {
    const { status = 200, statusText, headers } = thrown.init
    return expected(
      status,
      statusText || phraseOf(status),
      toData(thrown.data).value,
      headers && new Headers(headers),
    )
  }
  if (isRequestError(thrown)) {
    return expected(thrown.status, reasonPhrase(thrown.status), refusalText(thrown))
  }

  return unexpected(
    isJson(thrown) ? thrown : new Error('Unexpected Server Error', { cause: thrown }),
  )
}

/** Reads a response that a boundary has to show. Throws if its body cannot be read. */
async function readRefusal(response: Response): Promise<ErrorResult> {
  const { value } = await readBody(response, readShown)
  return toRefusal(response, value)
}

/** Creates the result for a response that a boundary has to show, with its body. */
export function toRefusal(response: Response, body: unknown): ErrorResult {
  const { status, statusText, headers } = response
  return expected(status, statusText || phraseOf(status), body, headers)
}

/** Creates the result for an unexpected error. */
export function unexpected(error: unknown): ErrorResult {
  const status = isUnavailableError(error) ? error.status : 500
  return { type: 'error', error, status, headers: undefined, isUnexpected: true }
}

/** Creates the result for an error of the framework, such as for a page that does not exist. */
export function expected(
  status: number,
  statusText: string,
  data: unknown,
  headers?: Headers,
): ErrorResult {
  return {
    type: 'error',
    error: createErrorResponse(status, statusText, data),
    status,
    headers,
    isUnexpected: false,
  }
}

/** Returns the redirect that a handler returned or threw: a response, or `data()` with the same status and headers. */
export function readRedirect(value: unknown): Response | undefined {
  const mayRedirect = isDataWithInit(value) && isRedirectStatus(value.init.status ?? 200)
  const response = mayRedirect ? json(value.data, value.init) : value
  return isResponse(response) && isRedirect(response) ? response : undefined
}

/** Whether a response is a redirect. A 3xx without a location is not. */
export function isRedirect(response: Response): boolean {
  return isRedirectStatus(response.status) && response.headers.has('Location')
}

function toData(value: unknown): DataResult {
  const json = stringifyJson(value)

  // A copy by the rules of JSON, so that the server renders with the same data as the browser.
  return {
    type: 'data',
    json,
    value: copyJson(value) ?? JSON.parse(json),
    status: 200,
    headers: undefined,
    hasCookie: false,
  }
}

/** Refuses an event stream, which has no end to wait for. */
function isEventStream({ headers }: Response): boolean {
  return /^text\/event-stream\b/i.test(headers.get('Content-Type') ?? '')
}

function refuseStream({ body }: Response): ErrorResult {
  // A source may throw when it is cancelled. That error does not matter here.
  body?.cancel().catch(() => {})
  return expected(406, 'Not Acceptable', 'An event stream is not data')
}

async function readData(response: Response): Promise<DataResult> {
  return {
    type: 'data',
    ...(await readBody(response)),
    status: response.status,
    get headers() {
      return response.headers
    },
    hasCookie: setsCookie(response),
  }
}

async function readBody(
  response: Response,
  read = (response: Response) => response.text(),
): Promise<{ json: string; value: unknown }> {
  if (!hasBody(response)) return { json: 'null', value: null }

  const body = knownBody(response)
  const text = typeof body === 'string' ? body : await read(response)
  if (!/\bapplication\/json\b/i.test(contentTypeOf(response) ?? '')) {
    return { json: JSON.stringify(text), value: text }
  }

  return { json: text, value: JSON.parse(text) }
}

/** Reads a body that a boundary has to show. It becomes part of a document, so it must have an end. */
async function readShown(response: Response): Promise<string> {
  const bytes = isSpent(response) ? 'spent' : await readLimited(response.body!, 1_048_576, 10_000)
  if (typeof bytes !== 'string') return new TextDecoder().decode(bytes)

  const reasons = {
    spent: 'was read already',
    large: 'has more than 1 MiB',
    late: 'did not end within 10 s',
  }
  throw new Error(
    `Cannot show a response with status ${response.status}: its body ${reasons[bytes]}`,
  )
}

function contentTypeOf(response: Response): string | null {
  const { headers } = readLightResponse(response) ?? response
  if (!isPairs(headers)) return headers.get('Content-Type')

  return headers[0] === 'Content-Type' ? headers[1]! : response.headers.get('Content-Type')
}

/** Whether a thrown value can be sent as JSON. An `Error` can, because it is sanitized. */
function isJson(value: unknown): boolean {
  if (value instanceof Error) return true
  try {
    return stringify(value) !== undefined
  } catch {
    return false // The value has a cycle, a BigInt or a promise.
  }
}

function phraseOf(status: number): string {
  return status >= 400 ? reasonPhrase(status) : ''
}

/**
 * Returns the result of a mutation of a page without an action. In development, the message has the likely mistakes in the
 * module.
 */
export function noAction({ build }: { build: ServerBuild }, pathname: string): ErrorResult {
  const hints = build.dev?.hints?.() ?? ''
  const message = `No action at ${pathname}`
  return expected(405, 'Method Not Allowed', hints === '' ? message : `${message}\n\n${hints}`)
}

/** In development, throws if JSON would lose a part of a handler's return value. A `Response` is not checked. */
export function checkJson({ dev }: ServerBuild, result: unknown): void {
  if (!dev || isResponse(result)) return

  const loss = explainLoss(isDataWithInit(result) ? result.data : result)
  if (loss) throw new TypeError(loss)
}

function explainLoss(value: unknown): string | undefined {
  try {
    return explainNonJson(value)
  } catch (error) {
    throw explainLater(value) ?? error
  }
}

/**
 * Returns the same as `JSON.parse(JSON.stringify(value))` for plain objects and arrays, but faster.
 *
 * It is a copy, so that a component that sorts its data does not change an object that the loader caches.
 *
 * @returns The copy, or `undefined` if a part of the value would change in JSON
 */
export function copyJson(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : undefined
    case 'object':
      if (value === null) return null
      return Array.isArray(value) ? copyArray(value) : copyObject(value as Record<string, unknown>)
    default:
      return undefined
  }
}

function copyArray(array: readonly unknown[]): unknown[] | undefined {
  if (Object.getPrototypeOf(array) !== Array.prototype) return undefined

  const copy: unknown[] = []
  for (let i = 0; i < array.length; i++) {
    const item = copyJson(array[i])
    if (item === undefined) return undefined
    copy.push(item)
  }
  return copy
}

function copyObject(object: Record<string, unknown>): Record<string, unknown> | undefined {
  if (Object.getPrototypeOf(object) !== Object.prototype) return undefined

  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(object)) {
    const member = copyJson(object[name])
    // Assigning a property with this name would set the prototype.
    if (member === undefined || name === '__proto__') return undefined
    copy[name] = member
  }
  return copy
}
