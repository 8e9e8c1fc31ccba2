import { pressedStatus } from '../contract/shared.ts'
import { internalsOf } from '../fetch-router/shared.ts'
import { createLightResponse } from '../internal/exchange/light-response.ts'
import { runOf } from '../internal/anonymous-run.ts'
import { setsCookie } from '../internal/exchange/known-body.ts'
import { isUnavailableError } from '../internal/exchange/unavailable-error.ts'
import { isLoadMethod } from '../internal/http.ts'
import { serializeError } from '../page-protocol/errors.ts'
import { actionTarget } from '../page-protocol/match-pages.ts'
import { RESPONSE_HEADER, VERSION_HEADER, type RefusedForm } from '../page-protocol/wire.ts'
import { reloadHeader, replaceHeader, serializeLocation } from '../response/shared.ts'
import { writesOf } from '../tags/shared.ts'
import type { ServerBuild } from './build.ts'
import { chooseNext } from './choose-next.ts'
import { shownFailure } from './create-handoff.ts'
import { foldHeaders } from './fold-headers.ts'
import { identityReason, judgeLoaders } from './judge-loaders.ts'
import { isTooLong } from './deferred.ts'
import { streamLines } from './deferred-body.ts'
import {
  expected,
  noAction,
  type ActionRun,
  type DataResult,
  type ErrorResult,
  type Result,
} from './result.ts'
import { isPrefetch, observeWrites } from './observe-page.ts'
import type { PageRequest } from './page-request.ts'
import { addRefusal, boundaryIndex, shownAround } from './refusals.ts'
import { unexpectedResponse } from './report.ts'
import { readFailure, runAction, runLoader } from './run-handler.ts'
import { collectResults, hidden, statusOf } from './show-page.ts'
import { readVisitor, tellAction, tellLoad } from './tell-visitor.ts'

/** The default `Cache-Control` of a response to a data request. */
export const defaultPolicy = 'no-store'
/** The default `Cache-Control` for a prefetch: the response is kept for the next click. */
export const prefetchPolicy = 'private, max-age=5'

/** The body of a data response: JSON, lines of JSON, or nothing for HEAD. */
type DataBody = string | ReadableStream<Uint8Array<ArrayBuffer>> | null

/** What middleware of the route at `index` refused a request with. */
interface Refusal {
  readonly index: number
  readonly result: ErrorResult
}

/**
 * Responds to a data request with the results of the requested loaders, or of the action.
 *
 * @param refusal The refusal, if there is one. Then a load gets it with the results of the loaders around the boundary that
 *   shows it, and nothing else runs
 */
export async function respondWithData(page: PageRequest, refusal?: Refusal): Promise<Response> {
  try {
    if (isLoadMethod(page.method)) {
      return await tellLoad(page, await respondWithLoaders(page, refusal))
    }
    return refusal ? respondWithRefusal(page, refusal) : await respondWithAction(page)
  } catch (thrown) {
    // A `headers` export threw. Errors of loaders and actions are already handled.
    page.deferred.drop('The response failed')
    const result = await readFailure(page, 0, thrown, 'headers')
    return result.type === 'redirect' ? result.response : respondWithFailure(page, 0, result)
  }
}

