import type { Middleware, RequestContext } from '../../router/fetch-router/index.ts'
import {
  checkFlags,
  checkFunctions,
  checkOptions,
  checkVerdict,
  invariant,
  showValue,
} from '../../internal/guards/check.ts'
import { checkResponse } from '../../internal/exchange/is-fetch-object.ts'
import { isSafeMethod, RequestMethods } from '../../internal/http/http.ts'
import { readOriginRules } from '../../internal/guards/origin.ts'
import { refusal } from '../../internal/guards/refusal.ts'
import { Session } from '../../state/session/index.ts'
import { isToken, TOKEN_KEY } from './csrf-token.ts'

/** The reason for which a request was refused. */
export type CsrfReason = 'invalid-origin' | 'missing-token' | 'invalid-token'

/** Options for {@link csrf}. */
export interface CsrfOptions {
  /**
   * The name of the token in the session.
   *
   * @default '_csrf'
   */
  readonly tokenKey?: string
  /**
   * The form field with the token. It is read only if `formData()` ran before.
   *
   * @default '_csrf'
   */
  readonly fieldName?: string
  /**
   * The headers with the token.
   *
   * @default ['X-Csrf-Token', 'X-Xsrf-Token', 'Csrf-Token']
   */
  readonly headerNames?: readonly string[]
  /**
   * A query parameter with the token. Beware: URLs appear in logs, histories and `Referer` headers.
   *
   * @default none
   */
  readonly queryName?: string
  /** Reads the token of a request, instead of headers, field and query. */
  readonly value?: (
    context: RequestContext,
  ) => string | null | undefined | Promise<string | null | undefined>
  /**
   * Methods that need no token.
   *
   * @default ['GET', 'HEAD', 'OPTIONS']
   */
  readonly safeMethods?: readonly string[]
  /**
   * The origins that may send unsafe requests.
   *
   * @default the origin of the request's URL
   */
  readonly origin?: CsrfOrigin
  /**
   * Whether a request without `Origin` and `Referer` may continue to the token check.
   *
   * @default true
   */
  readonly allowMissingOrigin?: boolean
  /**
   * Returns the response for a refused request.
   *
   * @default 403 with a plain-text body
   */
  readonly onDeny?: (reason: CsrfReason, context: RequestContext) => Response | Promise<Response>
}

const denials: Readonly<Record<CsrfReason, string>> = {
  'invalid-origin': 'Forbidden: invalid CSRF origin',
  'missing-token': 'Forbidden: missing CSRF token',
  'invalid-token': 'Forbidden: invalid CSRF token',
}

/**
 * Refuses unsafe requests that do not have the token of the visitor's session, or that come from another origin.
 *
 * Pages get the token from `getCsrfToken(context)`. After `session.regenerateId()` there is a new one.
 *
 * @param options The places of tokens, the allowed origins, and the response for a refused request
 * @returns Middleware that refuses requests other than GET, HEAD and OPTIONS without the token with a 403
 * @throws {TypeError} If an origin is invalid, or if an option is unknown
 *
 * @example
 * const router = createRouter({ middleware: [cop(), session(cookie, storage), formData(), csrf()] })
 */
export function csrf(options: CsrfOptions = {}): Middleware {
  invariant(!('onError' in Object(options)), 'csrf() has no option "onError": its name is "onDeny"')
  checkOptions(
    'csrf()',
    options,
    'tokenKey fieldName headerNames queryName value safeMethods origin allowMissingOrigin onDeny',
  )
  const { tokenKey = TOKEN_KEY, allowMissingOrigin = true, onDeny = deny, value } = options
  checkFlags('csrf()', { allowMissingOrigin })
  checkFunctions('csrf()', { onDeny, value })
  const safeMethods = new Set(
    readList('safeMethods', options.safeMethods, RequestMethods.filter(isSafeMethod)).map(
      (method) => method.toUpperCase(),
    ),
  )
  const isAllowed = readOriginRules(options.origin ?? isOwnOrigin, 'csrf() cannot allow origin')
  const readToken = value ?? createTokenReader(options)

  return async function csrf(context, next) {
    const session = context.get(Session)
    if (!session) throw new Error('csrf middleware requires session() middleware to run before it')
    session.bindToId(tokenKey)

    // Both methods count, because an override must not make a POST look safe.
    if (safeMethods.has(context.method) && safeMethods.has(context.originalMethod)) return next()

    const reason = await findReason(context, session)
    if (!reason) return next()
    return checkResponse('`onDeny` of csrf()', await onDeny(reason, context))
  }

  async function findReason(
    context: RequestContext,
    session: Session,
  ): Promise<CsrfReason | undefined> {
    const origin = readRequestOrigin(context.headers)
    if (origin === null ? !allowMissingOrigin : !(await isFrom(origin, context))) {
      return 'invalid-origin'
    }

    const sent = (await readToken(context)) ?? ''
    invariant(
      typeof sent === 'string',
      `Cannot use ${showValue(sent)} of \`value\` of csrf() as a token. Return a string, or null if there is none.`,
    )
    const token = sent.trim()
    if (token === '') return 'missing-token'
    return isToken(session, tokenKey, token) ? undefined : 'invalid-token'
  }

  /** A browser sends `null` for a sandboxed frame. A pattern such as `/./` must not allow it. */
  async function isFrom(origin: string, context: RequestContext): Promise<boolean> {
    if (origin === 'null') return false
    const allowed = await isAllowed(origin, context)
    return typeof options.origin === 'function'
      ? checkVerdict('`origin` of csrf()', allowed)
      : allowed !== false
  }
}

function isOwnOrigin(origin: string, { url }: RequestContext): boolean {
  return origin === url.origin
}

/** Reads a list. Refuses a string, which would be read as a list of its characters. */
function readList(
  option: keyof CsrfOptions,
  list: readonly string[] | undefined,
  byDefault: readonly string[],
): readonly string[] {
  invariant(
    list === undefined || Array.isArray(list),
    `csrf() takes a list as ${option}, not ${showValue(list)}`,
  )
  return list ?? byDefault
}

function createTokenReader(options: CsrfOptions): (context: RequestContext) => string | undefined {
  const { fieldName = '_csrf', queryName } = options
  const headerNames = readList('headerNames', options.headerNames, [
    'X-Csrf-Token',
    'X-Xsrf-Token',
    'Csrf-Token',
  ])

  return (context) => {
    for (const name of headerNames) {
      const value = context.headers.get(name)?.trim()
      if (value) return value
    }

    const field = context.get(FormData)?.get(fieldName)
    if (typeof field === 'string' && field.trim() !== '') return field

    return queryName === undefined ? undefined : (context.url.searchParams.get(queryName) ?? '')
  }
}

function deny(reason: CsrfReason): Response {
  return refusal(403, denials[reason], { 'Cache-Control': 'no-store' })
}

/** One origin, `scheme://host[:port]`, or all origins that a pattern matches. */
type CsrfOriginRule = string | RegExp

/** The origins that may send unsafe requests. */
type CsrfOrigin =
  | CsrfOriginRule
  | readonly CsrfOriginRule[]
  | ((origin: string, context: RequestContext) => boolean | Promise<boolean>)

/**
 * Returns the origin from which a request claims to come.
 *
 * @returns The origin, `null` if the request names none, or `'null'` if it is not a valid origin
 */
function readRequestOrigin(headers: Headers): string | null {
  const origin = headers.get('Origin')
  if (origin) return origin

  const referer = headers.get('Referer')
  return referer ? (URL.parse(referer)?.origin ?? 'null') : null
}
