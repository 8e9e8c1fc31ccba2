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

/** What pages may load and run: their own files only. The same in development, so that nothing breaks on the way out. */
const policy = [
  "default-src 'self'",
  // Imported files below 4 kB become data: URLs
  "img-src 'self' data:",
  "font-src 'self' data:",
  // For style={…}. No script can come this way
  "style-src 'self' 'unsafe-inline'",
  // The dev server waits in one when it is restarted
  "worker-src 'self' blob:",
].join('; ')

const securityHeaders: Middleware = async (_context, next) =>
  editHeaders(await next(), (headers) => {
    headers.set('Content-Security-Policy', policy)
    headers.set('X-Content-Type-Options', 'nosniff')
  })