async function respondWithAction(page: PageRequest): Promise<Response> {
  const { id } = actionTarget(page.matches, page.context.url.search)
  const index = page.matches.findIndex((match) => match.id === id)
  const { ids, once } = page.dataRequest!
  if (ids.length !== 1 || ids[0] !== id) {
    return respondWithFailure(
      page,
      index,
      expected(400, 'Bad Request', 'Not the target of this URL'),
    )
  }

  const ranFor = await readVisitor(page)
  const ran = await runAction(page, index)
  if (ran) tellAction(page, ranFor, ran)
  const verdicts = ran && (await endMutation(page, index, ran))
  const result = ran?.result ?? noAction(page, page.context.url.pathname)
  // The browser sends a form with a key again, unless the response is marked as data (ON-9).
  if (once && ran && result.type === 'error' && isUnavailableError(result.error)) {
    return unexpectedResponse(page.build, result.error)
  }
  if (result.type === 'redirect') return result.response

  const headers = foldHeaders({ ...page, loaders: new Map(), action: { id, result } })
  if (ran && headers.has('Set-Cookie')) tellAction(page, ranFor, ran, true)
  if (result.type === 'error' && result.status === 405) headers.set('Allow', 'GET, HEAD')
  if (result.type === 'invalid') {
    headers.set('Cache-Control', defaultPolicy)
    // The client takes it that nothing was written.
    writesOf(page.context).tell('none')
    if (result.ran)
      result.reload = headers.has('Set-Cookie') || identityReason(page, result) !== undefined
  }

  return createDataResponse(
    page,
    result.status,
    headers,
    addVerdicts(resultJson(page, result), verdicts),
  )
}

/**
 * Judges the loaders of the page on show when an action has ended, and tells the final step what follows.
 *
 * @returns The verdicts as JSON, if there are any
 */
async function endMutation(
  page: PageRequest,
  index: number,
  ran: ActionRun,
): Promise<string | undefined> {
  if (ran.result.type === 'invalid') return undefined
  const judged = await judgeLoaders(page, ran)
  observeWrites(page, index, judged)
  if (judged) writesOf(page.context).tell('all')

  const verdicts = judged && JSON.stringify(Object.fromEntries(judged))
  const next = chooseNext(page, ran.result, judged)
  internalsOf(page.context).identity?.finalStep?.followMutation({ verdicts, next })
  return verdicts
}

function addVerdicts(body: string, verdicts: string | undefined): string {
  return verdicts === undefined ? body : addText(body, `,"verdicts":${verdicts}`)
}

/** Responds to a mutation that middleware refused. No loader runs: the browser reloads separately. */
function respondWithRefusal(page: PageRequest, { result }: Refusal): Response {
  const { status, headers: own } = result
  const headers = new Headers()
  for (const cookie of own?.getSetCookie() ?? []) headers.append('Set-Cookie', cookie)
  addRefusal(headers, own)

  return createDataResponse(page, status, headers, resultJson(page, result))
}

/** Responds to a data request that failed in the route at `index`. The error is the result of that route or of the action. */
function respondWithFailure(page: PageRequest, index: number, result: ErrorResult): Response {
  const json = resultJson(page, result)
  const body = isLoadMethod(page.method) ? toEntry(page, index, json) : json

  return createDataResponse(page, result.status, new Headers(result.headers), body)
}

/** Responds to a data request that no route handles. The error belongs to the root, whatever the method. */
export function respondUnserved(
  page: PageRequest,
  result: ErrorResult,
  allow: string | undefined,
): Response {
  const headers = new Headers(allow === undefined ? undefined : { Allow: allow })

  return createDataResponse(
    page,
    result.status,
    headers,
    toEntry(page, 0, resultJson(page, result)),
  )
}

/**
 * Converts a redirect to the format of the client router, because `fetch` would follow a real redirect.
 *
 * @throws {TypeError} If the target is not http or https
 */
export function wrapRedirect(
  build: ServerBuild,
  response: Response,
  verdicts: string | undefined,
): Response {
  const headers = new Headers(response.headers)
  const redirect = {
    location: serializeLocation(headers.get('Location')!),
    status: response.status,
    revalidate: setsCookie(response),
    reload: headers.has(reloadHeader),
    replace: headers.has(replaceHeader),
  }
  for (const name of ['Location', reloadHeader, replaceHeader]) headers.delete(name)

  return markData(build, 202, headers, addVerdicts(JSON.stringify({ redirect }), verdicts))
}

