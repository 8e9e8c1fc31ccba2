import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createCookie, createCookieJar } from '../../http/cookie/index.ts'
import { SetCookie } from '../../http/headers/index.ts'
import {
  createCookieSessionStorage,
  createFileSessionStorage,
  createMemorySessionStorage,
  createPostgresSessionStorage,
  createRedisSessionStorage,
  createSession,
  createSessionStorage,
  serializeSessionCookie,
  type SessionStorage,
  type SessionStorageOptions,
} from './index.ts'

const secrets = ['a secret of more than 16 bytes']

const { warn } = console
const { now } = Date
let warnings: unknown[]

beforeEach(() => {
  warnings = []
  console.warn = (message) => void warnings.push(message)
})

afterEach(() => {
  console.warn = warn
  Date.now = now
})

/** A storage whose callbacks write down what they were called with. */
function createRecordingStorage(options: SessionStorageOptions = {}) {
  const calls: unknown[][] = []
  const storage = createSessionStorage({
    cookie: { secrets },
    ...options,
    createData: async (data, expires) => {
      calls.push(['create', { ...data }, expires])
      return 'new-id'
    },
    readData: async (id) => (id.startsWith('known') ? { from: id } : null),
    updateData: async (id, data, expires) => void calls.push(['update', id, { ...data }, expires]),
    deleteData: async (id) => void calls.push(['delete', id]),
  })
  return { calls, storage }
}

function sendBack(setCookie: string): string {
  const { name, value } = SetCookie.from(setCookie)
  return `${name}=${value}`
}

async function parseId(setCookie: string, name = '__session'): Promise<unknown> {
  return createCookie(name, { secrets }).parse(sendBack(setCookie))
}

