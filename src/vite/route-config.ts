import { erasePattern } from '../route-pattern/shared.ts'

/** One route of the app, as flat files and page trees both end up. Parents stand before their children. */
export interface RouteConfig {
  /** The path of the file under `app/` without its extension. */
  id: string
  /** The route around this one; only the root has none. */
  parentId: string | undefined
  /** The module's path under `app/`, with forward slashes. */
  file: string
  /** The whole pattern, from the root on. A pathless layout has the pattern that its pages begin with. */
  pattern: string
  /** Whether the route is shown at its parent's own path. */
  index: boolean
  /** Whether the route adds no path of its own and can never be the last match. */
  pathless: boolean
  /** Whether the pattern ends in a flat file's `$`, which is `params['*']` and may be empty. */
  splat: boolean
}

/** A mistake in the app's routes: its message names the files and the way out. */
export class RouteConfigError extends Error {
  override name = 'RouteConfigError'
}

/** The id of a route module: `routes/books.$slug.tsx` is `routes/books.$slug`. */
export function routeId(file: string): string {
  return file.replace(/\.[^./]+$/, '')
}

/** The root route, which is around every other one. */
export function rootRoute(file: string): RouteConfig {
  return {
    id: 'root',
    parentId: undefined,
    file,
    pattern: '/',
    index: false,
    pathless: true,
    splat: false,
  }
}

/**
 * Throws when two routes would answer the same URL.
 *
 * @param routes All routes of the app
 * @param how What the developer can do, for the end of the message
 */
export function checkCollisions(routes: readonly RouteConfig[], how: string): void {
  const byId = new Map(routes.map((route) => [route.id, route]))
  const seen = new Map<string, RouteConfig[]>()

  for (const route of routes) {
    if (route.pathless) continue
    const shape = erasePattern(route.pattern)
    const others = seen.get(shape) ?? []
    const rival = others.find((other) => !isIndexOf(route, other) && !isIndexOf(other, route))
    if (rival !== undefined) {
      throw new RouteConfigError(
        `app/${rival.file} and app/${route.file} both answer "${route.pattern}": ${how}`,
      )
    }
    seen.set(shape, [...others, route])
  }

  /** An index and the path route it is shown in share a pattern, and the index wins. */
  function isIndexOf(route: RouteConfig, other: RouteConfig): boolean {
    if (!route.index || other.index) return false
    for (let at = byId.get(route.parentId ?? ''); at; at = byId.get(at.parentId ?? '')) {
      if (at === other) return true
    }
    return false
  }
}
