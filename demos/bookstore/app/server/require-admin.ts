import { Auth } from 'framework/auth-middleware'
import type { Middleware } from 'framework/fetch-router'
import type { User } from './users.ts'

/** Allows only admins. Put it after `requireAuth()`. */
export function requireAdmin(): Middleware {
  return (context, next) => {
    const auth = context.get(Auth)
    if (auth?.ok && (auth.identity as User).role === 'admin') return next()

    throw new Response('This room is for those who look after the shop.', {
      status: 403,
      statusText: 'Staff only',
    })
  }
}
