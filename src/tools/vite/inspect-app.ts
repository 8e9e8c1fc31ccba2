import { join } from 'node:path'
import type { InlineConfig } from 'vite'
import type { Contract } from '../../router/contract/index.ts'
import type { Router } from '../../router/fetch-router/index.ts'
import { isPages } from '../../internal/process/global-keys.ts'
import type { RouteManifest } from '../../pages/page-protocol/manifest.ts'
import type { RouteModule } from '../../pages/react/shared.ts'
import { openAppRunner, type AppRunner } from './app-runner.ts'
import { exportsOf, missingGuards, routeModuleId, warningsOf } from './app.ts'
import { inTime } from './open-app.ts'
import { writeTypes } from './write-types.ts'
import { pagesOf, partsOf, routesOf, type RoutePart, type ServedRoute } from './served-routes.ts'

/** The two contracts of a route module. */
export interface InspectedContract {
  id: string
  /** The contract that the module exports. */
  own: unknown
  /** The contract of its route in the page tree. */
  ofRoute: Contract | undefined
}

/** The routes of an app, and the options that change how they match. */
export interface InspectedApp {
  basename: string
  trailingSlash: RouteManifest['trailingSlash']
  routes: ServedRoute[]
  /** Lists the modules that run for a page, root first. */
  partsOf(id: string | undefined): RoutePart[]
  /** The warnings of development and build. */
  warnings: string[]
  /** Those of the warnings that are about modules whose types promise a guard that does not run in front of them. */
  missingGuards: string[]
  /** The contracts of pages and layouts. Empty unless `withContracts` is set. */
  contracts: InspectedContract[]
  /** The folder of the sources. */
  appFolder: string
  /** The folder whose files are served as they are; `''` if there is none. */
  publicFolder: string
  /** Whether middleware of the front router responds to a path that no route has. */
  isServedByMiddleware(path: string): Promise<boolean>
}

/**
 * Lists what an app serves without starting a server: its pages, and the routes of `app/router.ts`.
 *
 * @param config A Vite config that says where the project is
 * @param withContracts Whether to run the route modules that have a contract
 * @throws {Error} If the app has a mistake, or does not use `framework()`
 */
export async function inspectApp(
  config: InlineConfig = {},
  withContracts = false,
): Promise<InspectedApp> {
  const appRunner = await openAppRunner(config)
  const { app, server, runner, close } = appRunner
  try {
    if (withContracts) writeTypes(app)
    const module =
      app.files.router === undefined
        ? undefined
        : await runner.import<{ default: CreateApp }>(app.files.router)
    const router = await module?.default(pages)
    return {
      basename: app.options.basename,
      trailingSlash: app.options.trailingSlash,
      appFolder: join(server.config.root, 'app'),
      publicFolder: server.config.publicDir,
      routes: [...pagesOf(app), ...routesOf(router)],
      partsOf: (id) => partsOf(app, id),
      warnings: warningsOf(app),
      missingGuards: missingGuards(app),
      contracts: withContracts ? await contractsOf(appRunner) : [],
      isServedByMiddleware: (path) => isServedByMiddleware(router, path),
    }
  } finally {
    await close()
  }
}

/**
 * Writes the file by which TypeScript checks `href()`.
 *
 * @returns The number of pages and resources
 */
export async function writeAppTypes(config: InlineConfig = {}): Promise<number> {
  const { app, close } = await openAppRunner(config)
  try {
    if (app.problem !== undefined) throw app.problem
    writeTypes(app)
    return pagesOf(app).length
  } finally {
    await close()
  }
}

type CreateApp = (pages: () => Response) => Router | Promise<Router>

async function contractsOf({ app, runner }: AppRunner): Promise<InspectedContract[]> {
  const contracts: InspectedContract[] = []
  for (const route of app.routes) {
    const hasOwn = exportsOf(app, route).has('contract')
    if (!hasOwn && route.contractAt === undefined) continue

    const module = hasOwn ? await runner.import<RouteModule>(routeModuleId(app, route)) : undefined
    const tree = route.contractAt && (await runner.import<PageModule>(app.files.routes!)).default
    const node = route.contractAt?.reduce((parent, at) => parent?.children?.[at], tree)
    contracts.push({ id: route.id, own: module?.contract, ofRoute: node?.contract })
  }

  return contracts
}

/** `app/routes.ts` */
interface PageModule {
  default?: { children?: PageModule['default'][]; contract?: Contract }
}

/** This handler takes the place of the app's pages. */
const pages = Object.assign((): Response => new Response(null, { status: 404 }), {
  with: () => pages,
  [isPages]: () => {},
})

/**
 * Whether middleware responds to this path in particular. Middleware that treats every path alike, such as a login, does not
 * count.
 */
export async function isServedByMiddleware(
  router: Pick<Router, 'fetch'> | undefined,
  path: string,
): Promise<boolean> {
  if (router === undefined) return false
  // A route that matches random segments would match `path` too, so for both only middleware runs.
  const random = path.replace(/[?#].*/, '').replaceAll(/[^/]+/g, () => crypto.randomUUID())
  const statusOf = async (other: string): Promise<number> => {
    const response = await inTime(router.fetch(`http://localhost${other}`), 'it', 5_000)
    await response.body?.cancel()
    return response.status
  }
  try {
    const status = await statusOf(path)
    return (
      status !== 404 &&
      status !== (await statusOf(random === '/' ? `/${crypto.randomUUID()}` : random))
    )
  } catch {
    return false // Middleware may need values that only a running server has.
  }
}
