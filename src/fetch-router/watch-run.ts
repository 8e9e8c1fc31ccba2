import { runOf } from '../internal/anonymous-run.ts'
import type { Run } from '../internal/exchange/run.ts'
import { setsCookie } from '../internal/exchange/known-body.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Runs `next`. If no visitor has sent the request, it notices every header that `next` reads, and a cookie that its
 * response would carry.
 */
export function watchRun(
  context: RequestContext,
  next: () => Response | Promise<Response>,
): Response | Promise<Response> {
  const run = runOf(context)
  return run === undefined ? next() : watch(run, next)
}

async function watch(run: Run, next: () => Response | Promise<Response>): Promise<Response> {
  const response = await run.watch(next)
  if (setsCookie(response)) run.notice('set a cookie')

  return response
}
