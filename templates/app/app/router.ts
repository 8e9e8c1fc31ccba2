import { createRouter, type Middleware } from 'framework/fetch-router'
import { logger } from 'framework/logger-middleware'
import { editHeaders, text } from 'framework/response'
import type { Pages } from 'framework/server'

/** The front router: middleware around everything, routes that are no pages, and last the pages. */
export default function createApp(pages: Pages) {
  const router = createRouter({ middleware: [logger(), securityHeaders] })
  router.get('/health', () => text('ok'))
  router.map('/*', pages)

  return router
}

const securityHeaders: Middleware = async (_context, next) =>
  editHeaders(await next(), (headers) => {
    // Nothing inline and nothing from elsewhere. Vite's dev server needs both
    if (import.meta.env.PROD) headers.set('Content-Security-Policy', "default-src 'self'")
    headers.set('X-Content-Type-Options', 'nosniff')
  })
