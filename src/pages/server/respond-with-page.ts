import type { Middleware } from '../../router/fetch-router/index.ts'
import { runAround, type InternalContext } from '../../router/fetch-router/shared.ts'
import { withoutBody } from '../../internal/exchange/edit-headers.ts'
import { isActionMethod, isLoadMethod } from '../../internal/http/http.ts'
import { proof } from '../../internal/exchange/proof.ts'
import { methodNotAllowed } from '../../internal/guards/refusal.ts'
import { isResourceRoute } from '../page-protocol/manifest.ts'
import {
  actionTarget,
  followSlash,
  isCatchAll,
  type PageMatch,
} from '../page-protocol/match-pages.ts'
import type { RouteModule } from '../react/shared.ts'
import { redirect } from '../../http/response/index.ts'
import { DeferredValues } from './deferred.ts'
import { followPage } from './live-stream.ts'
import { readMethodOverride } from './method-override.ts'
import { askContracts, readContracts } from './page-input.ts'
import {
  createViews,
  describeRoute,
  isLiveStream,
  isResource,
  loadModules,
  type PageRequest,
  type PagesApp,
  type PageSettings,
} from './page-request.ts'
import { findPrerendered } from './prerendered.ts'
import { observeWrites, reportError } from './report.ts'
import { respondUnserved, respondWithData } from './respond-with-data.ts'
import { respondWithResource, respondWithThrown } from './respond-with-resource.ts'
import {
  expected,
  isRedirect,
  noAction,
  unexpected,
  type ErrorResult,
  type RedirectResult,
} from './result.ts'
import { readFailure, resolveRedirect, runAction } from './run-handler.ts'
import { showPage } from './show-page.ts'

/** Responds to a request with the page of its URL. */
export async function respondWithPage(
  app: PagesApp,
  context: InternalContext,
  settings: PageSettings,
): Promise<Response> {
  const { pathname } = context.urlPath
  const found = app.match(pathname)
  context.setRoute(() => undefined)
  const elsewhere = respondElsewhere(app, context, found)
  if (elsewhere) return elsewhere

  const matches = found ?? app.matchRoot()
  let modules: RouteModule[]
  let contracts: PageRequest['contracts']
  try {
    const loading = loadModules(app, matches)
    modules = loading instanceof Promise ? await loading : loading
    contracts = readContracts(app, matches, modules)
    const asking = askContracts(app, contracts)
    if (asking) await asking
  } catch (error) {
    return respondUnloaded(app, context, settings, matches, error)
  }

  const page = await createPageRequest(app, context, settings, matches, modules, contracts)
  if (found) context.setRoute(() => describeRoute(page), found.at(-1)!.params)
  return respondAround(page, () => (found ? respondMatched(page) : refuseUnmatched(page, pathname)))
}

/** Responds for a branch with a module that cannot be loaded: as the root's error, unless there is nothing to show. */
async function respondUnloaded(
  app: PagesApp,
  context: InternalContext,
  settings: PageSettings,
  matches: readonly PageMatch[],
  error: unknown,
): Promise<Response> {
  if (matches.length === 1 || isResourceRoute(matches.at(-1)!.route)) throw error

  const root = app.matchRoot()
  const modules = await loadModules(app, root)
  const contracts = readContracts(app, root, modules)
  const page = await createPageRequest(app, context, settings, root, modules, contracts)
  reportError({ ...page, matches }, error, 'module')
  const shown = { ...page, isUnloaded: true }
  return respondAround(shown, () => refuseAtRoot(shown, unexpected(error)))
}

async function createPageRequest(
  app: PagesApp,
  context: InternalContext,
  settings: PageSettings,
  matches: readonly PageMatch[],
  modules: readonly RouteModule[],
  contracts: PageRequest['contracts'],
): Promise<PageRequest> {
  const isForm =
    context.originalMethod === 'POST' && (context.method === 'POST' || context.has(FormData))
  const { method, key, createRequest } = isForm
    ? await readMethodOverride(context, app.hasOnce)
    : { method: context.method, key: undefined, createRequest: undefined }
  const { dataRequest, waits = false } = context.facts ?? {}
  // Guards must see the method that will run, and not the POST of the form.
  context.method = method
  const { actionRequest, loaderRequest } = createViews(context, method, createRequest)

  return {
    app,
    build: app.build,
    context,
    matches,
    modules,
    contracts,
    method,
    dataRequest,
    waits,
    ...settings,
    isLive: app.hasLive && matches.some(({ route }) => route.live === true),
    deferred: new DeferredValues(),
    started: [],
    onceKey: key,
    actionRequest,
    loaderRequest,
  }
}

/** Runs `respond` inside of the middleware of the page's routes. */
async function respondAround(
  page: PageRequest,
  respond: () => Promise<Response>,
): Promise<Response> {
  const response = await runPageMiddleware(page, respond)

  return page.context.method === 'HEAD' ? withoutBody(response) : response
}

/**
 * Runs the `middleware` exports of a branch around `respond`, root first.
 *
 * If middleware throws, the error becomes a response at once. So the middleware around it still gets a response and can
 * do its work, such as saving a session.
 */
function runPageMiddleware(page: PageRequest, respond: () => Promise<Response>): Promise<Response> {
  const outermost = page.modules.reduceRight(
    (inner, { middleware = [] }, index) =>
      middleware.reduceRight<() => Promise<Response>>(
        (next, run) => () => runGuarded(page, index, run, next),
        inner,
      ),
    respond,
  )

  return outermost()
}

