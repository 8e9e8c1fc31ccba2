import { hasHeader } from '../internal/exchange/has-header.ts'
import { editHeaders } from '../response/index.ts'
import { clientPolicy, visitorPolicy } from './policy.ts'
import type { RefusalKind } from './refusals.ts'

/**
 * Prepares the response of `next()` for its visitor: without `Cache-Tag`, and with a `Cache-Control` that keeps a response
 * which was made for one visitor out of the next shared cache.
 *
 * @param kind Why it is not a stored response. `uncached` says that no route of the cache matches
 */
export function finish(
  response: Response,
  kind: RefusalKind | 'uncached',
  forward: boolean,
): Response {
  const hasTags = hasHeader(response, 'cache-tag')
  const policy =
    kind === 'uncached' || !hasHeader(response, 'cache-control')
      ? null
      : policyFor(response.headers.get('Cache-Control'), kind, forward)
  if (!hasTags && policy === null) return response

  return editHeaders(response, (headers) => {
    headers.delete('Cache-Tag')
    if (policy !== null) headers.set('Cache-Control', policy)
  })
}

function policyFor(value: string | null, kind: RefusalKind, forward: boolean): string | null {
  const own = visitorPolicy(value)
  if (own === null || kind !== 'other') return own
  // A run has shown that the response has no visitor's data. It was not stored for another reason, such as its size.
  return forward ? null : clientPolicy(value, false)
}
