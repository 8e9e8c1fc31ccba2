import { adoptRequest } from '../../router/fetch-router/shared.ts'
import { SetCookie } from '../../http/headers/index.ts'
import { discardBody, editHeaders } from '../../internal/exchange/edit-headers.ts'
import type {
  EndedMutation,
  RequestFacts,
  NextPage,
} from '../../internal/exchange/request-facts.ts'
import type { IncomingRequest } from '../../internal/exchange/incoming.ts'
import { knownBody } from '../../internal/exchange/known-body.ts'
import { createLightResponse } from '../../internal/exchange/light-response.ts'
import { putBack } from '../../internal/exchange/pass-on.ts'
import { isRequestError } from '../../internal/exchange/status-errors.ts'
import { cookieBytes, maxCookieBytes } from '../../internal/http/http.ts'
import { createDataUrl } from '../page-protocol/data-url.ts'
import { stripIndexParam } from '../page-protocol/index-param.ts'
import type { Verdict } from '../page-protocol/loader-reasons.ts'
import { isResourceRoute } from '../page-protocol/manifest.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import { hasPolicy } from '../page-protocol/should-reload.ts'
import { VISITOR_HEADER } from '../page-protocol/visitor-header.ts'
import { isLines, RESPONSE_HEADER, VERSION_HEADER } from '../page-protocol/wire.ts'
import { reloadHeader } from '../../http/response/shared.ts'
import { readAt } from './judge-loaders.ts'
import { loadModules, type PageRequest, type PagesApp } from './page-request.ts'
import { isRedirect, type Result } from './result.ts'
import { addCarriedPage, defaultPolicy, linesType, writeFirstLine } from './write-wire.ts'

/**
 * Chooses the page that comes with the response of a mutation (OT-1, OT-2). No loader and no middleware of that page runs for
 * this.
 *
 * @param result The result of the action
 * @param verdicts What the server says about the loaders of the page on show
 * @returns A function of the final response, or `undefined` if the browser has to request the page
 */
export function chooseNext(
  page: PageRequest,
  result: Result,
  verdicts: ReadonlyMap<string, Verdict> | undefined,
): EndedMutation['next'] {
  const isData = result.type === 'data' && result.status < 500
  if (!page.dataRequest?.page || page.oneTrip === false) return undefined
  if (!isData && result.type !== 'redirect') return undefined

  return async (response) => {
    // Middleware may have replaced the response of the action. Then the browser decides what follows.
    if (isRedirect(response) === isData) return undefined
    const own = new URL(page.context.originalHref)
    const url = isData ? own : readTarget(response, own)
    if (url?.origin !== own.origin) return undefined
    if (page.oneTrip === 'same-path' && url.pathname !== own.pathname) return undefined

    const matches = page.app.match(url.pathname)
    const leaf = matches?.at(-1)?.route
    if (!leaf || leaf.scripts === false || isResourceRoute(leaf)) return undefined

    const shown = findShown(page, own)
    if (await hasPolicies(page.app, matches!.filter(shown.has))) return undefined
    const { ids, fields } = chooseLoaders(matches!, url, shown, verdicts)
    // If no loader has to run, the browser would send a request only to let middleware refuse the page.
    const isGuarded = !isData && matches!.some(({ route }) => route.hasMiddleware)
    if (ids.length === 0 && !isGuarded) return undefined

    const path = url.pathname + url.search
    const id = page.context.observation?.id
    return {
      path,
      dataUrl: url.origin + createDataUrl(path, ids, fields),
      sentBy: id === undefined ? undefined : { id, cause: 'mutation' },
    }
  }
}

/** Reads where a redirect leads, unless the browser has to send the form again or load a document. */
function readTarget({ headers, status }: Response, own: URL): URL | undefined {
  if (status > 303 || headers.has(reloadHeader)) return undefined
  return URL.parse(headers.get('Location')!, own) ?? undefined
}

/** The page that the browser shows. */
interface Shown {
  readonly url: URL | undefined
  /** Whether the page on show has the same match. */
  readonly has: (match: PageMatch) => boolean
}

function findShown({ app, dataRequest }: PageRequest, own: URL): Shown {
  const url = readAt(dataRequest, own)
  const matches = (url && app.match(url.pathname)) ?? []
  return {
    url,
    has: ({ id, pathname }) =>
      matches.some((match) => match.id === id && match.pathname === pathname),
  }
}

