import { showValue } from '../../internal/guards/check.ts'
import { ignoreRejection, isThenable } from '../../internal/process/promises.ts'
import { createAbortWatch, PendingSteps, type AbortWatch } from './pending-steps.ts'
import { isResponse } from '../../internal/exchange/is-fetch-object.ts'
import { internalsOf } from './context-internals.ts'
import type { Middleware } from './middleware.ts'
import type { InternalContext, RequestContext } from './request-context.ts'

/** A response, or the promise of one if a step is pending. */
export type Responding = Response | Promise<Response>

/** Runs middleware and handlers for the requests of one router. */
interface Runner {
  /** Runs a list of middleware around `last`. Returns a response at once if all of them do. */
  runMiddleware<State>(
    context: InternalContext,
    list: readonly Middleware[],
    last: (context: InternalContext, state: State) => Responding,
    state: State,
  ): Responding
  /**
   * Runs a handler. `named` is its name in the error for a return value that is not a `Response`.
   */
  runHandler(
    context: InternalContext,
    handler: (context: InternalContext) => unknown,
    named: { toString(): string },
  ): Responding
}

export function createRunner(watch: AbortWatch): Runner {
  const pendingStepsOf = (context: InternalContext): PendingSteps =>
    (context.pendingSteps ??= new PendingSteps(context, watch))

  function run<State>(
    context: InternalContext,
    list: readonly Middleware[],
    index: number,
    last: (context: InternalContext, state: State) => Responding,
    state: State,
  ): Responding {
    context.throwIfAborted()
    if (index === list.length) return last(context, state)

    const layer: Layer = { downstream: undefined }
    const result: unknown = list[index]!(context, () => {
      if (layer.downstream !== undefined) {
        // Middleware that calls `next()` twice and returns nothing rejects with this error, too.
        return (layer.downstream = rejected(
          new Error('next() called multiple times. Call it once and keep its response.'),
        ))
      }
      try {
        const response = run(context, list, index + 1, last, state)
        return (layer.downstream = response instanceof Promise ? response : promiseOf(response))
      } catch (error) {
        return (layer.downstream = rejected(error))
      }
    })

    if (result instanceof Promise) {
      return result === layer.downstream
        ? layer.downstream
        : pendingStepsOf(context).hold(result, responseOf, layer)
    }
    if (isPending(result)) return pendingStepsOf(context).hold(result, responseOf, layer)
    context.throwIfAborted()
    return responseOf(result, layer)
  }

  return {
    runMiddleware: (context, list, last, state) => run(context, list, 0, last, state),

    runHandler(context, handler, named) {
      const result = handler(context)
      if (isResponse(result)) {
        context.throwIfAborted()
        return result
      }
      if (isPending(result)) return pendingStepsOf(context).hold(result, assertResponse, named)
      context.throwIfAborted()
      return assertResponse(result, named)
    },
  }
}

interface Layer {
  downstream: Promise<Response> | undefined
}

function responseOf(value: unknown, { downstream }: Layer): Responding {
  if (isResponse(value)) return value
  if ((value === undefined || value === null) && downstream !== undefined) return downstream
  throw new Error(
    `Middleware must return a Response or call next(). It returned ${showValue(value)}.`,
  )
}

function assertResponse(value: unknown, named: { toString(): string }): Response {
  if (isResponse(value)) return value
  throw new TypeError(
    `Cannot send a value of type ${value === null ? 'null' : typeof value} from the handler of ${named.toString()}. Return a Response.`,
  )
}

/** `isResponse()` is faster than looking for `then` on a `Response`, which does not have it. */
function isPending(value: unknown): value is PromiseLike<unknown> {
  return value instanceof Promise || (!isResponse(value) && isThenable(value))
}

/**
 * Returns a promise of a response. V8 has just seen what kind of object it is, so it does not have to look for `then`,
 * which takes a tenth of a dispatch.
 */
export function promiseOf(response: Response): Promise<Response> {
  void (response as { [Symbol.toStringTag]?: string })[Symbol.toStringTag]
  return Promise.resolve(response)
}

/** Returns a rejection that does not end the process if it is ignored. */
function rejected(error: unknown): Promise<never> {
  const promise = Promise.reject<never>(error)
  ignoreRejection(promise)
  return promise
}

const { runMiddleware } = createRunner(createAbortWatch())

/** Runs one middleware around `respond`, by the same rules as in a router. It can throw. */
export function runAround(
  context: RequestContext,
  middleware: Middleware,
  respond: () => Promise<Response>,
): Responding {
  return runMiddleware(internalsOf(context), [middleware], observe, respond)
}

/** A middleware that ignores the promise of `next()` must not cause an unhandled rejection. */
function observe(_context: InternalContext, respond: () => Promise<Response>): Promise<Response> {
  const promise = respond()
  ignoreRejection(promise)
  return promise
}
