import type { Middleware, RequestContext } from '../../router/fetch-router/index.ts'
import { nextWithHeaders } from '../../router/fetch-router/shared.ts'
import { parseTokenList, Vary } from '../../http/headers/index.ts'
import { checkFlags, checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import { RequestMethods } from '../../internal/http/http.ts'
import { parseOrigin, readOriginRules } from '../../internal/guards/origin.ts'

/** Options for {@link cors}. */
export interface CorsOptions {
  /**
   * Which origins may read responses: `*` for all, an origin, a pattern, a list of these, or a function of the origin and
   * the context, which returns `true`, `false` or one origin. `null`, the origin of sandboxed pages, is allowed only if
   * you write it explicitly.
   *
   * @default '*'
   */
  readonly origin?: CorsOrigin
  /**
   * Which methods other origins may use.
   *
   * @default ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']
   */
  readonly methods?: readonly string[]
  /**
   * Which request headers other origins may send.
   *
   * @default those that the preflight asks for
   */
  readonly allowedHeaders?: readonly string[]
  /**
   * Which response headers scripts may read, in addition to those that are always readable.
   *
   * @default []
   */
  readonly exposedHeaders?: readonly string[]
  /**
   * Whether requests may have cookies. Not allowed with the origin `*`.
   *
   * @default false
   */
  readonly credentials?: boolean
  /**
   * For how many seconds a browser may cache a preflight.
   *
   * @default the browser decides
   */
  readonly maxAge?: number
  /**
   * Whether the next middleware or handler responds to a preflight.
   *
   * @default false
   */
  readonly preflightContinue?: boolean
  /**
   * The status of the response to a preflight.
   *
   * @default 204
   */
  readonly preflightStatus?: number
}

/** The longest list of header names in a preflight that is reflected. Browsers send much less. */
const maxReflectedLength = 4096

/**
 * Lets pages of other origins read responses, and responds to their preflights.
 *
 * An origin that is not allowed gets the same response without the CORS headers, and the browser hides it from the page.
 * Put this before middleware that may refuse the request, such as `requireAuth()`: a preflight has no credentials.
 *
 * @param options Which origins are allowed, and their rights
 * @returns Middleware that adds the CORS headers
 * @throws {TypeError} If an origin, a method or a header name is invalid, if an option is unknown, or if `credentials` is
 * used with the origin `*`
 * @throws {RangeError} If `maxAge` or `preflightStatus` is out of range
 *
 * @example
 * const router = createRouter({
 *   middleware: [cors({ origin: ['https://app.example.com'], credentials: true })],
 * })
 */
export function cors(options: CorsOptions = {}): Middleware {
  const rules = readOptions(options)
  const { preflightContinue = false } = options

  return async function cors(context, next) {
    const requestOrigin = context.headers.get('Origin')
    const allowed = await findAllowedOrigin(rules, context, requestOrigin)
    const isPreflight =
      context.method === 'OPTIONS' &&
      requestOrigin !== null &&
      context.headers.has('Access-Control-Request-Method')

    const respond =
      isPreflight && !preflightContinue
        ? async () => new Response(null, { status: rules.preflightStatus })
        : next

    return nextWithHeaders(context, respond, (headers) =>
      addHeaders(rules, headers, allowed, isPreflight ? context : null),
    )
  }
}

/** The rights of other origins, as header values. */
interface CorsRules {
  /** Returns the origin that may read a response. `null` if every origin may. */
  readonly allowOrigin: ReturnType<typeof readOrigins> | null
  readonly credentials: boolean
  readonly methods: string
  /** `undefined` if a preflight may ask for any header. */
  readonly allowedHeaders: string | undefined
  readonly exposedHeaders: string
  readonly maxAge: string
  readonly preflightStatus: number
}

function readOptions(options: CorsOptions): CorsRules {
  checkOptions(
    'cors()',
    options,
    'origin methods allowedHeaders exposedHeaders credentials maxAge preflightContinue preflightStatus',
  )
  const { origin = '*', credentials = false, preflightContinue, allowedHeaders } = options
  checkFlags('cors()', { credentials, preflightContinue })
  if (credentials && origin === '*') {
    throw new TypeError(
      'cors() cannot allow credentials for every origin: list the origins, or remove `credentials`',
    )
  }

  return {
    allowOrigin: origin === '*' ? null : readOrigins(origin),
    credentials,
    methods: readNames('methods', options.methods ?? RequestMethods).toUpperCase(),
    allowedHeaders:
      allowedHeaders === undefined ? undefined : readNames('allowedHeaders', allowedHeaders),
    exposedHeaders: readNames('exposedHeaders', options.exposedHeaders ?? []),
    maxAge: readMaxAge(options.maxAge),
    preflightStatus: readPreflightStatus(options.preflightStatus ?? 204),
  }
}

async function findAllowedOrigin(
  { allowOrigin, credentials }: CorsRules,
  context: RequestContext,
  requestOrigin: string | null,
): Promise<string | null> {
  // The value is the same even without an Origin header, so that a cache can keep one response for all clients.
  if (allowOrigin === null) return '*'
  if (requestOrigin === null) return null

  const allowed = await allowOrigin(requestOrigin, context)
  if (credentials && allowed === '*') {
    throw new TypeError(
      'cors() cannot allow credentials for every origin: the origin function returned "*". Return true instead.',
    )
  }
  return allowed
}

function addHeaders(
  rules: CorsRules,
  headers: Headers,
  allowed: string | null,
  preflight: RequestContext | null,
): void {
  const { allowedHeaders } = rules
  if (rules.allowOrigin !== null) addVary(headers, 'Origin')
  if (preflight && allowedHeaders === undefined) addVary(headers, 'Access-Control-Request-Headers')
  if (allowed === null) return

  headers.set('Access-Control-Allow-Origin', allowed)
  if (rules.credentials) headers.set('Access-Control-Allow-Credentials', 'true')
  if (preflight) {
    const names = allowedHeaders ?? reflectHeaders(preflight)
    headers.set('Access-Control-Allow-Methods', rules.methods)
    setUnlessEmpty(headers, 'Access-Control-Allow-Headers', names)
    setUnlessEmpty(headers, 'Access-Control-Max-Age', rules.maxAge)
  } else {
    setUnlessEmpty(headers, 'Access-Control-Expose-Headers', rules.exposedHeaders)
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

/** Joins names to a header value. Methods and header names are both tokens. */
function readNames(option: keyof CorsOptions, names: readonly string[]): string {
  invariant(Array.isArray(names), `cors() takes a list as ${option}, not ${showValue(names)}`)
  for (const name of names) {
    if (parseTokenList(name)[0] !== name) {
      throw new TypeError(
        `cors() cannot use ${showValue(name)} in ${option}: each entry must be one name without spaces or commas`,
      )
    }
  }
  return names.join(', ')
}

function readMaxAge(seconds: number | undefined): string {
  if (seconds === undefined) return ''
  // A maximum age of -1 tells browsers not to cache the preflight.
  if (!Number.isInteger(seconds) || seconds < -1) {
    throw new RangeError(
      `cors() takes a whole number of seconds as maxAge, not ${showValue(seconds)}`,
    )
  }
  return String(seconds)
}

function readPreflightStatus(status: number): number {
  // Fetch §4.8: a preflight succeeds only with a status from 200 to 299.
  if (!Number.isInteger(status) || status < 200 || status > 299) {
    throw new RangeError(`cors() takes a preflightStatus from 200 to 299, not ${showValue(status)}`)
  }
  return status
}

/** Decides about an origin: `true` allows it, `false` does not, and an origin is sent as the allowed one. */
type CorsOriginFunction = (
  origin: string,
  context: RequestContext,
) => boolean | string | Promise<boolean | string>

/** The origins that may read responses. */
type CorsOrigin = string | RegExp | readonly (string | RegExp)[] | CorsOriginFunction

/**
 * Parses the `origin` option.
 *
 * @returns A function that takes the `Origin` of a request and returns its `Access-Control-Allow-Origin`, or `null`
 * @throws {TypeError} If an origin is invalid
 */
function readOrigins(
  option: CorsOrigin,
): (origin: string, context: RequestContext) => Promise<string | null> {
  const allows = readOriginRules(option, 'cors() cannot allow origin', 'null')

  return async (origin, context) => {
    const allowed: unknown = await allows(origin, context)
    if (allowed === false || allowed === '') return null
    // Any sandboxed page or local file sends `null`, so it must be allowed explicitly.
    if (allowed === true) return origin === 'null' ? null : origin
    if (allowed === origin || allowed === '*' || allowed === 'null') return allowed

    const other = typeof allowed === 'string' ? parseOrigin(allowed) : null
    invariant(
      other !== null,
      `Cannot decide by ${showValue(allowed)} of \`origin\` of cors(). Return true, false or one origin such as "https://example.com".`,
    )
    return other
  }
}
