import type { Middleware, RequestContext } from '../fetch-router/index.ts'
import { parseTokenList, Vary } from '../headers/index.ts'
import { checkOptions } from '../internal/check-options.ts'
import { editHeaders } from '../internal/exchange/edit-headers.ts'
import { invariant } from '../internal/invariant.ts'
import { showValue } from '../internal/show-value.ts'
import { readOrigins, type CorsOrigin } from './allowed-origin.ts'

/** Options for {@link cors}. */
export interface CorsOptions {
  /**
   * Which origins may read responses: `*` for all, one as a browser sends it, a pattern, a list of these, or a function of
   * the origin and the context. `null`, the origin of sandboxed pages, is allowed only where it is written out.
   *
   * @default '*'
   */
  readonly origin?: CorsOrigin
  /**
   * Which methods a preflight allows.
   *
   * @default ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
   */
  readonly methods?: readonly string[]
  /**
   * Which request headers a preflight allows.
   *
   * @default those that it asks for
   */
  readonly allowedHeaders?: readonly string[]
  /**
   * Which response headers scripts may read, besides the few that are always readable.
   *
   * @default []
   */
  readonly exposedHeaders?: readonly string[]
  /**
   * Whether requests may carry cookies. Not with the origin `*`.
   *
   * @default false
   */
  readonly credentials?: boolean
  /**
   * For how many seconds a browser may remember a preflight.
   *
   * @default what the browser thinks fit
   */
  readonly maxAge?: number
  /**
   * Whether a preflight goes on to what comes next, which then answers it.
   *
   * @default false
   */
  readonly preflightContinue?: boolean
  /**
   * The status of the answer to a preflight.
   *
   * @default 204
   */
  readonly preflightStatus?: number
}

const defaultMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Of a preflight's header names; browsers send far less, and what is longer is not reflected. */
const maxReflectedLength = 4096

/**
 * Lets pages of other origins read responses, and answers their preflights.
 *
 * An origin that is not allowed gets the same response without the headers: the browser keeps it from the page. Put this
 * before whatever might answer first, such as a check for a login: a preflight carries no credentials.
 *
 * @param options Which origins, and what they may do
 * @returns Middleware that adds the headers of CORS
 * @throws {TypeError} If an origin, method or header name cannot be read, an option is not known, or every origin is to have credentials
 * @throws {RangeError} If `maxAge` or `preflightStatus` is out of range
 *
 * @example
 * const router = createRouter({
 *   middleware: [cors({ origin: ['https://app.example.com'], credentials: true })],
 * })
 */
export function cors(options: CorsOptions = {}): Middleware {
  checkOptions<CorsOptions>('cors()', options, {
    origin: true,
    methods: true,
    allowedHeaders: true,
    exposedHeaders: true,
    credentials: true,
    maxAge: true,
    preflightContinue: true,
    preflightStatus: true,
  })
  const { origin = '*', credentials = false, preflightContinue = false } = options
  if (credentials && origin === '*') {
    throw new TypeError(
      `cors() cannot allow credentials to every origin: name the origins, or leave out credentials`,
    )
  }
  const allowOrigin = origin === '*' ? null : readOrigins(origin)
  const methods = readNames('methods', options.methods ?? defaultMethods).toUpperCase()
  const allowedHeaders =
    options.allowedHeaders === undefined
      ? undefined
      : readNames('allowedHeaders', options.allowedHeaders)
  const exposedHeaders = readNames('exposedHeaders', options.exposedHeaders ?? [])
  const maxAge = readMaxAge(options.maxAge)
  const preflightStatus = readPreflightStatus(options.preflightStatus ?? 204)

  return async (context, next) => {
    const requestOrigin = context.headers.get('Origin')
    const allowed = await findAllowedOrigin(context, requestOrigin)
    const isPreflight =
      context.method === 'OPTIONS' &&
      requestOrigin !== null &&
      context.headers.has('Access-Control-Request-Method')

    const response =
      isPreflight && !preflightContinue
        ? new Response(null, { status: preflightStatus })
        : await next()

    return editHeaders(response, (headers) =>
      describe(headers, allowed, isPreflight ? context : null),
    )
  }

  async function findAllowedOrigin(
    context: RequestContext,
    requestOrigin: string | null,
  ): Promise<string | null> {
    // The same for everyone, also for those who send no Origin: a cache may keep one response for all
    if (allowOrigin === null) return '*'
    if (requestOrigin === null) return null

    const allowed = await allowOrigin(requestOrigin, context)
    if (credentials && allowed === '*') {
      throw new TypeError(
        `cors() cannot allow credentials to every origin: the origin function answered "*"`,
      )
    }
    return allowed
  }

  function describe(headers: Headers, allowed: string | null, preflight: RequestContext | null) {
    if (allowOrigin !== null) addVary(headers, 'Origin')
    if (preflight && allowedHeaders === undefined)
      addVary(headers, 'Access-Control-Request-Headers')
    if (allowed === null) return

    headers.set('Access-Control-Allow-Origin', allowed)
    if (credentials) headers.set('Access-Control-Allow-Credentials', 'true')
    if (preflight) {
      headers.set('Access-Control-Allow-Methods', methods)
      setUnlessEmpty(
        headers,
        'Access-Control-Allow-Headers',
        allowedHeaders ?? reflectHeaders(preflight),
      )
      setUnlessEmpty(headers, 'Access-Control-Max-Age', maxAge)
    } else {
      setUnlessEmpty(headers, 'Access-Control-Expose-Headers', exposedHeaders)
    }
  }
}

function reflectHeaders(context: RequestContext): string {
  const asked = context.headers.get('Access-Control-Request-Headers')
  if (asked === null || asked.length > maxReflectedLength) return ''
  return parseTokenList(asked).join(', ')
}

function setUnlessEmpty(headers: Headers, name: string, value: string): void {
  if (value !== '') headers.set(name, value)
}

function addVary(headers: Headers, name: string): void {
  headers.set('Vary', String(Vary.from(headers.get('Vary')).add(name)))
}

/** A list of names as a header value. Method names and header names are both tokens. */
function readNames(option: keyof CorsOptions, names: readonly string[]): string {
  invariant(Array.isArray(names), `cors() takes a list as ${option}, not ${showValue(names)}`)
  for (const name of names) {
    if (parseTokenList(name)[0] !== name) {
      throw new TypeError(
        `cors() cannot use ${showValue(name)} in ${option}: each must be one name without spaces or commas`,
      )
    }
  }
  return names.join(', ')
}

function readMaxAge(seconds: number | undefined): string {
  if (seconds === undefined) return ''
  // Browsers read -1 as "never remember"
  if (!Number.isInteger(seconds) || seconds < -1) {
    throw new RangeError(
      `cors() takes a whole number of seconds as maxAge, not ${showValue(seconds)}`,
    )
  }
  return String(seconds)
}

function readPreflightStatus(status: number): number {
  // Fetch §4.8: a preflight succeeds only with an ok status
  if (!Number.isInteger(status) || status < 200 || status > 299) {
    throw new RangeError(`cors() takes a preflightStatus from 200 to 299, not ${showValue(status)}`)
  }
  return status
}
