import type { Flight } from './flight.ts'
import { isResponse } from './is-response.ts'
import type { Middleware } from './middleware.ts'

type Answer = Response | Promise<Response>

/** Runs a list of middleware around `last`. It answers at once where everything in it does. */
export function runMiddleware(
  flight: Flight,
  list: readonly Middleware[],
  index: number,
  last: () => Answer,
): Answer {
  if (index === list.length) return last()
  flight.throwIfAborted()

  let downstream: Promise<Response> | undefined
  const next = (): Promise<Response> => {
    if (downstream !== undefined) return rejected(new Error('next() called multiple times'))
    return (downstream = startNext(flight, list, index + 1, last))
  }

  const result: unknown = list[index]!(flight.context as never, next)
  if (isResponse(result)) {
    flight.throwIfAborted()
    return result
  }
  if (result === downstream && downstream !== undefined) return downstream
  if (isPromise(result)) return flight.hold(result, (value) => answerOf(value, downstream))
  return answerOf(result, downstream)
}

/** Runs a handler; `describe` names its route in the error for one that returns no `Response`. */
export function runHandler(
  flight: Flight,
  handler: (context: Flight['context']) => unknown,
  describe: () => string,
): Answer {
  flight.throwIfAborted()

  const result = handler(flight.context)
  if (isResponse(result)) {
    flight.throwIfAborted()
    return result
  }
  if (isPromise(result)) return flight.hold(result, (value) => assertResponse(value, describe))
  return assertResponse(result, describe)
}

function startNext(
  flight: Flight,
  list: readonly Middleware[],
  index: number,
  last: () => Answer,
): Promise<Response> {
  try {
    const answer = runMiddleware(flight, list, index, last)
    return isResponse(answer) ? Promise.resolve(answer) : answer
  } catch (error) {
    return rejected(error)
  }
}

function answerOf(value: unknown, downstream: Promise<Response> | undefined): Answer {
  if (isResponse(value)) return value
  if ((value === undefined || value === null) && downstream !== undefined) return downstream
  throw new Error('Middleware must return a Response or call next()')
}

function assertResponse(value: unknown, describe: () => string): Response {
  if (isResponse(value)) return value
  throw new TypeError(
    `Expected the handler of ${describe()} to return a Response, not ${value === null ? 'null' : typeof value}`,
  )
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { then?: unknown }).then === 'function'
  )
}

/** A rejection that is no crash when nobody looks at it. */
function rejected(error: unknown): Promise<never> {
  const promise = Promise.reject<never>(error)
  promise.catch(() => {})
  return promise
}
