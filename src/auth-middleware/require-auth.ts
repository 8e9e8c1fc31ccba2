import type { Middleware, RequestContext } from '../fetch-router/index.ts'
import { editHeaders } from '../internal/exchange/edit-headers.ts'
import { checkOptions } from '../internal/check-options.ts'
import { Auth, Challenge, type AuthFailure, type RequiredAuthEntry } from './auth-state.ts'

/** Options for {@link requireAuth}. */
export interface RequireAuthOptions {
  /**
   * Answers a request of nobody known, for example with a redirect to a login page.
   *
   * @default 401 `Unauthorized`
   */
  readonly onFailure?: (context: RequestContext, auth: AuthFailure) => Response | Promise<Response>
}

/**
 * Lets a request pass only if `auth()` knows who sends it; then `context.get(Auth).identity` is there.
 *
 * Every 401 gets a `WWW-Authenticate` header: the challenge of the scheme that refused the credentials, or those of all schemes.
 *
 * @param options What a refusal looks like
 * @returns Middleware that answers 401
 *
 * @example
 * router.get('/account', {
 *   middleware: [requireAuth<User>()],
 *   handler: ({ auth }) => new Response(auth.identity.name),
 * })
 */
export function requireAuth<Identity = unknown>(
  options: RequireAuthOptions = {},
): Middleware<RequiredAuthEntry<Identity>> {
  checkOptions<RequireAuthOptions>('requireAuth()', options, { onFailure: true })
  const { onFailure = () => new Response('Unauthorized', { status: 401 }) } = options

  return async (context, next) => {
    const state = context.get(Auth)
    if (!state) {
      throw new Error(
        'Auth state not found. Make sure auth() middleware runs before requireAuth().',
      )
    }
    if (state.ok) {
      // Something other than auth() may have set it, without the property.
      context.set(Auth, state, { property: 'auth' })
      return next()
    }

    const response = await onFailure(context, state)
    // A redirect to a login page needs no challenge, but may as well have the one that belongs to these credentials
    const challenge =
      state.error?.challenge ?? (response.status === 401 ? context.get(Challenge) : '')
    return challenge === '' || response.headers.has('WWW-Authenticate')
      ? response
      : editHeaders(response, (headers) => headers.set('WWW-Authenticate', challenge))
  }
}
