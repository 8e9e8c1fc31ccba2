import type { Middleware, RequestContext } from '../../router/fetch-router/index.ts'
import { invariant } from '../../internal/guards/check.ts'
import { builtinModule } from '../../internal/process/runtime.ts'

/** The part of `node:async_hooks` that this file uses. Bun, Deno and Workers with `nodejs_compat` have it too. */
interface AsyncHooks {
  readonly AsyncLocalStorage?: new () => {
    run<Value>(context: RequestContext, call: () => Value): Value
    getStore(): RequestContext | undefined
  }
}

const AsyncLocalStorage = builtinModule<AsyncHooks>('node:async_hooks')?.AsyncLocalStorage
const contexts = AsyncLocalStorage && new AsyncLocalStorage()

/**
 * Makes the context available to every function that the rest of the request calls, without a parameter: to a logger, or
 * to a callback that a library calls.
 *
 * @returns Middleware. Put it first in the list
 * @throws {TypeError} If the runtime has no `AsyncLocalStorage`
 *
 * @example
 * const router = createRouter({ middleware: [asyncContext(), requestId()] })
 */
export function asyncContext(): Middleware {
  invariant(
    contexts,
    'asyncContext() needs AsyncLocalStorage, which this runtime does not have. In a Worker, add nodejs_compat to compatibility_flags.',
  )
  return function asyncContext(context, next) {
    return contexts.run(context, next)
  }
}

/**
 * Returns the context of the request for which the code runs.
 *
 * @returns The context, or `undefined` outside of a request, and in a request without {@link asyncContext}
 *
 * @example
 * const log = (message: string) => console.log(getContext()?.get(RequestId) ?? 'no request', message)
 */
export function getContext(): RequestContext | undefined {
  return contexts?.getStore()
}
