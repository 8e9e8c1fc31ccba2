import type { ErrorResponse, SerializedError } from './errors.ts'
import { createErrorResponse, deserializeError } from './errors.ts'
import { filterQuery } from './index-param.ts'

/** Header that marks every data response of the framework; its value is `data`. */
export const RESPONSE_HEADER = 'X-Framework-Response'
/** Header that carries the manifest's version on every data response. */
export const VERSION_HEADER = 'X-Framework-Version'

/** The outcome of one loader or action. */
export type RouteResult = { data: unknown } | { error: SerializedError }

/** Body of an answer to GET: the outcomes by route id. */
export type LoaderEnvelope = Record<string, RouteResult>

/** Body of an answer to any other method. */
export type ActionEnvelope = RouteResult

/** Body of a 202: whatever answered, it wanted to redirect. */
export interface RedirectEnvelope {
  redirect: RedirectInstruction
}

export interface RedirectInstruction {
  /** As the redirect's `Location`: a path with the basename, or an absolute URL. */
  location: string
  /** 301, 302, 303, 307 or 308. */
  status: number
  /** The redirect set a cookie: every loader is due. */
  revalidate: boolean
  /** `redirectDocument()`: the browser loads the target as a document. */
  reload: boolean
  /** `replace()`: the history entry is replaced. */
  replace: boolean
}

/** An answer to a data request. A `Response` is one. */
export interface DataAnswer {
  readonly status: number
  readonly statusText: string
  /** `opaqueredirect` for a redirect that could not be enveloped. */
  readonly type?: string
  /** Whether a redirect was followed, and where to. */
  readonly redirected?: boolean
  readonly url?: string
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** What an answer means. */
export type Decoded =
  | { type: 'envelope'; body: Record<string, unknown>; status: number; version: string | null }
  | { type: 'data'; data: unknown; status: number }
  | { type: 'redirect'; redirect: RedirectInstruction }
  /** A redirect that the browser may follow and we may not see. */
  | { type: 'opaque' }
  | { type: 'error'; error: unknown }

/**
 * The URL that asks for the loaders `ids` of the page at `url`.
 *
 * Textual, so that a prefetch and the navigation after it ask for the same bytes.
 *
 * @param url Path and search of the page
 * @param ids Route ids, root first; none runs no loader, only middleware
 */
export function createDataUrl(url: string, ids: readonly string[]): string {
  const page = filterQuery(url, (part) => !isDataParam(part))
  return `${page}${page.includes('?') ? '&' : '?'}_data=${ids.map(encodeURIComponent).join(',')}`
}

/** The URL without `_data`, the rest of it untouched, and the ids that it named; `undefined` when it had none. */
export function takeDataParam(url: string): { url: string; ids: string[] | undefined } {
  let ids: string[] | undefined
  const rest = filterQuery(url, (part) => {
    if (!isDataParam(part)) return true
    ids ??= readIds(part.slice(6))
    return false
  })
  return { url: rest, ids }
}

function isDataParam(part: string): boolean {
  return part === '_data' || part.startsWith('_data=')
}

function readIds(value: string): string[] {
  const ids: string[] = []
  for (const part of value.split(',')) {
    try {
      if (part !== '') ids.push(decodeURIComponent(part))
    } catch {
      // Not percent-encoding, so not an id of ours: ignored like every id that does not match.
    }
  }
  return ids
}

/** Reads the answer to a data request. */
export async function decodeAnswer(answer: DataAnswer): Promise<Decoded> {
  if (answer.type === 'opaqueredirect') return { type: 'opaque' }

  const text = await answer.text()
  if (answer.headers.get(RESPONSE_HEADER) !== 'data') {
    // A proxy's error page, or a captive portal that answers 200 to everything.
    return { type: 'error', error: answer.status >= 400 ? failed(answer, text) : unexpected() }
  }

  const body = parseJson(text)
  if (!isObject(body)) return { type: 'error', error: unexpected() }
  if (answer.status === 202 && isRedirectEnvelope(body)) return { type: 'redirect', ...body }

  const { status } = answer
  return { type: 'envelope', body, status, version: answer.headers.get(VERSION_HEADER) }
}

/** Reads the answer of a URL that is no page: JSON is data whatever its status, other failures are errors. */
export async function decodeForeignAnswer(answer: DataAnswer): Promise<Decoded> {
  const text = await answer.text()
  const { status, redirected, url: location } = answer
  if (redirected && location) {
    return {
      type: 'redirect',
      redirect: { location, status: 302, revalidate: false, reload: false, replace: false },
    }
  }

  if (text === '' && status < 400) return { type: 'data', data: null, status }
  if (!/\bapplication\/json\b/i.test(answer.headers.get('Content-Type') ?? '')) {
    return status >= 400
      ? { type: 'error', error: failed(answer, text) }
      : { type: 'data', data: text, status }
  }

  const data = parseJson(text)
  return data === undefined
    ? { type: 'error', error: unexpected() }
    : { type: 'data', data, status }
}

/** The outcome of one route, its error revived; `undefined` when the body does not have it. */
export function readResult(result: unknown): { data: unknown } | { error: unknown } | undefined {
  if (!isObject(result)) return undefined
  if (isObject(result.error)) return { error: deserializeError(result.error as SerializedError) }
  return Object.hasOwn(result, 'data') ? { data: result.data } : undefined
}

function failed(answer: DataAnswer, text: string): ErrorResponse {
  return createErrorResponse(answer.status, answer.statusText, text)
}

function unexpected(): ErrorResponse {
  return createErrorResponse(502, 'Unexpected response', '')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // half an answer, or not one of ours
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

// A loader may answer 202 itself, and a route may be called "redirect".
function isRedirectEnvelope(
  body: Record<string, unknown>,
): body is { redirect: RedirectInstruction } {
  return isObject(body.redirect) && typeof body.redirect.location === 'string'
}