/**
 * Whether a module decides if its loader runs again. Only the browser can ask the module. If it then wants the loader, the
 * rest of the page would be requested twice. So the browser requests the whole page.
 */
async function hasPolicies(app: PagesApp, matches: readonly PageMatch[]): Promise<boolean> {
  try {
    const loaders = matches.filter(({ route }) => route.hasLoader)
    return (await loadModules(app, loaders)).some(hasPolicy)
  } catch {
    return true // A module cannot be loaded. The next request for that page reports it.
  }
}

/** Chooses the loaders that have to run, and the routes whose fields the browser may lack (OT-4). */
function chooseLoaders(
  matches: readonly PageMatch[],
  url: URL,
  shown: Shown,
  verdicts: ReadonlyMap<string, Verdict> | undefined,
): { ids: string[]; fields: string[] } {
  const hasSameQuery =
    shown.url && stripIndexParam(shown.url.search) === stripIndexParam(url.search)
  const isKept = (match: PageMatch): boolean =>
    hasSameQuery === true && verdicts?.get(match.id)?.run === false && shown.has(match)

  const lacking = matches.filter((match) => match.route.hasFields && !shown.has(match))
  const running = matches.filter((match) =>
    match.route.hasLoader ? !isKept(match) : lacking.includes(match),
  )
  return { ids: running.map(({ id }) => id), fields: lacking.map(({ id }) => id) }
}

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
  const headers = isData(response) && createHeaders(response, incoming.copyHeaders())
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

/**
 * Creates the headers of the request that the browser would send next: with the cookies of this response, and without the
 * headers that belong to the mutation (OT-3, OT-6).
 *
 * @returns `undefined` if it is not certain which cookies the browser would send
 */
function createHeaders(response: Response, headers: Headers): Headers | undefined {
  if (response.headers.has('Clear-Site-Data')) return undefined
  let pairs = headers.get('Cookie')?.split(/; */) ?? []
  const changed = new Set<string>()
  for (const line of response.headers.getSetCookie()) {
    const set = SetCookie.from(line)
    const { name, value } = set
    const isOurs = (pair: string): boolean => pair.startsWith(`${name}=`)
    const isCertain =
      isOfWholeSite(set) &&
      cookieBytes(name, value) <= maxCookieBytes &&
      pairs.filter(isOurs).length === 1 &&
      !changed.has(name)
    if (!isCertain) return undefined

    changed.add(name)
    pairs = hasExpired(set)
      ? pairs.filter((pair) => !isOurs(pair))
      : pairs.map((pair) => (isOurs(pair) ? `${name}=${value}` : pair))
  }

  for (const name of Array.from(headers.keys())) if (isOfMutation(name)) headers.delete(name)
  if (pairs.length > 0) headers.set('Cookie', pairs.join('; '))
  else headers.delete('Cookie')
  return headers
}

function isOfWholeSite({ domain, partitioned, path }: SetCookie): boolean {
  return path === '/' && domain === undefined && !partitioned
}

function hasExpired({ expires, maxAge }: SetCookie): boolean {
  return maxAge === undefined
    ? expires !== undefined && expires.getTime() <= Date.now()
    : maxAge <= 0
}

/** Whether a header belongs to the mutation alone, and not to the request for the page. */
function isOfMutation(name: string): boolean {
  return /^(?:content-.+|if-.+|origin|idempotency-key|range|accept-encoding|transfer-encoding|expect|trailer)$/.test(
    name,
  )
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

/** Adds the cookies of the page, as if the browser had requested the page (OT-10). */
function mergeCookies(
  headers: Headers,
  cookies: readonly string[],
  pathname: string,
  incoming: IncomingRequest,
): void {
  let lines = headers.getSetCookie()
  for (const line of cookies) {
    const set = SetCookie.from(line)
    // The cookies of the mutation are all for the whole site, or no page would have been requested (OT-3).
    if (isOfWholeSite(set)) lines = lines.filter((other) => SetCookie.from(other).name !== set.name)
    const isElsewhere = new URL(incoming.url).pathname !== pathname
    lines.push(
      set.path === undefined && isElsewhere ? `${line}; Path=${defaultPath(pathname)}` : line,
    )
  }
  headers.delete('Set-Cookie')
  for (const line of lines) headers.append('Set-Cookie', line)
}

/** Returns the path that a browser gives to a cookie without `Path`: RFC 6265 §5.1.4. */
function defaultPath(pathname: string): string {
  return pathname.slice(0, pathname.lastIndexOf('/')) || '/'
}
