import type { Middleware } from './middleware.ts'

/** Middleware that uses something alone, such as the counters of a storage. No other middleware of a router may use it. */
interface ClaimingMiddleware extends Middleware {
  readonly [claim]?: Claim
}

/** The key of the {@link Claim} of a middleware. */
export const claim: unique symbol = Symbol.for('framework.claim')

/** What a middleware uses alone, and the error if another middleware of the same router does so too. */
export interface Claim {
  readonly of: object
  readonly mistake: string
}

/** Returns a function that takes the middleware of one router, and throws if two of them claim the same. */
export function createClaims(): (list: readonly Middleware[]) => void {
  const owners = new Map<object, Middleware>()

  return (list) => {
    for (const middleware of list as readonly ClaimingMiddleware[]) {
      const claimed = middleware[claim]
      if (claimed === undefined) continue
      if ((owners.get(claimed.of) ?? middleware) !== middleware)
        throw new TypeError(claimed.mistake)
      owners.set(claimed.of, middleware)
    }
  }
}
