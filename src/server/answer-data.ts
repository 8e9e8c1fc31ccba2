import {
  actionTarget,
  RESPONSE_HEADER,
  serializeError,
  VERSION_HEADER,
} from '../client-router/index.ts'
import { createLightResponse } from '../internal/light-response.ts'
import { reloadHeader, replaceHeader } from '../response/index.ts'
import type { ServerBuild } from './build.ts'
import { foldHeaders } from './fold-headers.ts'
import { expected, setsCookie, type ErrorOutcome, type Outcome } from './outcome.ts'
import type { PageRequest } from './page-request.ts'
import { runAction, runLoader } from './run-handler.ts'
import { boundaryIndex, collectOutcomes, statusOf } from './show-page.ts'

/** Answers a data request: with what the loaders that it names, or the one action, came to. */
export async function answerData(page: PageRequest): Promise<Response> {
  if (page.method === 'GET' || page.method === 'HEAD') return answerLoaders(page)

  const { id } = actionTarget(page.matches, page.context.url.search)
  const index = page.matches.findIndex((match) => match.id === id)
  if (page.ids!.length !== 1 || page.ids![0] !== id) {
    return answerFailure(page, index, expected(400, 'Bad Request', 'Not the target of this URL'))
  }

  const outcome =
    (await runAction(page, index)) ??
    expected(405, 'Method Not Allowed', `No action at ${page.context.url.pathname}`)
  if (outcome.type === 'redirect') return outcome.response

  const headers = foldHeaders({ ...page, loaders: new Map(), action: { id, outcome } })
  if (outcome.type === 'error' && outcome.status === 405) headers.set('Allow', 'GET, HEAD')

  return createDataResponse(page, outcome.status, headers, resultOf(page, outcome))
}

/** Answers a data request that failed in the route at `index`, before any handler of it ran. */
export function answerFailure(
  page: PageRequest,
  index: number,
  outcome: ErrorOutcome,
  allow?: string,
): Response {
  const headers = new Headers(outcome.headers)
  if (allow !== undefined) headers.set('Allow', allow)
  const result = resultOf(page, outcome)
  const isLoad = page.method === 'GET' || page.method === 'HEAD'
  const body = isLoad ? `{${JSON.stringify(page.matches[index]!.id)}:${result}}` : result

  return createDataResponse(page, outcome.status, headers, body)
}

/** Whoever answered a data request with a redirect: the client has to see it, and `fetch` would follow it. */
export function wrapRedirect(build: ServerBuild, response: Response): Response {
  const headers = new Headers(response.headers)
  const redirect = {
    location: headers.get('Location'),
    status: response.status,
    revalidate: setsCookie(response),
    reload: headers.has(reloadHeader),
    replace: headers.has(replaceHeader),
  }
  for (const name of ['Location', reloadHeader, replaceHeader]) headers.delete(name)

  return markData(build, 202, headers, JSON.stringify({ redirect }))
}

async function answerLoaders(page: PageRequest): Promise<Response> {
  const wanted = new Set(page.ids)
  const loaders = collectOutcomes(
    page,
    await Promise.all(
      page.matches.map(({ id }, i) => (wanted.has(id) ? runLoader(page, i) : undefined)),
    ),
  )
  for (const outcome of loaders.values()) {
    if (outcome.type === 'redirect') return outcome.response
  }

  const results = Array.from(
    loaders,
    ([id, outcome]) => `${JSON.stringify(id)}:${resultOf(page, outcome)}`,
  )
  const failing = page.matches.findIndex(({ id }) => loaders.get(id)?.type === 'error')
  const failed = loaders.get(page.matches[failing]?.id ?? '') as ErrorOutcome | undefined
  const end = failed ? boundaryIndex(page, failing) + 1 : page.matches.length
  const headers = foldHeaders({
    matches: page.matches.slice(0, end),
    modules: page.modules,
    loaders,
    errorHeaders: failed?.headers,
  })

  return createDataResponse(
    page,
    statusOf(page, loaders, {}, failed),
    headers,
    `{${results.join()}}`,
  )
}

function resultOf({ build }: PageRequest, outcome: Outcome): string {
  if (outcome.type === 'data') return `{"data":${outcome.json}}`

  const { error } = outcome as ErrorOutcome
  return JSON.stringify({ error: serializeError(error, build.dev !== undefined) })
}

function createDataResponse(
  page: PageRequest,
  status: number,
  headers: Headers,
  body: string,
): Response {
  if (isKept(page, status, headers)) headers.set('Cache-Control', 'private, max-age=5')

  return markData(page.build, isReadable(status) ? status : 200, headers, body)
}

function markData(build: ServerBuild, status: number, headers: Headers, body: string): Response {
  for (const name of ['Content-Length', 'Content-Encoding']) headers.delete(name)
  headers.set('Content-Type', 'application/json; charset=utf-8')
  headers.set(RESPONSE_HEADER, 'data')
  headers.set(VERSION_HEADER, build.manifest.version)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')

  return createLightResponse(status, '', headers, body)
}

/** A prefetched answer is kept for the click that follows, unless somebody said otherwise. It changes caching only. */
function isKept({ method, context }: PageRequest, status: number, headers: Headers): boolean {
  return (
    method === 'GET' &&
    status === 200 &&
    /^prefetch\b/.test(context.headers.get('Sec-Purpose') ?? '') &&
    !headers.has('Cache-Control') &&
    !headers.has('Set-Cookie')
  )
}

/** Whether `fetch` shows the body of an answer with this status. */
function isReadable(status: number): boolean {
  return status !== 204 && status !== 205 && !(status >= 300 && status < 400)
}
