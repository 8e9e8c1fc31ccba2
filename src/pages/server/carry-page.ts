import { adoptRequest } from '../../router/fetch-router/shared.ts'
import { discardBody, editHeaders } from '../../internal/exchange/edit-headers.ts'
import type { RequestFacts, NextPage } from '../../internal/exchange/request-facts.ts'
import type { IncomingRequest } from '../../internal/exchange/incoming.ts'
import { knownBody } from '../../internal/exchange/known-body.ts'
import { createLightResponse } from '../../internal/exchange/light-response.ts'
import { putBack } from '../../internal/exchange/pass-on.ts'
import { isRequestError } from '../../internal/exchange/status-errors.ts'
import { VISITOR_HEADER } from '../page-protocol/visitor-header.ts'
import { isLines, RESPONSE_HEADER, VERSION_HEADER } from '../page-protocol/wire.ts'
import { addCarriedPage, defaultPolicy, linesType, writeFirstLine } from './write-wire.ts'
import { createNextHeaders, mergeCookies } from './carried-cookies.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** How to send the request for the page, and how to report its errors. */
interface PageSender {
  readonly send: (request: Request) => Promise<Response>
  readonly onError: (error: unknown, request: Request) => void
}

/** The response to the request for the page: its cookies, and the page if it can be used. */
interface PageResponse {
  readonly cookies: readonly string[]
  /** `undefined` if the browser has to request the page itself. */
  readonly page?: InnerPage
}

interface InnerPage {
  readonly status: number
  readonly version: string | null
  /** The header that says who is signed in. */
  readonly visitor: string | null
  /** The JSON of the page. With deferred values, its first line. */
  readonly body: string
  /** Returns a stream of `first` and the lines that follow it, if values are deferred. */
  readonly follow: ((first: Bytes) => ReadableStream<Bytes>) | undefined
}

/**
 * Adds the page that follows to the response of a mutation. Requests that page inside of the process, through all
 * middleware, as the browser would request it after this response (OT-5 to OT-10).
 *
 * @param response The response of the mutation, as the browser would get it
 * @returns The response with the page, or unchanged if the browser has to request the page itself
 */
export async function carryPage(
  response: Response,
  next: NextPage,
  incoming: IncomingRequest,
  sender: PageSender,
): Promise<Response> {
  const headers = isData(response) && createNextHeaders(response, incoming.copyHeaders())
  if (!headers) return response

  const { cookies, page: inner } = await requestInside(incoming, next, headers, sender)
  const addCookies = (headers: Headers): void =>
    mergeCookies(headers, cookies, new URL(next.dataUrl).pathname, incoming)
  if (!inner) return cookies.length > 0 ? editHeaders(response, addCookies) : response

  const known = knownBody(response)
  const own = typeof known === 'string' ? known : await response.text()
  const { body: json, status, version } = inner
  const body = addCarriedPage(own, { url: next.path, status, version }, json)
  const sent = createCarriedHeaders(response, inner)
  addCookies(sent)
  if (!inner.follow) return createLightResponse(response.status, '', sent, body)

  const first = new TextEncoder().encode(`${writeFirstLine(body)}\n`)
  return new Response(inner.follow(first), { status: response.status, headers: sent })
}

/** Whether a response is data of this app, and can be read. */
function isData({ headers }: Response): boolean {
  return headers.get(RESPONSE_HEADER) === 'data' && !headers.has('Content-Encoding')
}

/** Requests the page. If its response cannot be used, its cookies still count. Never rejects. */
async function requestInside(
  incoming: IncomingRequest,
  { dataUrl, sentBy }: NextPage,
  headers: Headers,
  { onError, send }: PageSender,
): Promise<PageResponse> {
  const leaving = new AbortController()
  const { signal } = leaving
  incoming.onAbort((reason) => leaving.abort(reason))
  const request = adoptRequest(
    new Request(dataUrl, {
      headers,
      signal,
      ...(incoming.cf !== undefined && { cf: incoming.cf }),
    }),
    createFacts(incoming.facts, sentBy),
  )
  let cookies: readonly string[] = []
  try {
    const response = await send(request)
    cookies = response.headers.getSetCookie()
    if (isData(response)) return { cookies, page: await readInner(response, signal) }
    discardBody(response)
  } catch (error) {
    if (!signal.aborted && !isRequestError(error)) onError(error, request)
  }
  return { cookies }
}

/**
 * Creates the facts of the next request. It has the client and the server of the mutation, and none of its other facts
 * (OT-5).
 */
function createFacts(outer: RequestFacts, sentBy: RequestFacts['sentBy']): RequestFacts {
  const { clientAddress, isTest, shutdown } = outer
  return {
    clientAddress,
    isTest,
    shutdown,
    sentBy,
    ...(outer.holdOpen && { holdOpen: (work: Promise<unknown>) => outer.holdOpen!(work) }),
    ...(outer.holdAfter && { holdAfter: (work: Promise<unknown>) => outer.holdAfter!(work) }),
    ...(outer.reportAfter && { reportAfter: (error: unknown) => outer.reportAfter!(error) }),
  }
}

/** Reads the whole body of a page, or its first line. */
async function readInner(response: Response, signal: AbortSignal): Promise<InnerPage> {
  const { headers, status } = response
  const version = headers.get(VERSION_HEADER)
  const visitor = headers.get(VISITOR_HEADER)
  const inner = { status, version, visitor, follow: undefined }
  const known = knownBody(response)
  if (typeof known === 'string') return { ...inner, body: known }

  const reader = (response.body as ReadableStream<Bytes>).getReader()
  const stop = (): void => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', stop)
  const decoder = new TextDecoder()
  let body = ''
  for (;;) {
    const { done, value } = await reader.read()
    signal.throwIfAborted()
    if (done) return { ...inner, body: body + decoder.decode() }
    const end = isLines(response) ? value.indexOf(LINE_FEED) : -1
    body += decoder.decode(end === -1 ? value : value.subarray(0, end), { stream: true })
    if (end === -1) continue

    const follow = (first: Bytes): ReadableStream<Bytes> =>
      putBack(
        [first, value.subarray(end + 1)].filter(({ length }) => length > 0),
        () => reader.read(),
        (reason) => reader.cancel(reason),
      )
    return { ...inner, body, follow }
  }
}

const LINE_FEED = 0x0a

/**
 * Creates the headers of the response that brings the page: the mutation's, and a policy that lets no cache store it
 * (OT-10).
 */
function createCarriedHeaders(response: Response, { follow, visitor }: InnerPage): Headers {
  const headers = new Headers(response.headers)
  const [ranFor] = headers.get(VISITOR_HEADER)?.split(',') ?? []
  if (ranFor && visitor) headers.set(VISITOR_HEADER, `${ranFor},${visitor}`)
  headers.delete('Content-Length')
  headers.set('Cache-Control', defaultPolicy)
  if (follow) headers.set('Content-Type', linesType)
  return headers
}
