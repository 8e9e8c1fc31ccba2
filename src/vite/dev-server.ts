import { AsyncLocalStorage } from 'node:async_hooks'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import {
  createServerModuleRunner,
  normalizePath,
  type DevEnvironment,
  type EnvironmentModuleNode,
  type Plugin,
  type ViteDevServer,
} from 'vite'
import type { ModuleRunner } from 'vite/module-runner'
import type { FetchHandler, Router } from '../fetch-router/index.ts'
import { checkReturnsByDefault, isObservable } from '../fetch-router/shared.ts'
import {
  handleWith,
  type Arrival,
  type Prepare,
  type PreparingHandler,
} from '../internal/exchange/incoming.ts'
import { editHeaders } from '../internal/exchange/edit-headers.ts'
import { observeWith } from '../internal/global-keys.ts'
import { htmlType } from '../internal/http.ts'
import { clientClosed } from '../internal/reason-phrase.ts'
import { createRequestListener } from '../node/index.ts'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import { errorDetails, Panel, type Entry } from '../panel/shared.ts'
import type { RouteModule } from '../react/shared.ts'
import type { AppHandler, createHandler, Pages, ServerBuild } from '../server/index.ts'
import type { CreateApp, EntryServerModule, RouterModule } from '../server/shared.ts'
import { manifestOf, routeModuleId, warningsOf, type App } from './app.ts'
import { serverNames } from './browser-modules.ts'
import { CheckingEvaluator } from './checking-evaluator.ts'
import { devStyles } from './dev-styles.ts'
import { describeError, errorPage } from './error-page.ts'
import { missingPart } from './missing-parts.ts'
import { parseModule } from './parse-module.ts'
import { printOnce } from './print-once.ts'
import type { RouteConfig } from './route-config.ts'
import { panelRoutes } from './served-routes.ts'
import { cut, findExports } from './strip-exports.ts'
import { clientEntryId, devManifestId, panelId, serverEntryId } from './virtual-modules.ts'

/**
 * Creates the manifest for development: each module has its own URL, and styles are found when a page needs them. Every
 * route has a URL, even if it seems to have nothing for the browser: its file may have been read while it was being saved.
 */
export function devManifest(app: App, base: string): RouteManifest {
  return manifestOf(app, 'development', (route) => ({
    url: base + moduleUrl(route).slice(1),
    imports: [],
    css: [],
  }))
}

/** Creates a build whose modules Vite runs. It has no files for the browser yet. */
export function buildOf(
  app: App,
  base: string,
  { contracts, entryServer }: ServerEntry,
  importModule: (id: string) => Promise<RouteModule>,
): Omit<ServerBuild, 'manifestUrl' | 'clientEntry'> {
  const routes = app.routes.map((route) => {
    const id = routeModuleId(app, route)
    return [route.id, () => importModule(id)] as const
  })
  return {
    manifest: devManifest(app, base),
    basename: app.options.basename,
    routes: Object.fromEntries(routes),
    ...(contracts !== undefined && { contracts }),
    ...(entryServer !== undefined && { entryServer }),
  }
}

