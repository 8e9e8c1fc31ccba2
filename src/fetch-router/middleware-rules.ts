import { middlewareRules } from '../internal/global-keys.ts'
import type { Middleware } from './middleware.ts'

/** What a middleware demands of the other middleware of its router. The router checks it when routes are added. */
export interface MiddlewareRules {
  /** The key that it sets for each visitor. */
  readonly sets?: object
  /** The key that no middleware before it may set. */
  readonly before?: Rule
  /** What it uses alone, such as the counters of a storage. */
  readonly alone?: Rule
}

interface Rule {
  readonly of: object
  /** The error if the rule is broken. */
  readonly mistake: string
}

/** Gives a middleware its rules. Returns the same function. */
export function withRules<Given extends Middleware<any>>(
  middleware: Given,
  rules: MiddlewareRules,
): Given {
  return Object.assign(middleware, { [middlewareRules]: rules })
}

/**
 * Checks the middleware of a router, and returns a function that checks the middleware of one route.
 *
 * @param outer The middleware of the router, which runs before that of a route
 * @throws {TypeError} If a middleware breaks a rule of another one. So does the returned function
 */
export function createRuleCheck(
  outer: readonly Middleware[],
): (list: readonly Middleware[]) => void {
  const owners = new Map<object, Middleware>()
  const set = new Set<object>()
  check(outer, set, owners)

  return (list) => {
    if (list.length > 0) check(list, new Set(set), owners)
  }
}

function check(
  list: readonly Middleware[],
  set: Set<object>,
  owners: Map<object, Middleware>,
): void {
  for (const middleware of list as readonly (Middleware & {
    [middlewareRules]?: MiddlewareRules
  })[]) {
    const { sets, before, alone } = middleware[middlewareRules] ?? {}
    if (before !== undefined && set.has(before.of)) throw new TypeError(before.mistake)
    if (sets !== undefined) set.add(sets)
    if (alone === undefined) continue

    if ((owners.get(alone.of) ?? middleware) !== middleware) throw new TypeError(alone.mistake)
    owners.set(alone.of, middleware)
  }
}
