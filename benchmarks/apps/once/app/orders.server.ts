import { DatabaseSync } from 'node:sqlite'

export const db = new DatabaseSync(':memory:')
db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, book TEXT)')

const statement = db.prepare('INSERT INTO orders (book) VALUES (?)')

export function placeOrder(book: string): number {
  return Number(statement.run(book).lastInsertRowid)
}
