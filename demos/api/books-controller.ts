import { requireAuth } from 'framework/auth-middleware'
import { createController, type Controller } from 'framework/fetch-router'
import { json } from 'framework/response'
import type { Books } from './books.ts'
import { parseBook } from './parse-book.ts'
import { routes } from './routes.ts'

const editorsOnly = requireAuth({
  onFailure: () => json({ error: 'Send the token as "Authorization: Bearer <token>"' }, 401),
})

/** Creates the actions of `/api/books`. Everybody may read, and editors may write. */
export function createBooksController(books: Books): Controller<typeof routes.books> {
  return createController(routes.books, {
    actions: {
      index: ({ url }) => json(books.search(url.searchParams.get('q') ?? '')),

      show({ params }) {
        const book = books.find(params.id)
        return book ? json(book) : noSuchBook(params.id)
      },

      create: {
        middleware: [editorsOnly],
        async handler(context) {
          const result = parseBook(await context.json())
          if ('errors' in result) return json(result, 422)

          const book = books.create(result.book)
          return json(book, {
            status: 201,
            headers: { Location: routes.books.show.href({ id: book.id }) },
          })
        },
      },

      update: {
        middleware: [editorsOnly],
        async handler(context) {
          const result = parseBook(await context.json())
          if ('errors' in result) return json(result, 422)

          const book = books.update(context.params.id, result.book)
          return book ? json(book) : noSuchBook(context.params.id)
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
