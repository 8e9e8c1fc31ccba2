import { json } from 'framework'
import { findBookById, type Book } from './books.ts'
import type { ShopContext } from './context.ts'
import { Database } from './database.ts'

/** Returns the book with this id, or throws a 404. */
export function requireBook(context: ShopContext, id: string): Book {
  const book = findBookById(context.get(Database), Number(id))
  if (!book) throw json('There is no such book', 404)

  return book
}
