import { createRouter, type Middleware } from 'framework/fetch-router'
import { logger } from 'framework/logger-middleware'
import { text } from 'framework/response'
import type { Pages } from 'framework/server'

/** The front router: middleware around everything, routes that are no pages, and last the pages. */
export default function createApp(pages: Pages) {
  const router = createRouter({ middleware: [logger(), securityHeaders] })
  router.get('/health', () => text('ok'))
  router.map('/*', pages)

  return router
}

const securityHeaders: Middleware = async (_context, next) => {
  const answer = await next()
  // A copy: the headers of some responses cannot be changed
  const response = new Response(answer.body, answer)
  // Nothing inline and nothing from elsewhere. Vite's dev server needs both
  if (import.meta.env.PROD) response.headers.set('Content-Security-Policy', "default-src 'self'")
  response.headers.set('X-Content-Type-Options', 'nosniff')

  return response
}
