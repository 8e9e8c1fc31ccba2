import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { ManifestRoute } from '../page-protocol/manifest.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import { createSnapshot, type PageState } from '../page-protocol/snapshot.ts'
import type { RouterValue, ServerRender } from './contexts.ts'
import { Outlet } from './outlet.tsx'
import type { ClientRouteModule } from './route-module.ts'
import { createServerPage } from './router-view.tsx'

/** One matched route of a page made in memory. */
export interface FixtureMatch extends ClientRouteModule {
  id: string
  /** Absent for a pathless layout. */
  pathname?: string
  index?: boolean
  css?: string[]
}

/** Renders a page as a server does. Routes are given root first; a route without component shows its child. */
export function renderPage(
  routes: readonly FixtureMatch[],
  page: Partial<Omit<PageState, 'location' | 'matches'>> & {
    url?: string
    basename?: string
    params?: Record<string, string | undefined>
    server?: Partial<ServerRender>
  } = {},
): string {
  const { url = '/', basename = '/', params = {}, server, ...state } = page
  const { pathname, search } = new URL(url, 'http://x.test')
  let parent = basename
  const matches = routes.map((module, i): PageMatch => {
    const { id, index = false, css = [] } = module
    parent = module.pathname ?? parent
    const route: ManifestRoute = {
      id,
      ...(i > 0 && { parentId: routes[i - 1]!.id }),
      ...(index && { index }),
      ...((module.pathname !== undefined || i === 0) && { path: ['=/'] }),
      hasLoader: true,
      hasAction: true,
      hasMiddleware: false,
      hasComponent: true,
      hasErrorBoundary: module.ErrorBoundary !== undefined || module.CatchBoundary !== undefined,
      module: `/${id}.js`,
      imports: [],
      css,
    }
    return { id, route, params, pathname: parent }
  })
  const router: RouterValue = {
    basename,
    modules: new Map(routes.map((module) => [module.id, { default: Outlet, ...module }])),
    server: {
      nonce: undefined,
      entry: '/entry.js',
      entryCss: [],
      preloads: { add() {} },
      styles: [],
      handoff: '{}',
      dev: false,
      onBoundary: () => {},
      ...server,
    },
  }
  const location = { pathname, search, hash: '', state: null, key: 'default' }

  return renderToString(createServerPage(router, createSnapshot({ location, matches, ...state })))
}

/** Renders something in the one route of a page. */
export function renderInRoute(
  component: () => ReactNode,
  page: Parameters<typeof renderPage>[1] = {},
): string {
  return renderPage([{ id: 'root', pathname: page.basename ?? '/', default: component }], page)
}
