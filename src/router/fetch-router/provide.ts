import { invariant, showValue } from '../../internal/guards/check.ts'
import type { Prepare } from '../../internal/exchange/incoming.ts'
import { refusePromise } from '../../internal/process/promises.ts'
import { assertContextKey, type AnyContextKey } from './context-key.ts'
import type { ContextEntry, ContextValue } from './context-types.ts'
import type { Middleware } from './middleware.ts'
import { internalsOf } from './context-internals.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Puts the arguments that a runtime passes beside a request on the context. It gets the context and these arguments. It must
 * be synchronous.
 *
 * @example
 * const provide: Provide<[env: { DB: D1Database }]> = (context, env) => context.set(Env, env)
 */
export type Provide<Args extends readonly unknown[] = []> = (
  context: RequestContext,
  ...args: Args
) => void

/** Checks a `provide`. Returns a function from the arguments of one request to the function that prepares its context. */
export function createPrepare<Args extends readonly unknown[]>(
  provide: Provide<Args>,
): (args: Args) => Prepare {
  invariant(
    typeof provide === 'function',
    `\`provide\` must be a function from a context, not ${showValue(provide)}`,
  )

  return (args) => (context) => {
    refusePromise('`provide`', provide(context as RequestContext, ...args) as unknown)
  }
}

/**
 * Checks that `provide` has set a key, and adds the key to the type of the context.
 *
 * @param key The key that `provide` sets
 * @returns Middleware after which `context.get(key)` is defined
 * @throws {TypeError} For each request, if nothing has set the key
 *
 * @example
 * export const Env = createContextKey<{ DB: D1Database }>()
 * const router = createRouter({ middleware: [provided(Env)] })
 */
export function provided<Key extends AnyContextKey>(
  key: Key,
): Middleware<ContextEntry<Key, ContextValue<Key>>> {
  assertContextKey(key)

  return (context, next) => {
    invariant(
      internalsOf(context).isSet(key),
      'Nothing was provided for this context key: give createFetchHandler() a `provide`, or export one from app/router.ts',
    )

    return next()
  }
}
