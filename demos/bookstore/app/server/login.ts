import { redirect, type TypedResponse } from 'framework'
import { Auth, requireAuth } from 'framework/auth-middleware'
import { addressOf, type Middleware, type RequestContext } from 'framework/fetch-router'
import { isSafeRedirect } from 'framework/response'
import { Session } from 'framework/session'
import { writes } from 'framework/tags'
import { routes } from '../routes.ts'
import type { ShopContext } from './context.ts'
import { Database } from './database.ts'
import { endLogin, startLogin } from './logins.ts'
import { forgetUser } from './session.ts'
import { readerOf } from './tags.ts'
import type { ProvenUser, User } from './users.ts'

/**
 * Logs a user in, and redirects to the page that they wanted to see. `loginAt` is when they proved who they are, if that is
 * known. Returns `undefined` if the proof is no longer valid.
 */
export async function login(
  context: ShopContext,
  { user, proof }: ProvenUser,
  next = '',
  loginAt: Date | null = new Date(),
): Promise<TypedResponse<never> | undefined> {
  const session = context.get(Session)
  const loginId = await startLogin(context.get(Database), user.id, proof, {
    agent: context.headers.get('User-Agent') ?? '',
    address: addressOf(context) ?? '',
  })
  if (loginId === undefined) return undefined

  await leave(context, user.id)
  session.regenerateId(loginAt ? { loginAt } : {}) // The old id could be known to an attacker.
  session.set('loginId', loginId)
  session.flash('message', `Welcome, ${user.name}.`)

  return redirect(isSafeRedirect(next) ? next : routes.account.index.href(), 303)
}

/** Logs a user out, and removes all data of the visitor from the session. */
export async function logout(context: ShopContext): Promise<TypedResponse<never>> {
  const session = context.get(Session)
  writes(context, readerOf(context)) // Live pages of this user in other tabs ask again, and are sent to the login.
  await leave(context)
  forgetUser(session)
  session.regenerateId()
  session.flash('message', 'You are logged out. See you soon.')

  return redirect(routes.home.href(), 303)
}

/** Says who sent a submission, so that nobody else gets its result. A guest is known by the session, if it has an id. */
export function nameVisitor(context: RequestContext): string {
  const auth = context.get(Auth)
  return auth?.ok ? String((auth.identity as User).id) : ''
}

/** Ends the login of this session. If another user comes next, they do not find what this one has left. */
async function leave(context: ShopContext, next?: number): Promise<void> {
  const session = context.get(Session)
  const auth = context.get(Auth)
  const loginId = session.get('loginId')
  session.unset('loginId')
  if (!auth.ok || loginId === undefined) return

  await endLogin(context.get(Database), auth.identity.id, loginId)
  if (auth.identity.id !== next) forgetUser(session)
}

/** The response to a change if the login has ended since its request came: the login page, and then back to this page. */
export function logInAgain(page: string): TypedResponse<never> {
  return redirect(`${loginPage}?${new URLSearchParams({ next: page })}`, 303)
}

const loginPage = routes.login.index.href()

/** In seconds. */
export const FIVE_MINUTES = 300

/** A visitor is asked to log in, and then sees the page that they wanted. */
export const requireLogin = requireAuth<User>({ login: loginPage })

/** The user must have proved who they are in the last five minutes. For everything that changes how they log in. */
export const requireFreshLogin = requireAuth<User>({ login: loginPage, within: FIVE_MINUTES })

/** For the buttons of a page, which lead to routes without one. */
export const requireFreshLoginForSecurity = requireAuth<User>({
  login: loginPage,
  next: routes.account.security.href(),
  within: FIVE_MINUTES,
})

/** A user who is not an admin gets a 403, inside the page of the root. */
export const requireAdmin = requireAuth<User>({
  login: loginPage,
  allow: (user) => user.role === 'admin',
})

/** Lets everyone read, and only users who are logged in write. It runs before a form is read. */
export const requireLoginToWrite: Middleware = (context, next) =>
  context.method === 'GET' || context.method === 'HEAD' ? next() : requireLogin(context, next)
