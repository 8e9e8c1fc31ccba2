import { decodeForeignResponse } from '../page-protocol/foreign-response.ts'
import type { Submission } from '../page-protocol/submission.ts'
import { pathOf } from './href.ts'
import type { RouterState } from './router-state.ts'
import { describe, request, type Result } from './request-data.ts'
import type { DataRequest } from './seams.ts'

/** Requests a URL that is not a page. Never rejects. */
export async function requestForeign(
  router: RouterState,
  url: URL,
  submission: Submission | undefined,
  options: Pick<DataRequest, 'signal' | 'cache' | 'purpose'>,
): Promise<Result> {
  const isOurs = url.origin === router.options.origin
  const target = {
    url: isOurs ? pathOf(url) : url.href,
    redirect: 'follow' as const,
    ...describe(submission),
    ...options,
  }
  return (await request(router, target, decodeForeignResponse)) as Result
}
