import { auth } from 'framework/auth-middleware'
import { createRouter, type Router } from 'framework/fetch-router'
import type { Pages } from 'framework/server'
import { apiToken } from '../../api/api-token.ts'
import { createBooksController } from '../../api/books-controller.ts'
import { Books } from '../../api/books.ts'
import { routes as api } from '../../api/routes.ts'

/** Creates the API of demos/api, and pages with the same books. */
export default function createApp(pages: Pages): Router {
  const books = new Books()
  const router = createRouter({
    middleware: [
      auth({ schemes: [apiToken(process.env['API_TOKEN'])] }),
      (context, next) => {
        context.set(Books, books)
        return next()
      },
    ],
  })

  router.map(api.books, createBooksController(books))
  router.map('/*', pages)

  return router
}