/** Serves pages from Vite's dev server and updates them when files change. */
export function devServer(app: App): Plugin {
  let runner: ModuleRunner | undefined
  let panel: Panel | undefined
  /** Creates the app before a request needs it, so that the terminal shows at once why that fails. */
  let startApp: (() => void) | undefined
  /** Modules that had a syntax error after their last change. */
  const broken = new Set<EnvironmentModuleNode>()

  return {
    name: 'framework:dev-server',
    apply: 'serve',
    configureServer(server) {
      runner = createServerModuleRunner(server.environments['ssr']!, {
        // Without hot updates, the runner checks for changes on every import.
        hmr: false,
        evaluator: new CheckingEvaluator(app.root),
        sourcemapInterceptor: 'prepareStackTrace',
      })
      printOnce(server)
      if (app.options.panel) panel = new Panel(server, panelRoutes(app, undefined))
      const getHandler = createHandlerCache(app, server, runner, panel)
      const listen = createListener(app, server, getHandler, panel)
      watchRoutes(app, server, panel)
      startApp = () => {
        if (app.problem !== undefined || !server.httpServer?.listening) return
        getHandler().catch((error: unknown) => printError(server, error))
      }
      server.httpServer?.once('listening', startApp)

      const { base } = server.config
      if (base !== '/') {
        // Pages are not below the base of the assets, and Vite only handles URLs below it.
        server.middlewares.use((request, response, next) => {
          if (request.url?.startsWith(base)) next()
          else void listen(request, response)
        })
      }
      return () => {
        server.middlewares.use((request, response) => void listen(request, response))
      }
    },
    async closeBundle() {
      await runner?.close()
    },
    async hotUpdate({ file, modules, read, server }) {
      if (this.environment.name === 'ssr') {
        if (modules.length === 0) return []
        const mistake = await findMistake(this.environment, modules, broken)
        // The next request imports the changed modules, so the browser only has to reload its data. A syntax error is shown
        // over the page, which stays as it is.
        if (mistake === undefined) {
          server.environments.client.hot.send('framework:revalidate', {})
          startApp?.()
        } else showOverlay(server, mistake, panel)
        return []
      }
      if (this.environment.name !== 'client') return

      const names = serverNames(app, file)
      const before = app.browserCode.get(file)
      if (names === undefined || before === undefined) return
      try {
        const code = await read()
        if (cut(code, await findExports(parseModule(code, file), names)) === before) return []
      } catch {
        // The code has a syntax error, which the browser shows.
      }
    },
  }
}

/** Returns the error of one of these modules, or of one that was broken before. */
async function findMistake(
  environment: DevEnvironment,
  modules: readonly EnvironmentModuleNode[],
  broken: Set<EnvironmentModuleNode>,
): Promise<Error | undefined> {
  let mistake: Error | undefined
  for (const module of new Set([...modules, ...broken])) {
    broken.delete(module)
    // Ignore a broken module that is no longer imported.
    if (module.importers.size === 0 && !modules.includes(module)) continue
    try {
      await environment.transformRequest(module.url)
      // Otherwise the runner would not import the new version.
      environment.moduleGraph.invalidateModule(module)
    } catch (error) {
      broken.add(module)
      mistake ??= error as Error
    }
  }
  return mistake
}

/** Shows an error in the terminal, and in the browser over the current page. */
function showOverlay(server: ViteDevServer, error: Error, panel: Panel | undefined): void {
  panel?.log.addError(error, 'module')
  const { message, stack = '', frame, loc } = errorDetails(error)
  printError(server, error)
  server.environments.client.hot.send({ type: 'error', err: { message, stack, frame, loc } })
}

/** Prints an error in the terminal, once until a file changes. */
function printError({ config }: ViteDevServer, error: unknown): void {
  config.logger.error(describeError(error), { timestamp: true, error: error as Error })
}

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The exports of the server's entry in development. */
export interface ServerEntry {
  createHandler: typeof createHandler
  router: RouterModule | undefined
  entryServer: EntryServerModule | undefined
  contracts: ServerBuild['contracts']
}

/** The current request: its error, in places where the app itself would only send a 500, and its record. */
interface Current {
  readonly signal: AbortSignal
  error?: unknown
  entry?: Entry | undefined
  panel?: Panel | undefined
}

const requests = new AsyncLocalStorage<Current>()

