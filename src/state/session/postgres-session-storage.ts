import { checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import { createQueries, timeIn, type PostgresClient } from '../common/shared.ts'
import { compete } from './commits.ts'
import {
  createRecordSessionStorage,
  type RecordSessionStorageOptions,
  type SessionRecords,
} from './record-session-storage.ts'
import type { SessionData } from './session-data.ts'
import type { SessionStorage } from './session-storage.ts'

/** Options for {@link createPostgresSessionStorage}. */
export interface PostgresSessionStorageOptions extends RecordSessionStorageOptions {
  /** A pool or a connected client of `pg`, or PGlite. The storage neither connects nor closes it. */
  client: PostgresClient
}

/**
 * Creates a storage in Postgres, for apps that run on several machines. Its table is in `postgresTables` of
 * `framework/storage`.
 *
 * A query fails if Postgres does not reply in time, but it may still arrive. A late query never undoes a newer commit.
 *
 * @param options The client, the cookie and how to keep records
 * @throws {RangeError} If `ttl` or `timeout` is not a number, or is too long
 *
 * @example
 * const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
 * const { getSession, commitSession, destroySession } = createPostgresSessionStorage({
 *   client: pool,
 *   cookie: { name: '__session', secrets: [secret], secure: true, maxAge: 604_800 },
 * })
 */
export function createPostgresSessionStorage<Data = SessionData, FlashData = Data>(
  options: PostgresSessionStorageOptions,
): SessionStorage<Data, FlashData> {
  const { client } = options
  invariant(
    typeof client?.query === 'function',
    `createPostgresSessionStorage() needs a pool or a client of \`pg\` as \`client\`, not ${showValue(client)}`,
  )
  checkOptions('createPostgresSessionStorage()', options, 'cookie client ttl timeout')

  return createRecordSessionStorage(
    'createPostgresSessionStorage()',
    options,
    (timeout) => createPostgresRecords(client, timeout),
    () =>
      'A row of the table framework_sessions is not a session, so its visitor gets an empty one. Let no other program write to this table.',
  )
}

function createPostgresRecords(client: PostgresClient, timeout: number): SessionRecords {
  const { ask, write } = createQueries(client, timeout, { name: 'framework_sessions', key: 'id' })

  return {
    async read(id) {
      const [row] = await ask<{ data: string }>(READ, [id])
      return row?.data ?? null
    },

    async create(id, text, milliseconds) {
      return (await write(CREATE, [id, text, milliseconds])).length > 0
    },

    replace(id, next, milliseconds, deadline) {
      return withVersion(id, deadline, (version) =>
        write(REPLACE, [id, version, next(), milliseconds], deadline),
      )
    },

    async prolong(id, milliseconds, deadline) {
      return (await write(PROLONG, [id, milliseconds], deadline)).length > 0
    },

    remove(id, deadline) {
      return withVersion(id, deadline, (version) => write(REMOVE, [id, version], deadline))
    },
  }

  /**
   * A delayed query finds another version and does nothing: each query names the version that was just read, and is sent
   * again if another process was faster. The last commit wins.
   */
  async function withVersion(
    id: string,
    deadline: number,
    change: (version: string) => Promise<unknown[]>,
  ): Promise<boolean> {
    return compete(deadline, async () => {
      const [row] = await ask<{ version: string }>(READ_VERSION, [id], deadline)
      if (row === undefined) return false
      return (await change(row.version)).length > 0 ? true : undefined
    })
  }
}

const LIVING = 'id = $1 and expires > clock_timestamp()'

const READ = `select data from framework_sessions where ${LIVING}`

// The version is read as a string, because a JavaScript number cannot hold every bigint.
const READ_VERSION = `select version::text as version from framework_sessions where ${LIVING}`

const CREATE = `insert into framework_sessions (id, data, version, expires)
values ($1, $2, 1, ${timeIn('$3')}) on conflict do nothing
returning 1 as created`

const REPLACE = `update framework_sessions set data = $3, version = version + 1, expires = ${timeIn('$4')}
where id = $1 and version = $2
returning 1 as replaced`

// The version does not change, so this does not compete with commits.
const PROLONG = `update framework_sessions set expires = ${timeIn('$2')}
where ${LIVING}
returning 1 as prolonged`

const REMOVE =
  'delete from framework_sessions where id = $1 and version = $2 returning 1 as removed'
