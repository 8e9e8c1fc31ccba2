import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCookie } from '../../http/cookie/index.ts'
import {
  createFetchHandler,
  createRouter,
  RequestContext,
  type Middleware,
} from '../../router/fetch-router/index.ts'
import { text } from '../../http/response/index.ts'
import {
  createCookieSessionStorage,
  createMemorySessionStorage,
  Session,
} from '../../state/session/index.ts'
import { Browser } from '../session/browser.fixture.ts'
import { session } from '../session/index.ts'
import {
  auth,
  Auth,
  createAPIAuthScheme,
  createBasicAuthScheme,
  createBearerTokenAuthScheme,
  createSessionAuthScheme,
  requireAuth,
  type AuthScheme,
  type AuthState,
  type RequireAuthOptions,
} from './index.ts'

interface User {
  readonly name: string
}

const ann: User = { name: 'Ann' }
const url = 'https://example.com/'

const bearer = createBearerTokenAuthScheme({ verify: (token) => (token === 'good' ? ann : null) })
const apiKey = createAPIAuthScheme({ verify: async (key) => (key === 'good' ? ann : null) })

/** The state that a handler sees. */
async function stateOf(schemes: AuthScheme[], headers: HeadersInit = {}): Promise<unknown> {
  const router = createRouter({ middleware: [auth({ schemes })] })
  router.get('/', (context) => Response.json(context.get(Auth)))
  return (await router.fetch(url, { headers })).json()
}

function scheme(authenticate: AuthScheme['authenticate'], name = 'custom'): AuthScheme {
  return { name, authenticate }
}

const refused = (method: string, more = {}) => ({
  ok: false,
  error: { method, code: 'invalid_credentials', message: 'Invalid credentials', ...more },
})

describe('auth', () => {
  it('says who sends the request, and which scheme found out', async () => {
    const known = scheme(() => ({ status: 'success', identity: ann }))
    expect(await stateOf([known])).toEqual({ ok: true, identity: ann, method: 'custom' })
  })

  it('puts the state on the context under Auth and as a property', async () => {
    const router = createRouter({ middleware: [auth({ schemes: [bearer] })] })
    router.get('/', (context) => new Response(String(context.get(Auth) === context.auth)))
    expect(await (await router.fetch(url)).text()).toBe('true')
  })

  it('asks schemes in order until one finds credentials', async () => {
    const asked: string[] = []
    const ask = (name: string, result: Awaited<ReturnType<AuthScheme['authenticate']>>) =>
      scheme(async () => {
        asked.push(name)
        return result
      }, name)
    const state = await stateOf([
      ask('first', null),
      ask('second', undefined),
      ask('third', { status: 'failure' }),
      ask('fourth', { status: 'success', identity: ann }),
    ])
    expect(asked).toEqual(['first', 'second', 'third'])
    expect(state).toEqual(refused('third'))
  })

  it('has no identity and no error if every scheme skips', async () => {
    expect(await stateOf([scheme(() => null), scheme(() => undefined)])).toEqual({ ok: false })
  })

  it('passes code, message and challenge of a failure on', async () => {
    const failure = { code: 'expired', message: 'Too old', challenge: 'Custom realm="x"' }
    expect(await stateOf([scheme(() => ({ status: 'failure', ...failure }))])).toEqual({
      ok: false,
      error: { method: 'custom', ...failure },
    })
  })

  it('lets every request pass', async () => {
    const router = createRouter({ middleware: [auth({ schemes: [bearer] })] })
    router.get('/', () => new Response('public'))
    for (const value of ['Bearer bad', 'Bearer', 'Basic x', '']) {
      const response = await router.fetch(url, { headers: { Authorization: value } })
      expect(await response.text()).toBe('public')
    }
  })

  it('lets errors of a scheme through', async () => {
    const failure = new Error('the database is down')
    const router = createRouter({
      middleware: [
        auth({
          schemes: [
            scheme(() => {
              throw failure
            }),
          ],
        }),
      ],
    })
    await expect(router.fetch(url)).rejects.toBe(failure)
  })

  it('refuses an invalid result', async () => {
    const results = [{}, { status: 'ok' }, { status: 'toString' }, true, 'success', ann]
    for (const result of results) {
      const router = createRouter({
        middleware: [auth({ schemes: [scheme(() => result as never, 'odd')] })],
      })
      await expect(router.fetch(url)).rejects.toThrow(
        `Invalid result from "odd" auth scheme. Return null/undefined to skip, or a { status: 'success' | 'failure' } object.`,
      )
    }
  })

  it('refuses to be without schemes', () => {
    const message = 'auth() requires at least one authentication scheme'
    expect(() => auth({ schemes: [] })).toThrow(message)
    expect(() => auth({} as never)).toThrow(message)
    expect(() => auth({ schemes: [{}] as never })).toThrow('auth() takes schemes with a `name`')
  })
})

