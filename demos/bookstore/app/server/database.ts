import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createContextKey, type ContextEntry, type Middleware } from 'framework/fetch-router'
import { seed } from './seed.ts'

/** The context key of the shop's database. */
export const Database = createContextKey<DatabaseSync>()

/** The folder for data that must survive a restart. */
export const dataDirectory = process.env['DATA_DIR'] ?? '.data'

/** Opens the database. The first start creates its tables and fills the shelves. */
export function openDatabase(directory: string = dataDirectory): DatabaseSync {
  mkdirSync(directory, { recursive: true })
  const db = new DatabaseSync(join(directory, 'shop.sqlite'))

  // Several processes may serve the same shop. Readers do not wait for a writer, and writers wait for each other.
  db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON')
  transaction(db, () => {
    db.exec(schema)
    if (db.prepare('SELECT count(*) AS count FROM books').get()!['count'] === 0) seed(db)
  })

  return db
}

/** Puts the database on the context. */
export function database(
  db: DatabaseSync,
): Middleware<ContextEntry<typeof Database, DatabaseSync>> {
  return (context, next) => {
    context.set(Database, db)
    return next()
  }
}

/** Runs `work` in one transaction. If it throws, nothing changes. */
export function transaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite has already rolled back after some errors, such as a full disk.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

const schema = `
  CREATE TABLE IF NOT EXISTS books (
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    genre TEXT NOT NULL,
    year INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    price INTEGER NOT NULL,
    stock INTEGER NOT NULL,
    blurb TEXT NOT NULL,
    pick INTEGER NOT NULL DEFAULT 0,
    cover TEXT
  ) STRICT;

  CREATE TABLE IF NOT EXISTS users (
    id INTEGER PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    password TEXT NOT NULL,
    role TEXT NOT NULL DEFAULT 'reader',
    token TEXT UNIQUE
  ) STRICT;

  CREATE TABLE IF NOT EXISTS reviews (
    id INTEGER PRIMARY KEY,
    book INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
    user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    rating INTEGER NOT NULL,
    text TEXT NOT NULL,
    written TEXT NOT NULL,
    UNIQUE (book, user)
  ) STRICT;

  CREATE TABLE IF NOT EXISTS orders (
    id INTEGER PRIMARY KEY,
    number TEXT NOT NULL UNIQUE,
    key TEXT NOT NULL UNIQUE,
    user INTEGER REFERENCES users ON DELETE SET NULL,
    email TEXT NOT NULL,
    name TEXT NOT NULL,
    street TEXT NOT NULL,
    postcode TEXT NOT NULL,
    city TEXT NOT NULL,
    delivery TEXT NOT NULL,
    shipping INTEGER NOT NULL,
    total INTEGER NOT NULL,
    placed TEXT NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS order_lines (
    "order" INTEGER NOT NULL REFERENCES orders ON DELETE CASCADE,
    title TEXT NOT NULL,
    slug TEXT NOT NULL,
    price INTEGER NOT NULL,
    quantity INTEGER NOT NULL
  ) STRICT;
`
