import { createCookie } from 'framework/cookie'
import { createRouter, Nonce, type Middleware, type Router } from 'framework/fetch-router'
import type { Pages } from 'framework/server'
import { createCookieSessionStorage } from 'framework/session'
import { session } from 'framework/session-middleware'
import { userOf } from './logins.server.ts'

const cookie = createCookie('drafts_session', { secrets: ['a secret for tests only'] })

/** Documents with deferred data are sent before the data is there. */
const nonce: Middleware = (context, next) => {
  context.set(Nonce, crypto.randomUUID())
  return next()
}

export default function createApp(pages: Pages): Router {
  const middleware = [nonce, session(cookie, createCookieSessionStorage())]
  const router = createRouter({ middleware })
  router.map('/*', pages.with({ visitor: userOf }))
  return router as unknown as Router
}
