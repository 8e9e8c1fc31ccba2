import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  auth,
  Auth,
  createBearerTokenAuthScheme,
  requireAuth,
} from '../../middleware/auth/index.ts'
import { bodyLimit } from '../../middleware/body-limit/index.ts'
import { cop } from '../../middleware/cop/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import { csrf, getCsrfToken } from '../../middleware/csrf/index.ts'
import { etag } from '../../middleware/etag/index.ts'
import {
  addressOf,
  ClientAddress,
  createContextKey,
  createFetchHandler,
  createRouter,
  Nonce,
  RequestId,
  type Middleware,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { adoptRequest, internalsOf, sendInner } from '../../router/fetch-router/shared.ts'
import { createAnonymousRequest, noticesOf, watchRun } from './anonymous-run.ts'
import { copyRequest } from './copy-request.ts'
import { logger } from '../../middleware/logger/index.ts'
import { rateLimit } from '../../middleware/rate-limit/index.ts'
import { requestId } from '../../middleware/request-id/index.ts'
import { text } from '../../http/response/index.ts'
import { secureHeaders } from '../../middleware/secure-headers/index.ts'
import { createMemorySessionStorage, Session } from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { timeout } from '../../middleware/timeout/index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const url = 'https://example.com/page'
const cookie = createCookie('session', { secrets: ['a-secret-of-16-bytes'], secure: true })

/** Runs a handler for no visitor, behind middleware. Everything inside is watched, as in `cache()`. */
async function run(
  handler: (context: RequestContext) => unknown,
  middleware: readonly Middleware<any>[] = [],
  headers: Record<string, string | null> = {},
) {
  const router = createRouter({
    middleware: [async (context, next) => watchRun(internalsOf(context).run, next), ...middleware],
    defaultHandler: async (context) => {
      const value = await handler(context as RequestContext)
      return value instanceof Response ? value : text('ok')
    },
  })
  const request = createAnonymousRequest(url, headers)
  const response = await sendInner(router, request)
  return { response, notices: noticesOf(request) }
}

describe('an anonymous request', () => {
  it('is a GET without headers, except for the given ones', async () => {
    const request = createAnonymousRequest(url, { 'Accept-Language': 'de', 'X-Theme': null })
    expect([request.method, request.url]).toEqual(['GET', url])
    expect([...request.headers]).toEqual([['accept-language', 'de']])
    expect(await request.text()).toBe('')
    await expect(request.formData()).rejects.toThrow('the request has no body')
  })

  it('takes no header that says who sent it', () => {
    for (const name of ['Cookie', 'authorization', 'Proxy-Authorization']) {
      expect(() => createAnonymousRequest(url, { [name]: 'x' })).toThrow(
        `Cannot send ${name} without a visitor`,
      )
      expect(() => createAnonymousRequest(url, { [name]: null })).toThrow(TypeError)
    }
  })

  it('has no notices if nothing personal was read', async () => {
    const { notices } = await run(({ url, method, params }) => [url.href, method, params])
    expect(notices).toEqual([])
    expect(noticesOf(new Request(url))).toEqual([])
  })
})

describe('headers that are read in an anonymous run', () => {
  it('are noticed: credentials by get and has, on the request and on the context', async () => {
    const reads: ((context: RequestContext) => unknown)[] = [
      ({ headers }) => headers.get('Cookie'),
      ({ headers }) => headers.has('cookie'),
      ({ request }) => request.headers.get('COOKIE'),
      ({ request }) => request.headers.has('Cookie'),
      ({ request }) => request.clone().headers.get('Cookie'),
      ({ request }) => copyRequest(request, { url: `${url}?x` }).headers.get('Cookie'),
      ({ request }) => request.clone().clone().headers.has('Cookie'),
    ]
    for (const read of reads) {
      const { notices } = await run((context) => void read(context))
      expect(notices).toEqual(['read the Cookie header'])
    }
    for (const name of ['Authorization', 'Proxy-Authorization']) {
      const { notices } = await run(({ headers }) => headers.get(name))
      expect(notices).toEqual([`read the ${name} header`])
    }
  })

  it('are noticed also in headers that middleware has put on the context', async () => {
    const { notices } = await run((context) => {
      context.headers = new Headers(context.headers)
      context.headers.get('Cookie')
    })
    expect(notices).toEqual(['read the Cookie header'])
  })

  it('give what the request has, which is nothing', async () => {
    const values: unknown[] = []
    await run(({ headers, request }) => {
      values.push(headers.get('Cookie'), headers.has('Cookie'), request.headers.get('User-Agent'))
      values.push(headers.get('X-Given'), request.headers.has('x-given'))
    }, [], { 'X-Given': 'yes' }) // prettier-ignore
    expect(values).toEqual([null, false, null, 'yes', true])
  })

  it('are noticed inside, except for the given ones, conditions and ranges', async () => {
    const { notices } = await run(
      ({ headers, request }) => {
        headers.get('Accept-Language')
        headers.get('X-Missing')
        headers.get('If-None-Match')
        request.headers.get('Range')
        request.headers.get('user-agent')
        headers.has('DNT')
      },
      [],
      { 'accept-language': 'de', 'X-Missing': null },
    )
    expect(notices).toEqual(['read the User-Agent header', 'read the Dnt header'])
  })

  it('are not noticed outside, except for credentials', async () => {
    const read = async (context: RequestContext, next: () => Promise<Response>) => {
      context.headers.get('User-Agent')
      const response = await next()
      context.headers.get('Accept-Encoding')
      return response
    }
    const router = createRouter({
      middleware: [read, async (context, next) => watchRun(internalsOf(context).run, next)],
      defaultHandler: () => text('ok'),
    })
    const request = createAnonymousRequest(url)
    await sendInner(router, request)
    expect(noticesOf(request)).toEqual([])
  })

  it('are not noticed where they are copied', async () => {
    const { notices } = await run(({ headers, request }) => {
      Array.from(headers)
      headers.forEach(() => {})
      void new Headers(request.headers)
    })
    expect(notices).toEqual([])
  })

  it('are noticed in a plain function behind createFetchHandler()', async () => {
    const handler = createFetchHandler((request) => new Response(request.headers.get('Cookie')))
    const request = createAnonymousRequest('https://example.com/%7Euser')
    expect(await (await sendInner(handler, request)).text()).toBe('')
    expect(noticesOf(request)).toEqual(['read the Cookie header'])
  })
})

describe('the session in an anonymous run', () => {
  const uses: Record<string, (session: Session) => unknown> = {
    get: (session) => session.get('user'),
    has: (session) => session.has('user'),
    set: (session) => session.set('user', 1),
    flash: (session) => session.flash('message', 'hi'),
    unset: (session) => session.unset('user'),
    data: (session) => session.data,
    id: (session) => session.id,
    size: (session) => session.size,
    loginAt: (session) => session.loginAt,
    destroy: (session) => session.destroy(),
    regenerateId: (session) => session.regenerateId(),
  }
  for (const [name, use] of Object.entries(uses)) {
    it(`is noticed: ${name}`, async () => {
      const storage = createMemorySessionStorage()
      const { notices, response } = await run(
        (context) => void use(context.get(Session)!),
        [session(cookie, storage)],
      )
      expect(notices).toEqual(['used the session'])
      expect(response.headers.getSetCookie()).toEqual([])
    })
  }

  it('is noticed: getCsrfToken() and getSession()', async () => {
    const storage = createMemorySessionStorage({ cookie })
    const list = [session(storage), csrf()]
    expect((await run((context) => void getCsrfToken(context as never), list)).notices).toEqual([
      'used the session',
    ])
    const shared = await run(
      async ({ request }) => void (await storage.getSession(request)).get('user'),
      list,
    )
    expect(shared.notices).toEqual(['used the session'])
    const alone = await run(async ({ request }) => void (await storage.getSession(request)))
    expect(alone.notices).toEqual(['read the Cookie header'])
  })

  it('is not noticed if only middleware of the framework sees it', async () => {
    const storage = createMemorySessionStorage()
    const { notices } = await run(() => {}, [session(cookie, storage, { rolling: true }), csrf()])
    expect(notices).toEqual([])
  })

  it('is not noticed after session() has ended, and cannot be changed any more', async () => {
    const storage = createMemorySessionStorage()
    let late: Session | undefined
    const { notices } = await run(
      (context) => void (late = context.get(Session)),
      [session(cookie, storage)],
    )
    expect(late!.get('user')).toBe(undefined)
    expect(() => late!.set('user', 1)).toThrow('it was already committed')
    expect(notices).toEqual([])
  })

  it('is not saved', async () => {
    const storage = createMemorySessionStorage()
    const save = vi.spyOn(storage, 'save')
    await run((context) => void context.get(Session)!.set('user', 1), [session(cookie, storage)])
    expect(save.mock.calls).toHaveLength(0)
  })
})

describe('auth() in an anonymous run', () => {
  const verify = vi.fn(() => ({ name: 'Ada' }))
  const list = [auth({ schemes: [createBearerTokenAuthScheme({ verify })] })]

  it('asks no scheme, and notices who reads the state', async () => {
    const notice = ['read who is logged in']
    expect((await run((context) => void context.get(Auth)!.ok, list)).notices).toEqual(notice)
    const identity = (context: RequestContext) =>
      (context.get(Auth) as { identity?: unknown }).identity
    expect((await run((context) => void identity(context), list)).notices).toEqual(notice)
    expect((await run(() => {}, list)).notices).toEqual([])
    expect(verify.mock.calls).toHaveLength(0)
  })

  it('lets a guard refuse the run', async () => {
    const { response, notices } = await run(() => text('secret'), [...list, requireAuth()])
    expect([response.status, notices]).toEqual([401, ['read who is logged in']])
  })
})

describe('the address of the client in an anonymous run', () => {
  it('is not known, and reading it is noticed', async () => {
    const addresses: unknown[] = []
    const { notices } = await run((context) => void addresses.push(addressOf(context)))
    expect([addresses, notices]).toEqual([[undefined], ['read the address of the client']])
  })

  it('is left out of the values that the runtime provides, and all others are passed on', async () => {
    const Env = createContextKey<string>()
    const seen: unknown[] = []
    const router = createRouter()
    router.get('/page', async (context) => {
      seen.push([context.get(Env), context.get(ClientAddress), addressOf(context)])
      if (context.url.search !== '') return text('inner')

      const request = createAnonymousRequest(`${url}?inner`)
      const response = await sendInner(context.router as never, request, { outer: context })
      seen.push(noticesOf(request))
      return response
    })
    const handle = createFetchHandler(router, {
      provide(context, env: string, address: string) {
        context.set(Env, env, { shared: true })
        context.set(ClientAddress, address)
      },
    })
    expect(await (await handle(new Request(url), 'env', '192.0.2.1')).text()).toBe('inner')
    expect(seen).toEqual([
      ['env', '192.0.2.1', '192.0.2.1'],
      ['env', '', undefined],
      ['read the address of the client'],
    ])
  })
})

describe('a nonce and a cookie in an anonymous run', () => {
  it('are noticed', async () => {
    expect((await run((context) => context.set(Nonce, 'abc'))).notices).toEqual(['used a nonce'])
    const { notices } = await run(() => text('ok', { headers: { 'Set-Cookie': 'a=b' } }))
    expect(notices).toEqual(['set a cookie'])
  })
})

describe('middleware in an anonymous run', () => {
  it('sets a nonce and a request id that are not sent, writes no line and counts nothing', async () => {
    const log = vi.fn()
    const keys = vi.fn(() => 'all')
    const seen: unknown[] = []
    const { notices, response } = await run(
      (context) => void seen.push(context.has(RequestId) && typeof context.get(RequestId)),
      [
        requestId(),
        logger({ log }),
        logger({ log, format: 'json' }),
        secureHeaders({ nonce: true }),
        rateLimit({ limit: 1, window: 60 }),
        rateLimit({ limit: 1, window: 60, name: 'all', key: keys }),
      ],
    )
    expect(seen).toEqual(['string'])
    expect([log.mock.calls, keys.mock.calls]).toEqual([[], []])
    expect(notices).toEqual([])
    expect([response.headers.has('X-Request-Id'), response.headers.has('RateLimit')]).toEqual([
      false,
      false,
    ])
    expect(response.headers.get('Content-Security-Policy')).not.toContain('nonce')
  })

  it('lets a handler read the nonce, which is noticed', async () => {
    const seen: unknown[] = []
    const { notices, response } = await run(
      (context) => void seen.push(typeof context.get(Nonce)),
      [secureHeaders({ nonce: true })],
    )
    expect([seen, notices]).toEqual([['string'], ['used a nonce']])
    expect(response.headers.get('Content-Security-Policy')).not.toContain('nonce')
  })

  it('reads nothing that is noticed, in the recommended order', async () => {
    const { notices } = await run(() => {}, [
      requestId({ trust: true }),
      secureHeaders(),
      bodyLimit(1000),
      rateLimit({ limit: 1, window: 60 }),
      timeout(1000),
      etag(),
      session(cookie, createMemorySessionStorage()),
      auth({ schemes: [createBearerTokenAuthScheme({ verify: () => ({}) })] }),
      cop(),
      formData(),
      csrf(),
    ])
    expect(notices).toEqual([])
  })
})

describe('sendInner', () => {
  it('sends a request of a client with an address', async () => {
    const router = createRouter()
    router.get('/page', (context) => text(addressOf(context) ?? 'unknown'))
    const send = (address?: string) =>
      sendInner(router, adoptRequest(new Request(url)), { address })
    expect(await (await send('192.0.2.7')).text()).toBe('192.0.2.7')
    expect(await (await send()).text()).toBe('unknown')
  })

  it('refuses a request that it does not know', async () => {
    await expect(sendInner(() => new Response(), new Request(url))).rejects.toThrow(
      'Cannot send this request inside the process',
    )
  })
})
