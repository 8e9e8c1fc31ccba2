import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCookie } from '../../http/cookie/index.ts'
import {
  createFetchHandler,
  createRouter,
  type Middleware,
  type RequestContext,
  type RequestHandler,
} from '../../router/fetch-router/index.ts'
import { createIncoming } from '../../router/fetch-router/incoming.fixture.ts'
import { handleIncoming, type IncomingHandler } from '../../internal/exchange/incoming.ts'
import { copyRequest } from '../../internal/exchange/copy-request.ts'
import { logger } from '../logger/index.ts'
import { text } from '../../http/response/index.ts'
import {
  createCookieSessionStorage,
  createMemorySessionStorage,
  createSession,
  createSessionStorage,
  type SessionStorage,
} from '../../state/session/index.ts'
import { Browser } from './browser.fixture.ts'
import { session, Session, type ContextWithSession, type SessionOptions } from './index.ts'

const secrets = ['a secret of more than 16 bytes']
const cookie = createCookie('sid', { secrets })

type Handler = RequestHandler<ContextWithSession<RequestContext>>

const { warn } = console
let warnings: string[]

beforeEach(() => {
  warnings = []
  console.warn = (message) => void warnings.push(String(message))
})

afterEach(() => {
  console.warn = warn
})

/** A browser in front of a router with one handler per path. */
function open(
  routes: Record<string, Handler>,
  storage: SessionStorage = createMemorySessionStorage({ cookie }),
  options?: SessionOptions,
): Browser {
  const router = createRouter({ middleware: [session(cookie, storage, options)] })
  for (const [path, handler] of Object.entries(routes)) router.map(path, handler)
  return new Browser(router)
}

const count: Handler = ({ session }) => {
  const visits = Number(session.get('visits') ?? 0) + 1
  session.set('visits', visits)
  return new Response(String(visits))
}
const read: Handler = ({ session }) => Response.json({ ...session.data })

