import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { createClient } from 'redis'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCookie } from '../../http/cookie/index.ts'
import { createFetchHandler, createRouter } from '../../router/fetch-router/index.ts'
import {
  startPostgresServer,
  type PostgresServer,
} from '../../internal/fixtures/postgres-server.fixture.ts'
import { json, text } from '../../http/response/index.ts'
import {
  createFileSessionStorage,
  createMemorySessionStorage,
  createPostgresSessionStorage,
  createRedisSessionStorage,
  type PostgresClient,
  type RedisClient,
  type SessionStorage,
} from '../../state/session/index.ts'
import { startRedisServer, type RedisServer } from '../../state/session/redis-server.fixture.ts'
import { postgresTables } from '../../state/storage/index.ts'
import { Browser } from './browser.fixture.ts'
import { session, type SessionOptions } from './index.ts'

const cookie = createCookie('sid', { secrets: ['a secret of more than 16 bytes'], maxAge: 3600 })

let redisServer: RedisServer
let postgresServer: PostgresServer
let redis: ReturnType<typeof createClient>
let pool: Pool
let dir: string
/** How many commands and queries about sessions were sent. */
let commands = 0

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'session-'))
  ;[redisServer, postgresServer] = await Promise.all([startRedisServer(), startPostgresServer()])
  redis = createClient({ url: `redis://127.0.0.1:${redisServer.port}` })
  await redis.connect()
  pool = new Pool({ connectionString: postgresServer.url })
  await pool.query(postgresTables)
})

afterAll(async () => {
  redis.destroy()
  await pool.end()
  await Promise.all([redisServer.close(), postgresServer.close()])
  rmSync(dir, { recursive: true })
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** Each call creates a storage as another process would: with the same records, and nothing else in common. */
const servers: Record<string, () => SessionStorage> = {
  Redis() {
    const count = <Arguments extends unknown[], Reply>(send: (...args: Arguments) => Reply) => {
      return (...args: Arguments): Reply => {
        commands++
        return send(...args)
      }
    }
    const client: RedisClient = {
      get: count(redis.get.bind(redis)),
      set: count(redis.set.bind(redis) as RedisClient['set']),
      del: count(redis.del.bind(redis)),
      eval: count(redis.eval.bind(redis)),
    }
    return createRedisSessionStorage({ client, timeout: 60_000 })
  },

  Postgres() {
    const client: PostgresClient = {
      query(text, values) {
        commands++
        return pool.query(text, values)
      },
    }
    return createPostgresSessionStorage({ client, timeout: 60_000 })
  },
}

const storages: Record<string, () => SessionStorage> = {
  ...servers,
  files: () => createFileSessionStorage({ dir }),
  memory: () => createMemorySessionStorage(),
}

/** A gate that handlers wait at. */
function createGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: () => resolve() }
}

function createApp(storage: SessionStorage, options?: SessionOptions) {
  /** The handlers of `/slow` wait here, when `arrive` have arrived. */
  const gate = createGate()
  let isAt = createGate()
  let expected = 1
  let lastWritten = ''
  const router = createRouter({ middleware: [session(cookie, storage, options)] })
  const arrive = async () => {
    if (--expected === 0) isAt.open()
    await gate.opened
  }
  router.get('/', ({ session }) => json(session.data))
  router.get('/read', async ({ session }) => {
    await arrive()
    return json(session.data)
  })
  router.get('/write/:value', async ({ session, params }) => {
    session.set('value', params.value)
    lastWritten = params.value
    await arrive()
    return text('written')
  })
  router.get('/end', async ({ session }) => {
    session.destroy()
    await arrive()
    return text('bye')
  })
  router.get('/set/:value', ({ session, params }) => {
    session.set('value', params.value)
    return text('written')
  })
  router.get('/logout', ({ session }) => {
    session.destroy()
    return text('bye')
  })
  return {
    router,
    browser: new Browser(router),
    gate,
    /** The value of the request that reached the gate last. */
    get lastWritten() {
      return lastWritten
    },
    /** Resolves when so many handlers wait at the gate. */
    waiting(count: number): Promise<void> {
      expected = count
      isAt = createGate()
      return isAt.opened
    },
  }
}

async function readValue(browser: Browser): Promise<string> {
  const { value } = (await (await browser.fetch('/')).json()) as { value: string }
  return value
}

