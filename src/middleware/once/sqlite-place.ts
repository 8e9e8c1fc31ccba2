import { isUnavailableError, UnavailableError } from '../../internal/exchange/status-errors.ts'
import { ignoreRejection } from '../../internal/process/promises.ts'
import {
  isPromise,
  RECORD_LIFETIME,
  recordsOf,
  toRun,
  useRecord,
  type OnceCall,
  type OnceRecord,
  type OnceRow,
  type OnceRun,
} from './once-call.ts'

/** A connection to SQLite: of `node:sqlite`, `better-sqlite3` or `bun:sqlite`. */
export interface SqliteDatabase {
  prepare(sql: string): {
    get(...values: (string | number | null)[]): unknown
    run(...values: (string | number | null)[]): unknown
  }
  exec(sql: string): unknown
  /** Whether a transaction is open, in `node:sqlite`. */
  readonly isTransaction?: boolean
  /** Whether a transaction is open, in `better-sqlite3` and `bun:sqlite`. */
  readonly inTransaction?: boolean
}

/** Runs the work of a call in a transaction: the open one, or a new one. */
export function runInSqlite(db: SqliteDatabase, call: OnceCall): OnceRun | Promise<OnceRun> {
  if (hasTransaction(db)) {
    return run(db, call, (work) => work.then((value) => record(db, recordsOf(call), toRun(value))))
  }

  unlessLocked(() => db.exec('BEGIN IMMEDIATE'))
  try {
    const ran = run(db, call, refusePromise)
    unlessLocked(() => db.exec('COMMIT'))
    return ran
  } catch (error) {
    // For some errors, SQLite has rolled back already.
    if (hasTransaction(db)) db.exec('ROLLBACK')
    throw error
  }
}

/**
 * Runs a statement. If another connection locks the database for too long, throws an error after which sending the request
 * again is safe.
 */
function unlessLocked<Value>(statement: () => Value): Value {
  try {
    return statement()
  } catch (error) {
    if (!isLocked(error)) throw error
    throw new UnavailableError(
      'Cannot record the effect: the database is locked by another connection, and the timeout of SQLite is over. Keep transactions short, or give the connection a longer timeout.',
      { cause: error },
    )
  }
}

/** Whether SQLite has returned `SQLITE_BUSY` (5) or `SQLITE_LOCKED` (6), or one of their extended codes. */
function isLocked(error: unknown): boolean {
  // `node:sqlite` has `errcode`, `bun:sqlite` has `errno`, and `better-sqlite3` only has the name.
  const { code, errcode, errno } = error as { code?: unknown; errcode?: number; errno?: number }
  return (
    /^SQLITE_(?:BUSY|LOCKED)/.test(String(code)) || [5, 6].includes((errcode ?? errno ?? 0) & 0xff)
  )
}

function hasTransaction(db: SqliteDatabase): boolean {
  return db.isTransaction ?? db.inTransaction!
}

function run<Waiting>(
  db: SqliteDatabase,
  call: OnceCall,
  wait: (work: Promise<unknown>) => Waiting,
): OnceRun | Waiting {
  const records = recordsOf(call)
  const isSecond = call.enter(fileOf(db))
  for (const record of records) {
    const found = find(db, record.id)
    if (!found) continue
    const repeat = useRecord(call.owners, record.print, found, isSecond)
    // The next repeat may not name the subject, so it is also stored under the submission.
    if (record !== records[0]) write(db, records[0]!, repeat)
    return repeat
  }

  const value = call.work()
  return isPromise(value) ? wait(value) : record(db, records, toRun(value))
}

function refusePromise(work: Promise<unknown>): never {
  ignoreRejection(Promise.resolve(work))
  throw new TypeError(
    'Cannot record the effect: the function of once() returned a promise, and the transaction cannot wait for it. Make the function synchronous: read what it needs before once().',
  )
}

function record(db: SqliteDatabase, records: readonly OnceRow[], ran: OnceRun): OnceRun {
  // The work may have ended the transaction. After some errors, SQLite ends it, even if the work has caught them.
  if (!hasTransaction(db)) {
    throw new TypeError(
      'Cannot record the effect: the transaction has ended before the function of once(). Do not end it in the function, and await once() before COMMIT.',
    )
  }
  for (const record of records) write(db, record, ran)
  unlessLocked(() => prepare(db).sweep.run(Date.now()))
  return ran
}

function write(db: SqliteDatabase, { id, owner, print }: OnceRow, { json }: OnceRun): void {
  const expires = Date.now() + RECORD_LIFETIME
  unlessLocked(() => prepare(db).write.run(id, owner, print, json ?? null, expires))
}

/** Returns the path of a database, or the connection itself if it is in memory. */
function fileOf(db: SqliteDatabase): unknown {
  let file = files.get(db)
  if (file === undefined) {
    const main = db.prepare(FILE).get() as { readonly file: string | null }
    files.set(db, (file = main.file || db))
  }
  return file
}

const files = new WeakMap<SqliteDatabase, unknown>()

type Statement = ReturnType<SqliteDatabase['prepare']>

interface Statements {
  readonly find: Statement
  readonly write: Statement
  readonly sweep: Statement
}

/** The prepared statements of each connection. Preparing takes longer than running. */
const prepared = new WeakMap<SqliteDatabase, Statements>()

function prepare(db: SqliteDatabase): Statements {
  let statements = prepared.get(db)
  if (statements === undefined) {
    db.exec(TABLE)
    const [find, write, sweep] = [db.prepare(FIND), db.prepare(WRITE), db.prepare(SWEEP)]
    prepared.set(db, (statements = { find, write, sweep }))
  }
  return statements
}

function find(db: SqliteDatabase, id: string): OnceRecord | null | undefined {
  const run = (): unknown => unlessLocked(() => prepare(db).find.get(id, Date.now()))
  try {
    return run() as OnceRecord | null | undefined
  } catch (error) {
    if (isUnavailableError(error)) throw error
    // A rollback has removed the table, or the database was closed and opened again.
    prepared.delete(db)
    return run() as OnceRecord | null | undefined
  }
}

const TABLE = `CREATE TABLE IF NOT EXISTS framework_once (id TEXT PRIMARY KEY, owner TEXT NOT NULL, print TEXT NOT NULL, value TEXT, expires BIGINT NOT NULL);
CREATE INDEX IF NOT EXISTS framework_once_expires ON framework_once (expires)`

const FILE = "SELECT file FROM pragma_database_list WHERE name = 'main'"

const FIND = 'SELECT owner, print, value FROM framework_once WHERE id = ? AND expires > ?'

// An expired record may still exist, so it is replaced.
const WRITE =
  'INSERT OR REPLACE INTO framework_once (id, owner, print, value, expires) VALUES (?, ?, ?, ?, ?)'

const SWEEP =
  'DELETE FROM framework_once WHERE id IN (SELECT id FROM framework_once WHERE expires <= ? LIMIT 10)'
