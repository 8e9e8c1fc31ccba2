import { DatabaseSync } from 'node:sqlite'

export const db = new DatabaseSync(':memory:')
db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, book TEXT NOT NULL)')

export function placeOrder(book: string): number {
  return Number(db.prepare('INSERT INTO orders (book) VALUES (?)').run(book).lastInsertRowid)
}

export function bookOf(id: string): string | undefined {
  return db.prepare('SELECT book FROM orders WHERE id = ?').get(id)?.['book'] as string | undefined
}

/** How many orders there are of a book. */
export function countOrders(book: string): number {
  return Number(
    db.prepare('SELECT count(*) AS count FROM orders WHERE book = ?').get(book)!['count'],
  )
}
