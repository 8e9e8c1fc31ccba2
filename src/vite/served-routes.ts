import type { Contract } from '../contract/index.ts'
import type { Router } from '../fetch-router/index.ts'
import { actionMethods } from '../internal/http.ts'
import { viewExports } from '../page-protocol/route-exports.ts'
import { exportsOf, type App } from './app.ts'
import { findHome, type RouteConfig } from './route-config.ts'

/** A page, or a route of the front router. */
export interface ServedRoute {
  kind: 'page' | 'route'
  /** `ANY`, or the methods that it handles. */
  methods: string[]
  pattern: string
  /** The route id. Only pages have one. */
  id?: string
  /** The path of the module in the project. Only pages have one. */
  file?: string
  /** Whether this page is an index. An index wins over its parent. */
  index?: boolean
  /** What it takes and returns; routes only. It is not part of the JSON that `framework routes` writes. */
  contract?: Contract
}

/** Lists the pages of an app. */
export function pagesOf(app: App): ServedRoute[] {
  const hasHome = findHome(app.routes) !== undefined
  const pages = app.routes.filter(
    (route) => !route.pathless || (route.parentId === undefined && isRootServed(route)),
  )

  return pages.map((route) => {
    const exports = exportsOf(app, route)
    const isResource = !viewExports.some((name) => exports.has(name))
    // A GET shows the page that has the path of the root, and a form without `?index` runs the action of the root.
    const isShown = route.parentId !== undefined || !hasHome
    return {
      kind: 'page',
      methods: [
        ...(isShown && (!isResource || exports.has('loader')) ? ['GET'] : []),
        ...(exports.has('action') ? actionMethods : []),
      ],
      pattern: route.splat ? route.pattern.replace(/(?<=.)\/\*$/, '(/*)') : route.pattern,
      id: route.id,
      file: `app/${route.file}`,
      ...(route.index && { index: true }),
    }
  })

  function isRootServed(root: RouteConfig): boolean {
    return !hasHome || exportsOf(app, root).has('action')
  }
}

/** A module of a page: a layout, or the page itself. */
export interface RoutePart {
  file: string
  /** What of it runs for a request: `middleware`, `loader` and so on. */
  exports: string[]
}

/** Lists the modules that run for a page, root first. */
export function partsOf(app: App, id: string | undefined): RoutePart[] {
  const route = app.routes.find((one) => one.id === id)
  if (route === undefined) return []
  const exports = exportsOf(app, route)
  const names = ['middleware', 'loader', 'action', 'default', 'ErrorBoundary']
  const part = { file: `app/${route.file}`, exports: names.filter((name) => exports.has(name)) }
  return [...partsOf(app, route.parentId), part]
}

/** Lists the routes of a front router. */
export function routesOf(router: Router | undefined): ServedRoute[] {
  const routes = router?.routes().filter(({ kind }) => kind === 'route') ?? []
  return routes.map(({ method, pattern, contract }) => {
    const route: ServedRoute = { kind: 'route', methods: [method], pattern }
    // A schema has no JSON that is worth printing.
    return Object.defineProperty(route, 'contract', { value: contract, enumerable: false })
  })
}