/** Runs one middleware of the route at `index` around `next`. An error or a response of the middleware can be a refusal. */
async function runGuarded(
  page: PageRequest,
  index: number,
  middleware: Middleware,
  next: () => Promise<Response>,
): Promise<Response> {
  const { context } = page
  let hasPassed = false
  let result: RedirectResult | ErrorResult
  try {
    const [run = middleware] = context.observation?.middleware([middleware], () => 'page') ?? []
    const response = await runAround(context, run, () => {
      hasPassed = true
      return next()
    })
    if (isRedirect(response)) return resolveRedirect(page, index, response)
    if (hasPassed || isResource(page) || !isRefusal(response)) return response

    result = await readFailure(page, index, response, 'middleware')
  } catch (thrown) {
    if (context.isAborted) throw thrown
    if (isResource(page)) return respondWithThrown(page, index, thrown, 'middleware')

    for (const i of page.deferred.reuse()) page.started[i] = undefined
    result = await readFailure(page, index, thrown, 'middleware')
  }

  if (result.type === 'error') return refuseAt(page, index, result)
  page.deferred.drop('Middleware redirected')
  return result.response
}

/** Whether a boundary shows a response of middleware that did not call `next()`. Others are sent unchanged. */
function isRefusal({ status, headers }: Response): boolean {
  return status >= 400 && !/^text\/html\b/i.test(headers.get('Content-Type') ?? '')
}

/** Responds with the page that matched. */
function respondMatched(page: PageRequest): Promise<Response> {
  const { onPrerender, prerendered } = page.build
  return onPrerender || prerendered ? respondStored(page) : respondLive(page)
}

/** Responds with the stored response of a page. While the build runs, stores it. */
async function respondStored(page: PageRequest): Promise<Response> {
  const { build, context, dataRequest } = page
  const stored = build.prerendered && (await findPrerendered(page, build.prerendered))
  if (stored) return stored

  const response = await respondLive(page)
  return build.onPrerender
    ? build.onPrerender(context.url, dataRequest ? 'data' : 'document', response)
    : response
}

/** Runs the action or the loaders of the page that matched. */
function respondLive(page: PageRequest): Promise<Response> {
  const { id: route, params } = page.matches.at(-1)!
  proof?.onHandlerStart?.({ kind: 'page', route, params })
  if (isResource(page)) return respondWithResource(page)

  const isLoad = isLoadMethod(page.method)
  if (!isLoad && !isActionMethod(page.method)) return refuseMethod(page)
  if (isLiveStream(page)) return followPage(page)
  if (page.dataRequest) return respondWithData(page)
  return isLoad ? showPage(page) : act(page)
}

/** Runs the action of a form that the browser submitted itself, and returns a document. */
async function act(page: PageRequest): Promise<Response> {
  const { search, pathname } = page.context.url
  const { id } = actionTarget(page.matches, search)
  const index = page.matches.findIndex((match) => match.id === id)

  const ran = await runAction(page, index)
  if (!ran) {
    const failure = noAction(page, pathname)
    return showPage(page, { failure: { index, result: failure }, allow: 'GET, HEAD' })
  }
  const { result } = ran
  if (result.type !== 'invalid') observeWrites(page, index)
  if (result.type === 'redirect') return result.response

  return showPage(page, {
    action: { id, result },
    ...(result.type === 'error' && { failure: { index, result } }),
  })
}

/** Returns the response for a request that middleware of the route at `index` refused. */
async function refuseAt(page: PageRequest, index: number, result: ErrorResult): Promise<Response> {
  const failure = { index, result }
  return page.dataRequest
    ? respondWithData(page, failure)
    : showPage(page, { failure, isByMiddleware: true })
}

/** Returns the response for a request that no route handles. The root shows the error. */
async function refuseAtRoot(
  page: PageRequest,
  result: ErrorResult,
  allow?: string,
): Promise<Response> {
  if (page.dataRequest) return respondUnserved(page, result, allow)

  return showPage(page, { failure: { index: 0, result }, ...(allow !== undefined && { allow }) })
}

/**
 * If no page has the path, but the router knows it: a redirect to the page with the other trailing slash, or a 405 if the
 * router has routes with other methods.
 */
function respondElsewhere(
  { build, match }: PagesApp,
  context: InternalContext,
  found: readonly PageMatch[] | null,
): Response | undefined {
  if (found && !isCatchAll(found.at(-1)!.route)) return undefined

  const { pathname, search } = context.url
  const location = followSlash(build.manifest, match, pathname)
  if (location !== pathname) return redirect(location + search, 308)

  const { allowedMethods, method } = context
  // If the router allows this method, its route is the one of the pages, such as `router.get('/*', pages)`.
  if (allowedMethods.length > 0 && !allowedMethods.includes(method)) {
    return methodNotAllowed(method, pathname, allowedMethods.join(', '))
  }

  return undefined
}

/** Shows the 404 of the root for a path that neither a page nor the router has. */
function refuseUnmatched(page: PageRequest, pathname: string): Promise<Response> {
  // Static hosts send this file for every unknown URL.
  const message = page.build.isStatic ? 'Not Found' : `Not Found: ${pathname}`

  return refuseAtRoot(page, expected(404, 'Not Found', message))
}

/** Returns the response for a method that no page has, such as `OPTIONS`. */
function refuseMethod(page: PageRequest): Promise<Response> {
  const { method, context, modules } = page
  const message = `No ${method} at ${context.url.pathname}`
  const allow = `GET, HEAD${modules.at(-1)!.action ? ', POST, PUT, PATCH, DELETE' : ''}`

  return refuseAtRoot(page, expected(405, 'Method Not Allowed', message), allow)
}
