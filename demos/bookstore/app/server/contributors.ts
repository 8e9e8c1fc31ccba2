import type { ShopDatabase } from './database.ts'

/** Somebody who has worked on a book, besides its author. */
export interface Contributor {
  name: string
  role: string
}

/** Returns the people who have worked on a book, in the order of the form. */
export function findContributors(db: ShopDatabase, book: number): Promise<Contributor[]> {
  return db.all('SELECT name, role FROM contributors WHERE book = ? ORDER BY place', book)
}

/** Replaces the people who have worked on a book. Call it in the transaction that changes the book. */
export async function saveContributors(
  db: ShopDatabase,
  book: number,
  contributors: readonly Contributor[],
): Promise<void> {
  await db.run('DELETE FROM contributors WHERE book = ?', book)
  for (const [place, { name, role }] of contributors.entries()) {
    await db.run(
      'INSERT INTO contributors (book, place, name, role) VALUES (?, ?, ?, ?)',
      book,
      place,
      name,
      role,
    )
  }
}
