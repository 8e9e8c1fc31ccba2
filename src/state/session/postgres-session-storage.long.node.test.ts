import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SetCookie } from '../../http/headers/index.ts'
import {
  startPostgresServer,
  type PostgresServer,
} from '../../internal/fixtures/postgres-server.fixture.ts'
import { postgresTables } from '../storage/index.ts'
import { createPostgresSessionStorage, createSession, type PostgresClient } from './index.ts'
import { expectToFollowModel } from './session-model.fixture.ts'
import { sessionStorageConformance } from './testing/index.ts'

const cookie = { secrets: ['a secret of more than 16 bytes'] }

let server: PostgresServer
let pool: Pool

beforeAll(async () => {
  server = await startPostgresServer()
  pool = new Pool({ connectionString: server.url })
  pool.on('error', () => {}) // The server is stopped on purpose.
  await pool.query(postgresTables)
})

afterAll(async () => {
  await pool.end()
  await server.close()
})

function sendBack(setCookie: string): string {
  const { name, value } = SetCookie.from(setCookie)
  return `${name}=${value}`
}

describe('createPostgresSessionStorage with a pool of pg', () => {
  const cases = sessionStorageConformance((options) =>
    createPostgresSessionStorage({ client: pool, timeout: 10_000, ...options }),
  )
  // At once, because some cases wait until a session has expired.
  for (const { name, run } of cases) it.concurrent(name, run)

  it('follows the model through any sequence of requests', async () => {
    const storage = createPostgresSessionStorage({ client: pool, cookie, timeout: 10_000 })
    await expectToFollowModel(storage, { records: true })
  })

  it('fails while the server is down, and keeps its sessions until it is back', async () => {
    const storage = createPostgresSessionStorage({ client: pool, cookie, timeout: 10_000 })
    const header = sendBack(await storage.commitSession(createSession({ cart: ['book'] })))
    await server.stop('SIGKILL')
    await expect(storage.getSession(header)).rejects.toThrow()
    await server.start()
    const patient = createPostgresSessionStorage({ client: pool, cookie, timeout: 10_000 })
    await vi.waitFor(
      async () => expect((await patient.getSession(header)).get('cart')).toEqual(['book']),
      { timeout: 60_000 },
    )
  })
})

describe('a query about a session that gets stuck', () => {
  /** A client that holds back queries which begin with `word`, until they are released. */
  function createStuckClient(word: string) {
    const held: (() => Promise<unknown>)[] = []
    const client: PostgresClient = {
      query(text, values) {
        if (!text.startsWith(word)) return pool.query(text, values)
        return new Promise((resolve, reject) => {
          held.push(() => pool.query(text, values).then(resolve, reject))
        })
      },
    }
    return { client, arrive: () => Promise.all(held.map((send) => send())) }
  }

  async function login(word: string) {
    const { client, arrive } = createStuckClient(word)
    const stuck = createPostgresSessionStorage({ client, cookie, timeout: 2_000 })
    const storage = createPostgresSessionStorage({ client: pool, cookie, timeout: 10_000 })
    const header = sendBack(await storage.commitSession(createSession({ cart: ['book'] })))
    const request = await createPostgresSessionStorage({
      client,
      cookie,
      timeout: 10_000,
    }).getSession(header)
    return { stuck, storage, header, request, arrive }
  }

  it('does not undo a later commit', async () => {
    const { stuck, storage, header, request, arrive } = await login('update')
    request.set('cart', ['stuck'])
    await expect(stuck.commitSession(request)).rejects.toThrow('did not reply to UPDATE')
    const retry = await storage.getSession(header)
    retry.set('cart', ['later'])
    await storage.commitSession(retry)
    await arrive()
    expect((await storage.getSession(header)).get('cart')).toEqual(['later'])
  })

  it('does not bring back a session that was ended meanwhile', async () => {
    const { stuck, storage, header, request, arrive } = await login('update')
    request.set('cart', ['stuck'])
    await expect(stuck.commitSession(request)).rejects.toThrow('did not reply to UPDATE')
    await storage.destroySession(await storage.getSession(header))
    await arrive()
    expect((await storage.getSession(header)).size).toBe(0)
  })

  it('does not end a session that was changed meanwhile by taking a new id', async () => {
    const { stuck, storage, header, request, arrive } = await login('delete')
    request.regenerateId()
    await expect(stuck.commitSession(request)).rejects.toThrow('did not reply to DELETE')
    const later = await storage.getSession(header)
    later.set('cart', ['later'])
    await storage.commitSession(later)
    await arrive()
    expect((await storage.getSession(header)).get('cart')).toEqual(['later'])
  })

  it('is written when nothing came in between', async () => {
    const { stuck, storage, header, request, arrive } = await login('update')
    request.set('cart', ['stuck'])
    await expect(stuck.commitSession(request)).rejects.toThrow('did not reply to UPDATE')
    await arrive()
    expect((await storage.getSession(header)).data).toEqual({ cart: ['stuck'] })
  })
})

describe('createPostgresSessionStorage', () => {
  const silent: PostgresClient = { query: () => new Promise(() => {}) }

  it('reads a row of another program as no session, and says so once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const storage = createPostgresSessionStorage({ client: pool, cookie, timeout: 10_000 })
    const session = createSession({ a: 1 })
    const header = sendBack(await storage.commitSession(session))
    for (const text of ['', '{', 'null', '[]', '"x"', '1']) {
      await pool.query('update framework_sessions set data = $1 where id = $2', [text, session.id])
      expect((await storage.getSession(header)).size, text).toBe(0)
    }
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('A row of the table framework_sessions is not a session')],
    ])
    warn.mockRestore()
  })

  it('never asks the server for an invalid id', async () => {
    const storage = createPostgresSessionStorage({ client: silent, cookie })
    for (const id of ['%', 'a', '../x', '0'.repeat(31), `${'0'.repeat(32)}\n`]) {
      expect((await storage.read(id)).size).toBe(0)
    }
  })

  it('refuses options that cannot work', () => {
    expect(() => createPostgresSessionStorage({} as never)).toThrow('as `client`, not undefined')
    expect(() => createPostgresSessionStorage({ client: silent, ttl: 0 })).toThrow('`ttl` above 0')
    expect(() => createPostgresSessionStorage({ client: silent, timeout: NaN })).toThrow('timeout')
  })
})
