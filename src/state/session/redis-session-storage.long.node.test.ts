import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { SetCookie } from '../../http/headers/index.ts'
import { createRedisSessionStorage, createSession, type RedisClient } from './index.ts'
import { startRedisServer, type RedisServer } from './redis-server.fixture.ts'
import { expectToFollowModel } from './session-model.fixture.ts'
import { startStallingProxy, type StallingProxy } from './stalling-proxy.fixture.ts'
import { sessionStorageConformance } from './testing/index.ts'

const cookie = { secrets: ['a secret of more than 16 bytes'] }

let server: RedisServer

beforeAll(async () => {
  server = await startRedisServer()
})

afterAll(async () => {
  await server.close()
})

function sendBack(setCookie: string): string {
  const { name, value } = SetCookie.from(setCookie)
  return `${name}=${value}`
}

async function connectRedis(port = server.port) {
  const client = createClient({ url: `redis://127.0.0.1:${port}` })
  client.on('error', () => {}) // The server is stopped on purpose.
  await client.connect()
  return { client, close: async () => client.destroy() }
}

/** Of version 4, which knows other options for `set` and ignores those it does not know. */
async function connectRedis4(port = server.port) {
  const { client, close } = await connectRedis(port)
  const set = (key: string, value: string, { PX, NX, XX }: RedisOptions = {}) => {
    const lifetime = PX === undefined ? [] : ['PX', String(PX)]
    const condition = NX ? ['NX'] : XX ? ['XX'] : []
    return client.sendCommand(['SET', key, value, ...lifetime, ...condition])
  }
  return {
    client: {
      get: client.get.bind(client),
      set,
      del: client.del.bind(client),
      eval: client.eval.bind(client),
    },
    close,
  }
}

interface RedisOptions {
  readonly PX?: number
  readonly NX?: boolean
  readonly XX?: boolean
}

async function connectIORedis(port = server.port) {
  const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 50 })
  client.on('error', () => {})
  return { client, close: async () => client.disconnect() }
}

/** The least that the type asks for. */
async function connectWithoutEval(port = server.port) {
  const { client, close } = await connectRedis(port)
  const { get, set, del } = client
  return {
    client: {
      get: get.bind(client),
      set: set.bind(client) as RedisClient['set'],
      del: del.bind(client),
    },
    close,
  }
}

/** Wrappers like this do not say whether there was a record. */
async function connectWithoutReplies(port = server.port) {
  const { client, close } = await connectRedis(port)
  const silent: RedisClient = {
    get: async (key) => (await client.get(key)) ?? undefined,
    set: async (key, value, options) => void (await client.set(key, value, options)),
    del: async (key) => void (await client.del(key)),
  }
  return { client: silent, close }
}

type Connect = (port?: number) => Promise<{ client: RedisClient; close: () => Promise<void> }>

const clientsWithEval: [name: string, connect: Connect][] = [
  ['redis', connectRedis],
  ['redis 4', connectRedis4],
  ['ioredis', connectIORedis],
]

const clients: [name: string, connect: Connect][] = [
  ...clientsWithEval,
  ['its own, without eval', connectWithoutEval],
  ['its own, without replies', connectWithoutReplies],
]

describe('createRedisSessionStorage with any client', () => {
  const connected = new Map<Connect, Awaited<ReturnType<Connect>>>()
  beforeAll(async () => {
    for (const [, connect] of clients) connected.set(connect, await connect())
  })
  afterAll(async () => {
    for (const { close } of connected.values()) await close()
  })

  for (const [client, connect] of clients) {
    const cases = sessionStorageConformance((options) =>
      createRedisSessionStorage({ client: connected.get(connect)!.client, ...options }),
    )
    for (const { name, run } of cases) {
      const needsReplies = name.startsWith('moves a session once')
      if (needsReplies && connect === connectWithoutReplies) {
        it.skip(`${name} (only the reply of DEL can tell which of two came first)`, run)
      } else {
        // At once, because some cases wait until a session has expired.
        it.concurrent(`${name} (with a client of ${client})`, run)
      }
    }
  }
})

