import { Auth } from 'framework/auth-middleware'
import type { ContextWithParams } from 'framework/fetch-router'
import { json } from 'framework/response'
import { readBookQuery } from '../book-query.ts'
import { routes } from '../routes.ts'
import { readBookFields } from './book-form.ts'
import * as books from './books.ts'
import type { ShopContext } from './context.ts'
import { Database } from './database.ts'

// The JSON API: the same books on the same route map. Everyone may read; an admin's token may write.

type BookContext = ContextWithParams<ShopContext, { slug: string }>

export function listBooks(context: ShopContext): Response {
  const query = readBookQuery(context.url.searchParams)
  const { books: found, total, pageCount } = books.findBooks(context.get(Database), query)

  return json({ books: found.map(describe), total, page: query.page, pageCount })
}

export function showBook(context: BookContext): Response {
  const book = books.findBookBySlug(context.get(Database), context.params.slug)
  return book ? json(describe(book)) : notFound(context.params.slug)
}

export async function createBook(context: ShopContext): Promise<Response> {
  const refusal = refuse(context)
  if (refusal) return refusal

  const { fields, errors } = readBookFields(await readBody(context))
  if (errors) return json({ errors }, 422)
  const book = books.createBook(context.get(Database), fields, null)

  return json(describe(book), {
    status: 201,
    headers: { Location: routes.api.books.show.href({ slug: book.slug }) },
  })
}

export async function replaceBook(context: BookContext): Promise<Response> {
  const refusal = refuse(context)
  if (refusal) return refusal

  const db = context.get(Database)
  const book = books.findBookBySlug(db, context.params.slug)
  if (!book) return notFound(context.params.slug)
  const { fields, errors } = readBookFields(await readBody(context))
  if (errors) return json({ errors }, 422)
  books.updateBook(db, book.id, fields, null)

  return json(describe(books.findBookById(db, book.id)!))
}

export function removeBook(context: BookContext): Response {
  const refusal = refuse(context)
  if (refusal) return refusal

  const db = context.get(Database)
  const book = books.findBookBySlug(db, context.params.slug)
  if (!book) return notFound(context.params.slug)
  books.deleteBook(db, book.id)

  return new Response(null, { status: 204 })
}

/** A cookie does not count: what a browser sends by itself is no intention of its user. */
function refuse(context: ShopContext): Response | undefined {
  const auth = context.get(Auth)
  if (!auth.ok || auth.method !== 'bearer') {
    return json(
      { error: 'This needs Authorization: Bearer <token>. Make a token in your account settings.' },
      { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } },
    )
  }

  return auth.identity.role === 'admin' ? undefined : json({ error: 'Only admins may write' }, 403)
}

/** A JSON object as what a form would have sent; only there prices are in euros. */
async function readBody(context: ShopContext): Promise<FormData> {
  const form = new FormData()
  const body = await context.json()
  if (typeof body !== 'object' || body === null) return form
  for (const [name, value] of Object.entries(body)) {
    if (value === true) form.set(name, 'yes')
    else if (name === 'price') form.set(name, String(Number(value) / 100))
    else if (typeof value === 'string' || typeof value === 'number') form.set(name, String(value))
  }

  return form
}

function describe(book: books.Book): Omit<books.Book, 'id'> & { url: string } {
  const { id: _id, ...facts } = book
  return { ...facts, url: routes.books.show.href({ slug: book.slug }) }
}

function notFound(slug: string): Response {
  return json({ error: `There is no book ${JSON.stringify(slug)}` }, 404)
}
