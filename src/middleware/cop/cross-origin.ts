import { invariant, showValue } from '../../internal/guards/check.ts'
import { isHttp } from '../../internal/http/http.ts'
import { parseOrigin } from '../../internal/guards/origin.ts'
import { refusal } from '../../internal/guards/refusal.ts'

/** Why a request was refused. */
export type CopReason = 'cross-origin-request' | 'cross-origin-request-from-old-browser'

const denials: Readonly<Record<CopReason, string>> = {
  'cross-origin-request': 'Forbidden: cross-origin request detected from Sec-Fetch-Site header',
  'cross-origin-request-from-old-browser':
    'Forbidden: cross-origin request detected, and/or browser is out of date: Sec-Fetch-Site is missing, and Origin does not match Host',
}

/**
 * Finds out whether a page of another origin has sent a request.
 *
 * @param host Returns the host and port that the site is served from
 * @returns The reason to refuse the request, or `undefined` if it is allowed
 */
export function findCrossOrigin<Context extends { readonly headers: Headers }>(
  context: Context,
  host: (context: Context) => string,
): CopReason | undefined {
  const site = context.headers.get('Sec-Fetch-Site')?.trim()
  if (site) return isOwnSite(site) ? undefined : 'cross-origin-request'

  const origin = context.headers.get('Origin')
  if (!origin) return undefined
  const own: unknown = host(context)
  invariant(
    typeof own === 'string',
    `Cannot compare an origin with ${showValue(own)} of \`host\`. Return the host and port of the site, such as "example.com".`,
  )
  if (isOriginOf(origin, own)) return undefined
  return 'cross-origin-request-from-old-browser'
}

/** Creates the response for a request from another origin. */
export function refuseCrossOrigin(reason: CopReason): Response {
  return refusal(403, denials[reason], {
    Vary: 'Sec-Fetch-Site, Origin',
    'Cache-Control': 'no-store',
  })
}

/** Whether `Sec-Fetch-Site` says that a page of this origin, or a visitor who typed the address, has sent the request. */
export function isOwnSite(site: string): boolean {
  return isTypedAddress(site) || /^same-origin$/i.test(site)
}

/** Whether `Sec-Fetch-Site` says that a visitor has typed the address, so that no page has sent the request. */
export function isTypedAddress(site: string): boolean {
  return /^none$/i.test(site)
}

/**
 * Whether an origin belongs to a host. Its scheme may be different, because a proxy that terminates TLS hides the scheme.
 */
export function isOriginOf(origin: string, host: string): boolean {
  const [protocol = '', itsHost] = parseOrigin(origin)?.split('//') ?? []

  return isHttp({ protocol }) && itsHost === host.toLowerCase()
}
