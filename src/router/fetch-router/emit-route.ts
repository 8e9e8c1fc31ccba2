import type { MatchedRoute } from './context-types.ts'
import type { Observation } from './observation.ts'

/** The part of a context that knows its route. */
interface Routed {
  readonly match: { readonly data: object; readonly params: object } | undefined
  readonly pageParams: object | undefined
  readonly matchedRoute: MatchedRoute | undefined
}

/** Emits the route of a request, with the names of its params. Observers never see their values. */
export function emitRoute(observation: Observation, context: Routed): void {
  observation.route(context.matchedRoute, paramNamesOf(context))
}

/**
 * The names of the params, by route of the router. They are the same for every request, so the params of a request need not
 * be read.
 */
const paramNames = new WeakMap<object, readonly string[]>()

function paramNamesOf({ match, pageParams }: Routed): readonly string[] {
  if (pageParams !== undefined) return Object.keys(pageParams)
  if (match === undefined) return []

  let names = paramNames.get(match.data)
  if (names === undefined) {
    names = Object.freeze(Object.keys(match.params))
    paramNames.set(match.data, names)
  }
  return names
}
