import type { ReadContract } from '../../router/contract/shared.ts'
import { type MatchedRoute, type InternalContext } from '../../router/fetch-router/shared.ts'
import { copyRequest } from '../../internal/exchange/copy-request.ts'
import type { DataRequest } from '../../internal/exchange/request-facts.ts'
import type { Fields } from '../../internal/forms/fields.ts'
import { isActionMethod, isLoadMethod, isSafeMethod } from '../../internal/http/http.ts'
import { addBasename } from '../page-protocol/basename.ts'
import { stripIndexParam } from '../page-protocol/index-param.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { RouteModule } from '../react/shared.ts'
import type { ServerBuild } from './build.ts'
import type { DeferredValues } from './deferred.ts'
import type { ErrorResult, Result } from './result.ts'

/** The state that all requests to one app share. */
export interface PagesApp {
  readonly build: ServerBuild
  /** Returns the routes for a path, or `null` if it is not a page. */
  readonly match: (pathname: string) => PageMatch[] | null
  /** Returns the root alone, which is shown if there is no page. */
  readonly matchRoot: () => PageMatch[]
  /** The route modules that were loaded on first use, by route id. */
  readonly modules: Map<string, RouteModule>
  /** The contracts of the routes that were used, by route id. */
  readonly contracts: Map<string, PageContract>
  /** The cached branches, by the id of their last route and the language of their messages. */
  readonly branches: Map<string, Branch>
  /** The ids of the last routes of pages that suspended in their last render. */
  readonly suspending: Set<string>
  /** Whether a page can be live. */
  readonly hasLive: boolean
  /** Whether an action uses `once()`, so that forms have keys. */
  readonly hasOnce: boolean
}

/** The contract of a route: its module's, joined with the one of its node in the page tree. */
export interface PageContract {
  readonly module: RouteModule
  /** The contract of the action. */
  readonly all: ReadContract
  /** The contract of the loader, which has no body. */
  readonly withoutBody: ReadContract
  /** The fields that the component gets, if the route has one. */
  fields: Fields | undefined
  /** Whether the schemas were asked for the messages of the fields. */
  isAsked: boolean
}

/** The parts that are the same for every document of one branch of routes. */
export interface Branch {
  readonly modules: ReadonlyMap<string, RouteModule>
  /** The modules that the browser will need: the entry, the manifest, the routes and their imports. */
  readonly preloads: readonly string[]
  /** The fields of its contracts, by route id. */
  readonly fields: Readonly<Record<string, Fields>>
  /** The start of the handoff, which is the same for every page of the branch. */
  readonly handoff: string
  /** The matches of the handoff, each up to its pathname. */
  readonly matches: readonly string[]
}

/** Returns the digest of the tags that a route reads. Without the secret, a client cannot find out the tags. */
export type DigestTags = (routeId: string, tags: readonly string[]) => Promise<string | undefined>

/** The options of pages, once they are checked. */
export type PageSettings = Pick<
  PageRequest,
  'digestTags' | 'digestVisitor' | 'host' | 'streams' | 'oneTrip' | 'visitor'
>

/** How many live pages may have a stream at the same time. */
export interface StreamLimits {
  readonly most: number
  readonly perClient: number
}

/** A request and the page that it matched. */
export interface PageRequest {
  readonly app: PagesApp
  readonly build: ServerBuild
  readonly context: InternalContext
  /** The branch, root first. Only the root if no page matched. */
  readonly matches: readonly PageMatch[]
  /** The modules of the branch, in the same order. */
  readonly modules: readonly RouteModule[]
  /** The contracts of the branch, in the same order. `undefined` if it has none. */
  readonly contracts: readonly (PageContract | undefined)[] | undefined
  /** The effective method. */
  readonly method: string
  /** The data request. `undefined` for a document or a resource. */
  readonly dataRequest: DataRequest | undefined
  /** Whether a module of the page could not be loaded. Then `matches` has only the root. */
  readonly isUnloaded?: boolean
  /** Whether the URL of the document had `_wait`: the browser has no JavaScript. */
  readonly waits: boolean
  readonly digestTags: DigestTags
  /** Returns what the browser gets for a visitor that is not a guest. */
  readonly digestVisitor: (who: string) => Promise<string>
  /** Returns the host and port that the site is served from. */
  readonly host: (context: InternalContext) => string
  /** Whether a route of the page exports `live`. */
  readonly isLive: boolean
  /** How many streams of live pages one process may have, and how many of them one client. */
  readonly streams: StreamLimits
  /** Which pages may come with the response of the form before them. */
  readonly oneTrip: 'same-path' | 'any-path' | false
  /** The results of the loaders that were started, by the index of their route. Each runs once in a request. */
  readonly started: (Promise<Result> | undefined)[]
  /** The deferred values of the loaders. */
  readonly deferred: DeferredValues
  /** The key of the submission, if the body has one. */
  readonly onceKey: string | undefined
  /** Says who is signed in, for drafts and `once()`. */
  readonly visitor: ((context: InternalContext) => string) | undefined
  /** Returns the request for the action. It is created on demand. */
  readonly actionRequest: () => Request
  /** Returns the request for the loaders. */
  readonly loaderRequest: () => Request
}

