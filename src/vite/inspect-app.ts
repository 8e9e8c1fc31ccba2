import { createServer, createServerModuleRunner, type InlineConfig } from 'vite'
import type { Router } from '../fetch-router/index.ts'
import type { App } from './app.ts'
import { exportsOf } from './app.ts'

/** Something that answers requests: a page, or a route of the front router. */
export interface ServedRoute {
  kind: 'page' | 'route'
  /** `ANY`, or the methods that it answers. */
  methods: string[]
  pattern: string
  /** The route id; pages only. */
  id?: string
  /** The module under the project; pages only. */
  file?: string
  /** Whether this is the index of its parent, which wins over it; pages only. */
  index?: boolean
}

/** An app as it would be served. */
export interface InspectedApp {
  basename: string
  routes: ServedRoute[]
}

/**
 * Finds out what an app serves, without serving it: its pages, and the routes of `app/router.ts`.
 *
 * @param config Where the project is, as Vite takes it
 * @throws {Error} If the app has a mistake, or does not use `framework()`
 */
export async function inspectApp(config: InlineConfig = {}): Promise<InspectedApp> {
  const server = await createServer({
    logLevel: 'error',
    ...config,
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
  })

  try {
    const plugin = server.config.plugins.find(({ name }) => name === 'framework:app-config')
    const app = (plugin?.api as { app: App } | undefined)?.app
    if (app === undefined) throw new Error('The Vite config does not use framework()')

    const runner = createServerModuleRunner(server.environments['ssr']!, { hmr: false })
    const routerModule =
      app.files.router === undefined
        ? undefined
        : await runner.import<{ default: CreateApp }>(app.files.router)
    return {
      basename: app.options.basename,
      routes: [...pagesOf(app), ...(await routesOf(routerModule?.default))],
    }
  } finally {
    await server.close()
  }
}

type CreateApp = (pages: () => Response) => Router | Promise<Router>

function pagesOf(app: App): ServedRoute[] {
  return app.routes
    .filter((route) => !route.pathless)
    .map((route) => {
      const exports = exportsOf(app, route)
      const isResource = !exports.has('default') && !exports.has('ErrorBoundary')
      return {
        kind: 'page',
        methods: [
          ...(!isResource || exports.has('loader') ? ['GET'] : []),
          ...(exports.has('action') ? ['POST', 'PUT', 'PATCH', 'DELETE'] : []),
        ],
        pattern: route.splat ? route.pattern.replace(/(?<=.)\/\*$/, '(/*)') : route.pattern,
        id: route.id,
        file: `app/${route.file}`,
        ...(route.index && { index: true }),
      }
    })
}

async function routesOf(createApp: CreateApp | undefined): Promise<ServedRoute[]> {
  if (createApp === undefined) return []
  const pages = (): Response => new Response(null)
  const router = await createApp(pages)
  return router.routes
    .filter(({ handler }) => (handler as unknown) !== pages)
    .map(({ method, pattern }) => ({ kind: 'route', methods: [method], pattern: `${pattern}` }))
}
