import type { ContextEntry, Middleware, RequestContext } from '../../router/fetch-router/index.ts'
import { checkResponse } from '../../internal/exchange/is-fetch-object.ts'
import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import { checkFunctions, checkOptions, checkSeconds } from '../../internal/guards/check.ts'
import { refusal } from '../../internal/guards/refusal.ts'
import {
  Auth,
  Challenge,
  type AuthFailure,
  type AuthState,
  type AuthSuccess,
} from './auth-state.ts'
import { isIdentity } from './identity.ts'

/** Options for {@link requireAuth}. */
export interface RequireAuthOptions<Identity = unknown> {
  /**
   * Returns the response if the user is not known, for example a redirect to a login page. Also called for a login that
   * is older than `within`: `auth.error.code` is then `'login_too_old'`.
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
 * @throws {TypeError} If `within` is not a number of seconds above 0, or an option is unknown
 *
 * @example
 * router.get('/account', {
 *   middleware: [requireAuth<User>()],
 *   handler: ({ auth }) => new Response(auth.identity.name),
 * })
 * const requireAdmin = requireAuth<User>({ allow: (user) => user.role === 'admin' })
 */
export function requireAuth<Identity = unknown>(
  options: RequireAuthOptions<Identity> = {},
): Middleware<ContextEntry<typeof Auth, AuthSuccess<Identity>, 'auth'>> {
  checkOptions('requireAuth()', options, 'onFailure within allow')
  const { onFailure = () => refusal(401), within, allow } = options
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
