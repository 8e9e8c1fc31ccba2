import { stripIndexParam, type PageMatch } from '../client-router/index.ts'
import type { RequestContext } from '../fetch-router/index.ts'
import { setContextOf } from '../internal/context-of.ts'
import type { RouteModule } from '../react/index.ts'
import { boundForm } from './bound-form.ts'
import type { Branch } from './branch.ts'
import type { ServerBuild } from './build.ts'

/** What requests to one app share. */
export interface PagesApp {
  readonly build: ServerBuild
  /** The routes at a path; `null` when it is no page. */
  readonly match: (pathname: string) => PageMatch[] | null
  /** Branches that have been described, by the id of their last route. */
  readonly branches: Map<string, Branch>
  /** Last routes of pages that suspended when they were rendered last. */
  readonly suspending: Set<string>
}

/** One request to a page, matched. */
export interface PageRequest {
  readonly app: PagesApp
  readonly build: ServerBuild
  readonly context: RequestContext
  /** The branch, root first; the root alone when no page matched. */
  readonly matches: readonly PageMatch[]
  /** The modules of the branch, in the same order. */
  readonly modules: readonly RouteModule[]
  /** The effective method. */
  readonly method: string
  /** The routes that a data request names; `undefined` for a document or a resource. */
  readonly ids: readonly string[] | undefined
  /** The request as the action sees it, made when it is asked for. */
  readonly actionRequest: () => Request
  /** The request as loaders see it. */
  readonly loaderRequest: () => Request
}

/** The two views of a request: without a bare `index`, and for loaders after an action without its body. */
export function createViews(
  context: RequestContext,
  method: string,
  createRequest: (() => Request) | undefined,
): Pick<PageRequest, 'actionRequest' | 'loaderRequest'> {
  let action: Request | undefined
  let loader: Request | undefined

  // A copy belongs to the same context, so that `getSession(request)` finds the session of the middleware.
  const view = (request: Request): Request => {
    if (request !== context.request) setContextOf(request, context)
    return request
  }
  const isSafe = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
  const createAction = (): Request => {
    const request = view(normalize(createRequest?.() ?? context.request))
    return isSafe ? request : boundForm(context, request)
  }
  const actionRequest = (): Request => (action ??= createAction())

  return {
    actionRequest,
    loaderRequest: () => (loader ??= isSafe ? actionRequest() : view(withoutBody(context.request))),
  }
}

function normalize(request: Request): Request {
  const url = stripIndexParam(request.url)
  if (url === request.url) return request

  const { method, headers, signal } = request
  const isRead = request.bodyUsed
  const copy = new Request(url, {
    method,
    headers,
    signal,
    ...(!isRead && request.body !== null && { body: request.body, duplex: 'half' }),
  })
  // Middleware that has read the body left readers which answer from what it read.
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(request))) {
    if (readers.has(name)) Object.defineProperty(copy, name, descriptor)
  }

  return copy
}

const readers: ReadonlySet<string> = new Set([
  'arrayBuffer',
  'blob',
  'bytes',
  'formData',
  'json',
  'text',
])

/** Loaders after an action: the same request as a GET. */
function withoutBody({ url, headers, signal }: Request): Request {
  const copy = new Headers(headers)
  for (const name of ['Content-Length', 'Content-Type', 'Transfer-Encoding']) copy.delete(name)

  return new Request(stripIndexParam(url), { headers: copy, signal })
}
