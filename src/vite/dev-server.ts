import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
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
import { checkReturnsByDefault } from '../fetch-router/shared.ts'
import { createRequestListener } from '../node/index.ts'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import type { RouteModule } from '../react/shared.ts'
import type { createHandler, Pages, ServerBuild } from '../server/index.ts'
import type { CreateApp, EntryServerModule } from '../server/shared.ts'
import { exportsOf, routeModuleId, warningsOf, type App } from './app.ts'
import { serverNames } from './browser-modules.ts'
import { createManifest } from './create-manifest.ts'
import { devStyles } from './dev-styles.ts'
import { describeError, errorDetails, errorPage } from './error-page.ts'
import { printOnce } from './print-once.ts'
import type { RouteConfig } from './route-config.ts'
import { keptCode } from './strip-exports.ts'
import { clientEntryId, devManifestId, serverEntryId } from './virtual-modules.ts'

/**
 * The manifest of development: modules have their own URLs, and styles are asked for when they are needed. Every route
 * has a URL, also one that seems to have nothing for the browser: its file may have been read while it was being written.
 */
export function devManifest(app: App, base: string): RouteManifest {
  return createManifest({
    version: 'development',
    basename: app.options.basename,
    trailingSlash: app.options.trailingSlash,
    routes: app.routes,
    exportsOf: (route) => exportsOf(app, route),
    assetsOf: (route) => ({ url: base + moduleUrl(route).slice(1), imports: [], css: [] }),
  })
}

/** Answers pages from Vite's dev server and keeps them up to date while files change. */
export function devServer(app: App): Plugin {
  let runner: ModuleRunner | undefined
  /** Modules that could not be read when they were written last. */
  const broken = new Set<EnvironmentModuleNode>()

  return {
    name: 'framework:dev-server',
    apply: 'serve',
    configureServer(server) {
      runner = createServerModuleRunner(server.environments['ssr']!, {
        // Without hot updates of its own it looks with every import whether something changed.
        hmr: false,
        sourcemapInterceptor: 'prepareStackTrace',
      })
      printOnce(server)
      const answer = createAnswer(app, server, runner)
      watchRoutes(app, server)

      const { base } = server.config
      if (base !== '/') {
        // Pages are not below the base of the assets; what is not below it is not Vite's.
        server.middlewares.use((request, response, next) => {
          if (request.url?.startsWith(base)) next()
          else void answer(request, response)
        })
      }
      return () => {
        server.middlewares.use((request, response) => void answer(request, response))
      }
    },
    async closeBundle() {
      await runner?.close()
    },
    async hotUpdate({ file, modules, read, server }) {
      if (this.environment.name === 'ssr') {
        if (modules.length === 0) return []
        const mistake = await findMistake(this.environment, modules, broken)
        // The next request imports what changed; the browser only needs to ask again. What cannot be read yet is shown over
        // the page, which stays as it is.
        if (mistake === undefined) server.environments.client.hot.send('framework:revalidate', {})
        else showOverlay(server, mistake)
        return []
      }
      if (this.environment.name !== 'client') return

      const names = serverNames(app, file)
      const before = app.browserCode.get(file)
      if (names === undefined || before === undefined) return
      if (hasSameCode(before, await read(), file, names)) return []
    },
  }
}

/** Why one of these modules, or one that was broken before, cannot be read. */
async function findMistake(
  environment: DevEnvironment,
  modules: readonly EnvironmentModuleNode[],
  broken: Set<EnvironmentModuleNode>,
): Promise<Error | undefined> {
  let mistake: Error | undefined
  for (const module of new Set([...modules, ...broken])) {
    broken.delete(module)
    // A module that nothing imports any more is nobody's mistake.
    if (module.importers.size === 0 && !modules.includes(module)) continue
    try {
      await environment.transformRequest(module.url)
      // What is transformed already is not imported again.
      environment.moduleGraph.invalidateModule(module)
    } catch (error) {
      broken.add(module)
      mistake ??= error as Error
    }
  }
  return mistake
}