async function respondWithLoaders(page: PageRequest, refusal?: Refusal): Promise<Response> {
  const wanted = new Set(page.dataRequest!.ids)
  const allowed = refusal && shownAround(page, refusal.index, true)
  const loaders = collectResults(
    page,
    await Promise.all(
      page.matches.map(({ id }, i) =>
        wanted.has(id) && (allowed?.includes(i) ?? true) ? runLoader(page, i) : undefined,
      ),
    ),
  )
  for (const result of loaders.values()) {
    if (result.type !== 'redirect') continue
    page.deferred.drop('Another loader redirected')
    return result.response
  }

  return page.deferred.all.length > 0
    ? respondWithDeferred(page, loaders, refusal)
    : respondWithResults(page, loaders, refusal, ({ body }) => body)
}

/** Responds with lines, or with one object for a run without a visitor. */
async function respondWithDeferred(
  page: PageRequest,
  loaders: Map<string, Result>,
  refusal: Refusal | undefined,
): Promise<Response> {
  const { deferred, method } = page
  if (runOf(page.context) !== undefined) await deferred.whenDone()
  else await limitFirstLine(page, loaders)

  return respondWithResults(page, loaders, refusal, ({ body, end }) => {
    const values = page.matches.slice(0, end).flatMap(({ id }) => {
      const result = loaders.get(id)
      return (result?.type === 'data' && result.deferred) || []
    })
    deferred.drop(hidden, (value) => !values.includes(value))
    if (values.length === 0 || runOf(page.context) !== undefined) return body
    if (method === 'HEAD') return null

    deferred.body = streamLines(toLine(body), values, () => deferred.drop('The client has left'))
    return deferred.body.stream
  })
}

/** The JSON of a `Response` can have line breaks between its parts. */
export function toLine(json: string): string {
  return json.replaceAll(/[\n\r]/g, ' ')
}

/** A client reads only so much as one line. A loader whose data does not fit has failed. */
async function limitFirstLine(page: PageRequest, loaders: Map<string, Result>): Promise<void> {
  while (isTooLong(Array.from(loaders.values(), (result) => resultJson(page, result)).join())) {
    const sizeOf = (id: string): number => resultJson(page, loaders.get(id)!).length
    const id = Array.from(loaders.keys()).reduce((a, b) => (sizeOf(a) < sizeOf(b) ? b : a))
    const index = page.matches.findIndex((match) => match.id === id)
    const error = new TypeError(
      `Cannot send what the loader of "${id}" returned: it has more than 16 MiB. Send less, or defer nothing on this page.`,
    )
    loaders.set(id, await readFailure(page, index, error, 'loader'))
  }
}

function respondWithResults(
  page: PageRequest,
  loaders: ReadonlyMap<string, Result>,
  refusal: Refusal | undefined,
  bodyOf: (entries: { body: string; end: number }) => DataBody,
): Response {
  const failing = page.matches.findIndex(
    ({ id }, i) => loaders.get(id)?.type === 'error' || i === refusal?.index,
  )
  const failed =
    refusal?.result ?? (loaders.get(page.matches[failing]?.id ?? '') as ErrorResult | undefined)
  const end = failed ? boundaryIndex(page, failing) + 1 : page.matches.length

  const entries = page.matches.flatMap(({ id }, i) => {
    const entry = entryOf(page, loaders.get(id), i, end, refusal)
    return entry === undefined ? [] : `${JSON.stringify(id)}:${entry}`
  })
  const headers = foldHeaders({
    matches: page.matches.slice(0, end),
    modules: page.modules,
    loaders,
    errorHeaders: failed?.headers,
  })
  if (refusal) addRefusal(headers, refusal.result.headers)
  const body = bodyOf({ body: `{${entries.join()}}`, end })

  return createDataResponse(page, statusOf(page, loaders, {}, failed), headers, body)
}

