import { invariant, showValue } from '../internal/check.ts'
import { createMultiMatcher, MatcherResourceError, RoutePattern } from '../route-pattern/index.ts'

/** Reads the `routes` of a cache. Returns whether one of them matches a URL. */
export function readRoutes(routes: unknown): (href: string) => boolean {
  invariant(
    Array.isArray(routes) && routes.length > 0,
    `cache() takes a list of patterns such as "/books/*" as routes, not ${showValue(routes)}`,
  )
  const matcher = createMultiMatcher<true>()
  for (const pattern of routes as readonly unknown[]) {
    invariant(
      typeof pattern === 'string' || pattern instanceof RoutePattern,
      `cache() takes patterns such as "/books/*" as routes, not ${showValue(pattern)}`,
    )
    matcher.add(RoutePattern.parse(pattern), true)
  }

  return (href) => {
    try {
      return matcher.matchAll(href).length > 0
    } catch (error) {
      // The router refuses such a URL.
      if (error instanceof MatcherResourceError) return false
      throw error
    }
  }
}