/** Shows a mistake in the terminal, and in the browser over the page that is there. */
function showOverlay({ config, environments }: ViteDevServer, error: Error): void {
  const { message, stack = '', frame, loc } = errorDetails(error)
  config.logger.error(describeError(error), { timestamp: true, error })
  environments.client.hot.send({ type: 'error', err: { message, stack, frame, loc } })
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The exports of the server's entry in development. */
interface ServerEntry {
  createHandler: typeof createHandler
  router: { default: CreateApp } | undefined
  entryServer: EntryServerModule | undefined
}

/** What went wrong while a request was answered, in places where the app itself would only say 500. */
const failures = new AsyncLocalStorage<{ error?: unknown }>()

function createAnswer(app: App, server: ViteDevServer, runner: ModuleRunner): Answer {
  const { base, logger } = server.config
  const getHandler = createHandlerCache(app, server, runner)

  const listener = createRequestListener(async (request: Request) => {
    const failure: { error?: unknown } = {}
    try {
      if (app.problem !== undefined) throw app.problem
      const handler = await getHandler()
      const response = await failures.run(failure, () => handler(request))
      if (failure.error === undefined) return response
      await response.body?.cancel()
    } catch (error) {
      failure.error = error
      logger.error(describeError(error), { timestamp: true })
    }

    return new Response(errorPage(failure.error, base), {
      status: 500,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
    })
  })

  return async (request, response) => {
    // Vite's own middleware take the base off.
    request.url = (request as { originalUrl?: string }).originalUrl ?? request.url
    listener(request, response)
  }
}

/** The app's handler, made again when the router's modules or the routes are others than before. */
function createHandlerCache(
  app: App,
  server: ViteDevServer,
  runner: ModuleRunner,
): () => Promise<FetchHandler> {
  let current: { key: unknown[]; handler: FetchHandler } | undefined

  return async () => {
    const entry = await runner.import<ServerEntry>(serverEntryId)
    const key = [entry.createHandler, entry.router, entry.entryServer, app.routes]
    if (current === undefined || key.some((part, at) => part !== current!.key[at])) {
      const build = devBuild(app, server, runner, entry)
      current = { key, handler: entry.createHandler(build, reportingApp(entry.router?.default)) }
    }
    return current.handler
  }
}

/** The app's own router; what it throws is shown in the page. */
function reportingApp(createApp: CreateApp | undefined): CreateApp | undefined {
  if (createApp === undefined) return
  const fetch = (router: Router<any>, request: Request): Promise<Response> =>
    reporting(() => router.fetch(request))

  return (async (pages: Pages) => {
    try {
      const router = await createApp(pages)
      checkReturnsByDefault(router)
      return { fetch: (request: Request) => fetch(router, request) }
    } catch (error) {
      // Every request is told, not only the one that is being answered.
      return { fetch: () => reporting(() => Promise.reject(error)) }
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

/** Lets the page that is being answered show an error. */
function recordFailure(error: unknown): void {
  const failure = failures.getStore()
  if (failure !== undefined) failure.error ??= error
  // Vite puts the whole module on its errors, which hides everything else in a terminal.
  if (error instanceof Error && 'pluginCode' in error) {
    Object.defineProperty(error, 'pluginCode', { enumerable: false })
  }
}

function devBuild(
  app: App,
  server: ViteDevServer,
  runner: ModuleRunner,
  { entryServer }: ServerEntry,
): ServerBuild {
  const { base, logger } = server.config
  const routes = app.routes.map((route) => {
    const id = routeModuleId(app, route)
    return [route.id, () => reporting(() => runner.import<RouteModule>(id))] as const
  })

  return {
    manifest: devManifest(app, base),
    manifestUrl: virtualUrl(base, devManifestId),
    clientEntry: { url: virtualUrl(base, clientEntryId), imports: [], css: [] },
    basename: app.options.basename,
    routes: Object.fromEntries(routes),
    ...(entryServer !== undefined && { entryServer }),
    dev: {
      css: async (routeIds) => {
        const matched = app.routes.filter((route) => routeIds.includes(route.id))
        const urls = matched.map((route) => moduleUrl(route))
        try {
          return await devStyles(server.environments.client, urls)
        } catch (error) {
          // A module that the browser cannot have fails here, before the page that would fail on it.
          recordFailure(error)
          logger.error(describeError(error), { timestamp: true, error: error as Error })
          return []
        }
      },
      unshown: recordFailure,
      warn: (message) => logger.warn(message, { timestamp: true }),
    },
  }
}

/** Looks at the routes again when a file comes, goes, or has other exports than before. */
function watchRoutes(app: App, server: ViteDevServer): void {
  const { client, ssr } = server.environments

  const refresh = async (path: string): Promise<void> => {
    const file = normalizePath(path)
    if (!file.startsWith(`${app.directory}/`) && !app.files.treeSources.includes(file)) return
    const before = new Set(warningsOf(app))
    const hadProblem = app.problem !== undefined
    const isDifferent = await app.reopen()
    for (const warning of warningsOf(app)) {
      if (!before.has(warning)) server.config.logger.warn(warning, { timestamp: true })
    }
    if (app.problem !== undefined) {
      showOverlay(server, app.problem)
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

  // One after the other, so that the last look is the one that counts.
  let looking = Promise.resolve()
  for (const event of ['add', 'unlink', 'change'] as const) {
    server.watcher.on(event, (file) => {
      looking = looking.then(() => refresh(file))
    })
  }
}

function hasSameCode(
  before: string,
  code: string,
  file: string,
  names: readonly string[],
): boolean {
  try {
    return keptCode(code, file, names) === before
  } catch {
    // It cannot be read while it is being written; the browser shows why.
    return false
  }
}

/** Where the dev server has a route's module, without the base. */
function moduleUrl(route: RouteConfig): string {
  return `/app/${route.file}`
}

function virtualUrl(base: string, id: string): string {
  return `${base}@id/__x00__${id}`
}
