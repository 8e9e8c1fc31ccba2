import type { RequestContext } from '../fetch-router/index.ts'
import { internalsOf, pathOf, setRoute } from '../fetch-router/shared.ts'
import { withoutBody } from '../internal/exchange/without-body.ts'
import { isResourceRoute } from '../page-protocol/manifest.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { RouteModule } from '../react/shared.ts'
import { DeferredValues } from './deferred.ts'
import { describeRoute } from './describe-route.ts'
import { loadModules } from './load-modules.ts'
import { readMethodOverride } from './method-override.ts'
import { askContracts, readContracts } from './page-input.ts'
import { runPageMiddleware } from './page-middleware.ts'
import { createViews, type PageRequest, type PagesApp, type PageSettings } from './page-request.ts'
import { refuseAtRoot, refuseUnmatched, respondElsewhere } from './refuse-page.ts'
import { reportError } from './report.ts'
import { respondMatched } from './respond-matched.ts'
import { unexpected } from './result.ts'

/** Responds to a request with the page of its URL. */
export async function respondWithPage(
  app: PagesApp,
  context: RequestContext,
  settings: PageSettings,
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
    return respondUnloaded(app, context, settings, matches, error)
  }

  const page = await createPageRequest(app, context, settings, matches, modules, contracts)
  if (found) setRoute(context, () => describeRoute(page), found.at(-1)!.params)
  return respondAround(page, () => (found ? respondMatched(page) : refuseUnmatched(page, pathname)))
}

/** Responds for a branch with a module that cannot be loaded: as the root's error, unless there is nothing to show. */
async function respondUnloaded(
  app: PagesApp,
  context: RequestContext,
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
  context: RequestContext,
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
  const { dataRequest, waits = false } = internalsOf(context).identity ?? {}
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
