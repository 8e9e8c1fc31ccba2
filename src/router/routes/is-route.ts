import type { Route } from './route.ts'

/**
 * Whether an entry of a route map is a route, and not a nested map.
 *
 * No entry of a map is a function, so only a route has a function `href`. The class is not imported, because it parses and
 * matches patterns, and a client of an API should not load that.
 */
export function isRoute(value: unknown): value is Route {
  return typeof (value as Partial<Route> | null | undefined)?.href === 'function'
}
