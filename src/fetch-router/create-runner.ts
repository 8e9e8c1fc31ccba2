import { createAbortWatch, type AbortWatch } from './abort-watch.ts'
import { Flight } from './flight.ts'
import { isResponse } from './is-response.ts'
import type { Middleware } from './middleware.ts'
import type { DispatchContext, RequestContext } from './request-context.ts'

/** A response, or the promise of one where some step is pending. */
export type Answer = Response | Promise<Response>

/** Runs steps for the requests of one router. */
interface Runner {
  /** Runs a list of middleware around `last`. It answers at once where everything in it does. */
  runMiddleware<State>(
    context: DispatchContext,
    list: readonly Middleware[],
    last: (context: DispatchContext, state: State) => Answer,
    state: State,
  ): Answer
  /** Runs a handler; `named` says which in the error for one that returns no `Response`. */
  runHandler(
    context: DispatchContext,
    handler: (context: DispatchContext) => unknown,
    named: { toString(): string },
  ): Answer
}

export function createRunner(watch: AbortWatch): Runner {
  const flightOf = (context: DispatchContext): Flight =>
    (context.flight ??= new Flight(context, watch))

  function run<State>(
    context: DispatchContext,
    list: readonly Middleware[],
    index: number,
    last: (context: DispatchContext, state: State) => Answer,
    state: State,
  ): Answer {
    if (index === list.length) return last(context, state)
    context.throwIfAborted()

    const layer: Layer = { downstream: undefined }
    const result: unknown = list[index]!(context as never, () => {
      if (layer.downstream !== undefined) {
        // whoever returns nothing gets to hear of it, too
        return (layer.downstream = rejected(new Error('next() called multiple times')))
      }
      try {
        const answer = run(context, list, index + 1, last, state)
        return (layer.downstream = answer instanceof Promise ? answer : Promise.resolve(answer))
      } catch (error) {
        return (layer.downstream = rejected(error))
      }
    })

    if (result instanceof Promise) {
      return result === layer.downstream
        ? layer.downstream
        : flightOf(context).hold(result, answerOf, layer)
    }
    if (isThenable(result)) return flightOf(context).hold(result, answerOf, layer)
    context.throwIfAborted()
    return answerOf(result, layer)
  }

  return {
    runMiddleware: (context, list, last, state) => run(context, list, 0, last, state),

    runHandler(context, handler, named) {
      context.throwIfAborted()

      const result = handler(context)
      if (isThenable(result)) return flightOf(context).hold(result, assertResponse, named)
      context.throwIfAborted()
      return assertResponse(result, named)
    },
  }
}

interface Layer {
  downstream: Promise<Response> | undefined
}

function answerOf(value: unknown, { downstream }: Layer): Answer {
  if (isResponse(value)) return value
  if ((value === undefined || value === null) && downstream !== undefined) return downstream
  throw new Error('Middleware must return a Response or call next()')
}

function assertResponse(value: unknown, named: { toString(): string }): Response {
  if (isResponse(value)) return value
  throw new TypeError(
    `Expected the handler of ${named.toString()} to return a Response, not ${value === null ? 'null' : typeof value}`,
  )
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (value instanceof Promise) return true
  // A `Response` is asked first: looking for a property that it does not have takes longer
  return (
    typeof value === 'object' &&
    value !== null &&
    !isResponse(value) &&
    typeof (value as { then?: unknown }).then === 'function'
  )
}

/** A rejection that is no crash when nobody looks at it. */
function rejected(error: unknown): Promise<never> {
  const promise = Promise.reject<never>(error)
  promise.catch(() => {})
  return promise
}

const { runMiddleware } = createRunner(createAbortWatch())

/** Runs one middleware around `answer`, by the same rules as in a router. It may throw. */
export function runAround(
  context: RequestContext,
  middleware: Middleware,
  answer: () => Promise<Response>,
): Answer {
  return runMiddleware(context as unknown as DispatchContext, [middleware], observe, answer)
}

/** Middleware may have stopped looking at its `next()`; that must not become an unhandled rejection. */
function observe(_context: DispatchContext, answer: () => Promise<Response>): Promise<Response> {
  const promise = answer()
  promise.catch(() => {})
  return promise
}
