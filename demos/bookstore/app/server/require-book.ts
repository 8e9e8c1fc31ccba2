import { json } from 'framework'
import { findBookById, findBookBySlug, type Book } from './books.ts'
import type { ShopContext } from './context.ts'
import { Database } from './database.ts'

/** Returns the book with this id, or throws a 404. */
export async function requireBook(context: ShopContext, id: string): Promise<Book> {
  return orNotFound(await findBookById(context.get(Database), Number(id)))
}

/** Returns the book with this slug, or throws a 404. */
export async function requireBookBySlug(context: ShopContext, slug: string): Promise<Book> {
  return orNotFound(await findBookBySlug(context.get(Database), slug))
}

function orNotFound(book: Book | undefined): Book {
  if (!book) throw json('There is no such book', 404)

  return book
}