describe('a storage', () => {
  it('takes a container, or its options', () => {
    const cookie = createCookie('mine', { secrets })
    expect(createMemorySessionStorage({ cookie }).cookie).toBe(cookie)
    const made = createMemorySessionStorage({ cookie: { name: 'made', secrets } }).cookie
    expect(made?.name).toBe('made')
    expect(made?.isSigned).toBe(true)
    expect(createMemorySessionStorage({ cookie: { secrets } }).cookie?.name).toBe('__session')
  })

  it('keeps the cookie from scripts, unless the options say otherwise', async () => {
    const storage = createCookieSessionStorage({ cookie: { secrets } })
    expect(await storage.commitSession(createSession())).toContain('; HttpOnly')
    const open = createCookieSessionStorage({ cookie: { secrets, httpOnly: false } })
    expect(await open.commitSession(createSession())).not.toContain('HttpOnly')
  })

  it('without a cookie makes one called __session when it is first needed, and says that it is unsigned', async () => {
    const storage = createCookieSessionStorage()
    expect(storage.cookie).toBeUndefined()
    await storage.save(await storage.read(null))
    expect(warnings).toEqual([])

    const session = await storage.getSession()
    session.set('a', 1)
    const header = await storage.commitSession(session)
    expect(header).toMatch(/^__session=/)
    expect((await storage.getSession(sendBack(header))).get('a')).toBe(1)
    expect(warnings).toEqual([
      'The session cookie "__session" is not signed, so anyone can change its content. Give it `secrets`.',
    ])
    expect(storage.cookie).toBeUndefined()
  })

  it('warns about unsigned options at once, and once', () => {
    createCookieSessionStorage({ cookie: { name: 'unsigned' } })
    createCookieSessionStorage({ cookie: { name: 'unsigned' } })
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('The session cookie "unsigned" is not signed')
  })

  it('warns about an unsigned container, too', () => {
    createCookieSessionStorage({ cookie: createCookie('container') })
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('The session cookie "container" is not signed')
    createCookieSessionStorage({ cookie: createCookie('signed', { secrets }) })
    expect(warnings).toHaveLength(1)
  })

  it('refuses to commit anything but a session', async () => {
    const storage = createMemorySessionStorage({ cookie: { secrets } })
    const impostor = { id: '', data: {} } as never
    await expect(storage.commitSession(impostor)).rejects.toThrow('commitSession() takes a session')
    await expect(storage.destroySession(impostor)).rejects.toThrow(TypeError)
    await expect(storage.save(impostor)).rejects.toThrow(TypeError)
  })

  it('refuses a directory, a cookie name or a secret where options are expected', () => {
    const wrong = 'a secret' as never
    expect(() => createCookieSessionStorage(wrong)).toThrow(
      'A session storage takes an object of options such as { cookie }',
    )
    expect(() => createMemorySessionStorage(wrong)).toThrow(TypeError)
    expect(() => createCookieSessionStorage({ cookie: wrong })).toThrow(
      'The `cookie` of a session storage must be createCookie(…), or its options with a `name`, not a string',
    )
    expect(() => createMemorySessionStorage({ cookie: wrong })).toThrow(TypeError)
  })

  it('refuses an option that it does not know', () => {
    const client = { get() {}, set() {}, del() {}, query() {} }
    const records = { createData() {}, readData() {}, updateData() {}, deleteData() {} }
    const create = {
      'createCookieSessionStorage()': () => createCookieSessionStorage(unknown({})),
      'createMemorySessionStorage()': () => createMemorySessionStorage(unknown({})),
      'createFileSessionStorage()': () => createFileSessionStorage(unknown({ dir: 'sessions' })),
      'createRedisSessionStorage()': () => createRedisSessionStorage(unknown({ client })),
      'createPostgresSessionStorage()': () => createPostgresSessionStorage(unknown({ client })),
      'createSessionStorage()': () => createSessionStorage(unknown(records)),
    }
    for (const [caller, open] of Object.entries(create)) {
      expect(open).toThrow(`${caller} has no option "keyPrefix". Its options are cookie`)
    }

    function unknown(options: object): any {
      return { ...options, keyPrefix: 'shop:' }
    }
  })

  it('refuses an option of the cookie that createCookie() does not know', () => {
    const cookie = { secrets, maxage: 3600 } as never
    expect(() => createCookieSessionStorage({ cookie })).toThrow(
      'createCookie() has no option "maxage"',
    )
  })

  it('refuses to read a session from something else than a request or its header', async () => {
    const storage = createMemorySessionStorage({ cookie: { secrets } })
    for (const wrong of [new Headers(), {}, []]) {
      await expect(storage.getSession(wrong as never)).rejects.toThrow(
        "getSession() takes a Request, a request context or request.headers.get('Cookie')",
      )
    }
    await expect(storage.getSession(1 as never)).rejects.toThrow(TypeError)
  })

  it('passes parse options on', async () => {
    const storage = createCookieSessionStorage({ cookie: { name: 'a' } })
    const session = await storage.getSession('a=x', { decode: (text) => ({ text }) })
    expect(session.get('text')).toBe('x')
  })
})

describe('getSession of a Request or a context', () => {
  const storage: SessionStorage = createMemorySessionStorage({ cookie: { secrets } })

  it('gives the very session that middleware has put there', async () => {
    const session = await storage.read(null)
    const request = new Request('https://example.com')
    const context = { request, headers: request.headers }
    storage.share?.(request, session)
    storage.share?.(context, session)
    expect(await storage.getSession(request)).toBe(session)
    expect(await storage.getSession(context)).toBe(session)
  })

  it('gives a separate session for a header, another request or another storage', async () => {
    const session = await storage.read(null)
    session.set('a', 1)
    const Cookie = sendBack(await storage.commitSession(session))
    const request = new Request('https://example.com', { headers: { Cookie } })
    storage.share?.(request, session)

    const independent = await storage.getSession(Cookie)
    expect(independent).not.toBe(session)
    expect(independent.get('a')).toBe(1)

    const { headers } = request
    const another = await storage.getSession(new Request('https://example.com', { headers }))
    expect(another).not.toBe(session)
    expect(another.get('a')).toBe(1)

    const elsewhere = createMemorySessionStorage({ cookie: { secrets } })
    expect(await elsewhere.getSession(request)).not.toBe(session)
  })
})