for (const [name, connect] of clients) {
  describe(`createRedisSessionStorage with a client of ${name}`, () => {
    let client: RedisClient
    let close: () => Promise<void>

    beforeAll(async () => {
      ;({ client, close } = await connect())
    })

    afterAll(async () => {
      await close()
    })

    it('handles any sequence of requests as the model does', async () => {
      const storage = createRedisSessionStorage({ client, cookie })
      await expectToFollowModel(storage, { records: true })
    })

    it('keeps JSON under a prefix, for two weeks, for ttl, or as long as the cookie', async () => {
      const control = new Redis(server.port, '127.0.0.1')
      const storage = createRedisSessionStorage({ client, cookie })
      const session = createSession({ a: 1 })
      await storage.commitSession(session)
      expect(session.id).toMatch(/^[0-9a-f]{32}$/)
      expect(await control.get(`session:${session.id}`)).toBe('{"a":1}')
      expect(await control.ttl(`session:${session.id}`)).toBeGreaterThan(1_209_590)

      const other = createRedisSessionStorage({ client, cookie, prefix: 'app:', ttl: 100 })
      const short = createSession({ a: 1 })
      await other.commitSession(short)
      expect(await control.ttl(`app:${short.id}`)).toBeGreaterThan(90)
      expect(await control.ttl(`app:${short.id}`)).toBeLessThanOrEqual(100)
      await other.commitSession(short, { maxAge: 50 })
      expect(await control.ttl(`app:${short.id}`)).toBeLessThanOrEqual(50)
      await other.commitSession(short)
      expect(await control.ttl(`app:${short.id}`)).toBeGreaterThan(90)
      control.disconnect()
    })

    it('reads something else under its prefix as no session, and says so once', async () => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const prefix = `shared-${randomUUID()}:`
      const storage = createRedisSessionStorage({ client, cookie, prefix })
      const session = createSession({ a: 1 })
      const header = sendBack(await storage.commitSession(session))
      for (const text of ['', '{', 'null', '[]', '"x"', '1']) {
        await client.set(prefix + session.id, text)
        expect((await storage.getSession(header)).size, text).toBe(0)
      }
      expect(warn.mock.calls).toEqual([
        [expect.stringContaining(`A record in Redis with the prefix "${prefix}" is not a session`)],
      ])
      warn.mockRestore()
    })

    it('keeps nothing that has expired before it was committed', async () => {
      const storage = createRedisSessionStorage({ client, cookie })
      const session = createSession({ a: 1 })
      const header = sendBack(await storage.commitSession(session, { maxAge: 0 }))
      expect((await storage.getSession(header)).size).toBe(0)

      const living = createSession({ a: 1 })
      const livingHeader = sendBack(await storage.commitSession(living))
      await storage.commitSession(living, { expires: new Date(Date.now() - 1000) })
      expect((await storage.getSession(livingHeader)).size).toBe(0)
    })

    it('fails while the server is down, without hanging, and recovers when it is back', async () => {
      const timeout = 2000
      const storage = createRedisSessionStorage({ client, cookie, timeout })
      const session = createSession({ visits: 0 })
      const header = sendBack(await storage.commitSession(session))
      const request = async (): Promise<void> => {
        const session = await storage.getSession(header)
        session.set('visits', (session.get('visits') as number) + 1)
        await storage.commitSession(session)
      }
      const result = async (): Promise<'committed' | 'failed'> =>
        request().then(
          () => 'committed',
          () => 'failed',
        )
      const until = async (wanted: 'committed' | 'failed'): Promise<void> => {
        const deadline = Date.now() + 120_000
        while ((await result()) !== wanted) {
          expect(Date.now(), `requests to be ${wanted}`).toBeLessThan(deadline)
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
      }

      await until('committed')
      const traffic = Promise.all(Array.from({ length: 20 }, result))
      await server.stop()
      await traffic
      await until('failed')
      expect(await Promise.all(Array.from({ length: 20 }, result))).toEqual(
        Array.from({ length: 20 }, () => 'failed'),
      )

      await server.start()
      await until('committed')
      const visits = (await storage.getSession(header)).get('visits')
      await request()
      expect((await storage.getSession(header)).get('visits')).toBe((visits as number) + 1)
    })
  })
}

