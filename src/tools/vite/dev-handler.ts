import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, relative } from 'node:path'
import type { ViteDevServer } from 'vite'
import type { ModuleRunner } from 'vite/module-runner'
import type { FetchHandler, Router } from '../../router/fetch-router/index.ts'
import { checkReturnsByDefault, isObservable, lentBy } from '../../router/fetch-router/shared.ts'
import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import {
  handleIncoming,
  pass,
  type IncomingRequest,
  type Prepare,
} from '../../internal/exchange/incoming.ts'
import { lendTo, observeWith } from '../../internal/process/global-keys.ts'
import { htmlType } from '../../internal/http/http.ts'
import { clientClosed } from '../../internal/http/reason-phrase.ts'
import { createRequestListener } from '../../edges/node/index.ts'
import type { Entry, Panel } from '../panel/shared.ts'
import type { AppHandler, Pages, ServerBuild } from '../../pages/server/index.ts'
import type { CreateApp } from '../../pages/server/shared.ts'
import { moduleUrl, warningsOf, type App } from './app.ts'
import { devStyles } from './dev-styles.ts'
import type { DeadLinks } from './dead-links.ts'
import type { DevStart } from './dev-start.ts'
import { describeError, errorPage } from './error-page.ts'
import { askForReports } from './policy-reports.ts'
import { isServedByMiddleware } from './inspect-app.ts'
import { panelRoutes } from './served-routes.ts'
import {
  buildOf,
  clientEntryId,
  devManifestId,
  panelId,
  serverEntryId,
  virtualUrl,
  type ServerEntry,
} from './virtual-modules.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The current request: its record, and its error if the app itself would only send a 500. */
interface Current {
  readonly signal: AbortSignal
  error?: unknown
  entry?: Entry | undefined
  panel?: Panel | undefined
}

const requests = new AsyncLocalStorage<Current>()

export function createListener(
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
      if (failure.error === undefined) return askForReports(response)
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
 * Caches the app's handler. Creates a new one when the modules of the router or the routes change. Also creates a new one
 * after a failure, because the cause may be outside of the sources, such as a database.
 */
export function createHandlerCache(
  app: App,
  server: ViteDevServer,
  runner: ModuleRunner,
  { links, panel, work }: { links: DeadLinks; panel: Panel | undefined; work: DevStart },
): () => Promise<FetchHandler> {
  let current: { key: unknown[]; handler: AppHandler } | undefined

  return async () => {
    const entry = await runner.import<ServerEntry>(serverEntryId)
    const { contracts, createHandler, entryServer, router } = entry
    const key = [createHandler, router, entryServer, contracts, app.routes]
    if (current === undefined || key.some((part, at) => part !== current!.key[at])) {
      const build = devBuild(app, server, runner, entry, links)
      let front: Router<any> | undefined
      const createApp = reportingApp(entry.router?.default, (router) => {
        front = router
        panel?.use(panelRoutes(app, router))
      })
      const handler = entry.createHandler(build, createApp, entry.router)
      if (createApp === undefined) panel?.use(panelRoutes(app, undefined))
      if (panel && isObservable(handler)) {
        handler[observeWith](panel.observe(() => requests.getStore()?.entry))
      }
      links.use({
        routes: {
          routes: () => panelRoutes(app, front).routes(),
          explain: (...args) => panelRoutes(app, front).explain(...args),
        },
        isServed: (path) => isServedByMiddleware(front, path),
      })
      const created = { key, handler }
      current = created
      handler.ready.then(
        () => current === created && work.use(router, handler),
        () => {
          if (current === created) current = undefined
        },
      )
    }
    const { handler } = current
    await handler.ready
    return handler
  }
}

/** Wraps the app's own router, so that the error page shows its errors. */
function reportingApp(
  createApp: CreateApp | undefined,
  created: (router: Router<any>) => void,
): CreateApp | undefined {
  if (createApp === undefined) return
  const fetch = (router: Router<any>, request: Request): Promise<Response> =>
    reporting(() => router.fetch(request))

  return (async (pages: Pages) => {
    const router = await createApp(pages)
    // `createHandler()` has the message for this mistake.
    if (typeof (router as Partial<Router> | undefined)?.fetch !== 'function') return router
    checkReturnsByDefault(router)
    created(router)
    return {
      fetch: (request: Request) => fetch(router, request),
      [handleIncoming]: (incoming: IncomingRequest, prepare?: Prepare) =>
        reporting(async () => pass(router, incoming, prepare)),
      ...(isObservable(router) && { [observeWith]: router[observeWith] }),
      [lendTo]: lentBy(router),
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

/** Imports a module. In development it may have to be compiled first, which the record of the request says. */
function importing<Module>(app: App, id: string, runner: ModuleRunner): Promise<Module> {
  const { entry, panel } = requests.getStore() ?? {}
  const work = (): Promise<Module> => runner.import<Module>(id)
  const name = relative(app.root, id.replace(/\?.*$/, ''))
  return panel ? panel.log.measure(entry, { type: 'module', name }, work) : work()
}

/** Makes the response to the current request an error page. */
function recordFailure(error: unknown): void {
  const failure = requests.getStore()
  // The client has disconnected, so no response is shown.
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
  links: DeadLinks,
): ServerBuild {
  const { base, logger } = server.config

  return {
    ...buildOf(app, base, entry, (id) => reporting(() => importing(app, id, runner))),
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
          // If the browser must not get a module, the error happens here, before the browser requests the module.
          recordFailure(error)
          printError(server, error)
          return []
        }
      },
      unshown: recordFailure,
      fixStack: (error) => addHints(app, error),
      links: (paths) => paths.forEach((path) => void links.find(path)),
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

/**
 * Returns a warning about a component that a module forgets to render. Returns `undefined` if the module contains the
 * component: then it is left out on purpose, for some requests.
 *
 * @param component The component that a document did not render
 * @param routeId The route whose component has to render it
 * @param hiddenId The route that is not shown because of that
 */
function missingPart(
  app: App,
  component: 'Outlet' | 'Scripts',
  routeId: string,
  hiddenId: string | undefined,
): string | undefined {
  const fileOf = (id: string | undefined): string | undefined =>
    app.routes.find((route) => route.id === id)?.file
  const file = fileOf(routeId)
  const path = join(app.directory, file ?? '')
  if (file === undefined || !existsSync(path)) return undefined
  if (readFileSync(path, 'utf8').includes(`<${component}`)) return undefined

  return component === 'Outlet'
    ? `app/${file} renders no <Outlet/>, so app/${fileOf(hiddenId)} is not shown. Add <Outlet/> to its component, where the page belongs.`
    : `app/${file} renders no <Scripts/>, so its pages run no JavaScript. Add <Scripts/> at the end of the body. If the pages need none, add: export const scripts = false`
}

/** Prints an error in the terminal, only once until a file changes. */
export function printError({ config }: ViteDevServer, error: unknown): void {
  config.logger.error(describeError(error), { timestamp: true, error: error as Error })
}