describe('what session() relies on', () => {
  const storage = createMemorySessionStorage({ cookie: { secrets } })

  it('is whether the app has committed, and changed the session since', async () => {
    const session = await storage.read(null)
    expect([session.changed, session.dirty]).toEqual([false, false])
    session.set('a', 1)
    expect([session.changed, session.dirty]).toEqual([true, true])
    await storage.commitSession(session)
    expect([session.changed, session.dirty]).toEqual([true, false])
    session.set('a', 2)
    expect([session.changed, session.dirty]).toEqual([true, true])
  })

  it('a change during a commit is not saved by that commit', async () => {
    const session = await storage.read(null)
    session.set('a', 1)
    const committing = storage.commitSession(session)
    session.set('a', 2)
    const header = sendBack(await committing)
    expect((await storage.getSession(header)).get('a')).toBe(1)
    expect(session.dirty).toBe(true)
  })

  it('an untouched session can be saved, for rolling sessions', async () => {
    const session = await storage.read(null)
    session.set('a', 1)
    const value = await storage.save(session)
    const again = await storage.read(value)
    expect(await storage.save(again)).toBeNull()
    again.touch()
    expect(await storage.save(again)).toBe(value)
  })

  it('a closed session can still be committed, unchanged', async () => {
    const session = await storage.read(null)
    session.set('a', 1)
    await storage.save(session)
    session.close()
    const header = sendBack(await storage.commitSession(session))
    expect((await storage.getSession(header)).get('a')).toBe(1)
  })
})

