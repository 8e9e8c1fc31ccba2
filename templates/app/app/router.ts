import { createRouter } from 'framework/fetch-router'
import { logger } from 'framework/logger-middleware'
import { text } from 'framework/response'
import { secureHeaders } from 'framework/secure-headers-middleware'
import type { Pages } from 'framework/server'

/** Creates the front router: middleware for every request, routes that are not pages, and then the pages. */
export default function createApp(pages: Pages) {
  const router = createRouter({ middleware: [logger(), headers] })
  router.get('/health', () => text('ok'))
  router.map('/*', pages.with({ visitor }))

  return router
}

/** Who is signed in. Forms keep what was typed, for that person only. With logins, return the id of the user, and '' for a guest. */
function visitor(): string {
  return ''
}

/** Pages may only load and run their own files. The policy is the same in development, so that you notice mistakes early. */
const headers = secureHeaders({
  contentSecurityPolicy: {
    // Imported files below 4 kB become data: URLs.
    'font-src': ["'self'", 'data:'],
    // Where forms may lead. For a login with a provider, add its origin.
    'form-action': ["'self'"],
    // For style={…}, and for the styles of the dev server. This does not allow scripts.
    'style-src': ["'self'", "'unsafe-inline'"],
    // The dev server waits in a worker while it restarts.
    'worker-src': ["'self'", 'blob:'],
  },
})
