import { cop, type CopOptions } from '../cop-middleware/index.ts'
import type { Middleware, RequestContext } from '../fetch-router/index.ts'
import { observationOf, pathOf, runAround, setRoute, watchRun } from '../fetch-router/shared.ts'
import { isPages } from '../internal/global-keys.ts'
import { proof } from '../internal/proof.ts'
import { invariant } from '../internal/invariant.ts'
import { existingRequest, identityOf, type Identity } from '../internal/exchange/owned-request.ts'
import { methodNotAllowed } from '../internal/refusal.ts'
import { otherSpelling } from '../internal/trailing-slash.ts'
import { withoutBody } from '../internal/exchange/without-body.ts'
import { isResourceRoute } from '../page-protocol/manifest.ts'
import {
  actionTarget,
  createPageMatcher,
  isCatchAll,
  matchRoot,
  type PageMatch,
} from '../page-protocol/match-pages.ts'
import type { RouteModule } from '../react/shared.ts'
import { redirect } from '../response/index.ts'
import { respondWithData, respondUnserved } from './respond-with-data.ts'
import { respondWithResource, respondWithThrown } from './respond-with-resource.ts'
import { ownBuild, type ServerBuild } from './build.ts'
import { DeferredValues } from './deferred-values.ts'
import { readMethodOverride } from './method-override.ts'
import { loadModules } from './load-modules.ts'
import { askContracts, readContracts, readPageContract } from './page-input.ts'
import {
  expected,
  isRedirect,
  noAction,
  readRefusal,
  unexpected,
  type ErrorResult,
  type RedirectResult,
} from './result.ts'
import { createViews, isResource, type PageRequest, type PagesApp } from './page-request.ts'
import { createPathTree } from './path-tree.ts'
import { isRefusal } from './refusals.ts'
import { reportError } from './report.ts'
import { readFailure, resolveRedirect, runAction } from './run-handler.ts'
import { describeRoute } from './describe-route.ts'
import { showPage } from './show-page.ts'
import { createTagDigests, type DigestTags } from './tag-digests.ts'

/** Options of {@link createPages}. Most are options of `cop()`, because pages do the same check. */
export interface PagesOptions extends CopOptions {
  /**
   * The key for the digests of what loaders read, at least 16 bytes. Several processes that serve one app need the same.
   *
   * @default a random one for each process
   */
  readonly tagSecret?: string
}

/** The pages of an app, as the last route of the front router: `router.map('/*', pages)`. */
export interface Pages {
  (context: RequestContext<any, any>): Promise<Response>
  /**
   * Returns the same pages with other options.
   *
   * @example
   * router.map('/*', pages.with({ trustedOrigins: ['https://admin.example.com'] }))
   */
  with(options: PagesOptions): Pages
}

/**
 * Creates a request handler for the route modules of a build.
 *
 * Every unsafe request is checked like with `cop()` before any code of the page runs. Data requests only work with
 * `createHandler()`.
 *
 * @param build The build
 * @param options Options for the check of the origin, and the secret for tags
 * @returns A handler for `router.map('/*', …)`
 *
 * @example
 * const router = createRouter({ middleware: [logger()] })
 * router.map('/*', createPages(build))
 */
export function createPages(build: ServerBuild, options: PagesOptions = {}): Pages {
  proof?.builds.push(build)
  let root: PageMatch[] | undefined
  const app: PagesApp = {
    build: ownBuild(build),
    match: createPageMatcher(build.manifest, (routes) => createPathTree(routes)),
    matchRoot: () => (root ??= matchRoot(build.manifest)),
    modules: new Map(),
    contracts: new Map(),
    branches: new Map(),
    suspending: new Set(),
  }

  for (const [id, contract] of Object.entries(app.build.contracts ?? {})) {
    invariant(
      contract !== undefined,
      `Cannot find the contract of route "${id}" in the page tree of app/routes.ts. It must be the same tree in the build and on the server.`,
    )
  }
  // A mistake in a contract shows at the start, except in modules that are loaded on first use.
  for (const [id, module] of build.dev ? [] : Object.entries(build.routes)) {
    if (typeof module !== 'function') readPageContract(app, id, module)
  }

  const createWith = ({ tagSecret, ...options }: PagesOptions): Pages => {
    const guard = cop(options)
    const digestTags = build.isStatic ? async () => undefined : createTagDigests(tagSecret)
    const pages = async (context: RequestContext) =>
      watchRun(context, () => guard(context, async () => respondWithPage(app, context, digestTags)))

    return Object.assign(pages as Pages, { with: createWith, [isPages]: true })
  }

  return createWith(options)
}

