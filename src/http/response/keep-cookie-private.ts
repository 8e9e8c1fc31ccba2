import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import { setsCookie } from '../../internal/exchange/known-body.ts'
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

  const { headers } = response
  const policy = privatePolicy(readPolicy(headers))
  if (policy === headers.get('Cache-Control') && targetedIn(headers).length === 0) return response

  return editHeaders(response, (headers) => makePrivate(headers, policy))
}

/** Gives a response a private policy, and removes headers that shared caches would follow instead. */
export function makePrivate(headers: Headers, policy: string): void {
  for (const name of targetedIn(headers)) headers.delete(name)
  headers.set('Cache-Control', policy)
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
  // `private="Set-Cookie"` is about that header only. Shared caches may store the rest.
  if (policy.private === true || policy.noStore) return false

  return policy.public || policy.sMaxage !== undefined
}

/** Returns the header that lets shared caches store a response, as text for the developer. `undefined` if there is none. */
export function publicPolicyOf(headers: Headers): string | undefined {
  const policy = headers.get('Cache-Control')
  if (isPublicPolicy(policy)) return policy!

  const [name] = targetedIn(headers)
  return name && `${name}: ${headers.get(name)}`
}

/**
 * Returns the headers that let some shared caches store a response, and that these caches follow instead of `Cache-Control`.
 */
function targetedIn(headers: Headers): string[] {
  return targetedHeaders.filter((name) => {
    const value = headers.get(name)
    if (value === null || value === '0') return false
    const policy = CacheControl.from(value)
    return policy.private !== true && !policy.noStore
  })
}

/** Headers of RFC 9213, of Edge Architecture 1.0 and of nginx. */
const targetedHeaders: readonly string[] = [
  'CDN-Cache-Control',
  'Cloudflare-CDN-Cache-Control',
  'Netlify-CDN-Cache-Control',
  'Vercel-CDN-Cache-Control',
  'Akamai-Cache-Control',
  'Surrogate-Control',
  'Edge-Control',
  'X-Accel-Expires',
]

/** Whether a cache may use a response again without asking the server: RFC 9111 §4.2. */
export function isReusable(headers: Headers): boolean {
  const {
    maxAge,
    noCache,
    noStore,
    staleWhileRevalidate = 0,
  } = CacheControl.from(headers.get('Cache-Control'))
  if (noStore || noCache === true) return false

  return staleWhileRevalidate > 0 || (maxAge === undefined ? headers.has('Expires') : maxAge > 0)
}

/** Directives for shared caches. */
export const sharedDirectives: readonly string[] = [
  's-maxage',
  'stale-while-revalidate',
  'stale-if-error',
]