describe.each(Object.entries(servers))('many requests of one session in %s', (_, create) => {
  it('that only prolong it take at most two commands each', async () => {
    const { browser, gate, waiting } = createApp(create(), { rolling: true })
    await browser.fetch('/set/first')
    commands = 0
    const atGate = waiting(200)
    const requests = Array.from({ length: 200 }, () => browser.fetch('/read'))
    await atGate
    gate.open()
    const responses = await Promise.all(requests)
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(responses.every(({ headers }) => headers.getSetCookie().length === 1)).toBe(true)
    expect(commands).toBeLessThanOrEqual(400)
  })

  it.each([
    ['read and change it in turn', ['/read', '/write/new']],
    ['end it', ['/end']],
    ['read, change and end it in turn', ['/read', '/write/new', '/end']],
  ])('that %s take few commands besides those that read it, and none fails', async (_, paths) => {
    const { browser, gate, waiting } = createApp(create(), { rolling: true })
    await browser.fetch('/set/first')
    commands = 0
    const atGate = waiting(200)
    const requests = Array.from({ length: 200 }, (_, i) => browser.fetch(paths[i % paths.length]!))
    await atGate
    gate.open()
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(commands).toBeLessThanOrEqual(220)
  })

  it('that change it take at most three commands each, and none fails', async () => {
    const app = createApp(create())
    const { browser, gate } = app
    await browser.fetch('/set/first')
    commands = 0
    const atGate = app.waiting(400)
    const requests = Array.from({ length: 400 }, (_, i) => browser.fetch(`/write/${i}`))
    await atGate
    gate.open()
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(commands).toBeLessThanOrEqual(1200)
    expect(await readValue(browser)).toBe(app.lastWritten)
  })

  it('that change it in three processes all succeed, with a limited number of commands', async () => {
    const apps = [1, 2, 3].map(() => createApp(create()))
    const [first, ...others] = apps.map(({ browser }) => browser)
    await first!.fetch('/set/first')
    for (const other of others) other.cookies.set('sid', first!.cookies.get('sid')!)
    commands = 0
    const atGates = apps.map(({ waiting }) => waiting(60))
    const requests = apps.flatMap(({ browser }, process) =>
      Array.from({ length: 60 }, (_, i) => browser.fetch(`/write/${process}-${i}`)),
    )
    await Promise.all(atGates)
    for (const { gate } of apps) gate.open()
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(commands).toBeLessThanOrEqual(180 * 3)
    expect(apps.map((app) => app.lastWritten)).toContain(await readValue(first!))
  })
})

describe.each(Object.entries(storages))(
  'a request that only prolongs a session in %s',
  (_, create) => {
    it('does not undo a change that another request has made meanwhile', async () => {
      const { browser, gate, waiting } = createApp(create(), { rolling: true })
      await browser.fetch('/set/old')
      const atGate = waiting(1)
      const slow = browser.fetch('/read')
      await atGate
      await browser.fetch('/set/new')
      gate.open()
      expect(await (await slow).json()).toEqual({ value: 'old' })
      expect(await readValue(browser)).toBe('new')
    })

    it('does not undo a logout', async () => {
      const { browser, gate, waiting } = createApp(create(), { rolling: true })
      await browser.fetch('/set/old')
      const sid = browser.cookies.get('sid')!
      const atGate = waiting(1)
      const slow = browser.fetch('/read')
      await atGate
      await browser.fetch('/logout')
      gate.open()
      expect((await slow).headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')])
      browser.cookies.set('sid', sid)
      expect(await (await browser.fetch('/')).json()).toEqual({})
    })
  },
)

describe('a session that other processes change all the time', () => {
  /** Another process replaces the record between any two commands. */
  function createBusyStorage(timeout: number, onQuery = () => {}): SessionStorage {
    let version = 0
    const client: PostgresClient = {
      async query(text) {
        commands++
        onQuery()
        if (text.startsWith('select data')) return { rows: [{ data: '{"value":"old"}' }] }
        if (text.startsWith('select version')) return { rows: [{ version: String(++version) }] }
        return { rows: [] }
      },
    }
    return createPostgresSessionStorage({ client, timeout })
  }

  async function send(storage: SessionStorage) {
    const router = createRouter({ middleware: [session(cookie, storage)] })
    router.get('/', ({ session }) => {
      session.set('value', 'new')
      return text('written')
    })
    const errors: unknown[] = []
    const handler = createFetchHandler(router, { onError: (error) => void errors.push(error) })
    const value = await cookie.serialize('0'.repeat(32))
    const Cookie = value.split(';', 1)[0]!
    const response = await handler(new Request('https://example.com/', { headers: { Cookie } }))
    return { response, errors }
  }

  it('is not saved after a limited number of tries: a 503 with Retry-After that says why', async () => {
    commands = 0
    const { response, errors } = await send(createBusyStorage(60_000))
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(errors.map(String)).toEqual([
      expect.stringContaining('other processes have changed it 20 times in the meantime'),
    ])
    expect(commands).toBeLessThanOrEqual(60)
  })

  it('has one time limit for all tries of a commit', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    commands = 0
    const { response, errors } = await send(createBusyStorage(100, () => void (now += 30)))
    expect(response.status).toBe(503)
    expect(errors.map(String)).toEqual([
      expect.stringContaining('other processes have changed it 2 times'),
    ])
    expect(commands).toBeLessThanOrEqual(6)
  })
})
