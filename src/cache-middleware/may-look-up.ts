import type { RequestContext } from '../fetch-router/index.ts'
import { hrefsOf, internalsOf } from '../fetch-router/shared.ts'
import { parsePairs } from '../internal/parse-pairs.ts'
import { reservedParams } from '../internal/reserved-params.ts'

/** Whether a request is a GET or a HEAD. An override must not make a POST look like a GET, so both methods count. */
export function isReading({ method, originalMethod }: RequestContext): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    (originalMethod === 'GET' || originalMethod === 'HEAD')
  )
}

/** `Cache-Control` of the request does not count: a visitor must not be able to empty a cache. */
export function mayLookUp(context: RequestContext): boolean {
  const { headers } = context
  if (['Authorization', 'Proxy-Authorization', 'Range'].some((name) => headers.has(name))) {
    return false
  }
  // The stream of a live page belongs to one tab.
  if (internalsOf(context).identity?.data?.live) return false
  // Most URLs have no query, and then `context.url` need not be created.
  if (!hrefsOf(context).current.includes('?')) return true
  const params = parsePairs(context.url.search.slice(1))
  return ![...reservedParams, '_method'].some((name) => params.has(name))
}