function createListener(
  app: App,
  server: ViteDevServer,
  getHandler: () => Promise<FetchHandler>,
  panel: Panel | undefined,
): Listener {
  const { base } = server.config

  const respond = async (request: Request, failure: Current): Promise<Response> => {
    try {
      if (app.problem !== undefined) throw app.problem
      const handler = await getHandler()
      const response = await requests.run(failure, () => handler(request))
      if (failure.error === undefined) return response
      await response.body?.cancel()
    } catch (error) {
      if (request.signal.aborted) return new Response(null, { status: clientClosed })
      failure.error = error
      panel?.log.addError(error, 'router', { entry: failure.entry })
      printError(server, error)
    }

    if (failure.error instanceof Error) addHints(app, failure.error)
    const script = panel && virtualUrl(base, panelId)
    return new Response(errorPage(failure.error, base, script), {
      status: 500,
      headers: { 'Content-Type': htmlType, 'Cache-Control': 'no-store' },
    })
  }
  const listener = createRequestListener(async (request: Request) => {
    const { signal } = request
    if (panel === undefined) return respond(request, { signal })

    const entry = panel.log.begin(request)
    const response = await respond(request, { entry, panel, signal })
    const timing = panel.log.respond(entry, response)
    return editHeaders(response, (headers) => headers.append('Server-Timing', timing))
  })

  return async (request, response) => {
    // Vite's own middleware removes the base from `url`.
    request.url = (request as { originalUrl?: string }).originalUrl ?? request.url
    listener(request, response)
  }
}

/**
 * Caches the app's handler. Creates a new one when the modules of the router or the routes change, and after one that could
 * not be created: the cause may be outside of the sources, such as a database.
 */
function createHandlerCache(
  app: App,
  server: ViteDevServer,
  runner: ModuleRunner,
  panel: Panel | undefined,
): () => Promise<FetchHandler> {
  let current: { key: unknown[]; handler: AppHandler } | undefined

  return async () => {
    const entry = await runner.import<ServerEntry>(serverEntryId)
    const { contracts, createHandler, entryServer, router } = entry
    const key = [createHandler, router, entryServer, contracts, app.routes]
    if (current === undefined || key.some((part, at) => part !== current!.key[at])) {
      const build = devBuild(app, server, runner, entry)
      const createApp = reportingApp(entry.router?.default, (router) =>
        panel?.use(panelRoutes(app, router)),
      )
      const handler = entry.createHandler(build, createApp, entry.router)
      if (createApp === undefined) panel?.use(panelRoutes(app, undefined))
      if (panel && isObservable(handler)) {
        handler[observeWith](panel.observe(() => requests.getStore()?.entry))
      }
      const created = { key, handler }
      current = created
      handler.ready.catch(() => {
        if (current === created) current = undefined
      })
    }
    const { handler } = current
    await handler.ready
    return handler
  }
}

/** Wraps the app's own router, so that the error page shows what it throws. */
function reportingApp(
  createApp: CreateApp | undefined,
  created: (router: Router<any>) => void,
): CreateApp | undefined {
  if (createApp === undefined) return
  const fetch = (router: Router<any>, request: Request): Promise<Response> =>
    reporting(() => router.fetch(request))

  return (async (pages: Pages) => {
    const router = await createApp(pages)
    // `createHandler()` says what to return instead.
    if (typeof (router as Partial<Router> | undefined)?.fetch !== 'function') return router
    checkReturnsByDefault(router)
    created(router)
    return {
      fetch: (request: Request) => fetch(router, request),
      [handleWith]: (arrival: Arrival, prepare: Prepare) =>
        reporting(() => (router as unknown as PreparingHandler)[handleWith](arrival, prepare)),
      ...(isObservable(router) && { [observeWith]: router[observeWith] }),
    }
  }) as unknown as CreateApp
}

async function reporting<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run()
  } catch (error) {
    recordFailure(error)
    throw error
  }
}

/** Makes the response to the current request an error page. */
function recordFailure(error: unknown): void {
  const failure = requests.getStore()
  // The client has disconnected, so nobody sees a response.
  if (failure?.signal.aborted) return
  if (failure !== undefined) failure.error ??= error
  failure?.panel?.log.addError(error, 'router', { entry: failure.entry })
  // Vite adds the code of the whole module to its errors, which would fill the terminal.
  if (error instanceof Error && 'pluginCode' in error) {
    Object.defineProperty(error, 'pluginCode', { enumerable: false })
  }
}

