import { CacheControl } from '../headers/index.ts'
import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import type { RequestFacts } from '../../internal/exchange/request-facts.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import { isReusable, makePrivate, privatePolicy, publicPolicyOf } from './keep-cookie-private.ts'

/** The directive of `Cache-Control` by which an app says that a response is the same for everyone, whatever its code read. */
const sameForEveryone = 'same-for-everyone'

/** Whether an app says that a response is the same for everyone. */
export function isSameForEveryone(policy: CacheControl): boolean {
  return policy.get(sameForEveryone) === null
}

/**
 * Keeps a response out of shared caches if its code has read who the visitor is. Without a policy that lets a cache use it
 * again, it stays as it is, and also if its `Cache-Control` says that it is the same for everyone.
 *
 * @param response Any response
 * @param facts The facts about its request
 * @param isJudged Whether `cache()` judges the response. Then the app does nothing wrong with a public policy
 */
export function keepPersonalPrivate(
  response: Response,
  facts: RequestFacts | undefined,
  isJudged = false,
): Response {
  const what = facts?.personal
  if (what === undefined) return response
  const { headers } = response
  const shared = publicPolicyOf(headers)
  if (shared === undefined && !isReusable(headers)) return response

  const value = headers.get('Cache-Control')
  if (isSameForEveryone(CacheControl.from(value))) return response
  // Only `Expires` lets a cache use it. `private` is enough then.
  const policy = value === null && shared === undefined ? 'private' : privatePolicy(value)
  if (policy === value && shared === undefined) return response

  if (shared !== undefined && !isJudged) {
    facts!.replacedPolicy = shared
    warnOnce(
      `A response was sent as private instead of "${shared}", because its code ${what}, and a shared cache would send it to other visitors. Make it private. If it is the same for everyone, add "${sameForEveryone}" to its Cache-Control. See framework/docs/caching.md#a-cdn.`,
    )
  }
  return editHeaders(response, (headers) => makePrivate(headers, policy))
}
