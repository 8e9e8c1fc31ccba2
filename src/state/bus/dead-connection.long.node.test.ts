import { Redis } from 'ioredis'
import { Client } from 'pg'
import { createClient } from 'redis'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startForgetfulProxy } from '../../internal/fixtures/forgetful-proxy.fixture.ts'
import {
  startPostgresServer,
  type PostgresServer,
} from '../../internal/fixtures/postgres-server.fixture.ts'
import { startRedisServer, type RedisServer } from '../session/redis-server.fixture.ts'
import type { Bus } from './index.ts'
import { createPostgresBusWith } from './postgres-bus.ts'
import { createRedisBusWith } from './redis-bus.ts'
import { createSharedBus, type BusReceiver } from './shared-bus.ts'

const heartbeat = { silence: 50, patience: 2_000 }

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

/** Starts a proxy that is closed with the test. */
async function startProxy(target: number) {
  const proxy = await startForgetfulProxy(target)
  closing.push(() => proxy.close())
  return proxy
}

type CreateBus = (listenerPort: number) => Promise<Bus>

/** Creates a client of the server whose duplicate, which listens, goes through the proxy. */
const onRedis: CreateBus = async (port) => {
  const listener = createClient({ url: `redis://127.0.0.1:${port}` })
  const client = createClient({ url: `redis://127.0.0.1:${redis.port}` })
  client.on('error', () => {})
  await client.connect()
  closing.push(() => client.destroy())
  return createRedisBusWith(
    {
      client: {
        publish: (channel, message) => client.publish(channel, message),
        duplicate: () => listener.duplicate(),
      },
    },
    heartbeat,
  )
}

const onIORedis: CreateBus = async (port) => {
  const listener = new Redis(port, '127.0.0.1', { lazyConnect: true })
  const client = new Redis(redis.port, '127.0.0.1')
  client.on('error', () => {})
  closing.push(() => client.disconnect())
  return createRedisBusWith(
    {
      client: {
        publish: (channel, message) => client.publish(channel, message),
        duplicate: () => listener.duplicate({ lazyConnect: false }),
      },
    },
    heartbeat,
  )
}

const onPostgres: CreateBus = async (port) => {
  const url = new URL(postgres.url)
  url.port = String(port)
  return createPostgresBusWith({ connect: () => new Client(url.href), timeout: 5_000 }, heartbeat)
}

describe.each([
  ['redis', onRedis, () => redis.port],
  ['ioredis', onIORedis, () => redis.port],
  ['Postgres', onPostgres, () => Number(new URL(postgres.url).port)],
] as const)('a bus on %s', (_, createBus, portOf) => {
  it('notices that its connection is dead without being closed, tells a gap, and hears again', async () => {
    const proxy = await startProxy(portOf())
    const [far, near] = [await createBus(proxy.port), await createBus(portOf())]
    closing.push(
      () => far.close(),
      () => near.close(),
    )
    let onGap = Promise.withResolvers<void>()
    const heard = Promise.withResolvers<readonly string[]>()
    far.subscribe({
      write: (tags) => heard.resolve(tags),
      gap: () => onGap.resolve(),
    })
    await onGap.promise // It listens.
    onGap = Promise.withResolvers()
    proxy.forget()
    await onGap.promise // It listens again.
    await near.publish(['after'])
    expect(await heard.promise).toEqual(['after'])
  })
})

describe('a shared bus', () => {
  /** A server in memory. Everything that is sent comes back, until it falls silent. */
  function createFakeServer() {
    const sent: string[] = []
    let receiver: BusReceiver | undefined
    let onSent = Promise.withResolvers<void>()
    const listenAgain = vi.fn()
    const server = {
      sent,
      listenAgain,
      isSilent: false,
      async send(messages: readonly string[]) {
        sent.push(...messages)
        if (!server.isSilent) for (const message of messages) receiver?.message(message)
        onSent.resolve()
      },
      listen(given: BusReceiver) {
        receiver = given
        receiver.confirmed()
      },
      async close() {},
      async untilSent(count: number) {
        while (sent.length < count) {
          onSent = Promise.withResolvers()
          await onSent.promise
        }
      },
    }
    closing.push(() => bus.close())
    const bus = createSharedBus(server, Infinity, { silence: 2, patience: 2 })
    return { bus, server }
  }

  it('keeps a connection that works, although nothing is written, and tells nobody of its heartbeat', async () => {
    const { bus, server } = createFakeServer()
    const listener = { write: vi.fn(), gap: vi.fn() }
    bus.subscribe(listener)
    await server.untilSent(5)
    expect(server.listenAgain).not.toHaveBeenCalled()
    expect(listener.write).not.toHaveBeenCalled()
    expect(listener.gap).toHaveBeenCalledOnce()
    expect(JSON.parse(server.sent[0]!)).toEqual({ p: expect.any(String) as string, w: [] })
  })

  it('listens again as often as its heartbeat does not come back, and no more after it was closed', async () => {
    const { bus, server } = createFakeServer()
    server.isSilent = true
    const twice = Promise.withResolvers<void>()
    server.listenAgain.mockImplementation(() => {
      if (server.listenAgain.mock.calls.length === 2) twice.resolve()
    })
    bus.subscribe({ write() {}, gap() {} })
    await twice.promise
    await bus.close()
    // Meanwhile, another bus sends heartbeats.
    const other = createFakeServer()
    other.bus.subscribe({ write() {}, gap() {} })
    await other.server.untilSent(5)
    expect(server.listenAgain).toHaveBeenCalledTimes(2)
  })

  it('sends no heartbeat if nothing listens', async () => {
    const { bus, server } = createFakeServer()
    await bus.publish(['a'])
    const other = createFakeServer()
    other.bus.subscribe({ write() {}, gap() {} })
    await other.server.untilSent(5)
    expect(server.sent).toHaveLength(1)
  })
})
