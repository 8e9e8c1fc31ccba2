import { Redis } from 'ioredis'
import { Pool } from 'pg'
import { createClient } from 'redis'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { SetCookie } from '../../http/headers/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { startForgetfulProxy } from '../../internal/fixtures/forgetful-proxy.fixture.ts'
import {
  startPostgresServer,
  type PostgresServer,
} from '../../internal/fixtures/postgres-server.fixture.ts'
import { postgresTables } from '../storage/index.ts'
import {
  createPostgresSessionStorage,
  createRedisSessionStorage,
  createSession,
  type SessionStorage,
} from './index.ts'
import { startRedisServer, type RedisServer } from './redis-server.fixture.ts'

const cookie = { secrets: ['a secret of more than 16 bytes'] }

let redis: RedisServer
let postgres: PostgresServer
const closing: (() => unknown)[] = []

beforeAll(async () => {
  redis = await startRedisServer()
  postgres = await startPostgresServer()
})

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

afterAll(async () => {
  await redis.close()
  await postgres.close()
})

async function startProxy(target: number) {
  const proxy = await startForgetfulProxy(target)
  closing.push(() => proxy.close())
  return proxy
}

async function connectRedis(port: number) {
  const client = createClient({ url: `redis://127.0.0.1:${port}`, disableOfflineQueue: true })
  client.on('error', () => {})
  closing.push(() => client.destroy())
  await client.connect()
  return client
}

async function connectIORedis(port: number) {
  const client = new Redis(port, '127.0.0.1')
  client.on('error', () => {})
  closing.push(() => client.disconnect())
  return client
}

async function connectPostgres(port: number) {
  const url = new URL(postgres.url)
  url.port = String(port)
  const pool = new Pool({ connectionString: url.href, max: 2 })
  pool.on('error', () => {})
  closing.push(() => pool.end())
  await pool.query(postgresTables)
  return pool
}

const portOfPostgres = (): number => Number(new URL(postgres.url).port)

const storages: [string, () => number, (port: number) => Promise<SessionStorage>][] = [
  [
    'redis',
    () => redis.port,
    async (port) => createRedisSessionStorage({ client: await connectRedis(port), cookie }),
  ],
  [
    'ioredis',
    () => redis.port,
    async (port) => createRedisSessionStorage({ client: await connectIORedis(port), cookie }),
  ],
  [
    'a pool of pg',
    portOfPostgres,
    async (port) => createPostgresSessionStorage({ client: await connectPostgres(port), cookie }),
  ],
]

it.each(storages)(
  'sessions are found again after the connections of %s have died in silence, while requests keep coming',
  async (_, portOf, createStorage) => {
    const proxy = await startProxy(portOf())
    const storage = await createStorage(proxy.port)
    const { name, value } = SetCookie.from(
      await storage.commitSession(createSession({ cart: 'Dune' })),
    )
    const read = async () => (await storage.getSession(`${name}=${value}`)).get('cart')
    expect(await Promise.all([read(), read()])).toEqual(['Dune', 'Dune'])

    proxy.forget()
    await expect(read()).rejects.toThrow(/did not reply to (?:GET|SELECT) within 2000 ms/)
    // Requests come every 50 ms, so the connection is never unused.
    const busy = setInterval(() => read().catch(() => {}), 50)
    closing.push(() => clearInterval(busy))
    await eventually(async () => expect(await read()).toBe('Dune'))
  },
)
