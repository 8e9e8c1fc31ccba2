// A JSON API that only uses the router: resources, validation, a bearer token, CORS, a log.
import { auth } from 'framework/auth-middleware'
import { cors } from 'framework/cors-middleware'
import { createRouter, type Router } from 'framework/fetch-router'
import { logger } from 'framework/logger-middleware'
import { json } from 'framework/response'
import { apiToken } from './api-token.ts'
import { createBooksController } from './books-controller.ts'
import { Books } from './books.ts'
import { routes } from './routes.ts'

/** Options for {@link createApp}. */
export interface ApiOptions {
  /** The token of editors. Without it, all changes are refused. */
  readonly token?: string | undefined
  /** Writes a line of the log. */
  readonly log?: (line: string) => void
}

/** Creates the API. Its books are kept in memory. */
export function createApp({ token, log = console.log }: ApiOptions = {}): Router {
  const router = createRouter({
    middleware: [
      logger({ log, format: '%method %path %status %duration ms' }),
      cors({ exposedHeaders: ['Location'] }),
      auth({ schemes: [apiToken(token)] }),
    ],
    defaultHandler: ({ url, allowedMethods }) =>
      allowedMethods.length === 0
        ? json({ error: `There is nothing at ${url.pathname}` }, 404)
        : json(
            { error: `Use ${allowedMethods.join(' or ')}` },
            { status: 405, headers: { Allow: allowedMethods.join(', ') } },
          ),
  })

  router.map(routes.books, createBooksController(new Books()))

  return router
}
