import { Pool } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  startPostgresServer,
  type PostgresServer,
} from '../../internal/fixtures/postgres-server.fixture.ts'
import { createFetchHandler, createRouter } from '../../router/fetch-router/index.ts'
import { json } from '../../http/response/index.ts'
import { postgresTables } from '../../state/storage/index.ts'
import { once, Once } from './index.ts'

let server: PostgresServer
let pool: Pool

beforeAll(async () => {
  server = await startPostgresServer()
  pool = new Pool({ connectionString: server.url })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await pool.query(postgresTables)
  await pool.query('create table orders (book text)')
})

afterAll(async () => {
  await pool.end()
  await server.close()
})

/** An app that places an order in a transaction. `during` runs in the middle of it. */
function createShop(during: () => Promise<void>) {
  const router = createRouter()
  router.post('/orders', {
    middleware: [once({ visitor: () => 'ada' })],
    handler: async (context) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const id = await context.get(Once)(client, async () => {
          await client.query(`insert into orders values ('Dune')`)
          await during()
          return (await client.query('select count(*)::int as n from orders')).rows[0]!.n as number
        })
        await client.query('commit')
        client.release()
        return json(id)
      } catch (error) {
        client.release(true)
        throw error
      }
    },
  })
  return createFetchHandler(router, { onError() {} })
}

const restarts: [string, () => Promise<void>][] = [
  [
    'stops',
    async () => {
      await server.stop()
    },
  ],
  [
    'is killed',
    async () => {
      await server.stop('SIGKILL')
    },
  ],
  [
    'ends the connection',
    async () => {
      const sql =
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'
      await pool.query(sql)
    },
  ],
]

it.each(restarts)(
  'a submission is a 503 if Postgres %s in the middle of it, and has its effect once when it is sent again',
  async (name, restart) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let isFirst = true
    const shop = createShop(async () => {
      if (isFirst) await restart()
      isFirst = false
    })
    const submit = () =>
      shop(
        new Request('http://x.test/orders', {
          method: 'POST',
          headers: { 'Idempotency-Key': `"order-${name.length}"` },
          body: 'Dune',
        }),
      )
    const before = (await pool.query('select from orders')).rowCount!
    const lost = await submit()
    expect([lost.status, lost.headers.get('Retry-After')]).toEqual([503, '5'])
    if (name !== 'ends the connection') {
      const refused = await submit() // Nothing listens.
      expect(refused.status).toBe(503)
      await server.start()
    }
    expect((await submit()).status).toBe(200)
    expect((await submit()).status).toBe(200)
    expect((await pool.query('select from orders')).rowCount).toBe(before + 1)
  },
)
