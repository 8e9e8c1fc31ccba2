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

/**
 * Redirects a request that needs a login to the login page, and then back. A submitted form is not submitted again. The token
 * of a mailed link stays behind: the URL of the login page can be logged, and sent to other sites.
 */
export function askToLogIn(
  { method, url }: { method: string; url: URL },
  auth: { error?: { code?: string } },
): TypedResponse<never> {
  const isRead = method === 'GET' || method === 'HEAD'
  const hasToken = url.searchParams.has('token')
  const next = isRead && !hasToken ? url.pathname + url.search : url.pathname
  const isTooOld = auth.error?.code === 'login_too_old'
  const search = new URLSearchParams({ next, ...(isTooOld && { again: 'yes' }) })

  return redirect(`${routes.login.index.href()}?${search}`, 303)
}

/** In seconds. */
export const FIVE_MINUTES = 300

/** Requires that the visitor has proved who they are in the last five minutes. For everything that changes how they log in. */
export const requireFreshLogin = requireAuth<User>({ onFailure: askToLogIn, within: FIVE_MINUTES })

const requireLogin = requireAuth({ onFailure: askToLogIn })

/** Lets everyone read, and only users who are logged in write. It runs before a form is read. */
export const requireLoginToWrite: Middleware = (context, next) =>
  context.method === 'GET' || context.method === 'HEAD' ? next() : requireLogin(context, next)
