import { redirect, type TypedResponse } from 'framework'
import { requireAuth } from 'framework/auth-middleware'
import type { Middleware } from 'framework/fetch-router'
import { isSafeRedirect } from 'framework/response'
import { Session } from 'framework/session'
import { writes } from 'framework/tags'
import { routes } from '../routes.ts'
import type { ShopContext } from './context.ts'
import type { ShopSession } from './session.ts'
import { readerOf } from './tags.ts'
import type { User } from './users.ts'

/** Logs a user in, and redirects to the page that they wanted to see. */
export function login(session: ShopSession, user: User, next = ''): TypedResponse<never> {
  session.regenerateId() // The old id could be known to an attacker.
  session.set('userId', user.id)
  session.flash('message', `Welcome, ${user.name}.`)

  return redirect(isSafeRedirect(next) ? next : routes.account.index.href(), 303)
}

/** Logs a user out, and removes all data of the visitor from the session. */
export function logout(context: ShopContext): TypedResponse<never> {
  const session = context.get(Session)
  writes(context, readerOf(context)) // Live pages of this user in other tabs ask again, and are sent to the login.
  session.unset('userId')
  session.unset('cart')
  session.unset('lastOrder')
  session.regenerateId()
  session.flash('message', 'You are logged out. See you soon.')

  return redirect(routes.home.href(), 303)
}

/** Redirects a request that needs a login to the login page, and then back. A submitted form is not submitted again. */
export function askToLogIn({ method, url }: { method: string; url: URL }): TypedResponse<never> {
  const next = method === 'GET' || method === 'HEAD' ? url.pathname + url.search : url.pathname

  return redirect(`${routes.login.index.href()}?${new URLSearchParams({ next })}`, 303)
}

const requireLogin = requireAuth({ onFailure: askToLogIn })

/** Lets everyone read, and only users who are logged in write. It runs before a form is read. */
export const requireLoginToWrite: Middleware = (context, next) =>
  context.method === 'GET' || context.method === 'HEAD' ? next() : requireLogin(context, next)
