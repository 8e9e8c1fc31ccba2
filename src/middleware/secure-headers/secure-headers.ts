import {
  Nonce,
  type ContextEntry,
  type ContextWithEntry,
  type Middleware,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { internalsOf, nextWithHeaders } from '../../router/fetch-router/shared.ts'
import { checkFlags, checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import { toBase64Url } from '../../internal/text/encoding.ts'
import {
  createDevelopmentPolicy,
  createPolicy,
  createReportedPolicy,
  defaultDirectives,
  readDirectives,
  type Directives,
  type WritePolicy,
} from './content-security-policy.ts'

/** Options for {@link secureHeaders}. */
export interface SecureHeadersOptions {
  /**
   * Directives of the Content-Security-Policy. Each replaces the default directive of the same name. `false` sends no
   * policy.
   *
   * @default default-src 'self'; img-src 'self' data:; style-src-attr 'unsafe-inline'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'
   */
  readonly contentSecurityPolicy?: Directives | false
  /**
   * Creates a nonce for each response, sets it as `Nonce` and allows scripts and styles that have it. Pages that stream
   * need it, for the scripts that React inserts.
   *
   * @default false
   */
  readonly nonce?: boolean
  /**
   * Adds `require-trusted-types-for 'script'` and `trusted-types 'none'`, so that no code of the page can turn a string into
   * HTML or a script. If your code creates a Trusted Types policy, name it in the directive `trusted-types`.
   *
   * @default false
   */
  readonly trustedTypes?: boolean
  /**
   * `true` sends the policy as `Content-Security-Policy-Report-Only`: the browser reports violations and blocks nothing.
   * Directives create a second policy, which the browser only reports, beside the first, which it enforces. Each replaces the
   * directive of the first policy that has the same name.
   *
   * @default false
   */
  readonly reportOnly?: boolean | Directives
  /**
   * Allows the inline code and the connections that Vite's dev server needs: `development: import.meta.env.DEV`. The policy
   * of production is then sent as `Content-Security-Policy-Report-Only`, so that the browser's console shows its violations.
   * There is no `Strict-Transport-Security`.
   *
   * @default false
   */
  readonly development?: boolean
  /** @default 'nosniff' */
  readonly xContentTypeOptions?: string | false
  /** @default 'strict-origin-when-cross-origin' */
  readonly referrerPolicy?: string | false
  /** @default 'same-origin' */
  readonly crossOriginOpenerPolicy?: string | false
  /** @default 'same-origin' */
  readonly crossOriginResourcePolicy?: string | false
  /** @default 'DENY' */
  readonly xFrameOptions?: string | false
  /**
   * Sent on https only.
   *
   * @default 'max-age=15552000', which is 180 days
   */
  readonly strictTransportSecurity?: string | false
}

/** The entry that {@link secureHeaders} with `nonce: true` adds to the context: `context.get(Nonce)` is a string. */
type NonceEntry = ContextEntry<typeof Nonce, string>

/** `Context` after {@link secureHeaders} with `nonce: true` has run. */
export type ContextWithNonce<Context = RequestContext> = ContextWithEntry<Context, NonceEntry>

/**
 * Adds headers that tell browsers what a response may do. A header that the response already has is kept.
 *
 * Put it near the top of the list, so that it sees every response.
 *
 * @param options The policy, and one option for each header: a string, or `false` to leave it out
 * @returns Middleware that adds the headers
 * @throws {TypeError} If an option is unknown or invalid
 *
 * @example
 * const router = createRouter({ middleware: [secureHeaders({ nonce: true })] })
 */
export function secureHeaders(
  options: SecureHeadersOptions & { readonly nonce: true },
): Middleware<NonceEntry>
export function secureHeaders(options?: SecureHeadersOptions): Middleware
export function secureHeaders(options: SecureHeadersOptions = {}): Middleware {
  checkOptions('secureHeaders()', options, known)
  const { nonce, trustedTypes, development = false } = options
  checkFlags('secureHeaders()', { nonce, trustedTypes, development })
  invariant(
    !trustedTypes || options.contentSecurityPolicy !== false,
    'secureHeaders() cannot use trustedTypes with contentSecurityPolicy: false, because they are a part of the policy',
  )
  const hasNonce = nonce === true
  const policies = readPolicies(options)
  const always = readHeaders(options, plainHeaders)
  const onHttps = development ? [] : readHeaders(options, httpsHeaders)

  return async function secureHeaders(context, next) {
    const nonce = hasNonce ? toBase64Url(crypto.getRandomValues(new Uint8Array(16))) : undefined
    const { run } = internalsOf(context)
    if (run !== undefined) run.unsentNonce = nonce
    if (nonce !== undefined) context.set(Nonce, nonce)
    // A nonce must not be in a response that many visitors get.
    const sent = run === undefined ? nonce : undefined

    return nextWithHeaders(context, next, (headers) => {
      for (const [name, write] of policies) add(headers, name, write(sent))
      for (const [name, value] of always) add(headers, name, value)
      if (onHttps.length > 0 && context.url.protocol === 'https:') {
        for (const [name, value] of onHttps) add(headers, name, value)
      }
    })
  }
}

const plainHeaders = {
  xContentTypeOptions: ['X-Content-Type-Options', 'nosniff'],
  referrerPolicy: ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  crossOriginOpenerPolicy: ['Cross-Origin-Opener-Policy', 'same-origin'],
  crossOriginResourcePolicy: ['Cross-Origin-Resource-Policy', 'same-origin'],
  xFrameOptions: ['X-Frame-Options', 'DENY'],
} as const

const httpsHeaders = {
  strictTransportSecurity: ['Strict-Transport-Security', 'max-age=15552000'],
} as const

const known =
  'contentSecurityPolicy nonce trustedTypes reportOnly development xContentTypeOptions referrerPolicy crossOriginOpenerPolicy crossOriginResourcePolicy xFrameOptions strictTransportSecurity'

function readPolicies({
  contentSecurityPolicy = {},
  trustedTypes = false,
  reportOnly = false,
  development = false,
}: SecureHeadersOptions): [name: string, write: WritePolicy][] {
  const base = defaultDirectives(trustedTypes)
  const first =
    contentSecurityPolicy === false
      ? undefined
      : readDirectives('contentSecurityPolicy', contentSecurityPolicy, base)
  const second =
    typeof reportOnly === 'boolean'
      ? undefined
      : readDirectives('reportOnly', reportOnly, first ?? base)

  const policies: [string, WritePolicy][] = []
  if (first !== undefined && reportOnly !== true) {
    policies.push([
      'Content-Security-Policy',
      development ? createDevelopmentPolicy(first) : createPolicy(first),
    ])
  }
  const reports = [reportOnly === true || development ? first : undefined, second]
    .filter((directives) => directives !== undefined)
    .map(development ? createReportedPolicy : createPolicy)
  if (reports.length > 0) {
    const write: WritePolicy = (nonce) => reports.map((report) => report(nonce)).join(', ')
    policies.push(['Content-Security-Policy-Report-Only', write])
  }
  return policies
}

/** The headers that are sent, by their options. */
function readHeaders(
  options: SecureHeadersOptions,
  headers: { readonly [name: string]: readonly [header: string, value: string] },
): [header: string, value: string][] {
  return Object.entries(headers).flatMap(([name, [header, byDefault]]) => {
    const value: unknown = options[name as keyof SecureHeadersOptions] ?? byDefault
    if (value === false) return []
    invariant(
      typeof value === 'string' && /^[!-~](?:[ -~]*[!-~])?$/.test(value),
      `secureHeaders() takes a string or false as ${name}, not ${showValue(value)}`,
    )
    return [[header, value]]
  })
}

function add(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value)
}
