import { isResponse } from '../../internal/exchange/is-fetch-object.ts'
import { refusePromise } from '../../internal/process/promises.ts'
import { boundaryOf } from '../page-protocol/boundaries.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { RouteModule } from '../react/shared.ts'
import type { LoadedPage, PageRequest, PageStart } from './page-request.ts'
import type { ErrorResult, Result } from './result.ts'
import { runLoader } from './run-handler.ts'

/** Runs the loaders of a document at the same time. Resolves to a redirect if one of them redirects. */
export async function loadPage(
  page: PageRequest,
  start: PageStart,
): Promise<LoadedPage | Response> {
  const { matches } = page
  const { failure, isByMiddleware = false } = start
  const indexes = failure ? shownAround(page, failure.index, isByMiddleware) : matches.keys()
  const loaders = await runLoaders(page, indexes)
  if (isResponse(loaders)) return loaders

  const failing = matches.findIndex(({ id }) => loaders.get(id)?.type === 'error')
  const loaderError = loaders.get(matches[failing]?.id ?? '') as ErrorResult | undefined
  // The error of the action or the middleware comes first, even if the boundary of a loader has to show it.
  const result = failure?.result ?? loaderError

  return {
    loaders,
    action: start.action,
    shown: result && {
      boundary: boundaryIndex(page, failing < 0 ? failure!.index : failing),
      error: result.error,
      headers: result.headers,
    },
    status: statusOf(page, loaders, start, loaderError),
  }
}

/** Runs the loaders of some routes at the same time. Resolves to their results by route id, or to a redirect of one of them. */
export async function runLoaders(
  page: PageRequest,
  indexes: Iterable<number>,
): Promise<Map<string, Result> | Response> {
  const running: (Promise<Result> | undefined)[] = []
  for (const index of indexes) running[index] = runLoader(page, index)

  const loaders = new Map<string, Result>()
  const results = await Promise.all(running)
  for (const [i, result] of results.entries()) {
    if (result) loaders.set(page.matches[i]!.id, result)
  }
  for (const result of loaders.values()) {
    if (result.type !== 'redirect') continue
    page.deferred.drop('Another loader redirected')
    return result.response
  }
  return loaders
}

/**
 * Returns the status of a document: the action's unless it is 200, else the one of the failure nearest to the root, else the
 * deepest loader's that is not 200 (ST-1 to ST-3).
 */
export function statusOf(
  page: PageRequest,
  loaders: ReadonlyMap<string, Result>,
  { action, failure }: PageStart,
  loaderError: ErrorResult | undefined,
): number {
  if (action && action.result.type !== 'redirect' && action.result.status !== 200) {
    return action.result.status
  }
  if (failure) return failure.result.status
  if (loaderError) return loaderError.status

  let deepest = 200
  for (const { id } of page.matches) {
    const result = loaders.get(id)
    if (result?.type === 'data' && result.status !== 200) deepest = result.status
  }
  return deepest
}

/** Returns the index of the route whose boundary shows an error of the route at `index`. */
export function boundaryIndex({ matches }: PageRequest, index: number): number {
  const id = boundaryOf(matches, matches[index]!.id)

  return matches.findIndex((match) => match.id === id)
}

/**
 * Returns the indexes of the routes whose data is shown after an error of the route at `index`: those above its boundary.
 * When middleware of a route below the root refuses, the root's loader still runs, so that its layout can show who is
 * logged in. The data of a loader that has already run is also shown in its own boundary.
 */
export function shownAround(page: PageRequest, index: number, isByMiddleware: boolean): number[] {
  const boundary = boundaryIndex(page, index)
  const end = isByMiddleware && index > 0 ? Math.max(boundary, 1) : boundary

  return Array.from(page.matches.keys()).filter(
    (i) => i < end || (i === boundary && page.started[i] !== undefined),
  )
}

