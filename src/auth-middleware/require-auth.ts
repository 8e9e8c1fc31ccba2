import type { ContextEntry, Middleware, RequestContext } from '../fetch-router/index.ts'
import { editHeaders } from '../internal/exchange/edit-headers.ts'
import { checkOptions } from '../internal/check.ts'
import { refusal } from '../internal/refusal.ts'
import { Auth, Challenge, type AuthFailure, type AuthSuccess } from './auth-state.ts'

/** Options for {@link requireAuth}. */
export interface RequireAuthOptions {
  /**
   * Returns the response if the user is not known, for example a redirect to a login page.
   *
   * @default 401 `Unauthorized`
   */
  readonly onFailure?: (context: RequestContext, auth: AuthFailure) => Response | Promise<Response>
}

/**
 * Refuses a request unless `auth()` knows who sent it. After that, `context.get(Auth).identity` is always there.
 *
 * Every 401 gets a `WWW-Authenticate` header: the challenge of the scheme that refused the credentials, or the challenges
 * of all schemes.
 *
 * @param options The response for a refused request
 * @returns Middleware that refuses with a 401
 *
 * @example
 * router.get('/account', {
 *   middleware: [requireAuth<User>()],
 *   handler: ({ auth }) => new Response(auth.identity.name),
 * })
 */
export function requireAuth<Identity = unknown>(
  options: RequireAuthOptions = {},
): Middleware<ContextEntry<typeof Auth, AuthSuccess<Identity>, 'auth'>> {
  checkOptions('requireAuth()', options, 'onFailure')
  const { onFailure = () => refusal(401) } = options

  return async (context, next) => {
    const state = context.get(Auth)
    if (!state) {
      throw new Error(
        'Cannot require a user: there is no auth state on the context. Put auth() before requireAuth() in the list of middleware.',
      )
    }
    if (state.ok) {
      // Other code than auth() may have set the state, without the property.
      context.set(Auth, state, { property: 'auth' })
      return next()
    }

    const response = await onFailure(context, state)
    // A redirect to a login page needs no challenge, but it gets the one for refused credentials.
    const challenge =
      state.error?.challenge ?? (response.status === 401 ? context.get(Challenge) : '')
    return challenge === '' || response.headers.has('WWW-Authenticate')
      ? response
      : editHeaders(response, (headers) => headers.set('WWW-Authenticate', challenge))
  }
}