describe.each(clientsWithEval)('a command of %s that gets stuck', (_, connect) => {
  const timeout = 2000
  let proxy: StallingProxy
  let slow: Awaited<ReturnType<Connect>>
  let fast: Awaited<ReturnType<Connect>>

  beforeEach(async () => {
    proxy = await startStallingProxy(server.port)
    slow = await connect(proxy.port)
    fast = await connect()
  })

  afterEach(async () => {
    await slow.close()
    await fast.close()
    await proxy.close()
  })

  /** Sends on what was held back. Commands that are sent after it on that connection get their reply after it. */
  async function arrive(): Promise<void> {
    proxy.release()
    await slow.client.get('anything')
  }

  async function login() {
    const stuck = createRedisSessionStorage({ client: slow.client, cookie, timeout })
    const storage = createRedisSessionStorage({ client: fast.client, cookie })
    const session = createSession({ cart: ['book'] })
    const header = sendBack(await storage.commitSession(session))
    return { stuck, storage, header }
  }

  it('does not undo a commit that succeeded meanwhile', async () => {
    const { stuck, storage, header } = await login()
    const request = await stuck.getSession(header)
    request.set('cart', ['book', 'stuck'])
    proxy.stallAt('EVAL')
    await expect(stuck.commitSession(request)).rejects.toThrow('Redis did not reply to EVAL')
    await proxy.stalled()

    const retry = await storage.getSession(header)
    retry.set('cart', ['book', 'committed'])
    await storage.commitSession(retry)
    await arrive()
    expect((await storage.getSession(header)).get('cart')).toEqual(['book', 'committed'])
  })

  it('does not undo commits that have put back what was there before', async () => {
    const { stuck, storage, header } = await login()
    const first = await storage.getSession(header)
    first.set('seen', 1)
    await storage.commitSession(first)

    const request = await stuck.getSession(header)
    request.set('cart', ['stuck'])
    proxy.stallAt('EVAL')
    await expect(stuck.commitSession(request)).rejects.toThrow('Redis did not reply to EVAL')
    await proxy.stalled()

    for (const cart of [['book', 'added'], ['book']]) {
      const committed = await storage.getSession(header)
      committed.set('cart', cart)
      await storage.commitSession(committed)
    }
    await arrive()
    expect((await storage.getSession(header)).data).toEqual({ cart: ['book'], seen: 1 })
  })

  it('does not end a session that was changed meanwhile by taking a new id', async () => {
    const { stuck, storage, header } = await login()
    const request = await stuck.getSession(header)
    request.regenerateId()
    proxy.stallAt('EVAL')
    await expect(stuck.commitSession(request)).rejects.toThrow('Redis did not reply to EVAL')
    await proxy.stalled()

    const committed = await storage.getSession(header)
    committed.set('cart', ['committed'])
    await storage.commitSession(committed)
    await arrive()
    expect((await storage.getSession(header)).get('cart')).toEqual(['committed'])
  })

  it('does not bring back a session that was ended meanwhile', async () => {
    const { stuck, storage, header } = await login()
    const request = await stuck.getSession(header)
    request.set('cart', ['stuck'])
    proxy.stallAt('EVAL')
    await expect(stuck.commitSession(request)).rejects.toThrow('Redis did not reply to EVAL')
    await proxy.stalled()

    await storage.destroySession(await storage.getSession(header))
    await arrive()
    expect((await storage.getSession(header)).size).toBe(0)
  })

  it('is written when nothing came in between', async () => {
    const { stuck, storage, header } = await login()
    const request = await stuck.getSession(header)
    request.set('cart', ['stuck'])
    proxy.stallAt('EVAL')
    await expect(stuck.commitSession(request)).rejects.toThrow('Redis did not reply to EVAL')
    await proxy.stalled()
    await arrive()
    expect((await storage.getSession(header)).data).toEqual({ cart: ['stuck'] })
  })
})