describe('a response of an app with auth()', () => {
  const policy = 'public, s-maxage=600'

  /** The `Cache-Control` that a visitor gets from an app that identifies everyone. */
  async function policyFor(
    headers: HeadersInit,
    read: (state: AuthState) => unknown,
    schemes: AuthScheme[] = [bearer, apiKey],
  ): Promise<string | null> {
    const router = createRouter({ middleware: [auth({ schemes })] })
    router.get('/', (context) => {
      read(context.get(Auth)!)
      return text('hello', { headers: { 'Cache-Control': policy } })
    })
    const response = await createFetchHandler(router)(new Request(url, { headers }))
    return response.headers.get('Cache-Control')
  }

  it('is never public for a visitor who has sent credentials', async () => {
    for (const [name, value] of [
      ['Authorization', 'Bearer good'],
      ['Authorization', 'Bearer bad'],
      ['X-Api-Key', 'good'],
      ['X-Api-Key', 'bad'],
    ] as const) {
      expect(await policyFor({ [name]: value }, () => {})).toMatch(/^private/)
    }
  })

  it('is public for anybody else, unless it depends on who is logged in', async () => {
    const readsCookie = scheme(({ headers }) => void headers.get('Cookie'))
    for (const schemes of [[bearer], [readsCookie]]) {
      const headers = { Cookie: 'theme=dark' }
      expect(await policyFor(headers, () => {}, schemes)).toBe(policy)
      expect(await policyFor(headers, (state) => state.ok, schemes)).toMatch(/^private/)
      expect(await policyFor(headers, (state) => ({ ...state }), schemes)).toMatch(/^private/)
    }
  })
})

/** Every kind of scheme, with this result of `verify`, and a request that has credentials for it. */
function schemesWith(verify: () => unknown): [AuthScheme, HeadersInit][] {
  const given = verify as () => User
  const login = createSessionAuthScheme({ read: () => 'ann', verify: given })
  const own = async () => ({ status: 'success', identity: await given() }) as const
  return [
    [createBasicAuthScheme({ verify: given }), { Authorization: `Basic ${btoa('ann:wrong')}` }],
    [createBearerTokenAuthScheme({ verify: given }), { Authorization: 'Bearer wrong' }],
    [createAPIAuthScheme({ verify: given }), { 'X-Api-Key': 'wrong' }],
    [login, {}],
    [scheme(own), {}],
  ]
}

/** The response of a page for users only. */
async function visit(used: AuthScheme, headers: HeadersInit): Promise<Response> {
  const provideSession: Middleware = (context, next) => {
    context.set(Session, new Session())
    return next()
  }
  const router = createRouter({
    middleware: [provideSession, auth({ schemes: [used] }), requireAuth()],
  })
  router.get('/', (context) => text(`hello ${typeof context.auth.identity}`))
  return router.fetch(url, { headers })
}

