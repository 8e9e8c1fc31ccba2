import { readLightResponse } from '../internal/exchange/light-response.ts'
import { isRequestError } from '../internal/exchange/request-error.ts'
import { setsCookie } from '../internal/private-response.ts'
import { reasonPhrase } from '../internal/reason-phrase.ts'
import { refusalText } from '../internal/refusal-text.ts'
import { createErrorResponse } from '../page-protocol/errors.ts'
import { isDataWithInit } from '../response/index.ts'
import { copyJson } from './copy-json.ts'

/** What a loader or action came to. */
export type Outcome = DataOutcome | RedirectOutcome | ErrorOutcome

/** Data for the page, both as the JSON text that travels and as the value that every component sees. */
interface DataOutcome {
  type: 'data'
  json: string
  value: unknown
  status: number
  /** Of the response or `data()`, if it was one. Asking for them may cost something. */
  readonly headers: Headers | undefined
  hasCookie: boolean
}

/** The page is elsewhere. */
export interface RedirectOutcome {
  type: 'redirect'
  response: Response
}

/** A boundary has to be shown. */
export interface ErrorOutcome {
  type: 'error'
  /** A thrown `Response` is an `ErrorResponse` here. */
  error: unknown
  status: number
  headers: Headers | undefined
  /** Whether somebody should be told: a thrown `Response` was meant. */
  isUnexpected: boolean
}

/** Reads what a handler returned: a redirect, or data with a status and headers. */
export async function readReturned(returned: unknown, warn: () => void): Promise<Outcome> {
  if (returned instanceof Response) {
    return isRedirect(returned) ? { type: 'redirect', response: returned } : readData(returned)
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

/** Reads what a handler threw: a redirect, or an error for a boundary. */
export async function readThrown(thrown: unknown): Promise<RedirectOutcome | ErrorOutcome> {
  if (thrown instanceof Response) {
    if (isRedirect(thrown)) return { type: 'redirect', response: thrown }
    const { status, statusText, headers } = thrown
    const { value } = await readBody(thrown)
    return expected(status, statusText || phraseOf(status), value, headers)
  }
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

/** An error that nobody meant. */
export function unexpected(error: unknown): ErrorOutcome {
  return { type: 'error', error, status: 500, headers: undefined, isUnexpected: true }
}

/** An error that we make ourselves, such as for a page that does not exist. */
export function expected(
  status: number,
  statusText: string,
  data: unknown,
  headers?: Headers,
): ErrorOutcome {
  return {
    type: 'error',
    error: createErrorResponse(status, statusText, data),
    status,
    headers,
    isUnexpected: false,
  }
}

/** Whether a response sends the client elsewhere. A 3xx without a location does not. */
export function isRedirect(response: Response): boolean {
  switch (response.status) {
    case 301:
    case 302:
    case 303:
    case 307:
    case 308:
      return response.headers.has('Location')
    default:
      return false
  }
}

function toData(value: unknown): DataOutcome {
  // What JSON has no word for is null: undefined, functions, symbols.
  const json = (JSON.stringify(value) as string | undefined) ?? 'null'

  // A copy by JSON's rules, so that the server renders exactly what the browser will hydrate with.
  return {
    type: 'data',
    json,
    value: copyJson(value) ?? JSON.parse(json),
    status: 200,
    headers: undefined,
    hasCookie: false,
  }
}

async function readData(response: Response): Promise<DataOutcome> {
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

async function readBody(response: Response): Promise<{ json: string; value: unknown }> {
  const light = readLightResponse(response)
  if ((light ?? response).body === null) return { json: 'null', value: null }

  const text = typeof light?.body === 'string' ? light.body : await response.text()
  if (!/\bapplication\/json\b/i.test(contentTypeOf(response, light?.headers) ?? '')) {
    return { json: JSON.stringify(text), value: text }
  }

  return { json: text, value: JSON.parse(text) }
}

function contentTypeOf(response: Response, pairs: readonly string[] | undefined): string | null {
  return pairs?.[0] === 'Content-Type' ? pairs[1]! : response.headers.get('Content-Type')
}

/** An `Error` is sanitised on its way; anything else has to be something that can travel. */
function isJson(value: unknown): boolean {
  if (value instanceof Error) return true
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false // a cycle or a BigInt
  }
}

function phraseOf(status: number): string {
  return status >= 400 ? reasonPhrase(status) : ''
}
