import type { ActionArgs, LoaderArgs, Reads } from 'framework'
import {
  auth,
  createBearerTokenAuthScheme,
  createSessionAuthScheme,
} from 'framework/auth-middleware'
import { compression } from 'framework/compression-middleware'
import { cop } from 'framework/cop-middleware'
import { after, createMiddleware, type MiddlewareContext } from 'framework/fetch-router'
import { logger } from 'framework/logger-middleware'
import { requestId } from 'framework/request-id-middleware'
import type { Route } from 'framework/routes'
import { secureHeaders } from 'framework/secure-headers-middleware'
import type { CacheMiddleware } from 'framework/cache-middleware'
import { session } from 'framework/session-middleware'
import type { middleware as accountGuard } from '../pages/account/layout.tsx'
import { database, type ShopDatabase } from './database.ts'
import { forgetUser, type openSessions, type ShopSession } from './session.ts'
import { findUserByLogin, isLongUnseen, MAX_LOGIN_AGE, noteLogin } from './logins.ts'
import { readProviderOrigins } from './provider.ts'
import { findUserByToken, type User } from './users.ts'

// The return type gives `context.get(Session)` and similar calls their types in every loader and action.
/** Creates the middleware for every request of the shop. */
export function createShopMiddleware(
  db: ShopDatabase,
  sessions: Awaited<ReturnType<typeof openSessions>>,
  responses: CacheMiddleware,
) {
  const login = createSessionAuthScheme({
    read: (session: ShopSession) => session.get('loginId'),
    async verify(id, context): Promise<User | undefined> {
      const found = await findUserByLogin(db, id)
      if (found && isLongUnseen(found)) after(context, () => noteLogin(db, id))

      return found
    },
    invalidate: forgetUser,
  })
  const token = createBearerTokenAuthScheme({ verify: (token) => findUserByToken(db, token) })

  return createMiddleware(
    requestId(),
    logger({ format: 'json' }),
    secureHeaders({
      nonce: true,
      development: import.meta.env.DEV,
      // The form that starts a login redirects to the provider.
      contentSecurityPolicy: { 'form-action': ["'self'", ...readProviderOrigins()] },
    }),
    cop(),
    compression(),
    responses,
    session(sessions, { maxLoginAge: MAX_LOGIN_AGE }),
    database(db),
    auth({ schemes: [login, token] }),
  )
}

/** The context of every loader, action and API handler. */
export type ShopContext = MiddlewareContext<ReturnType<typeof createShopMiddleware>>

/** The arguments of a loader of the shop. */
export type Args<Target extends Route<any, any, any> | string = string> = LoaderArgs<
  Target,
  ShopContext
>

/** The arguments of an action of the shop. The contract is that of its route or of its module. */
export type WriterArgs<
  Target extends Route<any, any, any> | string = string,
  Contract = {},
> = ActionArgs<Target, Contract, ShopContext>

/** What a loader of the shop reads. */
export type ShopReads<Target extends Route<any, any> | string = string> = Reads<Target, ShopContext>

/** The context behind the guard of the account pages. Without the guard, they do not compile. */
type MemberContext = MiddlewareContext<typeof accountGuard, ShopContext>

/** The arguments of a loader of an account page. */
export type MemberArgs<Target extends Route<any, any, any> | string = string> = LoaderArgs<
  Target,
  MemberContext
>

/** The arguments of an action of an account page. */
export type MemberWriterArgs<
  Target extends Route<any, any, any> | string,
  Contract = {},
> = ActionArgs<Target, Contract, MemberContext>
