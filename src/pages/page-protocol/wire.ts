import type { Fields } from '../../internal/forms/fields.ts'
import type { ErrorResponse, SerializedError } from './errors.ts'
import { createErrorResponse, deserializeError } from './errors.ts'
import { canOnce } from './features.ts'
import type { FormFailure } from './form-failure.ts'
import type { Verdicts } from './loader-reasons.ts'

/** The header that marks every data response of the framework. Its value is `data`. */
export const RESPONSE_HEADER = 'X-Framework-Response'
/** The header with the version of the manifest, on every data response. */
export const VERSION_HEADER = 'X-Framework-Version'

/** The status of a data response that means a redirect. */
export const REDIRECT_STATUS = 202

/** The result of one loader or action. An error can have data: middleware threw after the loader had run. */
export type RouteResult =
  | { data: unknown; fields?: Fields }
  | { error: SerializedError; data?: unknown }

/** The declarations of a route about its loader: the digest of its tags, and the names in the query that it reads. */
export interface Declared {
  reads?: string | undefined
  query?: readonly string[] | undefined
  /** For a live page: the server's time before the loader started. */
  live?: number | undefined
}

/** The body of a response to GET: the results by route id. */
export type LoaderEnvelope = Record<string, RouteResult>

/** The result of a loader with deferred members. */
export interface DeferredEntry {
  data: Record<string, unknown>
  /** The names of the members. */
  later?: readonly string[]
  /** The values of these members, in a response that waited for them. */
  late?: readonly DeferredLine[]
}

/** One deferred value: the id of its route and its name, and the value or an error. */
export type DeferredLine = { later: readonly [id: string, name: string] } & RouteResult

/** A form that was refused. */
export interface RefusedForm extends Pick<FormFailure, 'form' | 'errors' | 'values' | 'focus'> {
  /** Whether the action ran, and refused the form itself. */
  ran: boolean
  /** Whether every loader of the page is due, because the visitor is another one. */
  reload?: boolean
}

/**
 * The page that follows a mutation, beside the result of the action. It has the content that its own response would have
 * (OT-10).
 */
export interface CarriedPage {
  /** Its path and query. */
  url: string
  type: 'envelope' | 'redirect'
  version: string | null
  status: number
  body: Record<string, unknown>
  redirect?: RedirectInstruction
}

/** The body of a 202, which means a redirect. */
export interface RedirectEnvelope {
  redirect: RedirectInstruction
}

export interface RedirectInstruction {
  /** The `Location` of the redirect: a path with the basename, or an absolute URL. */
  location: string
  /** 301, 302, 303, 307 or 308. */
  status: number
  /** Whether the redirect set a cookie, so that every loader is due. */
  revalidate: boolean
  /** Whether the browser has to load the target as a document, after `redirectDocument()`. */
  reload: boolean
  /** Whether the history entry is replaced, after `replace()`. */
  replace: boolean
}

/** A response to a data request. A `Response` fits this type. */
export interface DataResponse {
  readonly status: number
  readonly statusText: string
  /** `opaqueredirect` for a redirect that the app has not sent, such as a proxy's. */
  readonly type?: string
  /** Whether a redirect was followed. */
  readonly redirected?: boolean
  readonly url?: string
  readonly headers: { get(name: string): string | null }
  /** The stream, to read lines as they arrive. Without it, lines are read when all of them have arrived. */
  readonly body?: ReadableStream<Uint8Array> | null
  text(): Promise<string>
}

/** The content of a response. */
export type Decoded =
  | { type: 'envelope'; body: Record<string, unknown>; status: number; version: string | null }
  | { type: 'data'; data: unknown; status: number }
  | { type: 'redirect'; redirect: RedirectInstruction; verdicts?: Verdicts; page?: CarriedPage }
  /** A redirect that only the browser can follow. */
  | { type: 'opaque' }
  /** The `response` of a proxy, if it can be asked again. */
  | { type: 'error'; error: unknown; response?: DataResponse }

/** The content of a response whose lines are not read yet. */
export interface Unread {
  type: 'lines'
}

/** Reads the response to a data request. */
export async function decodeResponse(response: DataResponse): Promise<Decoded | Unread> {
  if (response.type === 'opaqueredirect') return { type: 'opaque' }

  const isOurs = response.headers.get(RESPONSE_HEADER) === 'data'
  if (isOurs && isLines(response)) return { type: 'lines' }

  const text = await response.text()
  if (!isOurs) {
    // This is the error page of a proxy, or a captive portal that sends a 200 for every URL.
    const error = response.status >= 400 ? failed(response, text) : unexpected()
    return { type: 'error', error, ...(canOnce && { response }) }
  }

  const body = parseJson(text)
  if (!isObject(body)) return { type: 'error', error: unexpected() }
  if (response.status === REDIRECT_STATUS && isRedirectEnvelope(body))
    return { type: 'redirect', ...body }

  const { status } = response
  return { type: 'envelope', body, status, version: response.headers.get(VERSION_HEADER) }
}

/** Returns the part of a response with the results of loaders: the whole response, or the page that follows a mutation. */
export function loadersIn(decoded: Decoded, isLoad: boolean): Partial<CarriedPage> | undefined {
  const { body = decoded } = decoded as { body?: object }
  return isLoad ? (decoded as object) : (body as { page?: CarriedPage }).page
}

/** Whether a response consists of lines of JSON: the body, and then the deferred values of its loaders. */
export function isLines({ headers }: DataResponse): boolean {
  return !!headers.get('Content-Type')?.startsWith('application/jsonl')
}

/** Returns the result of one route, with a real error object, or `undefined` if the body does not have it. */
export function readResult(
  result: unknown,
):
  | ({ data: unknown; fields?: Fields } & Declared)
  | { error: unknown; data?: unknown }
  | undefined {
  if (!isObject(result)) return undefined
  if (isObject(result.error))
    return { ...result, error: deserializeError(result.error as SerializedError) }
  return Object.hasOwn(result, 'data') ? (result as { data: unknown }) : undefined
}

/** Returns the error for a failed response that is not from the framework. */
export function failed(response: DataResponse, text: string): ErrorResponse {
  return createErrorResponse(response.status, response.statusText, text)
}

/** Returns the error for a response that cannot be read. */
export function unexpected(): ErrorResponse {
  return createErrorResponse(502, 'Unexpected response', '')
}

/** Parses JSON. Returns `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // The body is incomplete, or not from the app.
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/**
 * Whether the body of a response with {@link REDIRECT_STATUS} is a redirect. The status alone is not enough: a loader may
 * return a 202, and a route may have the id "redirect".
 */
export function isRedirectEnvelope(body: object): body is RedirectEnvelope {
  const { redirect } = body as Partial<Record<string, unknown>>
  return isObject(redirect) && typeof redirect.location === 'string'
}
