import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  startPostgresServer,
  type PostgresServer,
} from '../../internal/fixtures/postgres-server.fixture.ts'
import { text } from '../../http/response/index.ts'
import { createPostgresStorage, postgresTables } from '../../state/storage/index.ts'
import { createApp, shared } from './app.fixture.ts'

let server: PostgresServer
let pool: Pool

beforeAll(async () => {
  server = await startPostgresServer()
  pool = new Pool({ connectionString: server.url })
  await pool.query(postgresTables)
})

afterAll(async () => {
  await pool.end()
  await server.close()
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** An app whose storage counts its queries. */
function createCountedApp() {
  let queries = 0
  const client = {
    query(sql: string, values: unknown[]) {
      queries++
      return pool.query(sql, values)
    },
  }
  const app = createApp(
    ({ url }) => text(url.pathname, { headers: { ...shared, 'Cache-Tag': 'page' } }),
    { storage: createPostgresStorage({ client, timeout: 10_000 }) },
  )
  return { app, countQueries: () => queries }
}

describe('many requests for one page at once, on Postgres', () => {
  it('make the page once if it is not stored: 200 requests', async () => {
    const warn = vi.spyOn(console, 'warn')
    const { app, countQueries } = createCountedApp()
    const path = `/${crypto.randomUUID()}`
    const bodies = await Promise.all(Array.from({ length: 200 }, () => app.read(path)))
    expect(new Set(bodies)).toEqual(new Set([path]))
    expect(app.runs).toBe(1)
    expect(countQueries()).toBeLessThanOrEqual(20)
    expect(warn).not.toHaveBeenCalled()
  })

  it('do not make the page again if it is stored: 300 requests', async () => {
    const warn = vi.spyOn(console, 'warn')
    const { app, countQueries } = createCountedApp()
    const path = `/${crypto.randomUUID()}`
    await app.read(path)
    const before = countQueries()
    const bodies = await Promise.all(Array.from({ length: 300 }, () => app.read(path)))
    expect(new Set(bodies)).toEqual(new Set([path]))
    expect(app.runs).toBe(1)
    expect(countQueries() - before).toBeLessThanOrEqual(4)
    expect(warn).not.toHaveBeenCalled()
  })
})
