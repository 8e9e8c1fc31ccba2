import {
  createServer,
  createServerModuleRunner,
  mergeConfig,
  type InlineConfig,
  type ViteDevServer,
} from 'vite'
import type { ModuleRunner } from 'vite/module-runner'
import type { createHandler, ServerBuild } from '../../pages/server/index.ts'
import type { RouterModule } from '../../pages/server/shared.ts'
import type { App } from './app.ts'
import { buildOf, serverEntryId, type ServerEntry } from './virtual-modules.ts'

/** An app whose modules can be run, without a port and without a watcher. */
export interface AppRunner {
  readonly app: App
  readonly server: ViteDevServer
  readonly runner: ModuleRunner
  close(): Promise<void>
}

/** An app as a build would create it, and how to create its handler. */
interface InMemoryApp {
  readonly build: ServerBuild
  readonly createHandler: typeof createHandler
  /** The module `app/router.ts`, if there is one. Its other exports are the options of the handler. */
  readonly router: RouterModule | undefined
}

/**
 * Opens an app with Vite, to run its modules in this process.
 *
 * @param config A Vite config that says where the project is
 * @throws {Error} If the project does not use `framework()`
 */
export async function openAppRunner(config: InlineConfig): Promise<AppRunner> {
  const server = await createServer(
    mergeConfig({ logLevel: 'error', ...config }, {
      server: { middlewareMode: true, watch: null, ws: false },
      optimizeDeps: { noDiscovery: true, include: [] },
    } satisfies InlineConfig),
  )
  const plugin = server.config.plugins.find(({ name }) => name === 'framework:app-config')
  const app = (plugin?.api as { app: App } | undefined)?.app
  if (app === undefined) {
    await server.close()
    throw new Error(
      'Cannot find the app: the Vite config does not use framework(). Add it to the plugins in vite.config.ts.',
    )
  }

  const runner = createServerModuleRunner(server.environments['ssr']!, {
    hmr: false,
    // Node maps no stack if a test runner maps stacks itself. This maps only the modules of the app.
    sourcemapInterceptor: 'prepareStackTrace',
  })
  return {
    app,
    server,
    runner,
    async close() {
      await runner.close()
      await server.close()
    },
  }
}

/**
 * Reads an app as it would be after a build: without `dev`, so errors and headers are the same as in production. Its scripts
 * have URLs, but no files.
 *
 * @throws {Error} If the routes of the app have a mistake
 */
export async function readInMemoryApp({ app, server, runner }: AppRunner): Promise<InMemoryApp> {
  if (app.problem !== undefined) throw app.problem

  const { base } = server.config
  const entry = await runner.import<ServerEntry>(serverEntryId)
  return {
    createHandler: entry.createHandler,
    router: entry.router,
    build: {
      ...buildOf(app, base, entry, (id) => runner.import(id)),
      manifestUrl: `${base}assets/manifest.js`,
      clientEntry: { url: `${base}assets/client.js`, imports: [], css: [] },
    },
  }
}
