import { SetCookie } from '../../http/headers/index.ts'
import type { IncomingRequest } from '../../internal/exchange/incoming.ts'
import { cookieBytes, maxCookieBytes } from '../../internal/http/http.ts'

/**
 * Creates the headers of the request that the browser would send next: with the cookies of this response, and without the
 * headers that belong to the mutation (OT-3, OT-6).
 *
 * @returns `undefined` if it is not certain which cookies the browser would send
 */
export function createNextHeaders(response: Response, headers: Headers): Headers | undefined {
  if (response.headers.has('Clear-Site-Data')) return undefined
  let pairs = headers.get('Cookie')?.split(/; */) ?? []
  const changed = new Set<string>()
  for (const line of response.headers.getSetCookie()) {
    const set = SetCookie.from(line)
    const { name, value } = set
    const isOurs = (pair: string): boolean => pair.startsWith(`${name}=`)
    const isCertain =
      isOfWholeSite(set) &&
      cookieBytes(name, value) <= maxCookieBytes &&
      pairs.filter(isOurs).length === 1 &&
      !changed.has(name)
    if (!isCertain) return undefined

    changed.add(name)
    pairs = hasExpired(set)
      ? pairs.filter((pair) => !isOurs(pair))
      : pairs.map((pair) => (isOurs(pair) ? `${name}=${value}` : pair))
  }

  for (const name of Array.from(headers.keys())) if (isOfMutation(name)) headers.delete(name)
  if (pairs.length > 0) headers.set('Cookie', pairs.join('; '))
  else headers.delete('Cookie')
  return headers
}

function isOfWholeSite({ domain, partitioned, path }: SetCookie): boolean {
  return path === '/' && domain === undefined && !partitioned
}

function hasExpired({ expires, maxAge }: SetCookie): boolean {
  return maxAge === undefined
    ? expires !== undefined && expires.getTime() <= Date.now()
    : maxAge <= 0
}

/** Whether a header belongs to the mutation alone, and not to the request for the page. */
function isOfMutation(name: string): boolean {
  return /^(?:content-.+|if-.+|origin|idempotency-key|range|accept-encoding|transfer-encoding|expect|trailer)$/.test(
    name,
  )
}

/** Adds the cookies of the page, as if the browser had requested the page (OT-10). */
export function mergeCookies(
  headers: Headers,
  cookies: readonly string[],
  pathname: string,
  incoming: IncomingRequest,
): void {
  let lines = headers.getSetCookie()
  for (const line of cookies) {
    const set = SetCookie.from(line)
    // The cookies of the mutation are all for the whole site, or no page would have been requested (OT-3).
    if (isOfWholeSite(set)) lines = lines.filter((other) => SetCookie.from(other).name !== set.name)
    const isElsewhere = new URL(incoming.url).pathname !== pathname
    lines.push(
      set.path === undefined && isElsewhere ? `${line}; Path=${defaultPath(pathname)}` : line,
    )
  }
  headers.delete('Set-Cookie')
  for (const line of lines) headers.append('Set-Cookie', line)
}

/** Returns the path that a browser gives to a cookie without `Path`: RFC 6265 §5.1.4. */
function defaultPath(pathname: string): string {
  return pathname.slice(0, pathname.lastIndexOf('/')) || '/'
}
