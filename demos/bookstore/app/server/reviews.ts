import type { ShopDatabase } from './database.ts'

/** A reader's review of a book. */
export interface Review {
  id: number
  user: number
  name: string
  rating: number
  text: string
  /** The date, such as `2026-05-16`. */
  written: string
}

/** Returns the reviews of a book, the latest first. */
export function findReviews(db: ShopDatabase, book: number): Promise<Review[]> {
  return db.all<Review>(
    `SELECT reviews.id, "user", name, rating, text, written
     FROM reviews JOIN users ON users.id = "user"
     WHERE book = ? ORDER BY written DESC, reviews.id DESC`,
    book,
  )
}

/** Saves a review. A second review by the same reader replaces the first. */
export async function saveReview(
  db: ShopDatabase,
  book: number,
  user: number,
  { rating, text }: ReviewFields,
): Promise<void> {
  await db.run(
    `INSERT INTO reviews (book, "user", rating, text, written) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (book, "user") DO UPDATE SET rating = excluded.rating, text = excluded.text,
     written = excluded.written`,
    book,
    user,
    rating,
    text,
    new Date().toISOString().slice(0, 10),
  )
}

export async function deleteReview(db: ShopDatabase, book: number, user: number): Promise<void> {
  await db.run('DELETE FROM reviews WHERE book = ? AND "user" = ?', book, user)
}

export type ReviewFields = Pick<Review, 'rating' | 'text'>
