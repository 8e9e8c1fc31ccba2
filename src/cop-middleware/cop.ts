import type { Middleware, RequestContext } from '../fetch-router/index.ts'
import { checkOptions } from '../internal/check-options.ts'
import { parseOrigin, readOrigin } from '../internal/origin.ts'
import { text } from '../response/index.ts'
import { readBypassPatterns } from './bypass-patterns.ts'

/** Why a request was denied. */
export type CopReason = 'cross-origin-request' | 'cross-origin-request-from-old-browser'

/** Options for {@link cop}. */
export interface CopOptions {
  /**
   * Other origins that may send unsafe requests, each as `scheme://host[:port]`.
   *
   * @default []
   */
  readonly trustedOrigins?: readonly string[]
  /**
   * Endpoints that are exempt, such as `POST /webhooks/{name}`. A path ending in `/` is a whole subtree. Each is a hole:
   * make sure that what is behind it checks who is calling.
   *
   * @default []
   */
  readonly insecureBypassPatterns?: readonly string[]
  /**
   * Answers a denied request.
   *
   * @default 403 with a plain-text body
   */
  readonly onDeny?: (reason: CopReason, context: RequestContext) => Response | Promise<Response>
  /**
   * The host and port that the site is served from, for a proxy that rewrites them.
   *
   * @default (context) => context.url.host
   */
  readonly host?: (context: RequestContext) => string
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

const denials: Readonly<Record<CopReason, string>> = {
  'cross-origin-request': 'Forbidden: cross-origin request detected from Sec-Fetch-Site header',
  'cross-origin-request-from-old-browser':
    'Forbidden: cross-origin request detected, and/or browser is out of date: Sec-Fetch-Site is missing, and Origin does not match Host',
}

/**
 * Rejects unsafe requests that a browser sends from another origin, without tokens and without state.
 *
 * Put it first in the list: before sessions, before a body is parsed, before a method is overridden.
 *
 * @param options Which origins and endpoints are exempt, and what a denial looks like
 * @returns Middleware that answers 403 to cross-origin requests other than GET, HEAD and OPTIONS
 * @throws {Error} If an origin or a pattern cannot be read
 *
 * @example
 * const router = createRouter({
 *   middleware: [cop({ trustedOrigins: ['https://admin.example.com'] })],
 * })
 */
export function cop(options: CopOptions = {}): Middleware {
  checkOptions<CopOptions>('cop()', options, {
    trustedOrigins: true,
    insecureBypassPatterns: true,
    onDeny: true,
    host: true,
  })
  const trusted = new Set(options.trustedOrigins?.map(readTrustedOrigin))
  const isBypassed = readBypassPatterns(options.insecureBypassPatterns ?? [])
  const { onDeny = deny, host = (context) => context.url.host } = options

  return (context, next) => {
    // An override must not make a cross-site POST look safe, so both methods count
    if (safeMethods.has(context.method) && safeMethods.has(context.originalMethod)) return next()

    const reason = findReason(context, host)
    if (reason === undefined) return next()

    const origin = context.headers.get('Origin')
    if (origin !== null && trusted.has(origin)) return next()
    if (isBypassed(context.method, context.url)) return next()

    return onDeny(reason, context)
  }
}

/** Why a request is cross-origin, or `undefined` for one that is not known to be. */
function findReason(
  context: RequestContext,
  host: (context: RequestContext) => string,
): CopReason | undefined {
  const site = context.headers.get('Sec-Fetch-Site')?.trim().toLowerCase()
  if (site) return site === 'same-origin' || site === 'none' ? undefined : 'cross-origin-request'

  const origin = context.headers.get('Origin')
  if (!origin || isOriginOf(origin, host(context))) return undefined
  return 'cross-origin-request-from-old-browser'
}

/** The scheme may differ: a proxy that ends TLS hides it. */
function isOriginOf(origin: string, host: string): boolean {
  const [scheme, itsHost] = parseOrigin(origin)?.split('://') ?? []

  return (scheme === 'https' || scheme === 'http') && itsHost === host.toLowerCase()
}

function readTrustedOrigin(text: string): string {
  if (typeof text === 'string' && text.trim() === '') {
    throw new Error('trusted origin must not be empty')
  }

  return readOrigin(text, 'Cannot trust origin')
}

function deny(reason: CopReason): Response {
  return text(denials[reason], {
    status: 403,
    headers: { Vary: 'Sec-Fetch-Site, Origin', 'Cache-Control': 'no-store' },
  })
}
