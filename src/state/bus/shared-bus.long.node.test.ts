import { Redis } from 'ioredis'
import { Client } from 'pg'
import { createClient } from 'redis'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import {
  startPostgresServer,
  type PostgresServer,
} from '../../internal/fixtures/postgres-server.fixture.ts'
import { startRedisServer, type RedisServer } from '../session/redis-server.fixture.ts'
import { createPostgresBus, createRedisBus, type Bus } from './index.ts'
import { busConformance } from './testing/index.ts'

let redis: RedisServer
let postgres: PostgresServer
const closing: (() => unknown)[] = []

beforeAll(async () => {
  redis = await startRedisServer()
  postgres = await startPostgresServer()
})

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

afterAll(async () => {
  await redis.close()
  await postgres.close()
})

async function onRedis(): Promise<Bus> {
  const client = createClient({ url: `redis://127.0.0.1:${redis.port}` })
  client.on('error', () => {})
  await client.connect()
  closing.push(() => client.destroy())
  return createRedisBus({ client, timeout: 5_000 })
}

async function onIORedis(): Promise<Bus> {
  const client = new Redis(redis.port, '127.0.0.1', { retryStrategy: () => 50 })
  client.on('error', () => {})
  closing.push(() => client.disconnect())
  return createRedisBus({ client, timeout: 5_000 })
}

function onPostgres(): Bus {
  return createPostgresBus({ connect: () => new Client(postgres.url), timeout: 5_000 })
}

describe.each([
  ['redis', onRedis],
  ['ioredis', onIORedis],
  ['Postgres', onPostgres],
] as const)('a bus on %s', (_, createBus) => {
  for (const { name, run } of busConformance(createBus)) it(name, run)
})

describe('a shared bus', () => {
  it('ignores a message that is not one, and says so once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const [bus, other] = [onPostgres(), onPostgres()]
    const heard: unknown[] = []
    const ready = Promise.withResolvers<void>()
    bus.subscribe({ write: (tags) => heard.push(tags), gap: () => ready.resolve() })
    await ready.promise
    const client = new Client(postgres.url)
    await client.connect()
    for (const message of ['', '{', 'null', '[]', '{"p":1}', '{"p":"x","w":[[["a,b"]]]}']) {
      await client.query(`select pg_notify('framework_bus', $1)`, [message])
    }
    await other.publish(['after'])
    await eventually(() => expect(heard).toEqual([['after']]))
    expect(warn.mock.calls).toEqual([[expect.stringContaining('Another program sends messages')]])
    warn.mockRestore()
    await Promise.all([client.end(), bus.close(), other.close()])
  })

  it('makes no request wait, sends one message at a time, and says only that something was written if tags are many', async () => {
    const sent: { message: string; settle: PromiseWithResolvers<number> }[] = []
    const client: Parameters<typeof createRedisBus>[0]['client'] = {
      publish(_channel, message) {
        const settle = Promise.withResolvers<number>()
        sent.push({ message, settle })
        return settle.promise
      },
      duplicate: () => {
        throw new Error('Nothing listens in this test.')
      },
    }
    const bus = createRedisBus({ client, timeout: 60_000 })
    const publishing = [bus.publish(['a']), bus.publish(['b']), bus.publish(['c'], 'tab')]
    expect(sent.map(({ message }) => JSON.parse(message).w)).toEqual([[[['a']]]])
    sent[0]!.settle.reject(new Error('The connection broke.'))
    await eventually(() => expect(sent.length).toBe(2))
    expect(JSON.parse(sent[1]!.message).w).toEqual([[['a']], [['b']], [['c'], 'tab']])
    sent[1]!.settle.resolve(0)
    await Promise.all(publishing)

    const first = bus.publish(['d'])
    const many = Array.from({ length: 200 }, (_, i) =>
      bus.publish(Array.from({ length: 101 }, (_, j) => `tag:${i}:${j}`)),
    )
    sent[2]!.settle.resolve(0)
    await first
    await eventually(() => expect(sent.length).toBe(4))
    expect(JSON.parse(sent[3]!.message)).toEqual({ p: expect.any(String), all: 1 })
    sent[3]!.settle.resolve(0)
    await Promise.all(many)
  })

  it('refuses wrong options', () => {
    expect(() => createRedisBus({} as never)).toThrow('as client, not undefined')
    expect(() => createPostgresBus({} as never)).toThrow('as connect, not undefined')
    expect(() => createPostgresBus({ connect: () => new Client(), timeout: 0 })).toThrow(
      'above 0 milliseconds',
    )
  })
})
