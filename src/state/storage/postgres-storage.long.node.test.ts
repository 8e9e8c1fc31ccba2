import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  startPostgresServer,
  type PostgresServer,
} from '../../internal/fixtures/postgres-server.fixture.ts'
import { guardStorage } from './guard-storage.ts'
import { expectToSweep } from './postgres-sweep.fixture.ts'
import { createPostgresStorage, postgresTables, type PostgresClient } from './index.ts'
import { storageConformance } from './testing/index.ts'

let server: PostgresServer
let pool: Pool
let broken: Pool

beforeAll(async () => {
  server = await startPostgresServer()
  pool = connect(server.url)
  await pool.query(postgresTables)
  const down = await startPostgresServer()
  broken = connect(down.url)
  await down.close()
})

afterAll(async () => {
  await pool.end()
  await broken.end()
  await server.close()
})

function connect(url: string): Pool {
  const client = new Pool({ connectionString: url })
  client.on('error', () => {}) // One server is stopped on purpose.
  return client
}

describe('createPostgresStorage with a pool of pg', () => {
  const cases = storageConformance(() => createPostgresStorage({ client: pool, timeout: 10_000 }), {
    createBroken: () => createPostgresStorage({ client: broken, timeout: 500 }),
  })
  for (const { name, run } of cases) it(name, run)

  it('works for all other keys, however often a value that is not a number is counted', async () => {
    const warn = vi.spyOn(console, 'warn')
    const storage = guardStorage(createPostgresStorage({ client: pool, timeout: 10_000 }))
    await storage.set('word', 'five', { ttl: 60 })
    for (let i = 0; i < 4; i++) {
      await expect(storage.count('word', 60)).rejects.toThrow(
        'Cannot count "word": its value is not a whole number. Use separate keys for counters.',
      )
    }
    expect(await storage.get('word')).toBe('five')
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  it('deletes rows some time after they have expired, and only these', () => expectToSweep(pool))
})

describe('postgresTables', () => {
  it('can be run by several processes that start at once, in 8 empty databases', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `fresh_${i}`)
    for (const name of names) {
      await pool.query(`create database ${name}`)
      const processes = [1, 2, 3].map(() => connect(server.url.replace(/[^/]+$/, name)))
      // Connected before, so that all of them begin at once.
      await Promise.all(processes.map((process) => process.query('select 1')))
      const results = await Promise.allSettled(
        processes.map((process) => process.query(postgresTables)),
      )
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
      const storage = createPostgresStorage({ client: processes[0]!, timeout: 10_000 })
      expect(await storage.set('key', 'value', { ttl: 60 })).toBe(true)
      await Promise.all(processes.map((process) => process.end()))
    }
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
    await pool.query('create database empty')
    const empty = connect(String(Object.assign(new URL(server.url), { pathname: '/empty' })))
    const storage = createPostgresStorage({ client: empty, timeout: 10_000 })
    await expect(storage.get('key')).rejects.toThrow(
      'Cannot use the table framework_storage: it does not exist. Run `postgresTables` of framework/storage once.',
    )
    await empty.end()
  })
})
