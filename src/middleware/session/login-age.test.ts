import { afterEach, describe, expect, it } from 'vitest'
import { createCookie } from '../../http/cookie/index.ts'
import {
  createRouter,
  type RequestContext,
  type RequestHandler,
} from '../../router/fetch-router/index.ts'
import {
  createCookieSessionStorage,
  createMemorySessionStorage,
  createSessionStorage,
  type SessionStorage,
} from '../../state/session/index.ts'
import { Browser } from './browser.fixture.ts'
import { session, type ContextWithSession, type SessionOptions } from './index.ts'

const secrets = ['a secret of more than 16 bytes']
const { now } = Date

afterEach(() => {
  Date.now = now
})

const handlers: Record<string, RequestHandler<ContextWithSession<RequestContext>>> = {
  '/login': ({ session }) => {
    session.regenerateId({ loginAt: new Date(Date.now()) })
    session.set('user', 'ann')
    return new Response()
  },
  '/elevate': ({ session }) => {
    session.regenerateId({ loginAt: session.loginAt })
    return new Response()
  },
  '/theme': ({ session }) => {
    session.set('theme', 'dark')
    return new Response()
  },
  '/me': ({ session }) => Response.json({ ...session.data, __login__: undefined }),
}

/** A browser whose login lasts 100 seconds at most. The clock begins at 0. */
function open(
  storage: SessionStorage,
  options: SessionOptions = {},
  cookie = createCookie('sid', { secrets, maxAge: 60 }),
): Browser {
  setClock(0)
  const router = createRouter({
    middleware: [session(cookie, storage, { maxLoginAge: 100, ...options })],
  })
  for (const [path, handler] of Object.entries(handlers)) router.map(path, handler)
  return new Browser(router)
}

function setClock(seconds: number): void {
  Date.now = () => 1_000_000_000_000 + seconds * 1000
}

async function me(browser: Browser): Promise<unknown> {
  return (await browser.fetch('/me')).json()
}

describe.each([
  ['cookie', () => createCookieSessionStorage()],
  ['memory', () => createMemorySessionStorage()],
] as const)('maxLoginAge, with a %s storage', (_, createStorage) => {
  it('ends a session that is used all the time (LT-3)', async () => {
    const browser = open(createStorage(), { rolling: true })
    await browser.fetch('/login')
    for (const seconds of [50, 99]) {
      setClock(seconds)
      expect(await me(browser)).toEqual({ user: 'ann' })
    }
    setClock(100)
    expect(await me(browser)).toEqual({})
  })

  it('gives the request a new, empty session, which can log in', async () => {
    const cookie = createCookie('sid', { secrets })
    const browser = open(createStorage(), {}, cookie)
    await browser.fetch('/theme')
    await browser.fetch('/login')
    setClock(101)
    await browser.fetch('/login')
    expect(await me(browser)).toEqual({ user: 'ann' })
    setClock(200)
    expect(await me(browser)).toEqual({ user: 'ann' })
  })

  it('lets persistent cookies expire by then, and gives no date to others', async () => {
    const browser = open(createStorage(), { rolling: true })
    expect((await browser.fetch('/login')).headers.getSetCookie()[0]).toContain('Max-Age=60;')
    setClock(59)
    expect((await browser.fetch('/me')).headers.getSetCookie()[0]).toContain('Max-Age=41;')

    const brief = open(createStorage(), {}, createCookie('sid', { secrets }))
    expect((await brief.fetch('/login')).headers.getSetCookie()[0]).not.toMatch(/Max-Age|Expires/)
  })

  it('counts from the last new id', async () => {
    const browser = open(createStorage(), {}, createCookie('sid', { secrets }))
    await browser.fetch('/login')
    setClock(90)
    await browser.fetch('/elevate')
    setClock(150)
    expect(await me(browser)).toEqual({ user: 'ann' })
  })

  it('leaves a session alone that has never logged in', async () => {
    const browser = open(createStorage(), {}, createCookie('sid', { secrets }))
    await browser.fetch('/theme')
    setClock(1_000_000)
    expect(await me(browser)).toEqual({ theme: 'dark' })
  })
})

describe('maxLoginAge', () => {
  it('lets records expire by then, and deletes an older one', async () => {
    const calls: unknown[] = []
    const records = new Map<string, string>()
    const storage = createSessionStorage({
      createData(data, expires) {
        calls.push(['create', expires])
        records.set('id', JSON.stringify(data))
        return 'id'
      },
      readData: (id) => JSON.parse(records.get(id) ?? 'null') as null,
      updateData: () => true,
      deleteData(id) {
        calls.push(['delete', id])
        return records.delete(id)
      },
    })
    const browser = open(storage, {}, createCookie('sid', { secrets }))
    await browser.fetch('/login')
    expect(calls).toEqual([['create', new Date(Date.now() + 100_000)]])
    setClock(100)
    await browser.fetch('/me')
    await browser.fetch('/me')
    expect(calls.slice(1)).toEqual([['delete', 'id']])
  })

  it('refuses the request if the old record cannot be deleted', async () => {
    const storage = createSessionStorage({
      createData: () => 'id',
      readData: () => ({ user: 'ann', __login__: [1] }),
      updateData: () => true,
      deleteData: () => Promise.reject(new Error('down')),
    })
    const browser = open(storage)
    await browser.fetch('/theme')
    await expect(browser.fetch('/me')).rejects.toThrow('session() cannot read the session: down')
  })

  it('ends a session whose time cannot be read', async () => {
    const storage = createSessionStorage({
      createData: () => 'id',
      readData: () => ({ user: 'ann', __login__: 'yesterday' }),
      updateData: () => true,
      deleteData: () => true,
    })
    const browser = open(storage)
    await browser.fetch('/theme')
    expect(await me(browser)).toEqual({})
  })

  it.each([0, -1, Number.NaN, Infinity, '60', null])('refuses %j', (maxLoginAge) => {
    expect(() =>
      session(createCookie('sid', { secrets }), createMemorySessionStorage(), {
        maxLoginAge: maxLoginAge as number,
      }),
    ).toThrow(
      `session() takes seconds above 0 as \`maxLoginAge\`, not ${String(maxLoginAge)}`.replace(
        'not 60',
        'not "60"',
      ),
    )
  })
})