/** The sources of the headers of a response. */
export interface HeaderSources {
  /** The rendered matches, root first. If a boundary shows an error, it is the last one. */
  matches: readonly PageMatch[]
  modules: readonly RouteModule[]
  /** The results of the loaders, by route id. */
  loaders: ReadonlyMap<string, Result>
  /** The result of the action, and the id of its route. */
  action?: { id: string; result: Result } | undefined
  /** The headers of the error that the boundary shows. */
  errorHeaders?: Headers | undefined
}

/**
 * Returns the headers of a document, from the root to the leaf. A `headers` export gets the headers of the routes above
 * as an argument, and replaces them. Cookies are never lost.
 */
export function foldHeaders({
  matches,
  modules,
  loaders,
  action,
  errorHeaders,
}: HeaderSources): Headers {
  let folded = new Headers()

  matches.forEach(({ id }, i) => {
    const { headers } = modules[i]!
    const isLeaf = i === matches.length - 1
    const loaderHeaders = headersOf(loaders.get(id))
    const actionHeaders = action?.id === id ? headersOf(action.result) : undefined
    const cookies = new Set([
      ...cookiesOf(folded),
      ...cookiesOf(actionHeaders),
      ...cookiesOf(loaderHeaders),
      ...(isLeaf ? cookiesOf(errorHeaders) : []),
    ])

    if (headers !== undefined) {
      const own =
        typeof headers === 'function'
          ? headers({
              loaderHeaders: new Headers(loaderHeaders),
              parentHeaders: new Headers(folded),
              actionHeaders: new Headers(actionHeaders),
              errorHeaders: isLeaf ? errorHeaders : undefined,
            })
          : headers
      folded = new Headers(withoutPromises(id, own))
      for (const cookie of folded.getSetCookie()) cookies.add(cookie)
    }
    folded.delete('Set-Cookie')
    for (const cookie of cookies) folded.append('Set-Cookie', cookie)
  })

  // Routes below a boundary are not shown, but their loaders may have set a session cookie.
  const known = new Set(cookiesOf(folded))
  for (const result of [action?.result, ...loaders.values()]) {
    for (const cookie of cookiesOf(headersOf(result))) {
      if (!known.has(cookie)) folded.append('Set-Cookie', cookie)
      known.add(cookie)
    }
  }

  return folded
}

/** Whether there is nothing to fold, so that most pages do not have to create headers. */
export function hasNoHeaders({ modules, loaders, action, errorHeaders }: HeaderSources): boolean {
  if (action || errorHeaders || modules.some(({ headers }) => headers !== undefined)) return false
  for (const result of loaders.values()) {
    if (result.type !== 'data' || result.hasCookie) return false
  }

  return true
}

function headersOf(result: Result | undefined): Headers | undefined {
  return result && result.type !== 'redirect' ? result.headers : undefined
}

function cookiesOf(headers: Headers | undefined): string[] {
  return headers?.getSetCookie() ?? []
}

/**
 * Adds the headers of a refusal to those of its page, such as `WWW-Authenticate`. The page has the data of one visitor, so
 * only the refusal itself can allow a cache to store it. Cookies were added with the others.
 */
export function addRefusal(headers: Headers, refusal: Headers | undefined): void {
  headers.set('Cache-Control', 'private, no-store')
  refusal?.forEach((value, name) => {
    if (!/^(?:content-|etag$|last-modified$|set-cookie$)/.test(name)) headers.set(name, value)
  })
}

/** Returns what a `headers` export returned. A promise, or one as the value of a header, is an error. */
function withoutPromises(id: string, headers: HeadersInit): HeadersInit {
  refusePromise(`\`headers\` of "${id}"`, headers)
  if (headers instanceof Headers) return headers

  for (const [name, value] of Array.isArray(headers) ? headers : Object.entries(headers ?? {})) {
    refusePromise(`the header ${JSON.stringify(name)} of "${id}"`, value)
  }
  return headers
}