describe('createRedisSessionStorage', () => {
  const silent: RedisClient = {
    get: () => new Promise(() => {}),
    set: () => new Promise(() => {}),
    del: () => new Promise(() => {}),
  }

  function countTimers(): number {
    return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  }

  it('fails if a command gets no reply in time', async () => {
    const storage = createRedisSessionStorage({ client: silent, cookie, timeout: 20 })
    const id = '0'.repeat(32)
    await expect(storage.read(id)).rejects.toThrow('Redis did not reply to GET within 20 ms')
    await expect(storage.commitSession(createSession())).rejects.toThrow('did not reply to SET')
    await expect(storage.commitSession(createSession({}, id))).rejects.toThrow(
      'did not reply to SET',
    )
    await expect(storage.destroySession(createSession({}, id))).rejects.toThrow(
      'did not reply to GET',
    )

    const deaf = { ...silent, get: async () => '{}' }
    const other = createRedisSessionStorage({ client: deaf, cookie, timeout: 20 })
    await expect(other.destroySession(createSession({}, id))).rejects.toThrow(
      'did not reply to DEL',
    )
    const scripted = { ...deaf, eval: () => new Promise<unknown>(() => {}) }
    const third = createRedisSessionStorage({ client: scripted, cookie, timeout: 20 })
    await expect(third.destroySession(createSession({}, id))).rejects.toThrow(
      'did not reply to EVAL',
    )
    await expect(third.commitSession(createSession({}, id))).rejects.toThrow(
      'did not reply to EVAL',
    )
  })

  it('leaves no timer behind', async () => {
    const client: RedisClient = {
      get: async () => '{"a":1}',
      set: async () => 'OK',
      del: async () => Promise.reject(new Error('failed')),
    }
    const before = countTimers()
    const storage = createRedisSessionStorage({ client, cookie, timeout: 60_000 })
    const session = await storage.read('0'.repeat(32))
    expect(session.get('a')).toBe(1)
    await storage.commitSession(session)
    await expect(storage.destroySession(session)).rejects.toThrow('failed')
    expect(countTimers()).toBe(before)
  })

  it('says what is wrong with a client whose eval does not resolve to a reply', async () => {
    const client = { ...silent, get: async () => '{}', eval: async () => undefined }
    const storage = createRedisSessionStorage({ client, cookie })
    await expect(storage.commitSession(createSession({}, '0'.repeat(32)))).rejects.toThrow(
      '`eval` of the client resolved to undefined. It must resolve to the reply of the script.',
    )
  })

  it('does not try for ever to replace a record that is not text', async () => {
    const control = new Redis(server.port, '127.0.0.1')
    const storage = createRedisSessionStorage({ client: control, cookie })
    const session = createSession({ a: 1 })
    await storage.commitSession(session)
    await control.set(`session:${session.id}`, Buffer.from([0x7b, 0xff, 0x7d]))
    session.set('a', 2)
    await expect(storage.commitSession(session)).rejects.toThrow('its record is not UTF-8 text')
    control.disconnect()
  })

  it('never asks the server for an invalid id', async () => {
    const storage = createRedisSessionStorage({ client: silent, cookie })
    for (const id of ['*', 'a', '../x', 'session:x', '0'.repeat(31), `${'0'.repeat(32)}\n`]) {
      expect((await storage.read(id)).size).toBe(0)
      const session = createSession({}, id)
      session.set('a', 1)
      expect(await storage.save(session)).toBe('')
      await storage.destroySession(createSession({}, id))
    }
  })

  it('refuses options that cannot work', () => {
    expect(() => createRedisSessionStorage({} as never)).toThrow('as `client`')
    expect(() => createRedisSessionStorage({ client: {} as never })).toThrow(TypeError)
    expect(() => createRedisSessionStorage({ client: silent, ttl: 0 })).toThrow('`ttl` above 0')
    expect(() => createRedisSessionStorage({ client: silent, timeout: NaN })).toThrow('`timeout`')
    for (const [timeout, shown] of [
      [Infinity, 'Infinity'],
      [3e9, '3000000000'],
      ['50' as never, '"50"'],
    ] as const) {
      expect(() => createRedisSessionStorage({ client: silent, timeout })).toThrow(
        `Cannot use ${shown} as "timeout": it must be a number, from 0 to 2147483647`,
      )
    }
    for (const [ttl, shown] of [
      [Infinity, 'Infinity'],
      ['5' as never, '"5"'],
    ] as const) {
      expect(() => createRedisSessionStorage({ client: silent, ttl })).toThrow(
        `Cannot use ${shown} as "ttl": it must be a number, from 0 to `,
      )
    }
  })
})