/** The facts about a page that are known before its loaders run. */
export interface PageStart {
  /** The action that ran, and its result. */
  action?: { id: string; result: Result }
  /** An error that already happened, and the index of its route. */
  failure?: { index: number; result: ErrorResult }
  /** Whether middleware of that route refused the request. */
  isByMiddleware?: boolean
  /** The allowed methods, for the `Allow` header. */
  allow?: string
}

/** A page with its data, and the error that one of its boundaries shows. */
export interface LoadedPage {
  loaders: ReadonlyMap<string, Result>
  action: PageStart['action']
  shown: { boundary: number; error: unknown; headers: Headers | undefined } | undefined
  status: number
}

/** Whether nothing of a module can be rendered, so that it handles its requests itself. */
export function isResourceModule(module: RouteModule): boolean {
  return !(module.default ?? module.ErrorBoundary ?? module.CatchBoundary)
}

/** Whether the route handles the request itself, because nothing of it can be rendered. */
export function isResource({ dataRequest, modules }: PageRequest): boolean {
  return dataRequest === undefined && isResourceModule(modules.at(-1)!)
}

/** Whether a request is for the stream of a live page. */
export function isLiveStream({ dataRequest, isLive, method }: PageRequest): boolean {
  return isLive && !!dataRequest?.live && isLoadMethod(method)
}

/** Describes the route of a page for `routeOf()`. */
export function describeRoute(page: PageRequest): MatchedRoute {
  const { id, route } = page.matches.at(-1)!
  return {
    pattern: addBasename(route.pattern ?? '/', page.build.manifest.basename),
    id,
    kind: kindOf(page),
  }
}

function kindOf(page: PageRequest): MatchedRoute['kind'] {
  if (isResource(page)) return 'resource'
  if (isActionMethod(page.method)) return 'action'
  if (isLiveStream(page)) return 'live'
  return page.dataRequest === undefined ? 'document' : 'data'
}

/** Returns the modules of a branch, synchronously if all of them are loaded. A module that failed to load is tried again next time. */
export function loadModules(
  app: PagesApp,
  matches: readonly PageMatch[],
): RouteModule[] | Promise<RouteModule[]> {
  const modules = matches.map(({ id }) => app.modules.get(id) ?? loadModule(app, id))

  return modules.some((module) => module instanceof Promise)
    ? Promise.all(modules)
    : (modules as RouteModule[])
}

function loadModule({ build, modules }: PagesApp, id: string): RouteModule | Promise<RouteModule> {
  const source = build.routes[id]
  if (!source)
    throw new TypeError(
      `Cannot find the module of route "${id}" in the build. Build the app again.`,
    )
  if (typeof source !== 'function') return source
  // In development, the module may be another one for the next request.
  if (build.dev) return source()

  return source().then((module) => {
    modules.set(id, module)
    return module
  })
}

/** Returns the request that a loader or an action gets. */
export function requestFor(page: PageRequest, kind: 'loader' | 'action'): Request {
  return kind === 'loader' ? page.loaderRequest() : page.actionRequest()
}

/**
 * Creates the requests for the action and the loaders, without `index` in the query. After an action, the loaders get a
 * request without a body.
 */
export function createViews(
  context: InternalContext,
  method: string,
  createRequest: (() => Request) | undefined,
): Pick<PageRequest, 'actionRequest' | 'loaderRequest'> {
  let action: Request | undefined
  let loader: Request | undefined
  const actionRequest = (): Request =>
    (action ??= withoutIndex(createRequest?.() ?? context.request))

  return {
    actionRequest,
    loaderRequest: () => (loader ??= isSafeMethod(method) ? actionRequest() : asGet(context)),
  }
}

function withoutIndex(request: Request): Request {
  const url = stripIndexParam(request.url)
  return url === request.url ? request : copyRequest(request, { url })
}

/** Converts a request to a GET, for the loaders after an action. */
function asGet(context: InternalContext): Request {
  const internals = context

  return internals.copyRequest({
    url: stripIndexParam(internals.originalHref),
    method: 'GET',
    without: ['Content-Length', 'Content-Type', 'Transfer-Encoding'],
    body: null,
  })
}