async function respondWithPage(
  app: PagesApp,
  context: RequestContext,
  digestTags: DigestTags,
): Promise<Response> {
  const { pathname } = pathOf(context)
  const found = app.match(pathname)
  setRoute(context, () => undefined)
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
    return respondUnloaded(app, context, digestTags, matches, error)
  }

  const page = await createPageRequest(app, context, digestTags, matches, modules, contracts)
  if (found) setRoute(context, () => describeRoute(page), found.at(-1)!.params)
  return respondAround(page, () =>
    found ? respondMatched(page) : refuse(page, notFound(page.build, pathname)),
  )
}

/** Responds for a branch with a module that cannot be loaded: as the root's error, unless there is nothing to show. */
async function respondUnloaded(
  app: PagesApp,
  context: RequestContext,
  digestTags: DigestTags,
  matches: readonly PageMatch[],
  error: unknown,
): Promise<Response> {
  if (matches.length === 1 || isResourceRoute(matches.at(-1)!.route)) throw error

  const root = app.matchRoot()
  const modules = await loadModules(app, root)
  const contracts = readContracts(app, root, modules)
  const page = await createPageRequest(app, context, digestTags, root, modules, contracts)
  reportError({ ...page, matches }, error, 'module')
  const shown = { ...page, isUnloaded: true }
  return respondAround(shown, () => refuse(shown, unexpected(error)))
}

async function createPageRequest(
  app: PagesApp,
  context: RequestContext,
  digestTags: DigestTags,
  matches: readonly PageMatch[],
  modules: readonly RouteModule[],
  contracts: PageRequest['contracts'],
): Promise<PageRequest> {
  const isForm =
    context.originalMethod === 'POST' && (context.method === 'POST' || context.has(FormData))
  const { method, createRequest } = isForm
    ? await readMethodOverride(context)
    : { method: context.method, createRequest: undefined }
  const { data, waits = false } = readIdentity(context)
  // Guards must see the method that will run, not the one that the form could send.
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
    ids: data?.ids,
    fieldIds: data?.fields ?? [],
    data,
    waits,
    digestTags,
    deferred: new DeferredValues(),
    started: [],
    actionRequest,
    loaderRequest,
  }
}

/** Runs `respond` inside of the middleware of the page's routes. */
async function respondAround(
  page: PageRequest,
  respond: () => Promise<Response>,
): Promise<Response> {
  const response = await withMiddleware(page, respond)()

  return page.context.method === 'HEAD' ? withoutBody(response) : response
}

const noIdentity: Identity = {}

/** Reads what a request says besides its URL. Does not create a `Request`: such a request already has one. */
function readIdentity(context: RequestContext): Identity {
  const request = (context as { readonly [existingRequest]?: Request })[existingRequest]
  return (request && identityOf(request)) ?? noIdentity
}

/**
 * Runs the `middleware` exports of a branch around `respond`, root first.
 *
 * If middleware throws, the error becomes a response at once. So the middleware around it still gets a response and can
 * do its work, such as saving a session.
 */
function withMiddleware(
  page: PageRequest,
  respond: () => Promise<Response>,
): () => Promise<Response> {
  return page.modules.reduceRight(
    (inner, { middleware = [] }, index) =>
      middleware.reduceRight(
        (next, run) => () => runGuarded(page, index, run as Middleware, next),
        inner,
      ),
    respond,
  )
}

