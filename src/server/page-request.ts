import type { RequestContext } from '../fetch-router/index.ts'
import { copyRequest } from '../internal/exchange/owned-request.ts'
import { stripIndexParam } from '../page-protocol/index-param.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { RouteModule } from '../react/shared.ts'
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

/** What is the same for every document of one branch of routes. */
export interface Branch {
  readonly modules: ReadonlyMap<string, RouteModule>
  /** Modules that the browser will need: the entry, the manifest, the routes and what they import. */
  readonly preloads: readonly string[]
  /** The beginning of the handoff: what is the same for every page of the branch. */
  readonly handoff: string
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

/** Whether the route answers the request itself, because nothing of it can be rendered. */
export function isResource({ modules, ids }: PageRequest): boolean {
  const leaf = modules.at(-1)!
  return ids === undefined && !(leaf.default ?? leaf.ErrorBoundary ?? leaf.CatchBoundary)
}

/** The two views of a request: without a bare `index`, and for loaders after an action without its body. */
export function createViews(
  context: RequestContext,
  method: string,
  createRequest: (() => Request) | undefined,
): Pick<PageRequest, 'actionRequest' | 'loaderRequest'> {
  let action: Request | undefined
  let loader: Request | undefined
  const actionRequest = (): Request =>
    (action ??= withoutIndex(createRequest?.() ?? context.request))
  const isSafe = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

  return {
    actionRequest,
    loaderRequest: () => (loader ??= isSafe ? actionRequest() : asGet(context.request)),
  }
}

function withoutIndex(request: Request): Request {
  const url = stripIndexParam(request.url)
  return url === request.url ? request : copyRequest(request, { url })
}

/** Loaders after an action: the same request as a GET. */
function asGet(request: Request): Request {
  const headers = new Headers(request.headers)
  for (const name of ['Content-Length', 'Content-Type', 'Transfer-Encoding']) headers.delete(name)

  return copyRequest(request, {
    url: stripIndexParam(request.url),
    method: 'GET',
    headers,
    body: null,
  })
}
