import { redirect } from 'framework'
import { Auth } from 'framework/auth-middleware'
import type { Router } from 'framework/fetch-router'
import { Session } from 'framework/session'
import { routes } from '../routes.ts'
import type { ShopContext } from './context.ts'
import { Database, type ShopDatabase } from './database.ts'
import { logInAgain, login, requireFreshLoginForSecurity } from './login.ts'
import { beginLimit } from './login-limit.ts'
import { readOrigin } from './origin.ts'
import { whileLoggedIn, type User } from './users.ts'

/** Returns the name of the provider with which users can log in, if the shop has one. */
export function readProviderName(): string | undefined {
  const { OIDC_ISSUER, OIDC_NAME } = process.env
  return OIDC_ISSUER ? (OIDC_NAME ?? new URL(OIDC_ISSUER).hostname) : undefined
}

/** Returns where a form may lead that starts a login with the provider. */
export function readProviderOrigins(): string[] {
  const { OIDC_ISSUER } = process.env
  return OIDC_ISSUER ? [new URL(OIDC_ISSUER).origin] : []
}

/** Adds the routes for the provider of `OIDC_ISSUER`. Without that variable, there are none. */
export async function mapProvider(router: Router<ShopContext>): Promise<void> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET } = process.env
  if (!OIDC_ISSUER) return

  const [{ createOidcLogin }, { allowInsecureRequests, discovery }] = await Promise.all([
    import('framework/oidc'),
    import('openid-client'),
  ])
  const issuer = new URL(OIDC_ISSUER)
  // Only a provider on this machine may do without HTTPS.
  const isLocal =
    issuer.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(issuer.hostname)
  const options = isLocal ? { execute: [allowInsecureRequests] } : {}
  const client = () => discovery(issuer, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, undefined, options)
  const toLogIn = createOidcLogin({
    client,
    callback: new URL(routes.provider.finish.href(), readOrigin()),
    onLogin: ({ claims: { iss, sub }, context, next }) =>
      logIn(context as unknown as ShopContext, JSON.stringify([iss, sub]), next),
    onFailure: ({ reason, context }) =>
      tell(context as unknown as ShopContext, failures[reason], routes.login.index.href()),
  })
  // With a callback of its own: what was begun to connect an account never ends as a login, nor the other way around.
  const toConnect = createOidcLogin({
    client,
    callback: new URL(routes.provider.finishConnect.href(), readOrigin()),
    onLogin: ({ claims: { iss, sub }, context }) =>
      connect(context as unknown as ShopContext, JSON.stringify([iss, sub])),
    onFailure: ({ reason, context }) =>
      tell(context as unknown as ShopContext, failures[reason], routes.account.security.href()),
  })

  router.map(routes.provider.start, { middleware: [beginLimit], handler: toLogIn.start })
  router.map(routes.provider.finish, toLogIn.finish)
  router.map(routes.provider.connect, {
    middleware: [requireFreshLoginForSecurity, beginLimit],
    handler: toConnect.start,
  })
  router.map(routes.provider.finishConnect, toConnect.finish)
}

const failures = {
  denied: 'You have cancelled it.',
  'unknown-state': 'That took too long, or began in another browser. Please try again.',
  refused: 'That did not work. Please try again.',
  unavailable: 'That does not work at the moment. Please try again later.',
}

/** Logs in the user of an account at the provider. */
async function logIn(
  context: ShopContext,
  identity: string,
  next: string | undefined,
): Promise<Response> {
  const owner = await findIdentityOwner(context.get(Database), identity)
  if (!owner) {
    const text = 'No account is connected with it. Log in, and connect it in your account.'
    return tell(context, text, routes.login.index.href())
  }

  const proof = { kind: 'provider', value: identity } as const
  const { loginAt = null } = context.get(Session)
  const response = await login(context, { user: owner, proof }, next, loginAt)
  return response ?? tell(context, 'It is no longer connected.', routes.login.index.href())
}

/** Connects an account at the provider with the user who is logged in. */
async function connect(context: ShopContext, identity: string): Promise<Response> {
  const auth = context.get(Auth)
  if (!auth.ok) return logInAgain(routes.account.security.href())

  const { id } = auth.identity
  const loginId = context.get(Session).get('loginId')
  const owner = await whileLoggedIn(context.get(Database), id, loginId, async (db) => {
    const sql = 'INSERT INTO identities (id, "user") VALUES (?, ?) ON CONFLICT DO NOTHING'
    await db.run(sql, identity, id)
    return findIdentityOwner(db, identity)
  })
  if (!owner) return logInAgain(routes.account.security.href())

  const text = owner.id === id ? 'It is connected.' : 'It is connected with another account.'
  return tell(context, text, routes.account.security.href())
}

/** Never by an address: it can belong to another person tomorrow. */
function findIdentityOwner(db: ShopDatabase, identity: string): Promise<User | undefined> {
  return db.get<User>(
    `SELECT users.id, email, name, role FROM identities JOIN users ON users.id = "user"
     WHERE identities.id = ?`,
    identity,
  )
}

/** Returns the accounts at the provider with which a user can log in. */
export function findIdentities(db: ShopDatabase, user: number): Promise<{ id: string }[]> {
  return db.all<{ id: string }>('SELECT id FROM identities WHERE "user" = ? ORDER BY id', user)
}

function tell(context: ShopContext, text: string, to: string): Response {
  context.get(Session).flash('message', text)
  return redirect(to, 303)
}