/** Runs one middleware of the route at `index` around `next`. What it throws, or returns instead, can be a refusal. */
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
    const [run = middleware] = observationOf(context)?.middleware([middleware], () => 'page') ?? []
    const response = await runAround(context, run, () => {
      hasPassed = true
      return next()
    })
    if (isRedirect(response)) return resolveRedirect(page, index, response)
    if (hasPassed || isResource(page) || !isRefusal(response)) return response

    result = await readRefusal(response)
  } catch (thrown) {
    if (context.request.signal.aborted) throw thrown
    if (isResource(page)) return respondWithThrown(page, index, thrown, 'middleware')

    for (const i of page.deferred.reuse()) page.started[i] = undefined
    result = await readFailure(page, index, thrown, 'middleware')
  }

  if (result.type === 'error') return refuseAt(page, index, result)
  page.deferred.drop('Middleware redirected')
  return result.response
}

function respondMatched(page: PageRequest): Promise<Response> {
  const leaf = page.modules.at(-1)!
  const { id: route, params } = page.matches.at(-1)!
  proof?.onHandlerStart?.({ kind: 'page', route, params })
  if (isResource(page)) return respondWithResource(page)

  switch (page.method) {
    case 'GET':
    case 'HEAD':
      return page.ids ? respondWithData(page) : showPage(page)
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return page.ids ? respondWithData(page) : act(page)
    default: {
      const { pathname } = page.context.url
      const result = expected(405, 'Method Not Allowed', `No ${page.method} at ${pathname}`)
      return refuse(page, result, `GET, HEAD${leaf.action ? ', POST, PUT, PATCH, DELETE' : ''}`)
    }
  }
}

/** Runs the action of a form that the browser submitted itself, and returns the page. */
async function act(page: PageRequest): Promise<Response> {
  const { search, pathname } = page.context.url
  const { id } = actionTarget(page.matches, search)
  const index = page.matches.findIndex((match) => match.id === id)

  const result = await runAction(page, index)
  if (!result) {
    const failure = noAction(page, pathname)
    return showPage(page, { failure: { index, result: failure }, allow: 'GET, HEAD' })
  }
  if (result.type === 'redirect') return result.response

  return showPage(page, {
    action: { id, result },
    ...(result.type === 'error' && { failure: { index, result } }),
  })
}

/** Returns the response for a request that middleware of the route at `index` refused. */
async function refuseAt(page: PageRequest, index: number, result: ErrorResult): Promise<Response> {
  const failure = { index, result }
  return page.ids ? respondWithData(page, failure) : showPage(page, { failure, isRefusal: true })
}

/** Returns the response for a request that no route handles. The root shows the error. */
async function refuse(page: PageRequest, result: ErrorResult, allow?: string): Promise<Response> {
  if (page.ids) return respondUnserved(page, result, allow)

  return showPage(page, { failure: { index: 0, result }, ...(allow !== undefined && { allow }) })
}

/** Returns the response for a URL that is not a page: a page with another trailing slash, or a route with other methods. */
function respondElsewhere(
  { build, match }: PagesApp,
  context: RequestContext,
  found: readonly PageMatch[] | null,
): Response | undefined {
  if (found && !isCatchAll(found.at(-1)!.route)) return undefined

  const { pathname, search } = context.url
  if (!found && build.manifest.trailingSlash === 'redirect') {
    const other = otherSpelling(pathname)
    if (match(other)) return redirect(other + search, 308)
  }
  const { allowedMethods, method } = context
  // A route with this method is the one of the pages, such as `router.get('/*', pages)`.
  if (allowedMethods.length > 0 && !allowedMethods.includes(method)) {
    return methodNotAllowed(method, pathname, allowedMethods.join(', '))
  }

  return undefined
}

function notFound({ isStatic }: ServerBuild, pathname: string): ErrorResult {
  // Hosts send the file of a static site for every unknown URL.
  return expected(404, 'Not Found', isStatic ? 'Not Found' : `Not Found: ${pathname}`)
}
