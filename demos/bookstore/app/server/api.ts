import { Auth } from 'framework/auth-middleware'
import { createController, type Middleware } from 'framework/fetch-router'
import { Once, once } from 'framework/once-middleware'
import { openapi } from 'framework/openapi'
import { json } from 'framework/response'
import { writes } from 'framework/tags'
import { routes } from '../routes.ts'
import * as books from './books.ts'
import type { ShopContext } from './context.ts'
import { Database } from './database.ts'
import { nameVisitor } from './login.ts'
import { bookHeaders } from './response-cache.ts'
import type { User } from './users.ts'

/** Requires a token. A cookie is not enough, because browsers send cookies automatically. */
const requireAdminToken: Middleware = (context, next) => {
  const auth = context.get(Auth)
  if (!auth?.ok || auth.method !== 'bearer') {
    return json(
      { error: 'This needs Authorization: Bearer <token>. Make a token in your account settings.' },
      { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } },
    )
  }
  if ((auth.identity as User).role !== 'admin') return json({ error: 'Only admins may write' }, 403)

  return next()
}

/** A program that got no response sends the same request again, with the same `Idempotency-Key`. */
const keyed = once({ visitor: nameVisitor })

/** The JSON API, with the same books and the same route map. Everyone may read, and admins may write with a token. */
export const booksController = createController<typeof routes.api.books, ShopContext>(
  routes.api.books,
  {
    actions: {
      async index(context) {
        const query = context.input.search
        const {
          books: found,
          total,
          pageCount,
        } = await books.findBooks(context.get(Database), query)

        const list = { books: found.map(describe), total, page: query.page, pageCount }
        return json(list, { headers: bookHeaders })
      },

      async show(context) {
        const book = await books.findBookBySlug(context.get(Database), context.params.slug)
        return book
          ? json(describe(book), { headers: bookHeaders })
          : noSuchBook(context.params.slug)
      },

      create: {
        middleware: [requireAdminToken, keyed],
        async handler(context) {
          const once = context.get(Once)!
          const book = await context
            .get(Database)
            .transaction((tx) =>
              once(tx.place, () => books.createBook(tx, context.input.body, null)),
            )
          writes(context, 'books')

          return json(describe(book), {
            status: 201,
            headers: { Location: routes.api.books.show.href({ slug: book.slug }) },
          })
        },
      },

      update: {
        middleware: [requireAdminToken],
        async handler(context) {
          const db = context.get(Database)
          const book = await books.findBookBySlug(db, context.params.slug)
          if (!book) return noSuchBook(context.params.slug)
          await books.updateBook(db, book.id, context.input.body, null)
          writes(context, 'books')

          return json(describe((await books.findBookById(db, book.id))!))
        },
      },

      destroy: {
        middleware: [requireAdminToken],
        async handler(context) {
          const db = context.get(Database)
          const book = await books.findBookBySlug(db, context.params.slug)
          if (!book) return noSuchBook(context.params.slug)
          await books.deleteBook(db, book.id)
          writes(context, 'books')

          return new Response(null, { status: 204 })
        },
      },
    },
  },
)

/** What the API can do, for people and for tools. */
export const apiDocument = openapi(routes.api, {
  title: 'Quire Books',
  version: '1',
  description:
    'Everyone may read. Admins write with "Authorization: Bearer <token>" and a token from their account settings. A new book needs an "Idempotency-Key": the same key again adds no second book.',
})

function describe(book: books.Book): Omit<books.Book, 'id'> & { url: string } {
  const { id: _id, ...facts } = book
  return { ...facts, url: routes.books.show.href({ slug: book.slug }) }
}

function noSuchBook(slug: string): Response {
  return json({ error: `There is no book ${JSON.stringify(slug)}` }, 404)
}
