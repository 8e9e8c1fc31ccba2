import { setImmediate } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  startPostgresServer,
  type PostgresServer,
} from '../../internal/fixtures/postgres-server.fixture.ts'
import { postgresTables } from '../../state/common/shared.ts'
import { RECORD_LIFETIME } from './once-call.ts'
import { arrive, type TestOnce } from './once.fixture.ts'
import type { Queryable } from './postgres-place.ts'

let server: PostgresServer
let pool: Pool

beforeAll(async () => {
  server = await startPostgresServer()
  pool = new Pool({ connectionString: server.url })
  pool.on('error', () => {}) // The server stops before the pool has noticed its end.
  await pool.query(postgresTables)
  await pool.query('CREATE TABLE orders (id serial PRIMARY KEY, book text)')
})

beforeEach(async () => {
  await pool.query('TRUNCATE framework_once; TRUNCATE orders RESTART IDENTITY')
})

afterAll(async () => {
  await pool.end()
  await server.close()
})

async function order(client: Client | { query: Client['query'] }): Promise<number> {
  const { rows } = await client.query("INSERT INTO orders (book) VALUES ('Emma') RETURNING id")
  return (rows[0] as { id: number }).id
}

/** Runs `work` in a transaction, as an app does. */
async function transaction<Value>(
  work: (client: Client) => Promise<Value>,
  begin = 'BEGIN',
): Promise<Value> {
  const client = (await pool.connect()) as unknown as Client & { release(): void }
  try {
    await client.query(begin)
    const value = await work(client)
    await client.query('COMMIT')
    return value
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

function orderOnce({ once }: TestOnce = arrive(), subject?: string): Promise<number> {
  return transaction((client) => once(client, () => order(client), subject))
}

async function count(table = 'orders'): Promise<number> {
  const { rows } = await pool.query(`SELECT count(*) AS n FROM ${table}`)
  return Number((rows[0] as { n: string }).n)
}

/** Resolves when a transaction waits for another. */
async function untilSomeoneWaits(): Promise<void> {
  const waiting = 'SELECT 1 FROM pg_locks WHERE NOT granted'
  while ((await pool.query(waiting)).rows.length === 0) await setImmediate()
}

describe('once() in Postgres', () => {
  it('runs the work of a submission once, and gives every repeat its value', async () => {
    const first = arrive()
    const repeat = arrive()
    expect(await orderOnce(first)).toBe(1)
    expect(await orderOnce(repeat)).toBe(1)
    expect(await count()).toBe(1)
    expect(first.results).toEqual(['first'])
    expect(repeat.results).toEqual(['repeat'])
  })

  it('makes a repeat wait for the first, and gives it the value', async () => {
    const numbers = await Promise.all(Array.from({ length: 8 }, () => orderOnce()))
    expect(new Set(numbers).size).toBe(1)
    expect(await count()).toBe(1)
  })

  it('lets a repeat run if the first is rolled back while it waits', async () => {
    const begun = Promise.withResolvers<void>()
    const fail = Promise.withResolvers<void>()
    const first = transaction((client) =>
      arrive().once(client, async () => {
        await order(client)
        begun.resolve()
        await fail.promise
        throw new Error('killed')
      }),
    )
    await begun.promise
    const second = orderOnce()
    fail.resolve()
    await expect(first).rejects.toThrow('killed')
    await second
    expect(await count()).toBe(1)
  })

  it('records nothing if the work throws, even if the app commits', async () => {
    await transaction(async (client) => {
      const work = () => Promise.reject(new Error('out of stock'))
      await expect(arrive().once(client, work)).rejects.toThrow('out of stock')
    })
    expect(await count('framework_once')).toBe(0)
  })

  it('keeps the error of the work if Postgres has aborted the transaction', async () => {
    const failing = transaction((client) =>
      arrive().once(client, () => client.query('SELECT nothing')),
    )
    await expect(failing).rejects.toThrow('column "nothing" does not exist')
    expect(await orderOnce()).toBe(1)
  })

  it('refuses the record of another owner, and another body', async () => {
    await orderOnce(arrive({ owners: ['ada'], print: 'one' }))
    const refusing = (status: number) => expect.objectContaining({ status })
    await expect(orderOnce(arrive({ owners: ['bob'], print: 'one' }))).rejects.toEqual(
      refusing(409),
    )
    await expect(orderOnce(arrive({ owners: ['ada'], print: 'two' }))).rejects.toEqual(
      refusing(422),
    )
    expect(await count()).toBe(1)
  })

  it('uses up a subject once, whichever submission uses it', async () => {
    const submissions = ['a', 'b', 'c', undefined, undefined].map((id) => arrive({ id }))
    const numbers = await Promise.all(submissions.map((each) => orderOnce(each, 'cart-1')))
    expect(new Set(numbers).size).toBe(1)
    expect(await orderOnce(arrive({ id: 'c' }))).toBe(numbers[0])
    expect(await count()).toBe(1)
    expect(await count('framework_once')).toBe(6)
  })

  it('records nothing for a submission whose subject belongs to another owner', async () => {
    await orderOnce(arrive({ owners: ['ada'] }), 'cart-1')
    await transaction(async (client) => {
      const { once } = arrive({ id: 'b', owners: ['bob'] })
      const refused = once(client, () => order(client), 'cart-1')
      await expect(refused).rejects.toMatchObject({ status: 409 })
    })
    expect(await count('framework_once')).toBe(2)
  })

  it('refuses a second call in one request, also in a repeat', async () => {
    for (let i = 0; i < 2; i++) {
      const { once } = arrive()
      const twice = transaction(async (client) => {
        await once(client, () => order(client))
        await once(client, () => order(client))
      })
      await expect(twice).rejects.toThrow('Put both effects into one function')
      await orderOnce()
    }
    expect(await count()).toBe(1)
  })

  it('takes rows without { rows }, as postgres.js has them', async () => {
    const numberOf = () =>
      transaction((client) => {
        const sql: Queryable = {
          query: async (text, values) => (await client.query(text, values)).rows as object[],
        }
        return arrive().once(sql, () => order(client))
      })
    expect([await numberOf(), await numberOf()]).toEqual([1, 1])
  })
})

describe('the transaction of once() in Postgres', () => {
  const message =
    'Cannot record the effect: the client is not in a transaction. Call once() between BEGIN and COMMIT.'

  it('must be open: a pool is refused, and nothing was written', async () => {
    await expect(arrive().once(pool, () => order(pool as never))).rejects.toThrow(message)
    expect(await count()).toBe(0)
    expect(await count('framework_once')).toBe(0)
  })

  it('must be open: a client without one is refused, and nothing was written', async () => {
    const client = new Client(server.url)
    await client.connect()
    await expect(arrive().once(client, () => order(client))).rejects.toThrow(message)
    await client.end()
    expect(await count('framework_once')).toBe(0)
  })

  it('may be a savepoint', async () => {
    await transaction(async (client) => {
      await client.query('SAVEPOINT a')
      await arrive().once(client, () => order(client))
      await client.query('ROLLBACK TO a')
      await arrive().once(client, () => order(client))
    })
    await orderOnce()
    expect(await count()).toBe(1)
  })

  it('must not end before the work', async () => {
    const committed = Promise.withResolvers<void>()
    let ordering: Promise<unknown> = Promise.resolve()
    const client = new Client(server.url)
    await client.connect()
    await client.query('BEGIN')
    ordering = arrive().once(client, async () => {
      const number = await order(client)
      void client.query('COMMIT').then(() => committed.resolve())
      await committed.promise
      return number
    })
    await expect(ordering).rejects.toThrow('Await once() before COMMIT')
    await client.end()
  })

  it('fails with 40001 for a race in REPEATABLE READ, and can be tried again', async () => {
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ'
    const { once } = arrive()
    const late = transaction(async (client) => {
      await client.query('SELECT 1')
      await orderOnce()
      return once(client, () => order(client))
    }, begin)
    await expect(late).rejects.toMatchObject({ code: '40001' })
    expect(await transaction((client) => once(client, () => order(client)), begin)).toBe(1)
    expect(await count()).toBe(1)
  })

  it('fails if it waits for longer than its lock timeout, and the next try gets the value', async () => {
    const { once, results } = arrive()
    await transaction(async (first) => {
      await arrive().once(first, () => order(first))
      const late = transaction(async (client) => {
        await client.query("SET LOCAL lock_timeout = '10ms'")
        return once(client, () => order(client))
      })
      await expect(late).rejects.toMatchObject({ status: 503, cause: { code: '55P03' } })
    })
    expect(results).toEqual([])
    expect(await orderOnce()).toBe(1)
    expect([await count(), await count('framework_once')]).toEqual([1, 1])
  })

  it('leaves the lock timeout of the app alone', async () => {
    const shown: unknown[] = []
    const show = async (client: Client): Promise<number> => {
      shown.push((await client.query('SHOW lock_timeout')).rows[0])
      return 7
    }
    await transaction((client) => arrive().once(client, () => show(client), 'cart-1'))
    await transaction(async (client) => {
      await client.query("SET LOCAL lock_timeout = '3s'")
      await arrive({ id: 'b' }).once(client, () => show(client))
      await show(client)
    })
    const none = { lock_timeout: '0' }
    const own = { lock_timeout: '3s' }
    expect(shown).toEqual([none, own, own])

    // A repeat that has waited is as patient afterwards.
    const { promise: written, resolve: write } = Promise.withResolvers<void>()
    const first = transaction(async (client) => {
      await arrive({ id: 'c' }).once(client, () => order(client))
      write()
      await untilSomeoneWaits()
    })
    await written
    await transaction(async (client) => {
      await arrive({ id: 'c' }).once(client, () => order(client))
      await show(client)
    })
    await first
    expect(shown[3]).toEqual(none)
  })

  it('leaves nothing behind if its connection ends during the work', async () => {
    const client = new Client(server.url)
    client.on('error', () => {})
    await client.connect()
    await client.query('BEGIN')
    const ordering = arrive().once(client, async () => {
      await order(client)
      return client.query('SELECT pg_terminate_backend(pg_backend_pid())')
    })
    await expect(ordering).rejects.toThrow(/terminat/)
    expect([await count(), await count('framework_once')]).toEqual([0, 0])
    await orderOnce()
    expect(await count()).toBe(1)
  })

  it('refuses a call inside of another, and one beside it', async () => {
    const message = 'Cannot call once() again for the same place'
    const { once } = arrive()
    const unkeyed = arrive({ id: undefined })
    const twice = transaction(async (client) => {
      await unkeyed.once(client, () => order(client))
      await unkeyed.once(client, () => order(client))
    })
    await expect(twice).rejects.toThrow(message)
    const nested = transaction((client) => once(client, () => once(client, () => order(client))))
    await expect(nested).rejects.toThrow(message)
    expect([await count(), await count('framework_once')]).toEqual([0, 0])

    await transaction(async (client) => {
      const first = once(client, () => order(client))
      expect(() => once(client, () => order(client))).toThrow(message)
      await first
    })
    expect([await count(), await count('framework_once')]).toEqual([1, 1])
  })

  it('says which table is missing', async () => {
    const client = new Client(server.url)
    await client.connect()
    await client.query('SET search_path TO pg_temp; BEGIN')
    await expect(arrive().once(client, () => order(client))).rejects.toThrow(
      'Cannot use the table framework_once: it does not exist. Run `postgresTables`',
    )
    await client.end()
  })
})

describe('records in Postgres', () => {
  it('expire, and are deleted by later ones, ten at a time', async () => {
    vi.useFakeTimers({ now: Date.now() - RECORD_LIFETIME, toFake: ['Date'] })
    for (let i = 0; i < 15; i++) await orderOnce(arrive({ id: `old-${i}` }))
    vi.useRealTimers()
    await orderOnce(arrive({ id: 'old-14' }))
    expect(await count()).toBe(16)
    expect(await count('framework_once')).toBe(5)
    await orderOnce(arrive({ id: 'new' }))
    expect(await count('framework_once')).toBe(2)
  })
})
