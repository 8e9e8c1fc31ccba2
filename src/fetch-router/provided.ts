import { invariant } from '../internal/check.ts'
import { assertContextKey, type AnyContextKey } from './context-key.ts'
import type { ContextEntry, ContextValue } from './context-types.ts'
import type { Middleware } from './middleware.ts'
import type { DispatchContext } from './request-context.ts'

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
      (context as unknown as DispatchContext).isSet(key),
      'Nothing was provided for this context key: give createFetchHandler() a `provide`, or export one from app/router.ts',
    )

    return next()
  }
}
