import { createCookie } from 'framework/cookie'
import { createRouter, Nonce, type Middleware, type Router } from 'framework/fetch-router'
import { editHeaders } from 'framework/response'
import type { Pages } from 'framework/server'
import { createMemorySessionStorage } from 'framework/session'
import { session } from 'framework/session-middleware'

const cookie = createCookie('site_session', { secrets: ['a secret for tests only'] })
const storage = createMemorySessionStorage()

export default function createApp(pages: Pages): Router {
  const router = createRouter({ middleware: [contentSecurityPolicy, session(cookie, storage)] })
  router.get('/health', () => new Response('ok'))
  router.map('/*', pages)
  return router as unknown as Router
}

/** What `secureHeaders({ trustedTypes: true })` adds. */
const trustedTypes = "require-trusted-types-for 'script'; trusted-types 'none'"

/**
 * The strictest policy for scripts, in the build. Vite's dev server needs inline code. Documents with deferred data have a
 * nonce, so that they are sent before the data is there.
 */
const contentSecurityPolicy: Middleware = async (context, next) => {
  const nonce = context.url.pathname.startsWith('/later/') ? crypto.randomUUID() : undefined
  if (nonce) context.set(Nonce, nonce)
  const source = nonce ? `'nonce-${nonce}'` : "'self'"

  return editHeaders(await next(), (headers) => {
    if (import.meta.env.PROD) {
      const policy = `script-src ${source}; object-src 'none'; ${trustedTypes}`
      headers.set('Content-Security-Policy', policy)
    }
  })
}
