import type { ContextEntry, Middleware, RequestContext } from '../../router/fetch-router/index.ts'
import { checkResponse } from '../../internal/exchange/is-fetch-object.ts'
import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import {
  checkFunctions,
  checkOptions,
  checkSeconds,
  invariant,
} from '../../internal/guards/check.ts'
import { refusal } from '../../internal/guards/refusal.ts'
import {
  Auth,
  Challenge,
  type AuthFailure,
  type AuthState,
  type AuthSuccess,
} from './auth-state.ts'
import { isIdentity } from './identity.ts'
import { createLoginRedirect } from './login-redirect.ts'

/** Options for {@link requireAuth}. */
export interface RequireAuthOptions<Identity = unknown> {
  /**
   * The path of the login page. A visitor who is not known is redirected there with 303, with the path and the query of the
   * request as `next`. If the login is older than `within`, `again=yes` says so. The names `index`, `token`, `code` and
   * `state` are left out of the query.
   *
   * @default undefined, a 401 `Unauthorized`
   */
  readonly login?: string
  /**
   * Where to go after the login, if the route has no page: the path of the page with its button.
   *
   * @default the path and the query of the request
   */
  readonly next?: string
  /**
   * Returns the response if the user is not known. Also called for a login that is older than `within`: `auth.error.code` is
   * then `'login_too_old'`. Cannot be used with `login`.
   *
   * @default 401 `Unauthorized`
   */
  readonly onFailure?: (context: RequestContext, auth: AuthFailure) => Response | Promise<Response>
  /**
   * Seconds for which a login is recent enough. An older login is refused, and so is a login without a known time, such as a
   * bearer token.
   *
   * @default undefined, any age
   */
  readonly within?: number
  /**
   * Returns whether the user may continue. Any value except `true` is a 403 `Forbidden`. It runs last, and `onFailure` is
   * not called: a login page would send the user back here.
   *
   * @default every user
   */
  readonly allow?: (identity: Identity, context: RequestContext) => boolean | Promise<boolean>
}

/** The clocks of two computers may differ by this many milliseconds. */
const tolerance = 30_000

/**
 * Refuses a request unless `auth()` knows the user. After that, `context.get(Auth).identity` is always set. Can also require
 * a recent login, and check the rights of the user.
 *
 * Every 401 gets a `WWW-Authenticate` header: the challenge of the scheme that refused the credentials, or the challenges
 * of all schemes.
 *
 * @param options The response for a refused request, the age of a login, and which users may go on
 * @returns Middleware that refuses with a 401, or with a 403 if the user is not allowed
 * @throws {TypeError} If an option is invalid or unknown, or two of them exclude each other
 *
 * @example
 * router.get('/account', {
 *   middleware: [requireAuth<User>({ login: '/login' })],
 *   handler: ({ auth }) => new Response(auth.identity.name),
 * })
 * const requireAdmin = requireAuth<User>({ login: '/login', allow: (user) => user.role === 'admin' })
 */
export function requireAuth<Identity = unknown>(
  options: RequireAuthOptions<Identity> = {},
): Middleware<ContextEntry<typeof Auth, AuthSuccess<Identity>, 'auth'>> {
  checkOptions('requireAuth()', options, 'login next onFailure within allow')
  const { within, allow } = options
  const onFailure = readOnFailure(options)
  checkFunctions('requireAuth()', { onFailure, allow })
  checkSeconds('requireAuth()', { within })

  return async function requireAuth(context, next) {
    const state = context.get(Auth)
    if (!state) {
      throw new Error(
        'Cannot require a user: there is no auth state on the context. Put auth() before requireAuth() in the list of middleware.',
      )
    }
    const failure = findFailure(state, within)
    if (failure) {
      const response = await onFailure(context, failure)
      const checked = checkResponse('`onFailure` of requireAuth()', response)
      return withChallenge(context, failure, checked)
    }

    const success = state as AuthSuccess<Identity>
    if (allow && (await allow(success.identity, context)) !== true) return refusal(403)

    // If other code than auth() has set the state, it has no property yet.
    context.set(Auth, success, { property: 'auth' })
    return next()
  }
}

function readOnFailure<Identity>({
  login,
  next,
  onFailure,
}: RequireAuthOptions<Identity>): NonNullable<RequireAuthOptions['onFailure']> {
  invariant(
    next === undefined || login !== undefined,
    'requireAuth() got `next` without `login`. Add the path of the login page.',
  )
  if (login === undefined) return onFailure ?? (() => refusal(401))

  invariant(
    onFailure === undefined,
    'requireAuth() got `login` and `onFailure`. Both are the response for a visitor who is not known: use one of them.',
  )
  return createLoginRedirect(login, next)
}

/** Returns why the user is not known, or the login is not recent. Other code than auth() may have set the state. */
function findFailure(state: AuthState, within: number | undefined): AuthFailure | undefined {
  if (state.ok === false) return state
  const { ok, identity, method, at } = state
  if (ok !== true || !isIdentity(identity, method)) return { ok: false }
  if (within === undefined) return undefined

  const age = at === undefined ? Infinity : Date.now() - at.getTime()
  if (age <= within * 1000 && age >= -tolerance) return undefined

  return { ok: false, error: { method, code: 'login_too_old', message: 'Log in again' } }
}

/** A redirect to a login page needs no challenge. If credentials were refused, it has theirs anyway. */
function withChallenge(
  context: RequestContext,
  { error }: AuthFailure,
  response: Response,
): Response {
  const challenge = error?.challenge ?? (response.status === 401 ? context.get(Challenge) : '')
  return challenge === '' || response.headers.has('WWW-Authenticate')
    ? response
    : editHeaders(response, (headers) => headers.set('WWW-Authenticate', challenge))
}
