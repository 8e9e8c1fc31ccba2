import type { DatabaseSync } from 'node:sqlite'

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
export function findReviews(db: DatabaseSync, book: number): Review[] {
  return db
    .prepare(
      `SELECT reviews.id, user, name, rating, text, written
       FROM reviews JOIN users ON users.id = user
       WHERE book = ? ORDER BY written DESC, reviews.id DESC`,
    )
    .all(book) as unknown as Review[]
}

/** Saves a review. A second review by the same reader replaces the first. */
export function saveReview(
  db: DatabaseSync,
  book: number,
  user: number,
  { rating, text }: ReviewFields,
): void {
  db.prepare(
    `INSERT INTO reviews (book, user, rating, text, written) VALUES (?, ?, ?, ?, date())
     ON CONFLICT (book, user) DO UPDATE SET rating = excluded.rating, text = excluded.text,
     written = excluded.written`,
  ).run(book, user, rating, text)
}

export function deleteReview(db: DatabaseSync, book: number, user: number): void {
  db.prepare('DELETE FROM reviews WHERE book = ? AND user = ?').run(book, user)
}

export type ReviewFields = Pick<Review, 'rating' | 'text'>
