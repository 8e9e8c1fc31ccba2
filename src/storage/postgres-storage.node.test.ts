import { PGlite } from '@electric-sql/pglite'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startPostgresServer, type PostgresServer } from '../internal/postgres-server.fixture.ts'
import { createPostgresStorage, postgresTables, type PostgresClient } from './index.ts'
import { storageConformance } from './testing/index.ts'

interface Database {
  readonly client: PostgresClient
  readonly close: () => Promise<void>
}

async function connectPool(url: string): Promise<Database> {
  const client = new Pool({ connectionString: url })
  client.on('error', () => {}) // One server is stopped on purpose.
  await client.query(postgresTables)
  return { client, close: () => client.end() }
}

async function openPGlite(): Promise<Database> {
  const client = await PGlite.create()
  await client.exec(postgresTables)
  return { client, close: () => client.close() }
}

let server: PostgresServer

beforeAll(async () => {
  server = await startPostgresServer()
})

afterAll(async () => {
  await server.close()
})

describe.each([
  ['a pool of pg', () => connectPool(server.url)],
  ['PGlite', openPGlite],
])('createPostgresStorage with %s', (name, open) => {
  let database: Database
  let broken: Database

  beforeAll(async () => {
    database = await open()
    broken = await open()
    if (name === 'PGlite') return broken.close()
    const down = await startPostgresServer()
    broken = await connectPool(down.url)
    await down.close()
  })

  afterAll(async () => {
    await database.close()
    if (name !== 'PGlite') await broken.close()
  })

  const cases = storageConformance(
    () => createPostgresStorage({ client: database.client, timeout: 10_000 }),
    { createBroken: () => createPostgresStorage({ client: broken.client, timeout: 500 }) },
  )
  for (const { name, run } of cases) it(name, run)

  it('deletes rows some time after they have expired, and only these', async () => {
    const { client } = database
    await client.query('delete from framework_storage', [])
    const storage = createPostgresStorage({ client, timeout: 10_000 })
    await client.query(
      `insert into framework_storage select decode(md5(n::text), 'hex'), '', clock_timestamp() - interval '1 second' from generate_series(1, 2500) as n`,
      [],
    )
    const countRows = async (): Promise<number> => {
      const { rows } = await client.query('select key from framework_storage', [])
      return rows.length
    }
    // Each write deletes a batch while there are more of them.
    for (const left of [1501, 502, 3]) {
      await storage.set(`living-${left}`, '', { ttl: 60 })
      await vi.waitFor(async () => expect(await countRows()).toBe(left), { timeout: 60_000 })
    }
    expect(await storage.get('living-1501')).toBe('')
  })
})

describe('createPostgresStorage', () => {
  const client: PostgresClient = { query: async () => ({ rows: [] }) }

  it('refuses wrong options', () => {
    expect(() => createPostgresStorage({} as never)).toThrow('as client, not undefined')
    expect(() => createPostgresStorage({ client, timeout: 0 })).toThrow('above 0 milliseconds')
    expect(() => createPostgresStorage({ client, prefix: '' } as never)).toThrow(
      'has no option "prefix"',
    )
  })

  it('rejects when the server does not reply in time', async () => {
    const silent = { query: () => new Promise<never>(() => {}) }
    await expect(createPostgresStorage({ client: silent, timeout: 20 }).get('key')).rejects.toThrow(
      'Postgres did not reply to SELECT within 20 ms',
    )
  })

  it('says what to do if its table does not exist', async () => {
    const empty = await PGlite.create()
    const storage = createPostgresStorage({ client: empty, timeout: 10_000 })
    await expect(storage.get('key')).rejects.toThrow(
      'Cannot use the table framework_storage: it does not exist. Run `postgresTables` of framework/storage once.',
    )
    await empty.close()
  })
})
