import type { BookQuery } from '../book-query.ts'
import { saveContributors, type Contributor } from './contributors.ts'
import type { ShopDatabase } from './database.ts'
import { slugOf } from './slug.ts'
import type { SqlValue } from './sql-value.ts'

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

/** A book as it is saved. The API knows no contributors, and leaves them as they are. */
export type SavedBook = BookFields & { contributors?: readonly Contributor[] }

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
export async function findBooks(db: ShopDatabase, query: BookQuery): Promise<BookList> {
  const conditions: string[] = []
  const values: SqlValue[] = []
  for (const word of query.search.split(/\s+/).filter(Boolean)) {
    conditions.push(`lower(title || ' ' || author || ' ' || blurb) LIKE lower(?) ESCAPE '\\'`)
    values.push(`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  }
  if (query.genres.length > 0) {
    conditions.push(`genre IN (${query.genres.map(() => '?').join(', ')})`)
    values.push(...query.genres)
  }
  if (query.inStock) conditions.push('stock > 0')
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''

  const total = await count(db, `SELECT count(*) AS n FROM books ${where}`, values)
  const pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const offset = (Math.min(query.page, pageCount) - 1) * PAGE_SIZE
  const books = await select(
    db,
    `${where} ORDER BY ${orders[query.sort]} LIMIT ? OFFSET ?`,
    ...values,
    PAGE_SIZE,
    offset,
  )

  return { books, total, pageCount }
}

/** Returns the books that the shop recommends. */
export function findPicks(db: ShopDatabase): Promise<Book[]> {
  return select(db, 'WHERE pick = 1 ORDER BY title LIMIT 6')
}

/** Returns the latest books. */
export function findNewest(db: ShopDatabase): Promise<Book[]> {
  return select(db, 'ORDER BY year DESC, id DESC LIMIT 6')
}

/** Returns all books, for admins. */
export function findAllBooks(db: ShopDatabase): Promise<Book[]> {
  return select(db, 'ORDER BY title')
}

/** Returns other books by the same author, then of the same genre. */
export function findRelated(db: ShopDatabase, book: Book): Promise<Book[]> {
  return select(
    db,
    `WHERE id <> ? AND (author = ? OR genre = ?)
     ORDER BY author = ? DESC, rating DESC, title LIMIT 6`,
    book.id,
    book.author,
    book.genre,
    book.author,
  )
}

export async function findBookBySlug(db: ShopDatabase, slug: string): Promise<Book | undefined> {
  const [book] = await select(db, 'WHERE slug = ?', slug)
  return book
}

export async function findBookById(db: ShopDatabase, id: number): Promise<Book | undefined> {
  const [book] = isId(id) ? await select(db, 'WHERE id = ?', id) : []
  return book
}

/** Whether a number fits into the column of ids. */
function isId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id < 2 ** 31
}

/** Counts the books of each genre. */
export async function countByGenre(db: ShopDatabase): Promise<Record<string, number>> {
  const rows = await db.all<{ genre: string; n: unknown }>(
    'SELECT genre, count(*) AS n FROM books GROUP BY genre',
  )
  return Object.fromEntries(rows.map(({ genre, n }) => [genre, Number(n)]))
}

/** Adds a book with a slug that is not in use. */
export async function createBook(
  db: ShopDatabase,
  { contributors = [], ...fields }: SavedBook,
  cover: string | null,
): Promise<Book> {
  const id = await db.transaction(async (db) => {
    const added = await db.get<{ id: number }>(
      `INSERT INTO books (slug, title, author, genre, year, pages, price, stock, blurb, pick, cover)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      await freeSlug(db, fields.title),
      ...valuesOf(fields),
      cover,
    )
    await saveContributors(db, added!.id, contributors)
    return added!.id
  })

  return (await findBookById(db, id))!
}

/** Changes a book. Its URL stays the same, so that links to it keep working. */
export async function updateBook(
  db: ShopDatabase,
  id: number,
  { contributors, ...fields }: SavedBook,
  cover: string | null,
): Promise<void> {
  await db.transaction(async (db) => {
    await db.run(
      `UPDATE books SET title = ?, author = ?, genre = ?, year = ?, pages = ?, price = ?, stock = ?,
       blurb = ?, pick = ?, cover = coalesce(?, cover) WHERE id = ?`,
      ...valuesOf(fields),
      cover,
      id,
    )
    if (contributors) await saveContributors(db, id, contributors)
  })
}

export async function deleteBook(db: ShopDatabase, id: number): Promise<boolean> {
  return (await db.run('DELETE FROM books WHERE id = ?', id)) > 0
}

function valuesOf(fields: BookFields): SqlValue[] {
  const { title, author, genre, year, pages, price, stock, blurb, pick } = fields
  return [title, author, genre, year, pages, price, stock, blurb, Number(pick)]
}

async function freeSlug(db: ShopDatabase, title: string): Promise<string> {
  const slug = slugOf(title) || 'book'
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`
    const taken = await db.get('SELECT 1 AS taken FROM books WHERE slug = ?', candidate)
    if (!taken) return candidate
  }
}

const selectBooks = `
  SELECT books.*,
    coalesce((SELECT avg(reviews.rating) FROM reviews WHERE book = books.id), 0) AS rating,
    (SELECT count(*) FROM reviews WHERE book = books.id) AS review_count
  FROM books`

async function select(db: ShopDatabase, rest: string, ...values: SqlValue[]): Promise<Book[]> {
  return (await db.all<Record<string, unknown>>(`${selectBooks} ${rest}`, ...values)).map(toBook)
}

async function count(db: ShopDatabase, sql: string, values: SqlValue[]): Promise<number> {
  return Number((await db.get<{ n: unknown }>(sql, ...values))!.n)
}

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
    // Postgres has numbers that are larger or more exact than those of JavaScript, and returns them as strings.
    rating: Math.round(Number(book.rating) * 10) / 10,
    reviewCount: Number(reviewCount),
  }
}
