import type { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'

/** How often the shop looks at the shelf, in milliseconds. */
const interval = 500

/**
 * Yields the stock of a book, and each new value, until the signal aborts or the book is deleted.
 *
 * It asks the database, because another process may have sold the book. With a database that can notify its clients, wait
 * for that instead.
 */
export async function* watchStock(
  db: DatabaseSync,
  slug: string,
  signal: AbortSignal,
): AsyncGenerator<number> {
  const select = db.prepare('SELECT stock FROM books WHERE slug = ?')
  let last: number | undefined
  while (!signal.aborted) {
    const row = select.get(slug)
    if (row === undefined) return
    const stock = Number(row['stock'])
    if (stock !== last) yield stock
    last = stock
    await setTimeout(interval, undefined, { signal }).catch(() => {})
  }
}
