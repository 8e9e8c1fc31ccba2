import { requireAuth } from 'framework/auth-middleware'
import { createController, type Controller } from 'framework/fetch-router'
import { json } from 'framework/response'
import type { Books } from './books.ts'
import { routes } from './routes.ts'

const editorsOnly = requireAuth({
  onFailure: () => json({ error: 'Send the token as "Authorization: Bearer <token>"' }, 401),
})

/** Creates the actions of `/api/books`. Every visitor may read, and editors may write. */
export function createBooksController(books: Books): Controller<typeof routes.books> {
  return createController(routes.books, {
    actions: {
      index: ({ input }) => json(books.search(input.search.q)),

      show({ params }) {
        const book = books.find(params.id)
        return book ? json(book) : noSuchBook(params.id)
      },

      create: {
        middleware: [editorsOnly],
        handler({ input }) {
          const book = books.create(input.body)
          return json(book, {
            status: 201,
            headers: { Location: routes.books.show.href({ id: book.id }) },
          })
        },
      },

      update: {
        middleware: [editorsOnly],
        handler({ input, params }) {
          const book = books.update(params.id, input.body)
          return book ? json(book) : noSuchBook(params.id)
        },
      },

      destroy: {
        middleware: [editorsOnly],
        handler: ({ params }) =>
          books.delete(params.id) ? new Response(null, { status: 204 }) : noSuchBook(params.id),
      },
    },
  })
}

function noSuchBook(id: string): Response {
  return json({ error: `There is no book ${id}` }, 404)
}
