import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
  type IDToken,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client'
import type {
  ContextEntry,
  ContextWithEntry,
  DefaultContext,
  RequestContext,
} from '../../router/fetch-router/index.ts'
import {
  checkFunctions,
  checkOptions,
  invariant,
  isValidDate,
  showValue,
} from '../../internal/guards/check.ts'
import { findCrossOrigin, refuseCrossOrigin } from '../../middleware/cop/shared.ts'
import { checkResponse } from '../../internal/exchange/is-fetch-object.ts'
import { isHttp } from '../../internal/http/http.ts'
import { methodNotAllowed } from '../../internal/guards/refusal.ts'
import { isTrustworthy } from '../../http/cookie/shared.ts'
import { within } from '../../internal/process/promises.ts'
import { isSafeRedirect, redirect } from '../../http/response/index.ts'
import { serializeLocation } from '../../http/response/shared.ts'
import { Session } from '../../state/session/index.ts'
import { findReason, refuseLogin, warnOfLostSession, type FailureReason } from './failure.ts'
import { createFirstUse, keepLogin, takeLogin, type PendingLogin } from './pending-logins.ts'

/** The context of the app: the one of `RouterTypes`, with a session. */
export type OidcContext = DefaultContext extends { readonly session: unknown }
  ? DefaultContext
  : ContextWithEntry<DefaultContext, ContextEntry<typeof Session, Session, 'session'>>

/** A login that a provider has confirmed. */
export interface OidcSuccess<Scope extends string = string> {
  /**
   * The content of the ID token. `iss` and `sub` together identify the user for ever, and no other claim does. `undefined`
   * if the scope does not have `openid`.
   */
  readonly claims: ClaimsOf<Scope>
  /** The access token, and the other members of the provider's response. */
  readonly tokens: TokenEndpointResponse & TokenEndpointResponseHelpers
  readonly context: OidcContext
  /** The path on this site that `start` got as `next`, if it is safe. */
  readonly next: string | undefined
}

/** A login that has failed. */
export interface OidcFailure {
  /**
   * - `denied`: the user or the provider has refused.
   * - `unknown-state`: this session has not begun the login, or it began more than 10 minutes ago, or it was already ended.
   * - `refused`: the provider has sent an error, or a response that failed a check.
   * - `unavailable`: the provider cannot be reached, or was too slow.
   */
  readonly reason: FailureReason
  /** The error of `openid-client` or of `client`. It can contain codes and tokens: do not show it. */
  readonly error: unknown
  readonly context: OidcContext
}

/** Options for {@link createOidcLogin}. */
export interface OidcLoginOptions<Scope extends string = string> {
  /**
   * Finds the provider, such as with `discovery()`. Called at the first login. The result is kept unless the promise
   * rejects.
   */
  readonly client: () => Configuration | Promise<Configuration>
  /** The absolute URL of `finish`, as it is registered at the provider. Use a different URL for each provider. */
  readonly callback: URL | string
  /**
   * The data to ask the provider for. Without `openid` it is plain OAuth 2, and there are no claims.
   *
   * @default 'openid email profile'
   */
  readonly scope?: Scope
  /**
   * Stores the user in the session, which already has a new id. Without a response, the visitor is redirected to `next`, or
   * to `/`. If it throws, or returns any other value, nothing is saved. To refuse a person, store no value: a user who was
   * logged in before then keeps the time of their own login, unless `onLogin` calls `regenerateId()` itself.
   */
  onLogin(login: OidcSuccess<Scope>): void | Response | Promise<void | Response>
  /**
   * Returns the response for a login that has failed.
   *
   * @default a sentence as text, with status 400, or 502 if the provider is unavailable
   */
  onFailure?(failure: OidcFailure): Response | Promise<Response>
}

/** The two handlers of {@link createOidcLogin}. */
export interface OidcLogin {
  /**
   * Redirects the visitor to the provider. For a POST of this site. The field or query `next` is the path to go to
   * afterwards.
   */
  start(context: RequestContext<any, any>): Promise<Response>
  /** Checks the response of the provider when the visitor comes back. For a GET of `callback`. */
  finish(context: RequestContext<any, any>): Promise<Response>
}

/**
 * Searches for ` openid ` between spaces, because `openid2` is another word. A scope that is only known as a string may
 * contain it.
 */
type ClaimsOf<Scope extends string> = string extends Scope
  ? IDToken | undefined
  : ` ${Scope} ` extends `${string} openid ${string}`
    ? IDToken
    : undefined

