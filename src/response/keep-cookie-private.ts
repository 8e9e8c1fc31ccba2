import { editHeaders } from '../internal/exchange/edit-headers.ts'
import { setsCookie } from '../internal/sets-cookie.ts'
import { privatePolicy } from './private-policy.ts'

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
