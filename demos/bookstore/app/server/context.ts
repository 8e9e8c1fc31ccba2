import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { LoaderArgs } from 'framework'
import {
  auth,
  createBearerTokenAuthScheme,
  createSessionAuthScheme,
  type ContextWithRequiredAuth,
} from 'framework/auth-middleware'
import { compression } from 'framework/compression-middleware'
import { cop } from 'framework/cop-middleware'
import { createMiddleware, type MiddlewareContext } from 'framework/fetch-router'
import { logger } from 'framework/logger-middleware'
import { requestId } from 'framework/request-id-middleware'
import type { Route } from 'framework/routes'
import { secureHeaders } from 'framework/secure-headers-middleware'
import { session } from 'framework/session-middleware'
import { staticFiles } from 'framework/static-middleware'
import { database } from './database.ts'
import type { openSessions, ShopSession } from './session.ts'
import { findUser, findUserByToken, type User } from './users.ts'

/** What runs around every request of the shop. */
// Its return type is what makes `context.get(Session)` and the like known to every loader and action
export function createShopMiddleware(
  db: DatabaseSync,
  sessions: Awaited<ReturnType<typeof openSessions>>,
  directory: string,
) {
  const login = createSessionAuthScheme({
    read: (session: ShopSession) => session.get('userId'),
    verify: (id) => findUser(db, id),
    invalidate: (session: ShopSession) => session.unset('userId'),
  })
  const token = createBearerTokenAuthScheme({ verify: (token) => findUserByToken(db, token) })

  return createMiddleware(
    requestId(),
    logger({ format: 'json' }),
    secureHeaders({ nonce: true, development: import.meta.env.DEV }),
    cop(),
    compression(),
    // Uploaded covers: their names are made of random bytes, so what has one never changes
    staticFiles(join(directory, 'uploads'), {
      index: false,
      cacheControl: 'public, max-age=31536000, immutable',
    }),
    session(sessions),
    database(db),
    auth({ schemes: [login, token] }),
  )
}

/** The context of every loader, action and API handler. */
export type ShopContext = MiddlewareContext<ReturnType<typeof createShopMiddleware>>

/** What a loader or an action of the shop receives. */
export type Args<Target extends Route<any, any> | string = string> = LoaderArgs<Target, ShopContext>

/** The same behind `requireAuth()`. */
export type MemberArgs<Target extends Route<any, any> | string = string> = LoaderArgs<
  Target,
  ContextWithRequiredAuth<ShopContext, User>
>
