import { jsx } from 'react/jsx-runtime'
import type { ManifestRoute, RouteManifest } from '../page-protocol/manifest.ts'
import { Outlet } from '../react/index.ts'
import type { RouteModule } from '../react/shared.ts'
import { serializePath } from '../../router/route-pattern/shared.ts'
import type { ServerBuild } from './build.ts'
import { createHandler } from './create-handler.ts'

/** A route of an app made in memory. */
export interface FixtureRoute extends RouteModule {
  /** The full pattern; a route without one is a pathless layout. */
  path?: string
  /** @default 'root' */
  parent?: string
  index?: boolean
}

/** A build made in memory: modules by route id, with their place in the tree. */
export function createBuild(
  routes: Record<string, FixtureRoute>,
  options: Partial<Omit<ServerBuild, 'manifest' | 'routes'>> & {
    trailingSlash?: RouteManifest['trailingSlash']
  } = {},
): ServerBuild {
  const { trailingSlash = 'strict', basename = '/', ...rest } = options
  const manifestRoutes: Record<string, ManifestRoute> = {}
  const modules: Record<string, RouteModule> = {}

  for (const [id, { path, parent = 'root', index, ...module }] of Object.entries(routes)) {
    const pattern = id === 'root' ? '/' : path
    modules[id] = module
    manifestRoutes[id] = {
      id,
      ...(id !== 'root' && { parentId: parent }),
      ...(index && { index }),
      ...(pattern !== undefined && {
        pattern,
        path: serializePath(pattern, { splat: true }),
      }),
      hasLoader: module.loader !== undefined,
      hasAction: module.action !== undefined,
      hasMiddleware: module.middleware !== undefined,
      hasComponent: module.default !== undefined,
      ...(module.default &&
        (module.contract ?? rest.contracts?.[id]) && {
          hasFields: true,
        }),
      ...(module.live && { live: true }),
      ...(module.scripts === false && { scripts: false as const }),
      ...(module.once && { once: true }),
      hasErrorBoundary: module.ErrorBoundary !== undefined || module.CatchBoundary !== undefined,
      module: `/assets/${id}.js`,
      imports: ['/assets/shared.js'],
      css: [],
    }
  }

  return {
    manifest: { version: 'v1', basename, trailingSlash, routes: manifestRoutes },
    routes: modules,
    clientEntry: {
      url: '/assets/entry.js',
      imports: ['/assets/react.js'],
      css: [],
      drafts: ['/assets/drafts.js'],
    },
    manifestUrl: '/assets/manifest.js',
    basename,
    ...rest,
  }
}

/** A root that renders a bare document. */
export const root: FixtureRoute = {
  default: () => jsx('html', { children: jsx('body', { children: jsx(Outlet, {}) }) }),
}

/** Sends one request to an app without a front router. */
export async function visit(
  build: ServerBuild,
  path: string,
  init?: RequestInit,
): Promise<{ response: Response; html: string }> {
  const handler = createHandler(build)
  await handler.ready
  const response = await handler(new Request(`http://x.test${path}`, init))

  return { response, html: await response.clone().text() }
}
