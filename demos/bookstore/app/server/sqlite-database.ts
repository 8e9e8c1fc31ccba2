import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { ShopDatabase, ShopTransaction } from './database.ts'
import { seed } from './seed.ts'
import { withoutNul, type SqlValue } from './sql-value.ts'

/** Opens the database in a file, creates its tables, and fills them. */
export async function openSqlite(directory: string): Promise<ShopDatabase> {
  mkdirSync(directory, { recursive: true })
  const connection = new DatabaseSync(join(directory, 'shop.sqlite'))

  // Several processes may serve the same shop. Readers do not wait for a writer, and writers wait for each other.
  connection.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON')
  connection.exec(schema)
  const db = createSqliteDatabase(connection)
  await db.transaction(seed)

  return db
}

/** There is one connection. So while a transaction runs, everything else waits for its end. */
export function createSqliteDatabase(connection: DatabaseSync): ShopDatabase {
  const statements = new Map<string, StatementSync>()
  /** The end of the transaction that runs. */
  const running: { end?: Promise<void> | undefined } = {}

  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql) ?? connection.prepare(sql)
    statements.set(sql, known)
    return known
  }
  const inner: ShopTransaction = {
    place: connection,
    all: async <Row>(sql: string, ...values: SqlValue[]) =>
      prepare(sql).all(...withoutNul(values)) as Row[],
    get: async <Row>(sql: string, ...values: SqlValue[]) =>
      prepare(sql).get(...withoutNul(values)) as Row | undefined,
    run: async (sql, ...values) => Number(prepare(sql).run(...withoutNul(values)).changes),
    transaction: (work) => work(inner),
    close: async () => connection.close(),
  }

  const transaction: ShopDatabase['transaction'] = async (work) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    running.end = promise
    try {
      connection.exec('BEGIN IMMEDIATE')
      const result = await work(inner)
      connection.exec('COMMIT')
      return result
    } catch (error) {
      // SQLite has already rolled back after some errors, such as a full disk.
      if (connection.isTransaction) connection.exec('ROLLBACK')
      throw error
    } finally {
      running.end = undefined
      resolve()
    }
  }

  /** Starts in the moment in which it is free: after another `await`, it might not be free any more. */
  const whenFree = async <Result>(start: () => Promise<Result>): Promise<Result> => {
    while (running.end !== undefined) await running.end
    return start()
  }

  return {
    close: inner.close,
    all: (sql, ...values) => whenFree(() => inner.all(sql, ...values)),
    get: (sql, ...values) => whenFree(() => inner.get(sql, ...values)),
    run: (sql, ...values) => whenFree(() => inner.run(sql, ...values)),
    transaction: (work) => whenFree(() => transaction(work)),
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

  CREATE TABLE IF NOT EXISTS contributors (
    book INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (book, place)
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

  CREATE TABLE IF NOT EXISTS covers (
    name TEXT PRIMARY KEY,
    data BLOB NOT NULL,
    stored TEXT NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS logins (
    id TEXT PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    started TEXT NOT NULL,
    seen TEXT NOT NULL,
    agent TEXT NOT NULL,
    address TEXT NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS tokens (
    hash TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    user INTEGER REFERENCES users ON DELETE CASCADE,
    address TEXT NOT NULL,
    expires TEXT NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS passkeys (
    id TEXT PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    key BLOB NOT NULL,
    counter INTEGER NOT NULL,
    transports TEXT NOT NULL,
    name TEXT NOT NULL,
    created TEXT NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS identities (
    id TEXT PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE
  ) STRICT;
`
