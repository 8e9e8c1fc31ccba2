import { createAbortWatch } from './abort-watch.ts'
import { createRunner, type Answer } from './create-runner.ts'
import type { Middleware } from './middleware.ts'
import type { DispatchContext, RequestContext } from './request-context.ts'

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
