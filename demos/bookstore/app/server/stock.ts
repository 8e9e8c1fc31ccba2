import { setTimeout } from 'node:timers/promises'
import type { ShopDatabase } from './database.ts'

/** How often the shop looks at the shelf, in milliseconds. */
const interval = 500

/**
 * Yields the stock of a book, and each new value, until the signal aborts or the book is deleted.
 *
 * It asks the database, because another process may have sold the book. With a database that can notify its clients, wait
 * for that instead.
 */
export async function* watchStock(
  db: ShopDatabase,
  slug: string,
  signal: AbortSignal,
): AsyncGenerator<number> {
  let last: number | undefined
  while (!signal.aborted) {
    const row = await db.get<{ stock: number }>('SELECT stock FROM books WHERE slug = ?', slug)
    if (row === undefined) return
    const { stock } = row
    if (stock !== last) yield stock
    last = stock
    await setTimeout(interval, undefined, { signal }).catch(() => {})
  }
}
