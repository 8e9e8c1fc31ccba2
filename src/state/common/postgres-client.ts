import { createInTime } from '../../internal/process/promises.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'

/** The method that storages call, on a pool or a client of `pg`, on PGlite, or on anything like them. */
export interface PostgresClient {
  query(text: string, values: unknown[]): Promise<{ rows: object[] }>
}

/** The number of a lock that only {@link postgresTables} takes. */
const TABLES_LOCK = 7_263_501_948

/**
 * The SQL of the tables that storages and `once()` use. Run it once, before the app starts. Several processes may run it
 * at once: the first creates the tables, and the others wait for it.
 */
export const postgresTables: string = `
-- \`if not exists\` fails if two transactions create a table at once. The lock ends with the transaction.
select pg_advisory_xact_lock(${TABLES_LOCK});

create table if not exists framework_storage (
  key bytea primary key,
  value bytea not null,
  expires timestamptz not null
);
create index if not exists framework_storage_expires on framework_storage (expires);

create table if not exists framework_sessions (
  id text primary key,
  data text not null,
  version bigint not null,
  expires timestamptz not null
);
create index if not exists framework_sessions_expires on framework_sessions (expires);

create table if not exists framework_once (
  id text primary key,
  owner text not null,
  print text not null,
  value text,
  expires bigint not null
);
create index if not exists framework_once_expires on framework_once (expires);
`

/** One of the tables, and the column that identifies a row. */
export interface PostgresTable {
  readonly name: 'framework_storage' | 'framework_sessions'
  readonly key: 'key' | 'id'
}

/** Sends queries about one table, and deletes its expired rows from time to time. */
export interface PostgresQueries {
  /**
   * Returns the rows. Rejects if the server does not reply in time.
   *
   * @param deadline When the rows must be there, in the time of `performance.now()`, if several queries share their time
   */
  ask<Row>(text: string, values: unknown[], deadline?: number): Promise<Row[]>
  /** Sends a query that writes, and returns its rows. Also deletes expired rows, without making the caller wait. */
  write<Row>(text: string, values: unknown[], deadline?: number): Promise<Row[]>
}

/** The SQL for a time in the future. The argument of the query has milliseconds. */
export function timeIn(parameter: `$${number}`): string {
  return `clock_timestamp() + ${parameter}::double precision * interval '1 millisecond'`
}

export function createQueries(
  client: PostgresClient,
  timeout: number,
  table: PostgresTable,
): PostgresQueries {
  const inTime = createInTime('Postgres', timeout)
  const send = createSend(client, timeout)
  const sweep = createSweep(send, table)
  const ask = async <Row>(text: string, values: unknown[], deadline?: number): Promise<Row[]> => {
    try {
      const command = text.slice(0, text.indexOf(' ')).toUpperCase()
      return (await inTime(command, send(text, values), deadline)).rows as Row[]
    } catch (error) {
      throw explainMissingTable(error, table.name)
    }
  }

  return {
    ask,
    async write(text, values, deadline) {
      const rows = await ask(text, values, deadline)
      sweep()
      return rows as never
    },
  }
}

type Send = PostgresClient['query']

/** A pool of `pg`. If a query has its own limit and takes longer, the pool closes the connection of the query. */
interface PostgresPool {
  readonly totalCount: number
  readonly options: { readonly query_timeout?: number }
  query(query: { text: string; values: unknown[]; query_timeout: number }): ReturnType<Send>
}

/** Milliseconds without a reply after which a connection counts as dead. A slow query has this long to reply. */
const DEAD_AFTER = 5_000

/**
 * Creates the function that sends queries. Nothing closes a connection that a firewall has forgotten, so a query on it
 * never ends, and its pool would never use another connection.
 */
function createSend(client: PostgresClient, timeout: number): Send {
  const isPool = 'totalCount' in client && 'options' in client
  if (!isPool) return (text, values) => client.query(text, values)

  const pool = client as object as PostgresPool
  const limit = pool.options.query_timeout || Math.max(timeout, DEAD_AFTER)
  return (text, values) => pool.query({ text, values, query_timeout: limit })
}

/** How often a process deletes expired rows, in milliseconds. Queries ignore these rows, so deleting only saves space. */
const SWEEP_INTERVAL = 60_000

/** How many rows one query deletes, so that it never locks many of them for long. */
const SWEEP_ROWS = 1_000

/** Deletes expired rows, at most once a minute. If one query did not delete all of them, the next write deletes more. */
function createSweep(send: Send, { name, key }: PostgresTable): () => void {
  const text = `delete from ${name} where ${key} in (select ${key} from ${name} where expires <= clock_timestamp() limit ${SWEEP_ROWS} for update skip locked) returning 1 as deleted`
  let next = 0
  const sweep = async (): Promise<void> => {
    const { rows } = await send(text, [])
    if (rows.length === SWEEP_ROWS) next = 0
  }

  return () => {
    const now = Date.now()
    if (now < next) return
    next = now + SWEEP_INTERVAL
    sweep().catch((error: unknown) => {
      warnOnce(`Cannot delete expired rows of ${name}: ${String(error)}`)
    })
  }
}

/** The code of Postgres for a table that does not exist. */
const UNDEFINED_TABLE = '42P01'

/** Returns the error of a query. If the table does not exist, returns an error with advice. */
export function explainMissingTable(error: unknown, name: string): unknown {
  if ((error as { code?: unknown } | undefined)?.code !== UNDEFINED_TABLE) return error
  return new Error(
    `Cannot use the table ${name}: it does not exist. Run \`postgresTables\` of framework/storage once.`,
    { cause: error },
  )
}
