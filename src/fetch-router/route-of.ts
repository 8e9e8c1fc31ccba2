import type { DispatchContext, RequestContext } from './request-context.ts'

/** The route that a request was dispatched to. */
export interface MatchedRoute {
  /** The whole pattern, such as `/books/:slug`. That of a page includes the basename. */
  readonly pattern: string
  /** The id of the route module. Only pages have one. */
  readonly id?: string
  /**
   * - `route`: an action of a router
   * - `document`: a page
   * - `data`: the loader data of a page
   * - `action`: a mutation of a page, whether the browser or the client router sends it
   * - `resource`: a route module without a component
   */
  readonly kind: 'route' | 'document' | 'data' | 'action' | 'resource'
}

/**
 * Says which route a request was dispatched to, for logs, metrics and limits. A page and its data request have the same
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
  const { matchedRoute } = context as unknown as DispatchContext
  if (matchedRoute === undefined) return undefined
  if (typeof matchedRoute === 'function') return matchedRoute()

  return { pattern: matchedRoute.pattern.source, kind: 'route' }
}

/** Replaces what {@link routeOf} returns: pages know more about their route than the router does. */
export function setRoute(context: RequestContext, read: () => MatchedRoute | undefined): void {
  const dispatched = context as unknown as DispatchContext
  dispatched.matchedRoute = read
}