/** Writes the entry of the route at `index`: what its loader returned, the fields of its contract, and its error. */
function entryOf(
  page: PageRequest,
  result: Result | undefined,
  index: number,
  end: number,
  refusal: Refusal | undefined,
): string | undefined {
  const isRefused = refusal && index >= refusal.index
  const { id } = page.matches[index]!
  const asksFields = page.dataRequest!.fields?.includes(id) === true
  const fields = asksFields && !isRefused ? (page.contracts?.[index]?.fields ?? {}) : undefined
  if (result?.type === 'error') return resultJson(page, refusal?.result ?? result)

  const error = index === refusal?.index ? resultJson(page, refusal.result) : undefined
  if (!result && !fields) return error

  const deferred = result && index < end ? writeDeferred(page, result as DataResult) : ''
  const json = addText(result ? resultJson(page, result) : '{"data":null}', deferred)
  // Middleware threw after its loader had run.
  if (error !== undefined) return addText(json, `,${error.slice(1, -1)}`)
  return fields ? addText(json, `,"fields":${JSON.stringify(fields)}`) : json
}

/** Writes which members come later and, for a run without a visitor, what they became. */
function writeDeferred({ context }: PageRequest, { deferred }: DataResult): string {
  if (!deferred) return ''
  const names = `,"later":${JSON.stringify(deferred.map(({ name }) => name))}`
  if (runOf(context) === undefined) return names

  return `${names},"late":[${deferred.flatMap(({ line }) => line ?? []).join()}]`
}

/** Adds text before the end of a JSON object. */
export function addText(object: string, text: string): string {
  return text === '' ? object : `${object.slice(0, -1)}${text}}`
}

function toEntry({ matches }: PageRequest, index: number, json: string): string {
  return `{${JSON.stringify(matches[index]!.id)}:${json}}`
}

function resultJson({ build }: PageRequest, result: Result): string {
  if (result.type === 'data') {
    const reads = result.reads ? `,"reads":${JSON.stringify(result.reads)}` : ''
    const query = result.query ? `,"query":${JSON.stringify(result.query)}` : ''
    const live = result.live ? `,"live":${result.live}` : ''
    return `{"data":${result.json}${reads}${query}${live}}`
  }
  if (result.type === 'invalid') {
    const { failure, ran, reload } = result
    const { form, errors } = failure
    // The browser still has the values and files. If a row was added or removed, the values say which rows there are.
    const shown = failure.status === pressedStatus && shownFailure(failure)
    const invalid: RefusedForm = {
      ran,
      ...(reload && { reload }),
      ...(form && { form }),
      ...shown,
      errors,
    }
    return JSON.stringify({ invalid })
  }

  const { error } = result as ErrorResult
  return JSON.stringify({ error: serializeError(error, build.dev !== undefined) })
}

function createDataResponse(
  page: PageRequest,
  status: number,
  headers: Headers,
  body: DataBody,
): Response {
  if (isKept(page, status, headers)) headers.set('Cache-Control', prefetchPolicy)

  return markData(page.build, isReadable(status) ? status : 200, headers, body)
}

function markData(build: ServerBuild, status: number, headers: Headers, body: DataBody): Response {
  for (const name of ['Content-Length', 'Content-Encoding']) headers.delete(name)
  const type = typeof body === 'string' ? 'application/json' : 'application/jsonl'
  headers.set('Content-Type', `${type}; charset=utf-8`)
  headers.set(RESPONSE_HEADER, 'data')
  headers.set(VERSION_HEADER, build.manifest.version)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', defaultPolicy)

  return typeof body === 'string'
    ? createLightResponse(status, '', headers, body)
    : new Response(body, { status, headers })
}

/** Whether {@link prefetchPolicy} applies. It changes only caching. */
function isKept({ method, context }: PageRequest, status: number, headers: Headers): boolean {
  return (
    method === 'GET' &&
    status === 200 &&
    isPrefetch(context) &&
    !headers.has('Cache-Control') &&
    !headers.has('Set-Cookie')
  )
}

/** Whether `fetch` gives access to the body of a response with this status. */
function isReadable(status: number): boolean {
  return status !== 204 && status !== 205 && !(status >= 300 && status < 400)
}
