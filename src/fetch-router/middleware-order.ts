import type { Middleware } from './middleware.ts'

/** The key of the {@link Place} of a middleware. */
export const place: unique symbol = Symbol.for('framework.place')

/** Where a middleware stands in a list. */
export interface Place {
  /** The key that it sets for each visitor. */
  readonly sets?: object
  /** The key that no middleware before it may set, and the error if one does. */
  readonly before?: { readonly key: object; readonly mistake: string }
}

/**
 * Returns a function that takes the middleware of one route.
 *
 * @param outer The middleware of the router, which runs before it
 * @throws {TypeError} If a middleware comes too late. So does the returned function
 */
export function createOrderCheck(
  outer: readonly Middleware[],
): (list: readonly Middleware[]) => void {
  const set = check(outer, new Set())

  return (list) => {
    if (list.length > 0) check(list, new Set(set))
  }
}

function check(list: readonly Middleware[], set: Set<object>): ReadonlySet<object> {
  for (const middleware of list as readonly (Middleware & { readonly [place]?: Place })[]) {
    const { sets, before } = middleware[place] ?? {}
    if (before !== undefined && set.has(before.key)) throw new TypeError(before.mistake)
    if (sets !== undefined) set.add(sets)
  }
  return set
}