function devBuild(
  app: App,
  server: ViteDevServer,
  runner: ModuleRunner,
  entry: ServerEntry,
): ServerBuild {
  const { base, logger } = server.config

  return {
    ...buildOf(app, base, entry, (id) => reporting(() => runner.import(id))),
    manifestUrl: virtualUrl(base, devManifestId),
    clientEntry: { url: virtualUrl(base, clientEntryId), imports: [], css: [] },
    dev: {
      client: app.options.panel ? virtualUrl(base, panelId) : `${base}@vite/client`,
      css: async (routeIds) => {
        const matched = app.routes.filter((route) => routeIds.includes(route.id))
        const urls = matched.map((route) => moduleUrl(route))
        try {
          return await devStyles(server.environments.client, urls)
        } catch (error) {
          // A module that the browser must not get fails here, before the browser requests it.
          recordFailure(error)
          printError(server, error)
          return []
        }
      },
      unshown: recordFailure,
      fixStack: (error) => addHints(app, error),
      hints: () => hintsOf(app),
      missing: (component, routeId, hiddenId) => {
        const message = missingPart(app, component, routeId, hiddenId)
        if (message !== undefined) logger.warnOnce(message, { timestamp: true })
      },
      warn: (message) => logger.warnOnce(message, { timestamp: true }),
    },
  }
}

/** The warnings of the terminal. They often explain an error. */
function hintsOf(app: App): string {
  const warnings = app.problem === undefined ? warningsOf(app) : []
  return warnings.length === 0 ? '' : ['The dev server also says:', ...warnings].join('\n')
}

/** Adds the warnings of the terminal to the stack of an error, which error pages show in development. */
function addHints(app: App, error: Error): void {
  const hints = hintsOf(app)
  const { stack = error.message } = error
  if (hints !== '' && !stack.includes(hints)) error.stack = `${stack}\n\n${hints}`
}

/** Reads the routes again when a file is added, removed, or changes its exports. */
function watchRoutes(app: App, server: ViteDevServer, panel: Panel | undefined): void {
  const { client, ssr } = server.environments

  const refresh = async (path: string, isEdit: boolean): Promise<void> => {
    const file = normalizePath(path)
    if (!file.startsWith(`${app.directory}/`) && !app.files.treeSources.includes(file)) return
    await whenWritten(path)
    if (isEdit && !app.dependsOn(file)) return
    const before = new Set(warningsOf(app))
    const hadProblem = app.problem !== undefined
    const isDifferent = await app.reopen()
    for (const warning of warningsOf(app)) {
      if (!before.has(warning)) server.config.logger.warn(warning, { timestamp: true })
    }
    if (app.problem !== undefined) {
      showOverlay(server, app.problem, panel)
      return
    }
    if (!isDifferent) {
      if (hadProblem) client.hot.send('framework:revalidate', {})
      return
    }

    for (const { moduleGraph } of [client, ssr!]) {
      for (const id of [clientEntryId, serverEntryId, devManifestId]) {
        const module = moduleGraph.getModuleById(`\0${id}`)
        if (module) moduleGraph.invalidateModule(module)
      }
    }
    client.hot.send({ type: 'full-reload' })
  }

  // One after the other, so that the last one decides.
  let looking = Promise.resolve()
  for (const event of ['add', 'unlink', 'change'] as const) {
    server.watcher.on(event, (file) => {
      looking = looking.then(() => refresh(file, event === 'change'))
    })
  }
}

/** Waits up to 100 ms while a file is empty: many editors empty a file before they write it. */
async function whenWritten(path: string): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    const { size } = await stat(path).catch(() => ({ size: 1 }))
    if (size > 0) return
    await setTimeout(10)
  }
}

/** Returns the URL of a route's module on the dev server, without the base. */
function moduleUrl(route: RouteConfig): string {
  return `/app/${route.file}`
}

function virtualUrl(base: string, id: string): string {
  return `${base}@id/__x00__${id}`
}
