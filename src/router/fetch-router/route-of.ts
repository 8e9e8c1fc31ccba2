import type { MatchedRoute } from './context-types.ts'
import type { Observation } from './observation.ts'
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

/**
 * Describes the route for {@link routeOf}, and adds params to the context. Pages do this, because they know more about their
 * route than the router does.
 */
export function setRoute(
  context: RequestContext,
  read: () => MatchedRoute | undefined,
  params?: DispatchContext['pageParams'],
): void {
  const dispatched = context as unknown as DispatchContext
  dispatched.describeRoute = read
  dispatched.pageParams = params
  emitRoute(context)
}

/** Emits the route, if the router has observers. */
export function emitRoute(context: RequestContext): void {
  observationOf(context)?.route(routeOf(context), paramNamesOf(context))
}

/**
 * The names of the params, by route of the router. They are the same for every request, so the params of a request need not
 * be read.
 */
const paramNames = new WeakMap<object, readonly string[]>()

function paramNamesOf(context: RequestContext): readonly string[] {
  const { match, pageParams } = context as unknown as DispatchContext
  if (pageParams !== undefined) return Object.keys(pageParams)
  if (match === undefined) return []

  let names = paramNames.get(match.data)
  if (names === undefined) {
    names = Object.freeze(Object.keys(match.params))
    paramNames.set(match.data, names)
  }
  return names
}

/** The observation of a request, or `undefined` if its router has no observers. */
export function observationOf(context: RequestContext<any, any>): Observation | undefined {
  return (context as unknown as DispatchContext).observation
}
