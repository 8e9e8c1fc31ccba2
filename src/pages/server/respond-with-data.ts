import { MessagesKey, translateFields } from '../../router/fetch-router/shared.ts'
import { isResponse } from '../../internal/exchange/is-fetch-object.ts'
import { isUnavailableError } from '../../internal/exchange/status-errors.ts'
import { isLoadMethod } from '../../internal/http/http.ts'
import { actionTarget } from '../page-protocol/match-pages.ts'
import { writesOf } from '../../state/tags/shared.ts'
import { chooseNext } from './choose-next.ts'
import { streamLines } from './deferred-body.ts'
import { hiddenReason, isTooLong } from './deferred.ts'
import { identityReason, judgeLoaders } from './judge-loaders.ts'
import {
  addRefusal,
  boundaryIndex,
  foldHeaders,
  runLoaders,
  shownAround,
  statusOf,
} from './load-page.ts'
import type { PageRequest, PageStart } from './page-request.ts'
import { isPrefetch, observeWrites, unexpectedResponse } from './report.ts'
import {
  expected,
  noAction,
  type ActionRun,
  type DataResult,
  type ErrorResult,
  type Result,
} from './result.ts'
import { readFailure, runAction } from './run-handler.ts'
import { readVisitor, tellAction, tellLoad } from './tell-visitor.ts'
import {
  addVerdicts,
  createDataResponse,
  defaultPolicy,
  prefetchPolicy,
  writeEntries,
  writeEntry,
  writeResult,
  type DataBody,
} from './write-wire.ts'

/** The refusal of middleware, and the index of its route. */
type Refusal = NonNullable<PageStart['failure']>

/**
 * Responds to a data request with the results of the requested loaders, or of the action.
 *
 * @param refusal The refusal of middleware. For a load, the response has it and the results of the loaders around the
 *   boundary that shows it. For an action, nothing runs
 */
