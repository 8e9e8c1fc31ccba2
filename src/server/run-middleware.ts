import type { NextFunction } from '../fetch-router/index.ts'
import { isRedirect } from './outcome.ts'
import type { PageRequest } from './page-request.ts'
import { resolveRedirect } from './run-handler.ts'

/**
 * Runs the `middleware` exports of a branch, root first, around `answer`.
 *
 * What middleware throws is made into a response by `answerThrown` right there, so that the middleware around it still
 * sees a response and can do its part, such as saving a session.
 */
export function runMiddleware(
  page: PageRequest,
  answer: () => Promise<Response>,
  answerThrown: (index: number, thrown: unknown) => Promise<Response>,
): Promise<Response> {
  const list = page.modules.flatMap(({ middleware = [] }, index) =>
    middleware.map((run) => ({ index, run })),
  )

  return runFrom(0)

  async function runFrom(position: number): Promise<Response> {
    const current = list[position]
    if (!current) return answer()

    let downstream: Promise<Response> | undefined
    const next: NextFunction = () => {
      if (downstream) return observed(Promise.reject(new Error('next() called multiple times')))
      return (downstream = observed(runFrom(position + 1)))
    }
    try {
      const response = (await current.run(page.context as never, next)) as Response | undefined
      if (response instanceof Response) {
        return isRedirect(response) ? resolveRedirect(page, current.index, response) : response
      }
      if (downstream) return await downstream
      throw new Error('Middleware must return a Response or call next()')
    } catch (thrown) {
      return answerThrown(current.index, thrown)
    }
  }
}

/** Middleware may have stopped looking at its `next()`; that must not become an unhandled rejection. */
function observed(promise: Promise<Response>): Promise<Response> {
  promise.catch(() => {})
  return promise
}
