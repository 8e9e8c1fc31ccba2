import { internalsOf } from './context-internals.ts'
import type { MatchedRoute } from './context-types.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Returns the route that a request was dispatched to, for logs, metrics and limits. A page and its data request have the same
 * pattern.
 *
 * @param context The context of the request
 * @returns The route, or `undefined` before a route has matched and for a URL that matches none
 *
 * @example
 * const response = await next()
 * count(routeOf(context)?.pattern ?? 'no route', response.status)
 */
export function routeOf(context: RequestContext<any, any>): MatchedRoute | undefined {
  return internalsOf(context).matchedRoute
}
