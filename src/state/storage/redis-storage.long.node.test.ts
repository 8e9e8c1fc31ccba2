import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startRedisServer, type RedisServer } from '../session/redis-server.fixture.ts'
import { guardStorage } from './guard-storage.ts'
import { createRedisStorage, type RedisStorageClient } from './index.ts'
import { storageConformance } from './testing/index.ts'

let server: RedisServer

beforeAll(async () => {
  server = await startRedisServer()
})

afterAll(async () => {
  await server.close()
})

interface Connection {
  readonly client: RedisStorageClient
  readonly close: () => void
}

async function connectRedis(port: number): Promise<Connection> {
  const client = createClient({ url: `redis://127.0.0.1:${port}` })
  client.on('error', () => {}) // One server is stopped on purpose.
  await client.connect()
  return { client, close: () => client.destroy() }
}

async function connectIORedis(port: number): Promise<Connection> {
  const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 50 })
  client.on('error', () => {})
  await client.ping()
  return { client, close: () => client.disconnect() }
}

describe.each([
  ['redis', connectRedis],
  ['ioredis', connectIORedis],
])('createRedisStorage with a client of %s', (_name, connect) => {
  let connection: Connection
  let broken: Connection

  beforeAll(async () => {
    connection = await connect(server.port)
    const down = await startRedisServer()
    broken = await connect(down.port)
    await down.close()
  })

  afterAll(() => {
    connection.close()
    broken.close()
  })

  const cases = storageConformance(
    () => createRedisStorage({ client: connection.client, prefix: 'app:', timeout: 5000 }),
    {
      createBroken: () =>
        createRedisStorage({ client: broken.client, prefix: 'app:', timeout: 100 }),
    },
  )
  for (const { name, run } of cases) it(name, run)

  it('works for all other keys, however often a key with a value of another type is used', async () => {
    const warn = vi.spyOn(console, 'warn')
    const { client } = connection
    const storage = guardStorage(createRedisStorage({ client, prefix: 'typed:', timeout: 5000 }))
    await client.del('typed:list')
    await (
      client as unknown as { [name: string]: (key: string, value: string) => Promise<unknown> }
    )['call' in client ? 'lpush' : 'lPush']!('typed:list', 'item')
    await storage.set('word', 'five', { ttl: 60 })
    for (let i = 0; i < 4; i++) {
      await expect(storage.get('list')).rejects.toThrow(
        'Cannot use the key "list" in Redis: WRONGTYPE',
      )
      await expect(storage.count('list', 60)).rejects.toThrow('WRONGTYPE')
      await expect(storage.count('word', 60)).rejects.toThrow('ERR value is not an integer')
    }
    expect(await storage.get('word')).toBe('five')
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  it('shares its values with others that have the same prefix', async () => {
    const { client } = connection
    const [one, two, other] = ['own:', 'own:', 'other:'].map((prefix) =>
      createRedisStorage({ client, prefix, timeout: 5000 }),
    )
    await one!.set('shared', 'value', { ttl: 60 })
    expect(await two!.get('shared')).toBe('value')
    expect(await other!.get('shared')).toBe(null)
    expect(await client.get('own:shared')).toBe('value')
  })

  it('never leaves a counter without a lifetime, also if the key expires between two commands', async () => {
    const { client } = connection
    let isFirst = true
    const racing: RedisStorageClient & { call?: unknown } = {
      ...('call' in client && { call: client.call }),
      get: (key) => client.get(key),
      set: async (key, value, ...options: unknown[]) => {
        if (!isFirst) return client.set(key, value, ...options)
        isFirst = false
        // The key is there, and then it is not.
        await client.set(key, '7')
        const reply = await client.set(key, value, ...options)
        await client.del(key)
        return reply
      },
      del: (key) => client.del(key),
      incr: (key) => client.incr(key),
    }
    const storage = createRedisStorage({ client: racing, prefix: 'racing:', timeout: 5000 })
    expect(await storage.count('key', 0.2)).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 350))
    expect(await storage.get('key')).toBe(null)
  })

  it('loses no count if another machine counts between two commands', async () => {
    const { client } = connection
    await client.del('held:x')
    const created = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const own: RedisStorageClient & { call?: unknown } = {
      ...('call' in client && { call: client.call }),
      get: (key) => client.get(key),
      set: (key, value, ...options: unknown[]) => client.set(key, value, ...options),
      del: (key) => client.del(key),
      incr: (key) => client.incr(key),
    }
    const slow: typeof own = {
      ...own,
      async set(key, value, ...options: unknown[]) {
        const reply = await client.set(key, value, ...options)
        created.resolve()
        await released.promise
        return reply
      },
    }
    const first = createRedisStorage({ client: slow, prefix: 'held:', timeout: 5000 }).count(
      'x',
      60,
    )
    await created.promise
    const fast: typeof own = {
      ...own,
      async incr(key) {
        const sum = await client.incr(key)
        released.resolve()
        await first
        return sum
      },
    }
    const second = createRedisStorage({ client: fast, prefix: 'held:', timeout: 5000 }).count(
      'x',
      60,
    )
    expect((await Promise.all([first, second])).toSorted()).toEqual([1, 2])
    expect(await client.get('held:x')).toBe('2')
  })
})

describe('createRedisStorage', () => {
  const client: RedisStorageClient = {
    get: async () => null,
    set: async () => 'OK',
    del: async () => 0,
    incr: async () => 1,
  }

  it('names the mistake at start if it has no prefix, because two apps would share their rate limits', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    createRedisStorage({ client, prefix: 'shop:' })
    createRedisStorage({ client, prefix: '' })
    expect(warn).not.toHaveBeenCalled()
    createRedisStorage({ client })
    createRedisStorage({ client })
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('another app on this Redis server would share its rate limits')],
    ])
    warn.mockRestore()
  })

  it('refuses wrong options', () => {
    expect(() => createRedisStorage({} as never)).toThrow('as client, not undefined')
    expect(() => createRedisStorage({ client: { get() {} } as never })).toThrow(
      'createRedisStorage() needs a client of `redis` or `ioredis` as client',
    )
    expect(() => createRedisStorage({ client, timeout: 0 })).toThrow('above 0 milliseconds, not 0')
    expect(() => createRedisStorage({ client, timeout: -1 })).toThrow('Cannot use -1 as "timeout"')
    expect(() => createRedisStorage({ client, prefix: 1 as never })).toThrow('as prefix, not 1')
    expect(() => createRedisStorage({ client, ttl: 1 } as never)).toThrow('has no option "ttl"')
  })

  it('rejects when the server does not reply in time', async () => {
    const silent = { ...client, get: () => new Promise<never>(() => {}) }
    await expect(createRedisStorage({ client: silent, timeout: 20 }).get('key')).rejects.toThrow(
      'Redis did not reply to GET within 20 ms',
    )
  })
})
