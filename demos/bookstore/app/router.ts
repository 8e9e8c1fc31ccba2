import { createRouter, type Router } from 'framework/fetch-router'
import { serverTiming } from 'framework/observe'
import { json } from 'framework/response'
import type { Pages } from 'framework/server'
import { routes } from './routes.ts'
import { apiDocument, booksController } from './server/api.ts'
import { openBus } from './server/bus.ts'
import { createShopMiddleware, type ShopContext } from './server/context.ts'
import { removeStrayCovers, showUploadedCover } from './server/cover-upload.ts'
import { showCover } from './server/covers.ts'
import { dataDirectory, openDatabase } from './server/database.ts'
import { logout, nameVisitor } from './server/login.ts'
import { createPasskeysController } from './server/passkey-routes.ts'
import { mapProvider } from './server/provider.ts'
import { openRedis } from './server/redis.ts'
import { openResponses } from './server/response-cache.ts'
import { openChallenges, openSessions, readTagSecret } from './server/session.ts'
import { slowLoaders } from './server/slow-loaders.ts'
import { ensureAdmin } from './server/users.ts'
import { readAdminPassword } from './server/admin-password.ts'

/** Creates the front router: covers, the API and logging out. Everything else is a page. */
export default async function createApp(pages: Pages): Promise<Router<ShopContext>> {
  const db = await openDatabase()
  await ensureAdmin(db, readAdminPassword(dataDirectory))
  await removeStrayCovers(db)
  const redis = await openRedis()
  const sessions = await openSessions(dataDirectory, redis)
  const responses = await openResponses(redis)
  const router = createRouter({
    bus: await openBus(redis),
    observe: [serverTiming(), slowLoaders],
    middleware: createShopMiddleware(db, sessions, responses),
  })

  router.map(routes.cover, showCover)
  router.map(routes.uploadedCover, showUploadedCover)
  router.map(routes.logout, logout)
  router.map(routes.passkeys, createPasskeysController(openChallenges(dataDirectory)))
  await mapProvider(router)
  router.map(routes.api.books, booksController)
  router.get('/api/openapi.json', () => json(apiDocument))
  router.map(
    '/*',
    pages.with({
      tagSecret: readTagSecret(dataDirectory),
      visitor: nameVisitor,
      // Nothing guards the shop by path. Only the routes for passkeys set a cookie with a path, and they return no pages.
      oneTrip: 'any-path',
    }),
  )

  return router
}
