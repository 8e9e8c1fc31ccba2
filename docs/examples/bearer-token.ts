// One secret for all clients, without users: a whole middleware, to copy and change.
import { timingSafeEqual } from 'framework/auth-middleware'
import type { Middleware } from 'framework/fetch-router'

export function bearerToken(token: string): Middleware {
  // An unset variable is `undefined`, and `Bearer undefined` is easy to guess.
  if (!token) throw new TypeError('bearerToken() needs a token: is the variable set?')

  return ({ headers }, next) => {
    const given = headers.get('Authorization') ?? ''
    if (timingSafeEqual(given, `Bearer ${token}`)) return next()

    return new Response('Unauthorized', {
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  }
}
