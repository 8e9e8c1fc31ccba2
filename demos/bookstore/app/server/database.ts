import type { DatabaseSync } from 'node:sqlite'
import { createContextKey, type ContextEntry, type Middleware } from 'framework/fetch-router'
import type { PoolClient } from 'pg'
import type { SqlValue } from './sql-value.ts'

/** A database of SQL. Each query is written once: `?` stands for a value, and every name is in both schemas. */
export interface ShopDatabase {
  /** Returns all rows of a query. */
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>
  /** Returns the first row of a query, if there is one. */
  get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined>
  /** Changes rows. Returns how many it changed. */
  run(sql: string, ...values: SqlValue[]): Promise<number>
  /** Runs `work` in one transaction, with its own database. If it throws, nothing changes. */
  transaction<Result>(work: (db: ShopTransaction) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** A database in which a transaction is open. */
export interface ShopTransaction extends ShopDatabase {
  /** Where `once()` records what the transaction does. */
  readonly place: DatabaseSync | PoolClient
}

/** The context key of the shop's database. */
export const Database = createContextKey<ShopDatabase>()

/** The folder for data that must survive a restart. */
export const dataDirectory = process.env['DATA_DIR'] ?? '.data'

/**
 * Opens the database: Postgres if `DATABASE_URL` is set, otherwise SQLite in a file. The first start creates its tables
 * and fills the shelves.
 */
export async function openDatabase(
  directory: string = dataDirectory,
  url: string | undefined = process.env['DATABASE_URL'],
): Promise<ShopDatabase> {
  return url
    ? (await import('./postgres-database.ts')).openPostgres(url)
    : (await import('./sqlite-database.ts')).openSqlite(directory)
}

/** Puts the database on the context. */
export function database(
  db: ShopDatabase,
): Middleware<ContextEntry<typeof Database, ShopDatabase>> {
  return (context, next) => {
    context.set(Database, db)
    return next()
  }
}
