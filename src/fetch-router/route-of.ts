import type { MatchedRoute } from './context-types.ts'
import type { DispatchContext, RequestContext } from './request-context.ts'

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
  const { match, describeRoute } = context as unknown as DispatchContext
  if (describeRoute !== undefined) return describeRoute()

  return match && { pattern: match.data.pattern.source, kind: 'route' }
}

/** Replaces what {@link routeOf} and {@link paramsOf} return: pages know more about their route than the router does. */
export function setRoute(
  context: RequestContext,
  read: () => MatchedRoute | undefined,
  params?: DispatchContext['pageParams'],
): void {
  const dispatched = context as unknown as DispatchContext
  dispatched.describeRoute = read
  dispatched.pageParams = params
}

/** The params of the page if one has matched, else those of the route. */
export function paramsOf(context: RequestContext): Readonly<Record<string, string | undefined>> {
  const { pageParams, params } = context as unknown as DispatchContext
  return pageParams ?? params
}