/** Milliseconds for all requests to the provider during one request. */
const patience = 10_000

/**
 * Creates the handlers of a login with a provider, by OpenID Connect or OAuth 2. They need `session()`, and the package
 * `openid-client`.
 *
 * @param options The provider, and how to store a user
 * @returns A handler that begins a login, and one that ends it
 * @throws {TypeError} If `callback` is not an absolute https: URL, or http: on localhost, or an option is unknown
 *
 * @example
 * const acme = createOidcLogin({
 *   client: () => discovery(new URL('https://id.acme.example'), env.ACME_ID, env.ACME_SECRET),
 *   callback: new URL('/login/acme/callback', env.ORIGIN),
 *   async onLogin({ claims, context }) {
 *     const user = await users.findOrCreateBySubject(claims.iss, claims.sub)
 *     context.session.set('userId', user.id)
 *   },
 * })
 * router.post('/login/acme', acme.start)
 * router.get('/login/acme/callback', acme.finish)
 */
export function createOidcLogin<const Scope extends string = 'openid email profile'>(
  options: OidcLoginOptions<Scope>,
): OidcLogin {
  checkOptions('createOidcLogin()', options, 'client callback scope onLogin onFailure')
  const { client, onLogin, onFailure = refuseLogin, scope = 'openid email profile' } = options
  checkFunctions('createOidcLogin()', { onFailure })
  invariant(
    typeof client === 'function' && typeof onLogin === 'function',
    `createOidcLogin() needs functions \`client\` and \`onLogin\`, not ${showValue(client)} and ${showValue(onLogin)}`,
  )
  invariant(
    typeof scope === 'string',
    `createOidcLogin() takes a string as \`scope\`, not ${showValue(scope)}`,
  )
  const provider: Provider = {
    callback: readCallback(options.callback),
    scope,
    isOpenId: scope.split(' ').includes('openid'),
    loadClient: keepClient(client),
    isFirstUse: createFirstUse(),
    async onLogin(login) {
      const response = await onLogin(login as OidcSuccess<Scope>)
      // `false` could be meant as a refusal. After an error, the session is not saved.
      return response === undefined
        ? undefined
        : checkResponse('`onLogin` of createOidcLogin()', response)
    },
    fail: async (context, reason, error) =>
      checkResponse(
        '`onFailure` of createOidcLogin()',
        await onFailure({ reason, error, context }),
      ),
  }

  return {
    start: (context) => startLogin(provider, context as OidcContext),
    finish: (context) => finishLogin(provider, context as OidcContext),
  }
}

/** The parts of a provider that both handlers use. */
interface Provider {
  readonly callback: URL
  readonly scope: string
  readonly isOpenId: boolean
  readonly loadClient: () => Promise<Configuration>
  readonly isFirstUse: ReturnType<typeof createFirstUse>
  onLogin(login: OidcSuccess): Promise<Response | undefined>
  fail(context: OidcContext, reason: FailureReason, error?: unknown): Promise<Response>
}

async function startLogin(
  { callback, fail, isOpenId, loadClient, scope }: Provider,
  context: OidcContext,
): Promise<Response> {
  if (context.method !== 'POST') {
    return methodNotAllowed(context.method, context.url.pathname, 'POST')
  }
  const reason = findCrossOrigin(context, () => callback.host)
  if (reason) return refuseCrossOrigin(reason)

  const session = sessionOf(context)
  const next = await readNext(context)
  const verifier = randomPKCECodeVerifier()
  const state = randomState()
  const nonce = isOpenId ? randomNonce() : undefined
  let config: Configuration
  try {
    config = await inTime(loadClient())
  } catch (error) {
    return fail(context, 'unavailable', error)
  }

  const location = buildAuthorizationUrl(config, {
    redirect_uri: callback.href,
    scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(nonce && { nonce }),
    // A visitor who is logged in has to prove again who they are, or links an account. So the provider must ask for a login,
    // and report its time.
    ...(isLoggedIn(context) && { max_age: '0' }),
  })
  keepLogin(session, { state, verifier, nonce, next, callback: callback.href, at: Date.now() })

  return redirect(location, { status: 303, headers: { 'Cache-Control': 'no-store' } })
}

