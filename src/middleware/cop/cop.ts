import type { Middleware, RequestContext } from '../../router/fetch-router/index.ts'
import { checkFunctions, checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import { readOrigin } from '../../internal/guards/origin.ts'
import { findCrossOrigin, refuseCrossOrigin, type CopReason } from './cross-origin.ts'
import { isSafeMethod } from '../../internal/http/http.ts'
import { readBypassPatterns } from './bypass-patterns.ts'

/** Options for {@link cop}. */
export interface CopOptions {
  /**
   * Other origins that may send unsafe requests, each as `scheme://host[:port]`.
   *
   * @default []
   */
  readonly trustedOrigins?: readonly string[]
  /**
   * Endpoints that are exempt, such as `POST /webhooks/{name}`. A path that ends with `/` is a whole subtree. These
   * endpoints are not protected: make sure that their handlers check who sent the request.
   *
   * @default []
   */
  readonly insecureBypassPatterns?: readonly string[]
  /**
   * Returns the response for a refused request.
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

/**
 * Refuses unsafe requests that a browser sends from another origin, without tokens and without state.
 *
 * Put it first in the list: before sessions, before a body is parsed, and before a method is overridden.
 *
 * @param options Which origins and endpoints are exempt, and the response for a refused request
 * @returns Middleware that refuses cross-origin requests other than GET, HEAD and OPTIONS with a 403
 * @throws {Error} If an origin or a pattern is invalid
 *
 * @example
 * const router = createRouter({
 *   middleware: [cop({ trustedOrigins: ['https://admin.example.com'] })],
 * })
 */
export function cop(options: CopOptions = {}): Middleware {
  checkOptions('cop()', options, 'trustedOrigins insecureBypassPatterns onDeny host')
  checkFunctions('cop()', { onDeny: options.onDeny, host: options.host })
  for (const name of ['trustedOrigins', 'insecureBypassPatterns'] as const) {
    const list = options[name]
    invariant(
      list === undefined || Array.isArray(list),
      `cop() takes a list as ${name}, not ${showValue(list)}`,
    )
  }
  const trusted = new Set(
    options.trustedOrigins?.map((origin) => readOrigin(origin, 'Cannot trust origin')),
  )
  const isBypassed = readBypassPatterns(options.insecureBypassPatterns ?? [])
  const { onDeny = refuseCrossOrigin, host = (context) => context.url.host } = options

  return function cop(context, next) {
    // Both methods count, because an override must not make a cross-site POST look safe.
    if (isSafeMethod(context.method) && isSafeMethod(context.originalMethod)) return next()

    const reason = findCrossOrigin(context, host)
    if (reason === undefined) return next()

    const origin = context.headers.get('Origin')
    if (origin !== null && trusted.has(origin)) return next()
    if (isBypassed(context.method, context.url)) return next()

    return onDeny(reason, context)
  }
}
