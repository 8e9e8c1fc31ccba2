import { createMatcher } from '../../router/route-pattern/index.ts'
import { erasePattern } from '../../router/route-pattern/shared.ts'

/** One route of the app, from a flat file or a page tree. In a list, parents come before their children. */
export interface RouteConfig {
  /** The path of the file under `app/` without its extension. */
  id: string
  /** The id of the parent route. Only the root has none. */
  parentId: string | undefined
  /** The module's path under `app/`, with forward slashes. */
  file: string
  /**
   * The whole pattern, starting at the root. The pattern of a pathless layout is the path in front of it in its file name.
   */
  pattern: string
  /** Whether the route is shown at its parent's own path. */
  index: boolean
  /** Whether the route is a layout that can never be the last match. */
  pathless: boolean
  /** Whether the pattern ends in `/*`, as for `files.$.tsx`. The rest is `params['*']`, which may be empty. */
  splat: boolean
  /**
   * The place of its node in the page tree: the index among the children of each level. Only if its route has a contract.
   */
  contractAt?: readonly number[]
}

/** A mistake in the app's routes. The message names the files, and has advice. */
export class RouteConfigError extends Error {
  override name = 'RouteConfigError'
}

/** Returns the id of a route module: `routes/books.$slug.tsx` has the id `routes/books.$slug`. */
export function routeId(file: string): string {
  return file.replace(/\.[^./]+$/, '')
}

/** Creates the root route, which contains all other routes. */
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
 * Returns the page at the path of the root, such as `_index.tsx` or `($lang)._index.tsx`. Without such a page, the root is
 * shown there alone. A catch-all page does not count.
 */
export function findHome(routes: readonly RouteConfig[]): RouteConfig | undefined {
  const root = new URL('http://localhost/')
  const found = routes.filter(
    ({ pathless, pattern }) =>
      !pathless &&
      /^\/?(?:\(|$)/.test(pattern) &&
      createMatcher(pattern).match(root)?.paramsMeta.pathname.length === 0,
  )
  return found.find(({ pattern }) => pattern === '/') ?? found[0]
}

/**
 * Throws if two routes match the same URL.
 *
 * @param routes All routes of the app
 * @param advice A sentence with advice, for the end of the message
 */
export function checkCollisions(routes: readonly RouteConfig[], advice: string): void {
  const byId = new Map(routes.map((route) => [route.id, route]))
  const seen = new Map<string, RouteConfig[]>()

  for (const route of routes) {
    if (route.pathless) continue
    const shape = erasePattern(route.pattern)
    const others = seen.get(shape) ?? []
    const rival = others.find((other) => !isIndexOf(route, other) && !isIndexOf(other, route))
    if (rival !== undefined) {
      throw new RouteConfigError(
        `Cannot use both app/${rival.file} and app/${route.file} for "${route.pattern}". ${advice}`,
      )
    }
    seen.set(shape, [...others, route])
  }

  /** Whether `route` is an index inside `other`. They share a pattern, and the index wins. */
  function isIndexOf(route: RouteConfig, other: RouteConfig): boolean {
    if (!route.index || other.index) return false
    for (let at = byId.get(route.parentId ?? ''); at; at = byId.get(at.parentId ?? '')) {
      if (at === other) return true
    }
    return false
  }
}