async function finishLogin(provider: Provider, context: OidcContext): Promise<Response> {
  if (context.method === 'HEAD') return new Response(null, { status: 204 })
  if (context.method !== 'GET') {
    return methodNotAllowed(context.method, context.url.pathname, 'GET, HEAD')
  }
  const { callback, isFirstUse, fail } = provider
  const session = sessionOf(context)
  const login = takeLogin(session, context.url, callback.href, isFirstUse)
  if (!login) {
    warnOfLostSession(session)
    return fail(context, 'unknown-state')
  }

  // The host of the request can be forged, so the configured URL is used.
  const url = new URL(callback)
  url.search = context.url.search
  let tokens: OidcSuccess['tokens']
  try {
    tokens = await inTime(exchangeCode(provider, url, login))
  } catch (error) {
    return fail(context, findReason(error), error)
  }

  const claims = provider.isOpenId ? tokens.claims() : undefined
  const { next } = login
  const response = await session.logIn(readLoginTime(claims), () =>
    provider.onLogin({ claims, tokens, context, next }),
  )
  const headers = { 'Cache-Control': 'no-store' }

  return response ?? redirect(next ?? '/', { status: 303, headers })
}

/** Exchanges the code in the query of `url` for tokens, and checks them. */
async function exchangeCode(
  { isOpenId, loadClient }: Provider,
  url: URL,
  login: PendingLogin,
): Promise<OidcSuccess['tokens']> {
  const config = await loadClient()
  const tokens = await authorizationCodeGrant(config, url, {
    expectedState: login.state,
    pkceCodeVerifier: login.verifier,
    idTokenExpected: isOpenId,
    ...(login.nonce && { expectedNonce: login.nonce }),
  })
  // The library checks the authorized party only if the token is for several audiences.
  const azp = tokens.claims()?.azp
  if (azp !== undefined && azp !== config.clientMetadata().client_id) {
    throw new Error('the ID token was issued to another client: unexpected "azp" claim')
  }
  return tokens
}

function readCallback(callback: URL | string): URL {
  const url = URL.parse(callback)
  invariant(
    isHttp(url),
    `createOidcLogin() takes an absolute URL as \`callback\`, not ${showValue(String(callback))}`,
  )
  invariant(
    isTrustworthy(url),
    `createOidcLogin() takes an https: URL as \`callback\`, not "${url.href}". http: works on localhost only.`,
  )
  invariant(
    url.search === '' && url.hash === '',
    `createOidcLogin() takes a \`callback\` without a query and a hash, not "${url.href}"`,
  )
  return url
}

/** Returns a function that calls `client` once, and again if that failed or was too slow for a login. */
function keepClient(client: OidcLoginOptions['client']): () => Promise<Configuration> {
  let kept: Promise<Configuration> | undefined

  return () => {
    if (kept) return kept
    const loading = load()
    const forget = (): void => {
      if (kept === loading) kept = undefined
    }
    kept = loading
    within(loading, patience, forget).catch(forget)
    return loading
  }

  async function load(): Promise<Configuration> {
    const config = await client()
    // This checks the signature of ID tokens, and refuses tokens that are signed with the secret of the client.
    enableNonRepudiationChecks(config)
    return config
  }
}

/** Limits the time of all requests together, because `openid-client` has no signal for that. */
function inTime<Value>(work: Promise<Value>): Promise<Value> {
  return within(work, patience, (): never => {
    throw new DOMException('The provider did not respond within 10 seconds', 'TimeoutError')
  })
}

function sessionOf(context: RequestContext<any, any>): Session {
  const session = context.get(Session)
  if (session) return session
  throw new Error(
    'Cannot log in with a provider: there is no session on the context. Put session() into the middleware of the router.',
  )
}

/** The longest path that fits into a session in a cookie, together with other logins. */
const maxNext = 512

async function readNext(context: RequestContext<any, any>): Promise<string | undefined> {
  const type = context.headers.get('Content-Type') ?? ''
  const isForm = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)
  const form = context.get(FormData) ?? (isForm ? await context.request.formData() : undefined)
  const next = form?.get('next') ?? context.url.searchParams.get('next')
  if (typeof next !== 'string' || next.length > maxNext || !isSafeRedirect(next)) return undefined

  const location = serializeLocation(next)
  return location.length > maxNext ? undefined : location
}

/** The state of `auth()`, if the router has it. */
function isLoggedIn(context: object): boolean {
  return (context as { auth?: { ok?: unknown } }).auth?.ok === true
}

/** Returns the time of the login. Without `auth_time`, the provider may have let the visitor in without asking. */
function readLoginTime(claims: IDToken | undefined): Date | undefined {
  const time = new Date((claims?.auth_time ?? Number.NaN) * 1000)
  return isValidDate(time) ? time : undefined
}
