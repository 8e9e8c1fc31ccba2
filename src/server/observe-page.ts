import { readQuietly } from '../internal/anonymous-run.ts'
import type { Cause, HandlerOutcome } from '../fetch-router/index.ts'
import { observationOf, type HandlerResult } from '../fetch-router/shared.ts'
import { isSafeMethod } from '../internal/is-safe-method.ts'
import { isRedirect, type Outcome } from './outcome.ts'
import type { PageRequest } from './page-request.ts'

/** Runs a loader or an action of the route at `index`. Emits its events if the router has observers. */
export function observeHandler<Result extends Outcome | Response>(
  page: PageRequest,
  index: number,
  type: 'loader' | 'action',
  call: () => Promise<Result>,
): Promise<Result> {
  const observation = observationOf(page.context)
  if (observation === undefined) return call()

  const { id: routeId } = page.matches[index]!
  const cause = observation.sentBy?.cause ?? causeOf(page)
  return observation.handler({ type, routeId, cause }, call, describe)
}

/** Why the handlers of a page run, as far as a server can tell. */
function causeOf({ context, ids, method }: PageRequest): Cause {
  if (!isSafeMethod(method)) return 'mutation'
  if (isPrefetch(context)) return 'prefetch'
  return ids === undefined ? 'document' : 'navigation'
}

/** Whether the browser loads this before the visitor asks for it. */
export function isPrefetch({ headers }: PageRequest['context']): boolean {
  return /^prefetch\b/.test(readQuietly(headers, 'Sec-Purpose') ?? '')
}

function describe(result: Outcome | Response): HandlerResult {
  if (!(result instanceof Response)) {
    const { type: outcome } = result
    return { outcome, status: result.type === 'redirect' ? result.response.status : result.status }
  }
  const { status } = result
  const outcome: HandlerOutcome = isRedirect(result) ? 'redirect' : status < 500 ? 'data' : 'error'
  return { outcome, status }
}
