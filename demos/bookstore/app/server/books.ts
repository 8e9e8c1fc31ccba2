import type { DatabaseSync } from 'node:sqlite'
import type { BookQuery } from '../book-query.ts'
import { slugOf } from './slug.ts'

/** A book as the shop shows it. */
export interface Book {
  id: number
  slug: string
  title: string
  author: string
  genre: string
  year: number
  pages: number
  /** In cents. */
  price: number
  stock: number
  blurb: string
  /** Whether the shop recommends it. */
  pick: boolean
  /** The URL of its cover. */
  cover: string
  /** The average rating of its reviews. 0 without reviews. */
  rating: number
  reviewCount: number
}

/** The fields of the form for a book. */
export type BookFields = Pick<
  Book,
  'title' | 'author' | 'genre' | 'year' | 'pages' | 'price' | 'stock' | 'blurb' | 'pick'
>

/** SQL for each way to sort. */
const orders: Record<BookQuery['sort'], string> = {
  title: 'title',
  newest: 'year DESC, title',
  rating: 'rating DESC, review_count DESC, title',
  'price-up': 'price, title',
  'price-down': 'price DESC, title',
}

/** One page of the catalogue. */
export interface BookList {
  books: Book[]
  total: number
  pageCount: number
}

const PAGE_SIZE = 12

/** Returns the books for a query. If the page number is too high, returns the last page. */
export function findBooks(db: DatabaseSync, query: BookQuery): BookList {
  const conditions: string[] = []
  const values: (string | number)[] = []
  for (const word of query.search.split(/\s+/).filter(Boolean)) {
    conditions.push(`(title || ' ' || author || ' ' || blurb) LIKE ? ESCAPE '\\'`)
    values.push(`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  }
  if (query.genres.length > 0) {
    conditions.push(`genre IN (${query.genres.map(() => '?').join(', ')})`)
    values.push(...query.genres)
  }
  if (query.inStock) conditions.push('stock > 0')
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''

  const total = Number(db.prepare(`SELECT count(*) AS n FROM books ${where}`).get(...values)!['n'])
  const pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const offset = (Math.min(query.page, pageCount) - 1) * PAGE_SIZE
  const rows = db
    .prepare(`${selectBooks} ${where} ORDER BY ${orders[query.sort]} LIMIT ? OFFSET ?`)
    .all(...values, PAGE_SIZE, offset)

  return { books: rows.map(toBook), total, pageCount }
}

/** Returns the books that the shop recommends. */
export function findPicks(db: DatabaseSync): Book[] {
  return db.prepare(`${selectBooks} WHERE pick = 1 ORDER BY title LIMIT 6`).all().map(toBook)
}

/** Returns the latest books. */
export function findNewest(db: DatabaseSync): Book[] {
  return db.prepare(`${selectBooks} ORDER BY year DESC, id DESC LIMIT 6`).all().map(toBook)
}

/** Returns all books, for admins. */
export function findAllBooks(db: DatabaseSync): Book[] {
  return db.prepare(`${selectBooks} ORDER BY title`).all().map(toBook)
}

/** Returns other books by the same author, then of the same genre. */
export function findRelated(db: DatabaseSync, book: Book): Book[] {
  return db
    .prepare(
      `${selectBooks} WHERE id <> ? AND (author = ? OR genre = ?)
       ORDER BY author = ? DESC, rating DESC, title LIMIT 6`,
    )
    .all(book.id, book.author, book.genre, book.author)
    .map(toBook)
}

export function findBookBySlug(db: DatabaseSync, slug: string): Book | undefined {
  const row = db.prepare(`${selectBooks} WHERE slug = ?`).get(slug)
  return row && toBook(row)
}

export function findBookById(db: DatabaseSync, id: number): Book | undefined {
  const row = db.prepare(`${selectBooks} WHERE id = ?`).get(id)
  return row && toBook(row)
}

/** Counts the books of each genre. */
export function countByGenre(db: DatabaseSync): Record<string, number> {
  const rows = db.prepare('SELECT genre, count(*) AS n FROM books GROUP BY genre').all()
  return Object.fromEntries(rows.map((row) => [String(row['genre']), Number(row['n'])]))
}

/** Adds a book with a slug that is not in use. */
export function createBook(db: DatabaseSync, fields: BookFields, cover: string | null): Book {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO books (slug, title, author, genre, year, pages, price, stock, blurb, pick, cover)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(freeSlug(db, fields.title), ...valuesOf(fields), cover)

  return findBookById(db, Number(lastInsertRowid))!
}

/** Changes a book. Its URL stays the same, so that links to it keep working. */
export function updateBook(
  db: DatabaseSync,
  id: number,
  fields: BookFields,
  cover: string | null,
): void {
  db.prepare(
    `UPDATE books SET title = ?, author = ?, genre = ?, year = ?, pages = ?, price = ?, stock = ?,
     blurb = ?, pick = ?, cover = coalesce(?, cover) WHERE id = ?`,
  ).run(...valuesOf(fields), cover, id)
}

export function deleteBook(db: DatabaseSync, id: number): boolean {
  return db.prepare('DELETE FROM books WHERE id = ?').run(id).changes > 0
}

function valuesOf(fields: BookFields): (string | number)[] {
  const { title, author, genre, year, pages, price, stock, blurb, pick } = fields
  return [title, author, genre, year, pages, price, stock, blurb, Number(pick)]
}

function freeSlug(db: DatabaseSync, title: string): string {
  const slug = slugOf(title) || 'book'
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`
    if (!db.prepare('SELECT 1 FROM books WHERE slug = ?').get(candidate)) return candidate
  }
}

const selectBooks = `
  SELECT books.*,
    coalesce((SELECT avg(reviews.rating) FROM reviews WHERE book = books.id), 0) AS rating,
    (SELECT count(*) FROM reviews WHERE book = books.id) AS review_count
  FROM books`

function toBook(row: Record<string, unknown>): Book {
  const {
    pick,
    cover,
    review_count: reviewCount,
    ...book
  } = row as unknown as Book & {
    review_count: number
  }
  return {
    ...book,
    pick: Boolean(pick),
    cover: cover ? `/covers/${cover}` : `/covers/${book.slug}.svg`,
    rating: Math.round(book.rating * 10) / 10,
    reviewCount,
  }
}
