import { json } from 'framework'
import { findBookById, findBookBySlug, type Book } from './books.ts'
import type { ShopContext } from './context.ts'
import { Database } from './database.ts'

/** Returns the book with this id, or throws a 404. */
export function requireBook(context: ShopContext, id: string): Book {
  return orNotFound(findBookById(context.get(Database), Number(id)))
}

/** Returns the book with this slug, or throws a 404. */
export function requireBookBySlug(context: ShopContext, slug: string): Book {
  return orNotFound(findBookBySlug(context.get(Database), slug))
}

function orNotFound(book: Book | undefined): Book {
  if (!book) throw json('There is no such book', 404)

  return book
}
