import { editHeaders } from '../internal/exchange/edit-headers.ts'
import { setsCookie } from '../internal/exchange/known-body.ts'
import { CacheControl } from '../headers/index.ts'

/**
 * Keeps a response that sets a cookie out of shared caches, which would send the cookie to other visitors.
 *
 * @param response Any response
 * @param readPolicy Returns the cache policy that the app has set. By default, that is any `Cache-Control`
 * @returns The response. If it sets a cookie, its policy is private. Without a policy of the app, nothing may store it
 */
export function keepCookiePrivate(
  response: Response,
  readPolicy: (headers: Headers) => string | null = (headers) => headers.get('Cache-Control'),
): Response {
  if (!setsCookie(response)) return response

  const policy = privatePolicy(readPolicy(response.headers))
  if (policy === response.headers.get('Cache-Control')) return response

  return editHeaders(response, (headers) => headers.set('Cache-Control', policy))
}

/**
 * Returns a `Cache-Control` that keeps a response out of shared caches. A browser may still use it for `max-age`.
 *
 * @param value The `Cache-Control` of the response. With `null`, nothing may store the response
 */
export function privatePolicy(value: string | null): string {
  if (value === null) return 'private, no-store'

  const policy = CacheControl.from(value)
  if (policy.private === true || policy.noStore) return value

  for (const name of ['public', ...sharedDirectives]) policy.delete(name)
  policy.private = true
  if (policy.maxAge === undefined && policy.noCache === false) {
    policy.maxAge = 0
    policy.mustRevalidate = true
  }
  return String(policy)
}

/** Whether a `Cache-Control` says that shared caches may store the response. */
export function isPublicPolicy(value: string | null): boolean {
  const policy = CacheControl.from(value)
  if (policy.has('private') || policy.noStore) return false

  return policy.public || policy.sMaxage !== undefined
}

/** Directives for shared caches. */
export const sharedDirectives: readonly string[] = [
  's-maxage',
  'stale-while-revalidate',
  'stale-if-error',
]