describe('serializeSessionCookie', () => {
  it('ends the cookie for an empty value, whatever its lifetime, and keeps the other attributes', async () => {
    const cookie = createCookie('a', {
      maxAge: 60,
      path: '/p',
      domain: 'example.com',
      secure: true,
    })
    expect(await serializeSessionCookie(cookie, '', { expires: new Date(2040, 0) })).toBe(
      'a=; Max-Age=0; Domain=example.com; Path=/p; Secure; SameSite=Lax; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    )
  })
})

describe('createSessionStorage', () => {
  it('needs its four functions', () => {
    expect(() => createSessionStorage({ createData: async () => '' } as never)).toThrow(
      'createSessionStorage() needs a function `readData`, not undefined',
    )
  })

  it('creates a record with the first commit, and updates it from then on', async () => {
    const { storage, calls } = createRecordingStorage()
    const session = await storage.getSession()
    session.set('a', 1)
    expect(await parseId(await storage.commitSession(session))).toBe('new-id')
    session.set('a', 2)
    expect(await parseId(await storage.commitSession(session))).toBe('new-id')
    expect(session.id).toBe('new-id')
    expect(calls).toEqual([
      ['create', { a: 1 }, undefined],
      ['update', 'new-id', { a: 2 }, undefined],
    ])
  })

  it('does not adopt an id that readData does not know', async () => {
    const { storage } = createRecordingStorage()
    expect((await storage.read('known-id')).id).toBe('known-id')
    expect((await storage.read('known-id')).get('from')).toBe('known-id')
    expect((await storage.read('unknown')).id).toBe('')
  })

  it('does not call readData for an invalid id', async () => {
    const asked: string[] = []
    const storage = createSessionStorage({
      createData: async () => 'x',
      readData: async (id) => {
        asked.push(id)
        return {}
      },
      updateData: async () => {},
      deleteData: async () => {},
    })
    for (const value of [null, undefined, '', 1, {}, ['id']]) await storage.read(value)
    expect(asked).toEqual([])
  })

  it('deletes the old record before it creates one under a new id', async () => {
    const { storage, calls } = createRecordingStorage()
    const session = await storage.read('known-id')
    session.regenerateId()
    await storage.commitSession(session)
    expect(session.id).toBe('new-id')
    await storage.commitSession(session)
    const data = { from: 'known-id', __login__: [expect.any(Number)] }
    expect(calls).toEqual([
      ['delete', 'known-id'],
      ['create', data, undefined],
      ['update', 'new-id', data, undefined],
    ])
  })

  it('deletes a record only if there is one', async () => {
    const { storage, calls } = createRecordingStorage()
    await storage.destroySession(await storage.getSession())
    expect(calls).toEqual([])
    const session = await storage.read('known-id')
    await storage.destroySession(session)
    await storage.destroySession(session)
    expect(calls).toEqual([['delete', 'known-id']])
  })

  it('tells callbacks when the cookie expires: commit options first, then the cookie', async () => {
    Date.now = () => 1_000_000
    const expires = new Date(2_000_000)
    const { storage, calls } = createRecordingStorage({ cookie: { secrets, maxAge: 60 } })
    const session = await storage.read('known-id')
    await storage.commitSession(session)
    await storage.commitSession(session, { expires })
    await storage.commitSession(session, { maxAge: 10, expires })
    await storage.commitSession(createSession())
    expect(calls.map((call) => call.at(-1))).toEqual([
      new Date(1_060_000),
      expires,
      new Date(1_010_000),
      new Date(1_060_000),
    ])
  })

  it('tells callbacks the expiry that middleware gives', async () => {
    const expires = new Date(2_000_000)
    const { storage, calls } = createRecordingStorage()
    const session = await storage.read('known-id')
    session.set('a', 1)
    await storage.save(session, expires)
    expect(calls[0]?.at(-1)).toBe(expires)
  })

  it('refuses an invalid id', async () => {
    for (const id of ['', undefined, 1]) {
      const storage = createSessionStorage({
        cookie: { secrets },
        createData: async () => id as string,
        readData: async () => null,
        updateData: async () => {},
        deleteData: async () => {},
      })
      await expect(storage.commitSession(createSession())).rejects.toThrow(
        'createData() must return the id of the new session',
      )
    }
  })

  it('passes errors of callbacks on, and stays dirty', async () => {
    const failing = createSessionStorage({
      cookie: { secrets },
      createData: async () => 'id',
      readData: async () => Promise.reject(new Error('read failed')),
      updateData: async () => Promise.reject(new Error('update failed')),
      deleteData: async () => Promise.reject(new Error('delete failed')),
    })
    await expect(failing.read('id')).rejects.toThrow('read failed')
    const session = createSession({}, 'id')
    session.set('a', 1)
    await expect(failing.commitSession(session)).rejects.toThrow('update failed')
    expect(session.dirty).toBe(true)
    await expect(failing.destroySession(session)).rejects.toThrow('delete failed')
  })
})

describe('createCookieSessionStorage', () => {
  const storage = createCookieSessionStorage({ cookie: { secrets } })

  it('keeps the data in the cookie, and has no id', async () => {
    const session = await storage.getSession()
    session.set('a', 1)
    const header = await storage.commitSession(session)
    expect(await parseId(header)).toEqual({ a: 1 })
    expect(session.id).toBe('')
    session.regenerateId()
    expect(session.id).toBe('')
    expect(await parseId(await storage.commitSession(session))).toEqual({
      a: 1,
      __login__: [expect.any(Number)],
    })
  })

  it('carries its expiry inside, hidden from data, and is refused after it', async () => {
    Date.now = () => 1_000_000
    const brief = createCookieSessionStorage({ cookie: { secrets, maxAge: 60 } })
    const session = await brief.getSession()
    session.set('a', 1)
    const header = await brief.commitSession(session)
    expect(await parseId(header)).toEqual({ a: 1, __expires__: 1_060_000 })
    expect({ ...session.data }).toEqual({ a: 1 })

    Date.now = () => 1_059_999
    expect({ ...(await brief.getSession(sendBack(header))).data }).toEqual({ a: 1 })
    Date.now = () => 1_060_000
    expect({ ...(await brief.getSession(sendBack(header))).data }).toEqual({})
  })

  it('is read again if its cookie has maxAge 0, and the commit leaves maxAge out', async () => {
    const storage = createCookieSessionStorage({ cookie: { secrets, maxAge: 0 } })
    const session = await storage.getSession()
    session.set('user', 'ada')
    const header = await storage.commitSession(session, { maxAge: undefined })
    expect(header).not.toMatch(/max-age|expires/i)
    expect((await storage.getSession(sendBack(header))).get('user')).toBe('ada')

    session.set('user', 'grace')
    const deleted = await storage.commitSession(session)
    expect(deleted).toContain('Max-Age=0')
    expect((await storage.getSession(sendBack(deleted))).has('user')).toBe(false)
  })

  it('keeps the expiry of its cookie if the commit leaves maxAge out', async () => {
    Date.now = () => 1_000_000
    const storage = createCookieSessionStorage({ cookie: { secrets, maxAge: 60 } })
    const session = await storage.getSession()
    session.set('a', 1)
    const header = await storage.commitSession(session, { maxAge: undefined })
    expect(await parseId(header)).toEqual({ a: 1, __expires__: 1_060_000 })
  })

  it('carries the expiry of commit options, and of middleware', async () => {
    const session = createSession()
    const expires = new Date(Date.UTC(2040, 0))
    const header = await storage.commitSession(session, { expires })
    expect(await parseId(header)).toEqual({ __expires__: expires.getTime() })
    session.set('a', 1)
    const value = await storage.save(session, expires)
    expect({ ...(value as object) }).toEqual({ a: 1, __expires__: expires.getTime() })
  })

  it('accepts a value without an expiry, and refuses a value that cannot be read', async () => {
    expect((await storage.read({ a: 1 })).get('a')).toBe(1)
    for (const __expires__ of [null, '2040-01-01', {}, [], true, 0, -1]) {
      expect((await storage.read({ a: 1, __expires__ })).size).toBe(0)
    }
  })

  it('does not carry an old expiry on', async () => {
    const session = createSession({ a: 1, __expires__: 1 })
    expect(await parseId(await storage.commitSession(session))).toEqual({ a: 1 })
  })

  it('takes a plain object only', async () => {
    const cookie = createCookie('__session', { secrets })
    for (const value of ['text', 1, null, true, [1, 2], []]) {
      const header = sendBack(await cookie.serialize(value))
      expect((await storage.getSession(header)).size, JSON.stringify(value)).toBe(0)
    }
  })

  it('fits into 4,096 bytes of name and value, which browsers count, or says how long it is', async () => {
    const data = { a: 'x'.repeat(2_000) }
    const commit = (name: string): Promise<string> =>
      createCookieSessionStorage({ cookie: { name, secrets, secure: true } }).commitSession(
        createSession(data),
      )
    const { value } = SetCookie.from(await commit('n'))
    const nameFor = (bytes: number): string => 'n'.repeat(bytes - value.length)

    for (const bytes of [4026, 4095, 4096]) {
      const jar = createCookieJar()
      jar.store('https://example.com/', [await commit(nameFor(bytes))])
      expect(jar.list(), `${bytes} bytes`).toHaveLength(1)
    }
    await expect(commit(nameFor(4097))).rejects.toThrow(
      'Cookie length will exceed browser maximum. Length: 4097',
    )
  })

  it('cannot keep a request in flight from bringing back a session, unlike storages with records', async () => {
    for (const [storage, size] of [
      [createCookieSessionStorage({ cookie: { secrets } }), 2],
      [createMemorySessionStorage({ cookie: { secrets } }), 0],
    ] as const) {
      const login = createSession({ user: 1 })
      const header = sendBack(await storage.commitSession(login))
      const inFlight = await storage.getSession(header)
      await storage.destroySession(await storage.getSession(header))
      inFlight.set('seen', true)
      const sent = sendBack(await storage.commitSession(inFlight))
      expect((await storage.getSession(sent)).size).toBe(size)
    }
  })

  it('cannot take back a copy of the cookie, which is why it has an expiry', async () => {
    const session = createSession({ user: 1 })
    const header = sendBack(await storage.commitSession(session))
    await storage.destroySession(session)
    expect((await storage.getSession(header)).get('user')).toBe(1)
  })
})

describe('createMemorySessionStorage', () => {
  it('gives ids of 32 hex characters', async () => {
    const storage = createMemorySessionStorage({ cookie: { secrets } })
    const session = await storage.getSession()
    await storage.commitSession(session)
    expect(session.id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('forgets sessions that have expired', async () => {
    Date.now = () => 1_000_000
    const storage = createMemorySessionStorage({ cookie: { secrets, maxAge: 60 } })
    const session = createSession()
    const header = sendBack(await storage.commitSession(session))
    Date.now = () => 1_200_000
    await storage.commitSession(createSession())
    Date.now = () => 1_000_001
    expect((await storage.getSession(header)).id).toBe('')
  })
})
