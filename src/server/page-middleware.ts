import type { Middleware } from '../fetch-router/index.ts'
import { internalsOf, observationOf, runAround } from '../fetch-router/shared.ts'
import { isResource, type PageRequest } from './page-request.ts'
import { refuseAt } from './refuse-page.ts'
import { isRefusal } from './refusals.ts'
import { respondWithThrown } from './respond-with-resource.ts'
import { isRedirect, type ErrorResult, type RedirectResult } from './result.ts'
import { readFailure, resolveRedirect } from './run-handler.ts'

/**
 * Runs the `middleware` exports of a branch around `respond`, root first.
 *
 * If middleware throws, the error becomes a response at once. So the middleware around it still gets a response and can
 * do its work, such as saving a session.
 */
export function runPageMiddleware(
  page: PageRequest,
  respond: () => Promise<Response>,
): Promise<Response> {
  const outermost = page.modules.reduceRight(
    (inner, { middleware = [] }, index) =>
      middleware.reduceRight<() => Promise<Response>>(
        (next, run) => () => runGuarded(page, index, run, next),
        inner,
      ),
    respond,
  )

  return outermost()
}

/** Runs one middleware of the route at `index` around `next`. What it throws, or returns instead, can be a refusal. */
async function runGuarded(
  page: PageRequest,
  index: number,
  middleware: Middleware,
  next: () => Promise<Response>,
): Promise<Response> {
  const { context } = page
  let hasPassed = false
  let result: RedirectResult | ErrorResult
  try {
    const [run = middleware] = observationOf(context)?.middleware([middleware], () => 'page') ?? []
    const response = await runAround(context, run, () => {
      hasPassed = true
      return next()
    })
    if (isRedirect(response)) return resolveRedirect(page, index, response)
    if (hasPassed || isResource(page) || !isRefusal(response)) return response

    result = await readFailure(page, index, response, 'middleware')
  } catch (thrown) {
    if (internalsOf(context).isAborted) throw thrown
    if (isResource(page)) return respondWithThrown(page, index, thrown, 'middleware')

    for (const i of page.deferred.reuse()) page.started[i] = undefined
    result = await readFailure(page, index, thrown, 'middleware')
  }

  if (result.type === 'error') return refuseAt(page, index, result)
  page.deferred.drop('Middleware redirected')
  return result.response
}
