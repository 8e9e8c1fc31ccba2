import { KeyError } from './breaker.ts'
import { utf8 } from '../../internal/text/encoding.ts'
import {
  checkLimit,
  checkOptions,
  invariant,
  longestTimeout,
  showValue,
} from '../../internal/guards/check.ts'
import { createQueries, noteSharedState, timeIn, type PostgresClient } from '../common/shared.ts'
import { readTtl, type Storage } from './storage.ts'

/** Options for {@link createPostgresStorage}. */
export interface PostgresStorageOptions {
  /** A pool or a connected client of `pg`, or PGlite. The storage neither connects nor closes it. */
  readonly client: PostgresClient
  /**
   * Milliseconds after which a query fails, so that a server which does not reply never holds up a request.
   *
   * @default 250
   */
  readonly timeout?: number
}

/**
 * Creates a storage in Postgres, for apps that run on several machines and have no Redis. Its table is in
 * {@link postgresTables}.
 *
 * @param options The client
 * @returns A storage that all processes with the same database share
 * @throws {TypeError} If there is no client, or an option is not known
 * @throws {RangeError} If `timeout` is not a number, or too long
 *
 * @example
 * const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
 * await pool.query(postgresTables)
 * const storage = createPostgresStorage({ client: pool })
 */
export function createPostgresStorage(options: PostgresStorageOptions): Storage {
  noteSharedState()
  checkOptions('createPostgresStorage()', options, 'client timeout')
  const { client, timeout = 250 } = options
  invariant(
    typeof client?.query === 'function',
    `createPostgresStorage() needs a pool or a client of \`pg\` as client, not ${showValue(client)}`,
  )
  invariant(
    checkLimit('timeout', timeout, longestTimeout) > 0,
    'createPostgresStorage() takes a timeout above 0 milliseconds, not 0',
  )
  const { ask, write } = createQueries(client, timeout, { name: 'framework_storage', key: 'key' })

  return {
    evicts: false,
    timeout,

    async get(key) {
      const [row] = await ask<{ value: Uint8Array }>(GET, [encode(key)])
      return row === undefined ? null : utf8.decode(row.value)
    },

    async getMany(keys) {
      const rows = await ask<{ at: string | number; value: Uint8Array }>(GET_MANY, [
        keys.map(encode),
      ])
      const values = new Map(rows.map(({ at, value }) => [Number(at) - 1, utf8.decode(value)]))
      return keys.map((_, at) => values.get(at) ?? null)
    },

    async set(key, value, { ttl, when }) {
      const text = when === undefined ? SET : when === 'new' ? SET_NEW : SET_OLD
      return (await write(text, [encode(key), encode(value), readTtl(ttl)])).length > 0
    },

    async delete(key) {
      const [row] = await write<{ counts: boolean }>(DELETE, [encode(key)])
      return row?.counts ?? false
    },

    async count(key, ttl) {
      try {
        const [row] = await write<{ sum: string }>(COUNT, [encode(key), readTtl(ttl)])
        return Number(row!.sum)
      } catch (error) {
        if (!isDataException(error)) throw error
        throw new KeyError(
          `Cannot count ${showValue(key)}: its value is not a whole number. Use separate keys for counters.`,
          { cause: error },
        )
      }
    },
  }
}

const GET = 'select value from framework_storage where key = $1 and expires > clock_timestamp()'

const GET_MANY = `select at, value from unnest($1::bytea[]) with ordinality as asked (key, at)
join framework_storage using (key) where expires > clock_timestamp()`

const SET = `insert into framework_storage as old (key, value, expires) values ($1, $2, ${timeIn('$3')})
on conflict (key) do update set value = excluded.value, expires = excluded.expires
returning 1 as written`

const SET_NEW = SET.replace('returning', 'where old.expires <= clock_timestamp()\nreturning')

const SET_OLD = `update framework_storage set value = $2, expires = ${timeIn('$3')}
where key = $1 and expires > clock_timestamp()
returning 1 as written`

const DELETE =
  'delete from framework_storage where key = $1 returning expires > clock_timestamp() as counts'

// The time is read once, so that the query treats a counter that expires meanwhile in one way.
const COUNT = `with started as (select clock_timestamp() as now)
insert into framework_storage as old (key, value, expires)
select $1, '1', ${timeIn('$2')} from started
on conflict (key) do update set
  value = case when old.expires <= (select now from started) then '1'
    else convert_to((convert_from(old.value, 'UTF8')::bigint + 1)::text, 'UTF8') end,
  expires = case when old.expires <= (select now from started) then excluded.expires else old.expires end
returning convert_from(value, 'UTF8') as sum`

/** Whether Postgres could not convert a value. The codes of such errors begin with 22. */
function isDataException(error: unknown): boolean {
  return String((error as { code?: unknown } | undefined)?.code).startsWith('22')
}

const encoder = new TextEncoder()
/** The columns hold bytes, because the strings of Postgres cannot contain NUL. */
function encode(value: string): Uint8Array {
  return encoder.encode(value)
}