describe('an identity', () => {
  it('is an object, a text that is not empty, a bigint, or a finite number other than 0', async () => {
    const identities = fc.oneof(
      fc.object(),
      fc.string({ minLength: 1 }),
      fc.bigInt(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => number !== 0),
      fc.constantFrom(new Date(0), Object.create(null)),
    )
    await fc.assert(
      fc.asyncProperty(identities, fc.boolean(), async (identity, isLate) => {
        const verify = isLate ? async () => identity : () => identity
        for (const [used, headers] of schemesWith(verify)) {
          const response = await visit(used, headers)
          expect(await response.text()).toBe(`hello ${typeof identity}`)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('is nothing else, so a check that returns false, an empty list or NaN refuses the login', async () => {
    const others = fc.oneof(
      fc.constantFrom(false, 0, -0, '', NaN, Infinity, -Infinity, null, undefined, Symbol('x')),
      fc.constantFrom(() => ann, class User {}, new Error('wrong'), new Response('no')),
      fc.array(fc.object(), { maxLength: 2 }),
      fc.constantFrom(new Set([ann]), new Map(), new Uint8Array(), [ann].values().take(0)),
    )
    await fc.assert(
      fc.asyncProperty(others, fc.boolean(), async (value, isLate) => {
        const verify = isLate ? async () => value : () => value
        for (const [used, headers] of schemesWith(verify)) {
          const response = await visit(used, headers)
          expect([used.name, response.status]).toEqual([used.name, 401])
          expect(response.headers.has('WWW-Authenticate')).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('is an error that says what to return if it is true', async () => {
    for (const verify of [() => true, async () => true]) {
      for (const [used, headers] of schemesWith(verify)) {
        await expect(visit(used, headers)).rejects.toThrow(
          `Cannot use true of the auth scheme "${used.name}" as an identity. Return the user, such as { id }, or null if the credentials are wrong.`,
        )
      }
    }
  })

  it('is an error if an own scheme has not awaited it', async () => {
    const late = scheme(() => ({ status: 'success', identity: Promise.resolve(null) as never }))
    await expect(visit(late, {})).rejects.toThrow('and await promises')
  })

  it('is checked before the session forgets a user who no longer exists', async () => {
    let isForgotten = false
    const login = createSessionAuthScheme({
      read: () => 'ann',
      verify: () => false as never,
      invalidate: () => void (isForgotten = true),
    })
    expect((await visit(login, {})).status).toBe(401)
    expect(isForgotten).toBe(true)
  })

  it('is not asked for if the session has nothing, or false', async () => {
    for (const value of [false, null, undefined]) {
      const login = createSessionAuthScheme({ read: () => value, verify: () => ann })
      expect((await visit(login, {})).status).toBe(401)
    }
  })

  it('is also checked by requireAuth(), if other code has set the state', async () => {
    const states = [
      { ok: true },
      { ok: true, identity: false },
      { ok: 'true', identity: ann },
      { ok: 1, identity: ann },
      { identity: ann },
    ]
    for (const state of states) {
      const set: Middleware = (context, next) => {
        context.set(Auth, state as never)
        return next()
      }
      const router = createRouter({ middleware: [set, requireAuth()] })
      router.get('/', () => text('hello'))
      expect((await router.fetch(url)).status).toBe(401)
    }
  })
})

describe('createBearerTokenAuthScheme', () => {
  const send = (value: string) => stateOf([bearer], { Authorization: value })
  const challenged = refused('bearer', { challenge: 'Bearer' })

  it('finds who has the token', async () => {
    const found = { ok: true, identity: ann, method: 'bearer' }
    for (const value of ['Bearer good', 'bearer good', 'BEARER good', ' Bearer   good ']) {
      expect(await send(value)).toEqual(found)
    }
  })

  it('skips a request without the header, or with another scheme', async () => {
    expect(await stateOf([bearer])).toEqual({ ok: false })
    for (const value of [
      'Basic good',
      'Bearergood',
      'Bear good',
      'good',
      '',
      ' ',
      '__proto__ good',
    ]) {
      expect([value, await send(value)]).toEqual([value, { ok: false }])
    }
  })

  it('refuses a malformed header', async () => {
    for (const value of ['Bearer', 'Bearer ', 'Bearer good good', 'Bearer good, Bearer good']) {
      expect([value, await send(value)]).toEqual([value, challenged])
    }
    const twice = new Headers()
    twice.append('Authorization', 'Bearer good')
    twice.append('Authorization', 'Bearer good')
    expect(await stateOf([bearer], twice)).toEqual(challenged)
  })

  it('refuses an unknown token', async () => {
    expect(await send('Bearer bad')).toEqual(challenged)
    const nobody = createBearerTokenAuthScheme({ verify: async () => undefined })
    expect(await stateOf([nobody], { Authorization: 'Bearer x' })).toEqual(challenged)
  })

  it('gives verify the token and the context', async () => {
    const calls: unknown[] = []
    const spy = createBearerTokenAuthScheme({
      verify(token, { method }) {
        calls.push([token, method])
        return ann
      },
    })
    await stateOf([spy], { Authorization: 'Bearer a.b-c_d~e+f/g==' })
    expect(calls).toEqual([['a.b-c_d~e+f/g==', 'GET']])
  })

  it('takes another name, header, scheme and challenge', async () => {
    const own = createBearerTokenAuthScheme({
      verify: (token) => (token === 'good' ? ann : null),
      name: 'internal',
      headerName: 'X-Auth',
      scheme: 'Token',
      challenge: 'Token realm="internal"',
    })
    expect(await stateOf([own], { 'X-Auth': 'token good' })).toEqual({
      ok: true,
      identity: ann,
      method: 'internal',
    })
    expect(await stateOf([own], { Authorization: 'Bearer good' })).toEqual({ ok: false })
    expect(await stateOf([own], { 'X-Auth': 'Token bad' })).toEqual(
      refused('internal', { challenge: 'Token realm="internal"' }),
    )
    const defaulted = createBearerTokenAuthScheme({ verify: () => null, scheme: 'Token' })
    expect(await stateOf([defaulted], { Authorization: 'Token x' })).toEqual(
      refused('bearer', { challenge: 'Token' }),
    )
  })

  it('is checked when the app starts', () => {
    expect(() => createBearerTokenAuthScheme({} as never)).toThrow('needs a function `verify`')
    for (const word of ['', 'two words', 'a,b', 'a\nb']) {
      expect(() => createBearerTokenAuthScheme({ verify: () => null, scheme: word })).toThrow(
        TypeError,
      )
    }
  })

  it('never asks verify for a token with a space in it', async () => {
    const strict = createBearerTokenAuthScheme({
      verify(token) {
        expect(token).toMatch(/^\S+$/)
        return null
      },
    })
    const part = fc.string({ unit: fc.constantFrom(...'Bearer \tx,=') })
    await fc.assert(
      fc.asyncProperty(part, async (rest) => {
        await stateOf([strict], { Authorization: `Bearer ${rest}`.trim() })
      }),
      { numRuns: 50 },
    )
  })
})

describe('createAPIAuthScheme', () => {
  it('finds who has the key', async () => {
    const found = { ok: true, identity: ann, method: 'api-key' }
    expect(await stateOf([apiKey], { 'X-Api-Key': 'good' })).toEqual(found)
    expect(await stateOf([apiKey], { 'x-api-key': ' good ' })).toEqual(found)
  })

  it('skips a request without the header', async () => {
    expect(await stateOf([apiKey])).toEqual({ ok: false })
    expect(await stateOf([apiKey], { Authorization: 'good' })).toEqual({ ok: false })
  })

  it('refuses a blank key without asking, and a wrong one', async () => {
    const asked: string[] = []
    const spy = createAPIAuthScheme({ verify: (key) => void asked.push(key) })
    expect(await stateOf([spy], { 'X-Api-Key': '' })).toEqual(
      refused('api-key', { code: 'missing_credentials', message: 'Missing credentials' }),
    )
    expect(asked).toEqual([])
    expect(await stateOf([spy], { 'X-Api-Key': '__proto__' })).toEqual(refused('api-key'))
    expect(asked).toEqual(['__proto__'])
  })

  it('takes another name and header', async () => {
    const own = createAPIAuthScheme({ verify: () => ann, name: 'app', headerName: 'X-App' })
    expect(await stateOf([own], { 'X-App': 'x' })).toMatchObject({ ok: true, method: 'app' })
    expect(await stateOf([own], { 'X-Api-Key': 'x' })).toEqual({ ok: false })
  })

  it('is checked when the app starts', () => {
    expect(() => createAPIAuthScheme({} as never)).toThrow('needs a function `verify`')
  })
})

describe.each([
  ['cookie', () => createCookieSessionStorage()],
  ['memory', () => createMemorySessionStorage()],
] as const)('createSessionAuthScheme with a %s storage', (_, createStorage) => {
  const cookie = createCookie('sid', { secrets: ['a secret of more than 16 bytes'] })

  function open(users: Map<string, User>): Browser {
    const login = createSessionAuthScheme({
      read: (session) => session.get('userId') as string | undefined,
      verify: async (userId) => users.get(userId) ?? null,
      invalidate: (session) => session.unset('userId'),
    })
    const router = createRouter({
      middleware: [session(cookie, createStorage()), auth({ schemes: [login, bearer] })],
    })
    router.post('/login/:userId', ({ session, params }) => {
      session.regenerateId()
      session.set('userId', params.userId)
      return new Response()
    })
    router.post('/logout', ({ session }) => {
      session.destroy()
      return new Response()
    })
    router.get('/state', (context) => Response.json([context.auth, context.session.has('userId')]))
    router.get('/me', {
      middleware: [requireAuth<User>()],
      handler: (context) => new Response(context.auth.identity.name),
    })
    return new Browser(router)
  }

  it('knows who has logged in, until the logout', async () => {
    const browser = open(new Map([['1', ann]]))
    expect((await browser.fetch('/me')).status).toBe(401)
    await browser.post('/login/1')
    expect(await browser.text('/me')).toBe('Ann')
    await browser.post('/logout')
    expect((await browser.fetch('/me')).status).toBe(401)
  })

  it('calls invalidate for a user who no longer exists', async () => {
    const users = new Map([['1', ann]])
    const browser = open(users)
    await browser.post('/login/1')
    users.clear()
    expect(await (await browser.fetch('/state')).json()).toEqual([
      refused('session', { message: 'Invalid session' }),
      false,
    ])
    expect(await (await browser.fetch('/state')).json()).toEqual([{ ok: false }, false])
  })

  it('leaves visitors without a login to the next scheme', async () => {
    const browser = open(new Map())
    const headers = { Authorization: 'Bearer good' }
    expect(await browser.text('/me', { headers })).toBe('Ann')
  })
})

describe('createSessionAuthScheme', () => {
  const withSession = (data: Record<string, unknown>): Middleware => {
    return (context, next) => {
      context.set(Session, new Session(data))
      return next()
    }
  }

  it('takes another name, code and message, and needs no invalidate', async () => {
    const login = createSessionAuthScheme({
      read: async (session) => session.get('userId'),
      verify: () => null,
      name: 'login',
      code: 'gone',
      message: 'Who are you?',
    })
    const router = createRouter({
      middleware: [withSession({ userId: 1 }), auth({ schemes: [login] })],
    })
    router.get('/', (context) => Response.json(context.auth))
    expect(await (await router.fetch(url)).json()).toEqual({
      ok: false,
      error: { method: 'login', code: 'gone', message: 'Who are you?' },
    })
  })

  it('requires session() before it', async () => {
    const login = createSessionAuthScheme({ read: () => null, verify: () => null })
    const router = createRouter({ middleware: [auth({ schemes: [login] })] })
    await expect(router.fetch(url)).rejects.toThrow(
      'Cannot read the user of the session: there is no session on the context. Put session() before auth() in the list of middleware.',
    )
  })

  it('is checked when the app starts', () => {
    expect(() => createSessionAuthScheme({ read: () => 1 } as never)).toThrow('`read` and `verify`')
    expect(() => createSessionAuthScheme({ verify: () => 1 } as never)).toThrow(TypeError)
  })
})

describe('requireAuth', () => {
  async function send(
    schemes: AuthScheme[],
    headers: HeadersInit = {},
    options?: RequireAuthOptions,
  ): Promise<Response> {
    const router = createRouter({ middleware: [auth({ schemes })] })
    router.get('/', {
      middleware: [requireAuth<User>(options)],
      handler: (context) => new Response(context.auth.identity.name),
    })
    return router.fetch(url, { headers })
  }

  it('lets whom auth() knows pass', async () => {
    const response = await send([bearer], { Authorization: 'Bearer good' })
    expect(await response.text()).toBe('Ann')
  })

  it('refuses all other requests with a 401 and a challenge', async () => {
    const requests: HeadersInit[] = [
      {},
      { Authorization: 'Bearer bad' },
      { Authorization: 'Basic x' },
    ]
    for (const headers of requests) {
      const response = await send([bearer], headers)
      expect(response.status).toBe(401)
      expect(await response.text()).toBe('Unauthorized')
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
    }
  })

  it('names the challenges of all schemes if no scheme has refused the credentials', async () => {
    const realm = createBearerTokenAuthScheme({ verify: () => null, challenge: 'Bearer realm="a"' })
    const odd = scheme(() => null, 'my scheme')
    const schemes = [realm, apiKey, odd]
    const all = 'Bearer realm="a", api-key, my-scheme'
    const skipped = await send(schemes)
    expect(skipped.headers.get('WWW-Authenticate')).toBe(all)
    const wrongKey = await send(schemes, { 'X-Api-Key': 'bad' })
    expect(wrongKey.headers.get('WWW-Authenticate')).toBe(all)
    const wrongToken = await send(schemes, { Authorization: 'Bearer bad' })
    expect(wrongToken.headers.get('WWW-Authenticate')).toBe('Bearer realm="a"')
  })

  it('sends the response of onFailure, which gets the reason', async () => {
    const response = await send(
      [bearer],
      { Authorization: 'Bearer bad' },
      {
        onFailure: ({ url }, { error }) =>
          new Response(`${url.pathname} ${error?.code}`, { status: 401 }),
      },
    )
    expect(await response.text()).toBe('/ invalid_credentials')
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
  })

  it('keeps a challenge that onFailure has set', async () => {
    const response = await send(
      [bearer],
      { Authorization: 'Bearer bad' },
      {
        onFailure: () =>
          new Response(null, { status: 401, headers: { 'WWW-Authenticate': 'Custom' } }),
      },
    )
    expect(response.headers.get('WWW-Authenticate')).toBe('Custom')
  })

  it('adds no challenge to a redirect for a request without credentials', async () => {
    const redirect = () => Response.redirect('https://example.com/login', 303)
    const response = await send([bearer], {}, { onFailure: redirect })
    expect(response.status).toBe(303)
    expect(response.headers.has('WWW-Authenticate')).toBe(false)
    // Immutable headers are not a problem if a scheme has a challenge.
    const refusedToken = await send(
      [bearer],
      { Authorization: 'Bearer bad' },
      { onFailure: redirect },
    )
    expect(refusedToken.headers.get('WWW-Authenticate')).toBe('Bearer')
    expect(refusedToken.headers.get('Location')).toBe('https://example.com/login')
  })

  it('does not edit a response that onFailure returns for every request', async () => {
    for (const shared of [new Response('no', { status: 401 }), text('no', { status: 401 })]) {
      const response = await send([bearer], {}, { onFailure: () => shared })
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
      expect(shared.headers.has('WWW-Authenticate')).toBe(false)
    }
  })

  it('requires auth() before it', async () => {
    const router = createRouter({ middleware: [requireAuth()] })
    await expect(router.fetch(url)).rejects.toThrow(
      'Cannot require a user: there is no auth state on the context. Put auth() before requireAuth() in the list of middleware.',
    )
  })

  it('refuses every method and every spelling of a guarded path', async () => {
    const router = createRouter({ middleware: [auth({ schemes: [bearer] })] })
    router.mount('/admin', { middleware: [requireAuth<User>()] }, (admin) => {
      admin.map('/secret', () => new Response('secret'))
    })
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'REPORT']) {
      for (const path of [
        '/admin/secret',
        '/%61dmin/secret',
        '/admin/./secret',
        '/x/../admin/secret',
      ]) {
        const response = await router.fetch(`https://example.com${path}`, { method })
        expect(`${method} ${path} ${response.status}`).toBe(`${method} ${path} 401`)
      }
    }
    for (const path of ['//admin/secret', '/admin//secret', '/admin%2Fsecret', '/Admin/secret']) {
      const response = await router.fetch(`https://example.com${path}`)
      expect(`${path} ${response.status}`).toBe(`${path} 404`)
    }
  })

  it('puts on the context what something other than auth() has found', async () => {
    const known: Middleware = (context, next) => {
      context.set(Auth, { ok: true, identity: { name: 'Ada' }, method: 'own' })
      return next()
    }
    const router = createRouter({ middleware: [known] })
    router.get('/', {
      middleware: [requireAuth<{ name: string }>()],
      handler: (context) => text(context.auth.identity.name),
    })
    expect(await (await router.fetch('https://example.com/')).text()).toBe('Ada')
  })

  it('works on a context made by hand', async () => {
    const context = new RequestContext(new Request(url))
    context.set(Auth, { ok: false })
    const response = await requireAuth()(context, async () => new Response())
    expect(response.status).toBe(401)
  })
})

describe('options', () => {
  const verify = () => ann
  const other = { headername: 'X' } as object

  it.each<[string, () => unknown]>([
    ['auth', () => auth({ schemes: [createAPIAuthScheme({ verify })], ...other })],
    ['requireAuth', () => requireAuth(other)],
    ['createAPIAuthScheme', () => createAPIAuthScheme({ verify, ...other })],
    ['createBearerTokenAuthScheme', () => createBearerTokenAuthScheme({ verify, ...other })],
    ['createSessionAuthScheme', () => createSessionAuthScheme({ read: () => 1, verify, ...other })],
  ])('of %s() must be known', (name, create) => {
    expect(create).toThrow(`${name}() has no option "headername". Its options are `)
  })
})