describe.each([
  ['cookie', () => createCookieSessionStorage()],
  ['memory', () => createMemorySessionStorage()],
] as const)('session with a %s storage', (kind, createStorage) => {
  it('keeps what was set for the next request', async () => {
    const browser = open({ '/': count }, createStorage())
    expect(await browser.text('/')).toBe('1')
    expect(await browser.text('/')).toBe('2')
    expect(await browser.text('/')).toBe('3')
  })

  it('keeps visitors apart', async () => {
    const storage = createStorage()
    const router = createRouter({ middleware: [session(cookie, storage)] })
    router.get('/', count)
    const [ann, ben] = [new Browser(router), new Browser(router)]
    await ann.fetch('/')
    await ann.fetch('/')
    expect(await ben.text('/')).toBe('1')
    expect(await ann.text('/')).toBe('3')
  })

  it('sets no cookie when nothing was changed', async () => {
    const browser = open({ '/': read, '/count': count }, createStorage())
    expect((await browser.fetch('/')).headers.getSetCookie()).toEqual([])
    await browser.fetch('/count')
    expect((await browser.fetch('/')).headers.getSetCookie()).toEqual([])
  })

  it('sets one signed HttpOnly cookie when something was', async () => {
    const response = await open({ '/': count }, createStorage()).fetch('/')
    const [header, ...others] = response.headers.getSetCookie()
    expect(header).toMatch(/^sid=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(others).toEqual([])
  })

  it('shows a flash message once, behind a redirect', async () => {
    const browser = open(
      {
        '/login': ({ session }) => {
          session.flash('error', 'Wrong password')
          return new Response(null, { status: 303, headers: { Location: '/form' } })
        },
        '/form': ({ session }) => new Response(String(session.get('error'))),
      },
      createStorage(),
    )
    await browser.fetch('/login')
    expect(await browser.text('/form')).toBe('Wrong password')
    expect(await browser.text('/form')).toBe('undefined')
  })

  it('logs in under a new id and out again', async () => {
    const browser = open(
      {
        '/basket': ({ session }) => {
          session.set('basket', 'book')
          return new Response()
        },
        '/login': ({ session }) => {
          session.regenerateId()
          session.set('userId', 'ann')
          return new Response()
        },
        '/logout': ({ session }) => {
          session.destroy()
          return new Response()
        },
        '/me': ({ session }) =>
          new Response(`${String(session.get('userId'))} ${String(session.get('basket'))}`),
      },
      createStorage(),
    )
    await browser.fetch('/basket')
    const before = browser.cookies.get('sid')!
    await browser.fetch('/login')
    const after = browser.cookies.get('sid')!
    expect(after).not.toBe(before)
    expect(await browser.text('/me')).toBe('ann book')

    // An attacker who knew the session before the login has no session after it.
    browser.cookies.set('sid', before)
    expect(await browser.text('/me')).not.toContain('ann')

    browser.cookies.set('sid', after)
    const goodbye = await browser.fetch('/logout')
    expect(goodbye.headers.getSetCookie()).toEqual([
      'sid=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    ])
    expect(browser.cookies.has('sid')).toBe(false)
    expect(await browser.text('/me')).toBe('undefined undefined')

    if (kind === 'memory') {
      browser.cookies.set('sid', after)
      expect(await browser.text('/me')).toBe('undefined undefined')
    }
  })

  it('gives a new session to a client whose cookie has an invalid signature', async () => {
    const browser = open({ '/': count }, createStorage())
    await browser.fetch('/')
    const sent = browser.cookies.get('sid')!
    const forged = [
      `${sent}x`,
      sent.slice(0, -1),
      sent.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      encodeURIComponent(btoa('{"visits":99}')),
      encodeURIComponent(btoa('"00000000000000000000000000000000"')),
      '',
      '%',
      '__proto__',
    ]
    for (const value of forged) {
      browser.cookies.set('sid', value)
      expect(`${value}: ${await browser.text('/')}`).toBe(`${value}: 1`)
    }
  })

  it('takes __proto__ and constructor as names like any other', async () => {
    const browser = open(
      {
        '/set': ({ session }) => {
          expect(session.get('__proto__')).toBe(undefined)
          expect(session.get('constructor')).toBe(undefined)
          session.set('__proto__', { polluted: true })
          session.set('constructor', 'Ann')
          session.flash('toString', 'once')
          return new Response()
        },
        '/get': ({ session }) =>
          Response.json([
            session.get('__proto__'),
            session.get('constructor'),
            session.get('toString'),
            session.size,
          ]),
      },
      createStorage(),
    )
    browser.cookies.set('__proto__', 'x')
    browser.cookies.set('constructor', 'x')
    await browser.fetch('/set')
    expect(await (await browser.fetch('/get')).json()).toEqual([
      { polluted: true },
      'Ann',
      'once',
      2,
    ])
    expect('polluted' in {}).toBe(false)
  })
})

describe('session', () => {
  it('puts the session on the context under its class and as a property', async () => {
    const browser = open({
      '/': (context) => new Response(String(context.get(Session) === context.session)),
    })
    expect(await browser.text('/')).toBe('true')
  })

  it('uses the cookie of the storage by default', async () => {
    const storage = createMemorySessionStorage({ cookie: { name: 'own', secrets } })
    const router = createRouter({ middleware: [session(storage)] })
    router.get('/', count)
    const browser = new Browser(router)
    await browser.fetch('/')
    expect(Array.from(browser.cookies.keys())).toEqual(['own'])
    expect(await browser.text('/')).toBe('2')
  })

  it('refuses a cookie that is not signed', () => {
    const unsigned = createCookie('sid')
    const storage = createMemorySessionStorage()
    expect(() => session(unsigned, storage)).toThrow('Session cookie must be signed')
    const own = createMemorySessionStorage({ cookie: unsigned })
    expect(() => session(own)).toThrow('Session cookie must be signed')
    expect(() => session(unsigned, storage, { allowUnsigned: false })).toThrow('must be signed')
    expect(() => session(unsigned, storage, { allowUnsinged: true } as object)).toThrow(
      'session() has no option "allowUnsinged". Its options are allowUnsigned, rolling, maxLoginAge.',
    )
  })

  it('accepts an unsigned cookie with allowUnsigned', async () => {
    const unsigned = createCookie('sid')
    for (const middleware of [
      session(unsigned, createMemorySessionStorage(), { allowUnsigned: true }),
      session(createMemorySessionStorage({ cookie: unsigned }), { allowUnsigned: true }),
    ]) {
      const router = createRouter({ middleware: [middleware] })
      router.get('/', count)
      const browser = new Browser(router)
      await browser.fetch('/')
      expect(await browser.text('/')).toBe('2')
    }
  })

  it('refuses to be without a cookie or a storage', () => {
    expect(() => session(createMemorySessionStorage())).toThrow('session() needs a cookie')
    expect(() => session(cookie, undefined as never)).toThrow('session() takes a storage')
    expect(() => session(undefined as never, createMemorySessionStorage())).toThrow(TypeError)
    expect(() => session({} as never)).toThrow(TypeError)
  })

  it('refuses a storage before the cookie', () => {
    const storage = createCookieSessionStorage({ cookie })
    expect(() => session(storage, cookie as never)).toThrow('call session(cookie, storage)')
    expect(() => session(createCookieSessionStorage(), cookie as never)).toThrow(TypeError)
  })

  it('warns about a cookie that scripts can read, and leaves it so', async () => {
    const readable = createCookie('readable', { secrets, httpOnly: false })
    const router = createRouter({
      middleware: [session(readable, createMemorySessionStorage())],
    })
    router.get('/', count)
    expect(warnings).toEqual([expect.stringContaining('"readable" has `httpOnly: false`')])
    const response = await new Browser(router).fetch('/')
    expect(response.headers.getSetCookie()[0]).not.toContain('HttpOnly')
  })

  it('does not warn about a storage without a cookie', async () => {
    await open({ '/': count }, createCookieSessionStorage()).fetch('/')
    expect(warnings).toEqual([])
  })

  it('refuses a second installation on the same context', async () => {
    const storage = createMemorySessionStorage()
    const router = createRouter({ middleware: [session(cookie, storage)] })
    router.get('/', { middleware: [session(cookie, storage)], handler: () => new Response() })
    await expect(router.fetch('https://example.com/')).rejects.toThrow(
      'Existing session found, refusing to overwrite',
    )
  })

  it('refuses to save a session that other code has set', async () => {
    const browser = open({
      '/': (context) => {
        context.set(Session, createSession({ userId: 'mallory' }))
        return new Response()
      },
    })
    await expect(browser.fetch('/')).rejects.toThrow(
      'Cannot save session that was initialized by another middleware/handler',
    )
  })

  it('saves nothing when an error is thrown', async () => {
    const browser = open({
      '/': count,
      '/fail': ({ session }) => {
        session.set('visits', 100)
        throw new Error('no')
      },
    })
    await browser.fetch('/')
    await expect(browser.fetch('/fail')).rejects.toThrow('no')
    expect(await browser.text('/')).toBe('2')
  })

  it('saves nothing for a client that has left', async () => {
    const controller = new AbortController()
    const browser = open({
      '/': count,
      '/slow': ({ session }) => {
        session.set('visits', 100)
        controller.abort()
        return new Response()
      },
    })
    await browser.fetch('/')
    await expect(browser.fetch('/slow', { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(await browser.text('/')).toBe('2')
  })

  it('runs for a URL that no route matches', async () => {
    const loaded: boolean[] = []
    const look: Middleware = (context, next) => {
      loaded.push(context.has(Session))
      return next()
    }
    const router = createRouter({
      middleware: [session(cookie, createMemorySessionStorage()), look],
    })
    expect((await router.fetch('https://example.com/nowhere')).status).toBe(404)
    expect(loaded).toEqual([true])
  })

  it('tells the storage when the cookie ends', async () => {
    const ends: (Date | undefined)[] = []
    const storage = createSessionStorage({
      createData: (_data, expires) => {
        ends.push(expires)
        return 'id'
      },
      readData: () => null,
      updateData: () => true,
      deleteData: () => true,
    })
    const lasting = createCookie('sid', { secrets, maxAge: 60 })
    const router = createRouter({ middleware: [session(lasting, storage)] })
    router.get('/', count)
    const before = Date.now()
    const response = await router.fetch('https://example.com/')
    expect(response.headers.getSetCookie()[0]).toContain('Max-Age=60')
    const end = Number(ends[0])
    expect(end >= before + 60_000 && end <= Date.now() + 60_000).toBe(true)
  })

  it('refuses what a browser would drop because it is too long', async () => {
    const browser = open(
      {
        '/': ({ session }) => {
          session.set('text', 'x'.repeat(5000))
          return new Response()
        },
      },
      createCookieSessionStorage(),
    )
    await expect(browser.fetch('/')).rejects.toThrow('Cookie length will exceed browser maximum')
  })

  it('does not undo a logout that happened while the request was in flight', async () => {
    let logOut!: () => Promise<unknown>
    const browser = open({
      '/': count,
      '/logout': ({ session }) => {
        session.destroy()
        return new Response()
      },
      '/slow': async ({ session }) => {
        await logOut()
        session.set('visits', 100)
        return new Response()
      },
    })
    await browser.fetch('/')
    const stolen = browser.cookies.get('sid')!
    logOut = () => browser.fetch('/logout')

    const response = await browser.fetch('/slow')
    expect(response.headers.getSetCookie()[0]).toContain('sid=; Max-Age=0; Path=/')
    browser.cookies.set('sid', stolen)
    expect(await browser.text('/')).toBe('1')
  })
})

describe('the response of session()', () => {
  it('is a copy where the original cannot be edited', async () => {
    const browser = open({
      '/': ({ session }) => {
        session.set('a', 1)
        return Response.redirect('https://example.com/next', 303) // Its headers are immutable.
      },
    })
    const response = await browser.fetch('/')
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('https://example.com/next')
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })

  it.each([
    ['native', () => new Response('hello', { status: 201, statusText: 'Made' })],
    ['light', () => text('hello', { status: 201, statusText: 'Made' })],
  ] as const)('does not add a cookie to a shared %s response object', async (_, create) => {
    const shared = create()
    const browser = open({
      '/': ({ session }) => {
        session.set('a', Math.random())
        return shared
      },
    })
    const response = await browser.fetch('/')
    expect(response.status).toBe(201)
    expect(response.statusText).toBe('Made')
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(shared.headers.getSetCookie()).toEqual([])
    expect(await response.text()).toBe('hello')
  })

  it('keeps its other cookies', async () => {
    const browser = open({
      '/': ({ session }) => {
        session.set('a', 1)
        const response = new Response()
        response.headers.append('Set-Cookie', 'theme=dark')
        response.headers.append('Set-Cookie', 'sid2=other')
        return response
      },
    })
    const [theme, other, own] = (await browser.fetch('/')).headers.getSetCookie()
    expect([theme, other]).toEqual(['theme=dark', 'sid2=other'])
    expect(own).toMatch(/^sid=/)
  })

  it('is kept from caches when it sets the cookie and states no policy', async () => {
    const browser = open({
      '/': ({ session, url }) => {
        if (url.searchParams.has('change')) session.set('a', Math.random())
        const policy = url.searchParams.get('policy')
        return new Response(null, policy ? { headers: { 'Cache-Control': policy } } : {})
      },
    })
    const policyOf = async (path: string) =>
      (await browser.fetch(path)).headers.get('Cache-Control')
    expect(await policyOf('/')).toBe(null)
    expect(await policyOf('/?change')).toBe('private, no-store')
    expect(await policyOf('/?change&policy=no-cache')).toBe('no-cache, private')
    expect(await policyOf('/?policy=public')).toBe('public')
  })

  it('is private when it sets the cookie and states a public policy, which is reported once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const browser = open({
      '/': ({ session, url }) => {
        session.set('a', Math.random())
        return text('', { headers: { 'Cache-Control': url.searchParams.get('policy')! } })
      },
    })
    for (const [stated, sent] of [
      ['public, max-age=9', 'max-age=9, private'],
      ['public, max-age=9', 'max-age=9, private'],
      ['s-maxage=9', 'private, max-age=0, must-revalidate'],
    ]) {
      const response = await browser.fetch(`/?policy=${stated}`)
      expect(response.headers.get('Cache-Control')).toBe(sent)
    }
    expect(warn.mock.calls.map(([message]) => /instead of ".*?"/.exec(message)?.[0])).toEqual([
      'instead of "public, max-age=9"',
      'instead of "s-maxage=9"',
    ])
    warn.mockRestore()
  })

  it('streams on, and a change that comes too late throws in the stream', async () => {
    let late: unknown
    const browser = open({
      '/': ({ session }) => {
        session.set('a', 1)
        let sent = false
        return new Response(
          new ReadableStream(
            {
              pull(controller) {
                if (sent) {
                  try {
                    session.set('a', 2)
                  } catch (error) {
                    late = error
                  }
                  controller.close()
                } else {
                  controller.enqueue(new TextEncoder().encode('streamed'))
                  sent = true
                }
              },
            },
            { highWaterMark: 0 },
          ),
        )
      },
      '/get': read,
    })
    expect(await browser.text('/')).toBe('streamed')
    expect(String(late)).toContain(
      'Cannot change the session: it was already committed for this request',
    )
    expect(await (await browser.fetch('/get')).json()).toEqual({ a: 1 })
  })

  it('is cancelled when the session cannot be saved', async () => {
    const storage = createMemorySessionStorage()
    storage.save = async () => {
      throw new Error('the storage is down')
    }
    const cancelled: unknown[] = []
    const browser = open(
      {
        '/': ({ session }) => {
          session.set('a', 1)
          return new Response(
            new ReadableStream({ cancel: (reason) => void cancelled.push(reason) }),
          )
        },
      },
      storage,
    )
    await expect(browser.fetch('/')).rejects.toThrow('the storage is down')
    expect(cancelled).toEqual([
      expect.objectContaining({ cause: new Error('the storage is down') }),
    ])
  })
})

describe('a storage that cannot be read', () => {
  it('is a 503 with Retry-After, and the error is reported with its cause', async () => {
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:6379.')
    const storage = createMemorySessionStorage()
    storage.read = () => Promise.reject(cause)
    const router = createRouter({ middleware: [session(cookie, storage)] })
    router.get('/', () => text('hello'))
    const errors: unknown[] = []
    const handler = createFetchHandler(router, { onError: (error) => void errors.push(error) })
    const response = await handler(new Request('https://example.com/'))
    expect([response.status, await response.text()]).toEqual([503, 'Service Unavailable'])
    expect(response.headers.get('Retry-After')).toBe('5')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(errors).toEqual([
      expect.objectContaining({
        message:
          'session() cannot read the session: connect ECONNREFUSED 127.0.0.1:6379. Check the storage of sessions.',
        cause,
      }),
    ])
  })

  it('is logged and observed as a 503', async () => {
    const storage = createMemorySessionStorage()
    storage.read = () => Promise.reject(new Error('down'))
    const lines: string[] = []
    const ends: unknown[] = []
    const router = createRouter({
      middleware: [
        logger({ format: 'json', log: (line) => void lines.push(line) }),
        session(cookie, storage),
      ],
      observe: [
        {
          event(event) {
            if (event.type === 'request' && event.phase === 'end') ends.push(event.status)
          },
        },
      ],
    })
    const handler = createFetchHandler(router, { onError() {} })
    await handler(new Request('https://example.com/'))
    expect(JSON.parse(lines[0]!)).toMatchObject({ status: 503, level: 'error' })
    expect(ends).toEqual([503])
  })

  it('is a 503 when the session of a GET cannot be saved, and a 500 after a POST, because its handler has already run', async () => {
    const storage = createMemorySessionStorage()
    storage.save = () => Promise.reject(new Error('down'))
    const router = createRouter({ middleware: [session(cookie, storage)] })
    router.get('/', () => text('hello'))
    router.post('/', () => text('done'))
    const handler = createFetchHandler(router, { onError() {} })
    expect((await handler(new Request('https://example.com/'))).status).toBe(503)
    const post = new Request('https://example.com/', { method: 'POST' })
    expect((await handler(post)).status).toBe(500)
  })
})

describe('a session after its commit', () => {
  it('is closed: changes throw, reads work', async () => {
    let held!: Session
    const browser = open({
      '/': ({ session }) => {
        session.set('a', 1)
        session.flash('b', 2)
        held = session
        return new Response()
      },
    })
    await browser.fetch('/')

    const closed = 'Cannot change the session: it was already committed for this request'
    expect(() => held.set('a', 2)).toThrow(closed)
    expect(() => held.flash('a', 2)).toThrow(closed)
    expect(() => held.unset('a')).toThrow(closed)
    expect(() => held.destroy()).toThrow(closed)
    expect(() => held.regenerateId()).toThrow(closed)
    expect(() => held.get('b')).toThrow(closed)
    expect(held.get('a')).toBe(1)
    expect(held.has('b')).toBe(true)
  })

  it('is closed too when there was nothing to save', async () => {
    let held!: Session
    const browser = open({
      '/': ({ session }) => {
        held = session
        return new Response()
      },
    })
    await browser.fetch('/')
    expect(() => held.set('a', 1)).toThrow('already committed')
  })

  it('stays open after a commit of the app', async () => {
    const storage = createMemorySessionStorage({ cookie })
    const browser = open(
      {
        '/': async ({ session }) => {
          session.set('a', 1)
          await storage.commitSession(session)
          session.set('a', 2)
          return new Response()
        },
        '/get': read,
      },
      storage,
    )
    await browser.fetch('/')
    expect(await (await browser.fetch('/get')).json()).toEqual({ a: 2 })
  })
})

describe('a commit of the app itself', () => {
  const storage = createMemorySessionStorage({ cookie })
  const respond = (...cookies: string[]) => {
    const response = new Response()
    for (const header of cookies) response.headers.append('Set-Cookie', header)
    return response
  }

  it('is the only one, with the attributes that the app gave it', async () => {
    const browser = open(
      {
        '/': async ({ session }) => {
          session.set('a', 1)
          return respond(await storage.commitSession(session, { maxAge: 99 }))
        },
        '/get': read,
      },
      storage,
    )
    const response = await browser.fetch('/')
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=99')])
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(await (await browser.fetch('/get')).json()).toEqual({ a: 1 })
  })

  it('is replaced when the session was changed after it', async () => {
    for (const kind of [storage, createCookieSessionStorage({ cookie })]) {
      const browser = open(
        {
          '/': async ({ session }) => {
            session.set('a', 1)
            const committed = await kind.commitSession(session, { maxAge: 99 })
            session.set('a', 2)
            return respond('theme=dark', committed)
          },
          '/get': read,
        },
        kind,
      )
      const cookies = (await browser.fetch('/')).headers.getSetCookie()
      expect(cookies).toHaveLength(2)
      expect(cookies[1]).not.toContain('Max-Age')
      expect(await (await browser.fetch('/get')).json()).toEqual({ a: 2 })
    }
  })

  it('is sent by the middleware when the app does not send it', async () => {
    for (const kind of [storage, createCookieSessionStorage({ cookie })]) {
      const browser = open(
        {
          '/': async ({ session }) => {
            session.set('a', 1)
            await kind.commitSession(session)
            return new Response()
          },
          '/get': read,
        },
        kind,
      )
      expect((await browser.fetch('/')).headers.getSetCookie()).toHaveLength(1)
      expect(await (await browser.fetch('/get')).json()).toEqual({ a: 1 })
    }
  })

  it('becomes one when there are several', async () => {
    const kind = createCookieSessionStorage({ cookie })
    const browser = open(
      {
        '/': async ({ session }) => {
          session.set('a', 1)
          const first = await kind.commitSession(session)
          session.set('a', 2)
          return respond(await kind.commitSession(session), first)
        },
        '/get': read,
      },
      kind,
    )
    expect((await browser.fetch('/')).headers.getSetCookie()).toHaveLength(1)
    expect(await (await browser.fetch('/get')).json()).toEqual({ a: 2 })
  })

  it('does not outlive the end of the session', async () => {
    for (const kind of [storage, createCookieSessionStorage({ cookie })]) {
      const browser = open(
        {
          '/': async ({ session }) => {
            session.set('a', 1)
            const committed = await kind.commitSession(session)
            await kind.destroySession(session)
            return respond(committed)
          },
        },
        kind,
      )
      const cookies = (await browser.fetch('/')).headers.getSetCookie()
      expect(cookies).toEqual([expect.stringContaining('sid=; Max-Age=0; Path=/')])
    }
  })

  it('ends the cookie with destroySession(), sent or not', async () => {
    for (const sends of [true, false]) {
      const browser = open(
        {
          '/': count,
          '/logout': async ({ session }) => {
            const ended = await storage.destroySession(session)
            return sends ? respond(ended) : new Response()
          },
        },
        storage,
      )
      await browser.fetch('/')
      const cookies = (await browser.fetch('/logout')).headers.getSetCookie()
      expect(cookies).toEqual([expect.stringContaining('sid=; Max-Age=0; Path=/')])
    }
  })
})

describe('session with rolling', () => {
  const lasting = createCookie('sid', { secrets, maxAge: 60 })
  const openRolling = (rolling: boolean, storage: SessionStorage) => {
    const router = createRouter({ middleware: [session(lasting, storage, { rolling })] })
    router.get('/', read)
    router.get('/count', count)
    return new Browser(router)
  }

  it('renews a session that was only read', async () => {
    for (const storage of [createMemorySessionStorage(), createCookieSessionStorage()]) {
      const browser = openRolling(true, storage)
      await browser.fetch('/count')
      const response = await browser.fetch('/')
      expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=60')])
      expect(await (await browser.fetch('/')).json()).toEqual({ visits: 1 })
    }
  })

  it('creates no session for a visitor without one', async () => {
    const browser = openRolling(true, createMemorySessionStorage())
    expect((await browser.fetch('/')).headers.getSetCookie()).toEqual([])
  })

  it('is off by default', async () => {
    const browser = openRolling(false, createMemorySessionStorage())
    await browser.fetch('/count')
    expect((await browser.fetch('/')).headers.getSetCookie()).toEqual([])
  })
})

describe('getSession of the same storage', () => {
  it('gives the very session for the request and the context', async () => {
    const storage = createMemorySessionStorage({ cookie })
    const same: boolean[] = []
    const browser = open(
      {
        '/': async (context) => {
          same.push((await storage.getSession(context.request)) === context.session)
          same.push((await storage.getSession(context)) === context.session)
          same.push((await storage.getSession(context.headers.get('Cookie'))) === context.session)
          return new Response()
        },
      },
      storage,
    )
    await browser.fetch('/')
    expect(same).toEqual([true, true, false])
  })

  it('lets handlers that know nothing of the middleware change it, with one commit', async () => {
    let writes = 0
    const storage = createMemorySessionStorage({ cookie })
    const { save } = storage
    storage.save = (...args) => {
      writes++
      return save(...args)
    }
    const browser = open(
      {
        '/': async ({ request }) => {
          const loaders = ['a', 'b', 'c'].map(async (name) =>
            (await storage.getSession(request)).set(name, name),
          )
          await Promise.all(loaders)
          return new Response()
        },
        '/get': read,
      },
      storage,
    )
    expect((await browser.fetch('/')).headers.getSetCookie()).toHaveLength(1)
    expect(writes).toBe(1)
    expect(await (await browser.fetch('/get')).json()).toEqual({ a: 'a', b: 'b', c: 'c' })
  })

  it('gives it for a Request that is created later, and session() creates none', async () => {
    const storage = createMemorySessionStorage({ cookie })
    const router = createRouter({ middleware: [session(cookie, storage)] })
    router.get('/plain', count)
    router.get('/request', async (context) => {
      const found = await storage.getSession(context.request)
      return new Response(String(found === context.session))
    })
    const { [handleIncoming]: respond } = router as unknown as IncomingHandler

    const plain = createIncoming('https://example.com/plain')
    expect(await (await respond(plain)).text()).toBe('1')
    expect(plain.created).toBe(0)

    const touched = createIncoming('https://example.com/request')
    expect(await (await respond(touched)).text()).toBe('true')
    expect(touched.created).toBe(1)
  })

  it('gives it for a copy of the request, once it is known whose copy it is', async () => {
    const storage = createMemorySessionStorage({ cookie })
    const same: boolean[] = []
    const browser = open(
      {
        '/': async (context) => {
          const copies = [new Request(context.request), copyRequest(context.request, {})]
          for (const copy of copies) {
            same.push((await storage.getSession(copy)) === context.session)
          }
          return new Response()
        },
      },
      storage,
    )
    await browser.fetch('/')
    expect(same).toEqual([false, true])
  })

  it('keeps the sessions of two storages apart, even on one Request', async () => {
    const [outer, inner] = [
      createMemorySessionStorage({ cookie: { name: 'outer', secrets } }),
      createMemorySessionStorage({ cookie: { name: 'inner', secrets } }),
    ]
    const app = createRouter({ middleware: [session(inner)] })
    app.get('/', async (context) => {
      const { request } = context
      return Response.json([
        (await inner.getSession(request)) === context.session,
        (await outer.getSession(request)) === context.session,
      ])
    })
    const router = createRouter({ middleware: [session(outer)] })
    router.get('/', async (context) => {
      const response = await app.fetch(context.request)
      const isOurs = (await outer.getSession(context.request)) === context.session
      return Response.json([...((await response.json()) as boolean[]), isOurs])
    })
    const response = await router.fetch('https://example.com/')
    expect(await response.json()).toEqual([true, false, true])
  })
})