export async function respondWithData(page: PageRequest, refusal?: Refusal): Promise<Response> {
  try {
    if (isLoadMethod(page.method)) {
      const response = await respondWithLoaders(page, refusal)
      return page.visitor ? await tellLoad(page, response) : response
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
    const failure = expected(400, 'Bad Request', 'Not the target of this URL')
    return respondWithFailure(page, index, failure)
  }

  const ranFor = await readVisitor(page)
  const ran = await runAction(page, index)
  if (ran) await tellAction(page, ranFor, ran)
  const verdicts = ran && (await endMutation(page, index, ran))
  const result = ran?.result ?? noAction(page, page.context.url.pathname)
  // The browser sends a form with a key again, unless the response is marked as data (ON-9).
  if (once && ran && result.type === 'error' && isUnavailableError(result.error)) {
    return unexpectedResponse(page.build, result.error)
  }
  if (result.type === 'redirect') return result.response

  const headers = foldHeaders({ ...page, loaders: new Map(), action: { id, result } })
  if (ran && headers.has('Set-Cookie')) await tellAction(page, ranFor, ran, true)
  if (result.type === 'error' && result.status === 405) headers.set('Allow', 'GET, HEAD')
  if (result.type === 'invalid') {
    headers.set('Cache-Control', defaultPolicy)
    // The client assumes that a refused form has written nothing.
    writesOf(page.context).tell('none')
  }
  const mustReload =
    result.type === 'invalid' &&
    result.ran &&
    (headers.has('Set-Cookie') || identityReason(page, result) !== undefined)

  const body = addVerdicts(writeResult(page.build, result, mustReload), verdicts)
  return respond(page, result.status, headers, body)
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
  page.context.facts?.finalStep?.followMutation({ verdicts, next })
  return verdicts
}

/** Responds to a mutation that middleware refused. No loader runs: the browser reloads separately. */
function respondWithRefusal(page: PageRequest, { result }: Refusal): Response {
  const { status, headers: own } = result
  const headers = new Headers()
  for (const cookie of own?.getSetCookie() ?? []) headers.append('Set-Cookie', cookie)
  addRefusal(headers, own)

  return respond(page, status, headers, writeResult(page.build, result))
}

/** Responds to a data request that failed in the route at `index`. The error is the result of that route or of the action. */
function respondWithFailure(page: PageRequest, index: number, result: ErrorResult): Response {
  const json = writeResult(page.build, result)
  const { id } = page.matches[index]!
  const body = isLoadMethod(page.method) ? writeEntries([[id, json]]) : json

  return respond(page, result.status, new Headers(result.headers), body)
}

/** Responds to a data request that no route handles. The error belongs to the root, whatever the method. */
export function respondUnserved(page: PageRequest, result: ErrorResult, allow?: string): Response {
  const headers = new Headers(allow === undefined ? undefined : { Allow: allow })
  const body = writeEntries([[page.matches[0]!.id, writeResult(page.build, result)]])
  return respond(page, result.status, headers, body)
}

async function respondWithLoaders(page: PageRequest, refusal?: Refusal): Promise<Response> {
  const wanted = new Set(page.dataRequest!.ids)
  const allowed = refusal ? shownAround(page, refusal.index, true) : Array.from(page.matches.keys())
  const loaders = await runLoaders(
    page,
    allowed.filter((index) => wanted.has(page.matches[index]!.id)),
  )
  if (isResponse(loaders)) return loaders

  return page.deferred.all.length > 0
    ? respondWithDeferred(page, loaders, refusal)
    : respondWithResults(page, loaders, refusal, ({ body }) => body)
}

/** Responds with lines of JSON. A run without a visitor waits for all values, and responds with one object. */
async function respondWithDeferred(
  page: PageRequest,
  loaders: Map<string, Result>,
  refusal: Refusal | undefined,
): Promise<Response> {
  const { deferred, method } = page
  if (page.context.run !== undefined) await deferred.whenDone()
  else await limitFirstLine(page, loaders)

  return respondWithResults(page, loaders, refusal, ({ body, end }) => {
    const values = deferred.all.filter(
      ({ index, routeId }) => index < end && loaders.get(routeId)?.type === 'data',
    )
    deferred.drop(hiddenReason, (value) => !values.includes(value))
    if (values.length === 0 || page.context.run !== undefined) return body
    if (method === 'HEAD') return null

    const { facts } = page.context
    // The headers are sent before these values may read who the visitor is.
    if (facts && values.some(({ isDone }) => !isDone))
      facts.personal ??= 'has values that come later'
    deferred.body = streamLines(body, values, () => deferred.drop('The client has left'))
    return deferred.body.stream
  })
}

/**
 * Makes the first line short enough for clients, which refuse longer lines: while it is too long, the loader with the most
 * data fails.
 */
async function limitFirstLine(page: PageRequest, loaders: Map<string, Result>): Promise<void> {
  const jsonOf = (id: string): string => writeResult(page.build, loaders.get(id)!)
  while (isTooLong(Array.from(loaders.keys(), jsonOf).join())) {
    const sizeOf = (id: string): number => jsonOf(id).length
    const id = Array.from(loaders.keys()).reduce((a, b) => (sizeOf(a) < sizeOf(b) ? b : a))
    const index = page.matches.findIndex((match) => match.id === id)
    const error = new TypeError(
      `Cannot send the return value of the loader of "${id}": it has more than 16 MiB. Send less, or defer nothing on this page.`,
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
    return entry === undefined ? [] : [[id, entry] as const]
  })
  const headers = foldHeaders({
    matches: page.matches.slice(0, end),
    modules: page.modules,
    loaders,
    errorHeaders: failed?.headers,
  })
  if (refusal) addRefusal(headers, refusal.result.headers)
  const body = bodyOf({ body: writeEntries(entries), end })

  return respond(page, statusOf(page, loaders, {}, failed), headers, body)
}

/** Writes the entry of the route at `index`: the data of its loader, the fields of its contract, and its error. */
function entryOf(
  page: PageRequest,
  result: Result | undefined,
  index: number,
  end: number,
  refusal: Refusal | undefined,
): string | undefined {
  const { build, context, contracts, dataRequest, deferred, matches } = page
  if (result?.type === 'error') return writeResult(build, refusal?.result ?? result)

  const isRefused = refusal && index >= refusal.index
  const { id, route } = matches[index]!
  // A client keeps the fields of a route, but if the app translates messages, it may have them in another language.
  const hasOtherTexts = result && route.hasFields && context.get(MessagesKey) !== undefined
  const asksFields = dataRequest!.fields?.includes(id) || hasOtherTexts
  const fields =
    asksFields && !isRefused
      ? translateFields(context, contracts?.[index]?.fields ?? {})
      : undefined
  const error = index === refusal?.index ? refusal.result : undefined
  if (!result && !fields) return error && writeResult(build, error)

  return writeEntry(build, {
    result: result as DataResult | undefined,
    later: result && index < end ? deferred.of(index) : [],
    hasLate: context.run !== undefined,
    fields,
    error,
  })
}

function respond(page: PageRequest, status: number, headers: Headers, body: DataBody): Response {
  if (usesPrefetchPolicy(page, status, headers)) headers.set('Cache-Control', prefetchPolicy)

  return createDataResponse(page.build, isReadable(status) ? status : 200, headers, body)
}

/** Whether the browser may keep this response for the next click, with {@link prefetchPolicy}. */
function usesPrefetchPolicy(
  { method, context }: PageRequest,
  status: number,
  headers: Headers,
): boolean {
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
