import { createRouter, type Middleware } from 'framework/fetch-router'
import { logger } from 'framework/logger-middleware'
import { editHeaders, text } from 'framework/response'
import type { Pages } from 'framework/server'

/** Creates the front router: middleware for every request, routes that are not pages, and then the pages. */
export default function createApp(pages: Pages) {
  const router = createRouter({ middleware: [logger(), securityHeaders] })
  router.get('/health', () => text('ok'))
  router.map('/*', pages)

  return router
}

/** Pages may only load and run their own files. The policy is the same in development, so that you notice mistakes early. */
const policy = [
  "default-src 'self'",
  // Imported files below 4 kB become data: URLs.
  "img-src 'self' data:",
  "font-src 'self' data:",
  // For style={…}. This does not allow scripts.
  "style-src 'self' 'unsafe-inline'",
  // The dev server waits in a worker while it restarts.
  "worker-src 'self' blob:",
].join('; ')

const securityHeaders: Middleware = async (_context, next) =>
  editHeaders(await next(), (headers) => {
    headers.set('Content-Security-Policy', policy)
    headers.set('X-Content-Type-Options', 'nosniff')
  })
