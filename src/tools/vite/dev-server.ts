import { stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import {
  createServerModuleRunner,
  normalizePath,
  type DevEnvironment,
  type Environment,
  type EnvironmentModuleNode,
  type Plugin,
  type ViteDevServer,
} from 'vite'
import type { ModuleRunner } from 'vite/module-runner'
import { Panel } from '../panel/shared.ts'
import { warningsOf, type App } from './app.ts'
import { serverNames } from './browser-modules.ts'
import { CheckingEvaluator } from './checking-evaluator.ts'
import { createHandlerCache, createListener, printError } from './dev-handler.ts'
import { DeadLinks } from './dead-links.ts'
import { DevStart } from './dev-start.ts'
import { describeError, errorDetails } from './error-page.ts'
import { guardFiles } from './guard-files.ts'
import { parseModule } from './parse-module.ts'
import { policyReports } from './policy-reports.ts'
import { panelRoutes } from './served-routes.ts'
import { cut, findExports } from './strip-exports.ts'
import { clientEntryId, devManifestId, serverEntryId } from './virtual-modules.ts'
import { writeTypes } from './write-types.ts'

/** Serves pages from Vite's dev server and updates them when files change. */
export function devServer(app: App): Plugin {
  // When a dev server restarts, Vite creates the next one before it closes this one.
  const opened = new WeakMap<Environment, { runner: ModuleRunner; work: DevStart }>()
  let panel: Panel | undefined
  /** Creates the app before a request needs it, so that the terminal shows an error at once. */
  let startApp: (() => void) | undefined
  /** Modules that had a syntax error after their last change. */
  const broken = new Set<EnvironmentModuleNode>()

  return {
    name: 'framework:dev-server',
    apply: 'serve',
    configureServer(server) {
      const runner = createServerModuleRunner(server.environments['ssr']!, {
        // Without hot updates, the runner checks for changes on every import.
        hmr: false,
        evaluator: new CheckingEvaluator(app.root),
        sourcemapInterceptor: 'prepareStackTrace',
      })
      const work = new DevStart(server, (error) => printError(server, error))
      opened.set(server.environments['ssr']!, { runner, work })
      printOnce(server)
      if (app.options.panel) panel = new Panel(server, panelRoutes(app, undefined), errorDetails)
      const links = new DeadLinks(app, server, (error) => {
        server.config.logger.warn(describeError(error), { timestamp: true })
        panel?.log.addError(error, 'link')
      })
      if (panel) panel.findDeadLink = (path) => links.find(path)
      const getHandler = createHandlerCache(app, server, runner, { links, panel, work })
      const listen = createListener(app, server, getHandler, panel)
      watchRoutes(app, server, panel)
      startApp = () => {
        if (app.problem !== undefined || !server.httpServer?.listening) return
        getHandler().catch((error: unknown) => printError(server, error))
      }
      server.httpServer?.once('listening', startApp)
      server.httpServer?.once('listening', () => writeTypes(app))

      const { base, logger } = server.config
      server.middlewares.use(guardFiles(app, server))
      server.middlewares.use(policyReports(logger))
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
      const open = opened.get(this.environment)
      await open?.work.close()
      await open?.runner.close()
    },
    async hotUpdate({ file, modules, read, server }) {
      if (this.environment.name === 'ssr') {
        if (modules.length === 0) return []
        const mistake = await findMistake(this.environment, modules, broken)
        // The next request imports the changed modules, so the browser only has to reload its data. A syntax error is shown
        // over the page, which does not change.
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
        // The browser shows the syntax error itself.
      }
    },
  }
}

/** Returns the syntax error of one of these modules, or of a module that had one before. */
async function findMistake(
  environment: DevEnvironment,
  modules: readonly EnvironmentModuleNode[],
  broken: Set<EnvironmentModuleNode>,
): Promise<Error | undefined> {
  let mistake: Error | undefined
  for (const module of new Set([...modules, ...broken])) {
    broken.delete(module)
    // A broken module that is no longer imported does not matter.
    if (module.importers.size === 0 && !modules.includes(module)) continue
    try {
      await environment.transformRequest(module.url)
      // Without this, the runner would not import the new version.
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
    writeTypes(app)
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

  // Files are read one after the other, so that the last change decides.
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

/**
 * Makes the dev server print an error only once until a file changes. Vite would print it for every module that imports the
 * broken module, and again when the browser requests one of them. The page would print it once more.
 */
function printOnce({ config: { logger }, watcher }: ViteDevServer): void {
  const printed = new Set<string>()
  watcher.on('all', () => printed.clear())

  const print = logger.error
  logger.error = (text, options) => {
    const message = options?.error?.message
    if (message !== undefined && printed.has(message)) return
    if (message !== undefined) printed.add(message)
    print(text, options)
  }
}
