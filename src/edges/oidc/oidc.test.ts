import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auth, createSessionAuthScheme, requireAuth } from '../../middleware/auth/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import { createFetchHandler, createRouter } from '../../router/fetch-router/index.ts'
import { redirect, text } from '../../http/response/index.ts'
import {
  createCookieSessionStorage,
  createMemorySessionStorage,
  type SessionStorage,
} from '../../state/session/index.ts'
import { Browser } from '../../middleware/session/browser.fixture.ts'
import { session } from '../../middleware/session/index.ts'
import { FakeProvider } from './fake-provider.fixture.ts'
import { createOidcLogin, type OidcLoginOptions } from './index.ts'

const cookie = createCookie('sid', { secrets: ['a secret of more than 16 bytes'] })
const callback = 'https://example.com/login/acme/callback'
const { warn, error: log } = console
const { now } = Date
/** Of all tests: a warning is printed once. */
const warnings: string[] = []

beforeEach(() => {
  console.warn = (message) => void warnings.push(String(message))
})

afterEach(() => {
  console.warn = warn
  console.error = log
  Date.now = now
  vi.unstubAllGlobals()
})

interface App {
  readonly provider: FakeProvider
  readonly browser: Browser
  /** Another visitor of the same app. */
  readonly other: Browser
  /** Begins a login. Returns where the provider is. */
  start(browser?: Browser, body?: Record<string, string>, path?: string): Promise<string>
  /** Comes back from the provider. */
  finish(url: URL | string, browser?: Browser): Promise<Response>
  /** Who is logged in, and the time of the login. */
  me(browser?: Browser): Promise<string>
}

/** An app with one provider at `/login/acme`, and a second one at `/login/other`. */
function open(
  options: Partial<OidcLoginOptions> = {},
  storage: SessionStorage = createMemorySessionStorage(),
): App {
  const provider = new FakeProvider()
  const common: OidcLoginOptions = {
    client: provider.discover,
    callback,
    onLogin({ claims, context }) {
      context.session.set('userId', claims?.sub ?? 'nobody')
    },
    ...options,
  }
  const acme = createOidcLogin(common)
  const other = createOidcLogin({ ...common, callback: callback.replace('acme', 'other') })
  const scheme = createSessionAuthScheme({
    read: (session) => session.get('userId') as string | undefined,
    verify: (userId) => ({ userId }),
  })
  const router = createRouter({
    middleware: [session(cookie, storage), auth({ schemes: [scheme] })],
  })
  router.map('/login/acme', acme.start)
  router.map('/login/acme/callback', acme.finish)
  router.map('/login/other', other.start)
  router.map('/login/other/callback', other.finish)
  router.post('/login/:userId', ({ session, params }) => {
    session.regenerateId({ loginAt: new Date(Date.now()) })
    session.set('userId', params.userId)
    return text('welcome')
  })
  router.get('/me', ({ session }) =>
    text(`${String(session.get('userId'))} ${session.loginAt?.getTime() ?? 'unknown'}`),
  )
  router.get('/password', { middleware: [requireAuth({ within: 300 })], handler: () => text('in') })
  router.get('/data', ({ session }) => Response.json({ ...session.data, id: session.id }))
  router.get('/logout', ({ session }) => {
    session.destroy()
    return text('bye')
  })
  router.get('/remember', ({ session }) => {
    session.set('theme', 'dark')
    return text('ok')
  })
  router.post('/profile', async ({ session, request }) => {
    session.set('profile', (await request.formData()).get('profile'))
    return text('ok')
  })
  const respond = createFetchHandler(router)
  const handler = {
    fetch: async (url: string, init: RequestInit) => respond(new Request(url, init)),
  }
  const browser = new Browser(handler as typeof router)

  return {
    provider,
    browser,
    other: new Browser(handler as typeof router),
    async start(by = browser, body = {}, path = '/login/acme') {
      const response = await by.post(path, body)
      expect(response.status).toBe(303)
      return response.headers.get('Location')!
    },
    async finish(url, by = browser) {
      const { pathname, search } = new URL(url)
      return by.fetch(pathname + search)
    },
    me: (by = browser) => by.text('/me'),
  }
}

const expired = 'This login has expired, or it began in another browser. Please log in again.'
const refused = 'The login was refused. Please log in again.'

async function expectFailure(response: Response, message: string, status = 400): Promise<void> {
  expect(await response.text()).toBe(message)
  expect(response.status).toBe(status)
  expect(response.headers.get('Cache-Control')).toContain('no-store')
}

describe.each([
  ['cookie', () => createCookieSessionStorage()],
  ['memory', () => createMemorySessionStorage()],
] as const)('createOidcLogin with a %s storage', (kind, createStorage) => {
  it('logs a visitor in, under a new id, and sends them to next', async () => {
    const { provider, browser, start, finish, me } = open({}, createStorage())
    await browser.fetch('/remember')
    const before = browser.cookies.get('sid')!
    const location = await start(browser, { next: '/books?page=2#top' })
    const response = await finish(provider.authorize(location))
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/books?page=2#top')
    expect(response.headers.get('Cache-Control')).toContain('no-store')
    expect(await me()).toBe('ann-at-acme unknown')
    const data = (await (await browser.fetch('/data')).json()) as object
    expect(Object.keys(data).sort()).toEqual(['__login__', 'id', 'theme', 'userId'])

    // Who planted the session before the login does not have the one after it.
    browser.cookies.set('sid', before)
    expect(await me()).toBe('undefined unknown')
  })

  it('accepts each login once', async () => {
    const { provider, start, finish } = open({}, createStorage())
    const url = provider.authorize(await start())
    expect((await finish(url)).status).toBe(303)
    await expectFailure(await finish(url), expired)
  })

  it('accepts one of three requests that come at the same time, which stays logged in', async () => {
    let logins = 0
    const onLogin: OidcLoginOptions['onLogin'] = ({ context }) => {
      logins += 1
      context.session.set('userId', 'ann')
    }
    const { provider, start, finish, me } = open({ onLogin }, createStorage())
    const url = provider.authorize(await start())
    const responses = await Promise.all([finish(url), finish(url), finish(url)])
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 400, 400])
    expect(logins).toBe(1)
    expect(await me()).toMatch(/^ann /)
  })

  it('accepts a login once, also if it was refused', async () => {
    const { provider, start, finish, me } = open({}, createStorage())
    const location = await start()
    await expectFailure(
      await finish(provider.authorize(location, { error: 'access_denied' })),
      'The login was cancelled.',
    )
    await expectFailure(await finish(provider.authorize(location)), expired)
    expect(await me()).toBe('undefined unknown')
  })

  it('has room for three logins in several tabs, and drops the oldest', async () => {
    const { provider, start, finish, other } = open({}, createStorage())
    const locations = [await start(), await start(), await start(), await start()]
    await expectFailure(await finish(provider.authorize(locations[0]!)), expired)
    expect((await finish(provider.authorize(locations[3]!))).status).toBe(303)

    const again = [await start(other), await start(other), await start(other)]
    expect((await finish(provider.authorize(again[0]!), other)).status).toBe(303)
  })

  it('begins a login with the longest next in a session that is almost full, without next if it is a cookie', async () => {
    const { provider, browser, start, finish, me } = open({}, createStorage())
    await browser.post('/profile', { profile: 'x'.repeat(2500) })
    const location = await start(browser, { next: `/${'n'.repeat(500)}` })
    const response = await finish(provider.authorize(location))
    expect(response.headers.get('Location')).toBe(kind === 'cookie' ? '/' : `/${'n'.repeat(500)}`)
    expect(await me()).toBe('ann-at-acme unknown')
  })

  it('has room for a login with the longest next, and for the data of the app', async () => {
    const { provider, start, finish, browser } = open({}, createStorage())
    for (const next of [`/${'"'.repeat(511)}`, `/${'ü'.repeat(85)}`, `/${'x'.repeat(511)}`]) {
      await start(browser, { next })
      const length = browser.cookies.get('sid')!.length
      expect(length).toBeLessThan(kind === 'cookie' ? 2600 : 150)
    }
    const location = await start(browser, { next: `/${'ü'.repeat(85)}` })
    const response = await finish(provider.authorize(location))
    expect(response.headers.get('Location')).toBe(`/${'%C3%BC'.repeat(85)}`)
  })

  it.each(['x'.repeat(2000), 'x'.repeat(2400), 'ü'.repeat(1200)])(
    'begins each login in a session with much other data, and ends the last one',
    async (profile) => {
      const { provider, start, finish, browser } = open({}, createStorage())
      await browser.post('/profile', { profile })
      const locations = [await start(), await start(), await start(), await start()]
      expect((await finish(provider.authorize(locations[3]!))).status).toBe(303)
    },
  )

  it('ends the logins of all tabs when one of them logs in', async () => {
    const { provider, browser, start, finish, me } = open({}, createStorage())
    await browser.post('/login/ann')
    const link = await start()
    await browser.post('/login/bob')
    await expectFailure(await finish(provider.authorize(link)), expired)
    expect(await me()).toContain('bob ')
  })
})

describe('start', () => {
  it('asks for a code with state, nonce and PKCE', async () => {
    const { start } = open()
    const [first, second] = [new URL(await start()), new URL(await start())]
    expect(first.origin + first.pathname).toBe('https://id.test/authorize')
    expect(Object.fromEntries(first.searchParams)).toEqual({
      client_id: 'app',
      response_type: 'code',
      redirect_uri: callback,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name))
    }
  })

  it('asks for a new login if the visitor is logged in', async () => {
    const { browser, start } = open()
    await browser.post('/login/ann')
    expect(new URL(await start()).searchParams.get('max_age')).toBe('0')
  })

  it('takes next from the query too', async () => {
    const { provider, browser, start, finish } = open()
    const location = await start(browser, {}, '/login/acme?next=/cart')
    const response = await finish(provider.authorize(location))
    expect(response.headers.get('Location')).toBe('/cart')
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/a\r\nSet-Cookie: a=b',
    '/\t/evil.example',
    '/.//evil.example',
    'cart',
    '',
    `/${'x'.repeat(512)}`,
    `/${'ü'.repeat(86)}`,
    `/${'x'.repeat(10_000)}`,
  ])('does not redirect to %j', async (next) => {
    const { provider, browser, start, finish } = open()
    const response = await finish(provider.authorize(await start(browser, { next })))
    expect(response.headers.get('Location')).toBe('/')
  })

  it('refuses a form of another site, without cop()', async () => {
    const { browser, provider } = open()
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
    ]) {
      const response = await browser.post(
        '/login/acme',
        {},
        { headers: new Headers(headers as {}) },
      )
      expect(response.status).toBe(403)
    }
    expect(browser.cookies.size).toBe(0)
    expect(provider.requests).toEqual([])
    const headers = { Origin: 'https://example.com' }
    expect((await browser.post('/login/acme', {}, { headers })).status).toBe(303)
  })

  it('is for a POST only', async () => {
    const { browser } = open()
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const response = await browser.fetch('/login/acme', { method })
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST'])
    }
    expect(browser.cookies.size).toBe(0)
  })

  it('works without a form, and refuses a form that cannot be read', async () => {
    const { browser } = open()
    expect((await browser.fetch('/login/acme', { method: 'POST' })).status).toBe(303)
    const init = { method: 'POST', body: 'x', headers: { 'Content-Type': 'multipart/form-data' } }
    expect((await browser.fetch('/login/acme', init)).status).toBe(400)
  })

  it('needs session()', async () => {
    const { start } = createOidcLogin({
      client: new FakeProvider().discover,
      callback,
      onLogin() {},
    })
    const router = createRouter()
    router.post('/', start)
    await expect(router.fetch('https://example.com/', { method: 'POST' })).rejects.toThrow(
      'Cannot log in with a provider: there is no session on the context. Put session() into the middleware of the router.',
    )
  })
})

describe('finish', () => {
  it('refuses the state of another visitor', async () => {
    const { provider, start, finish, other, me } = open()
    const url = provider.authorize(await start())
    await start(other)
    await expectFailure(await finish(url, other), expired)
    expect(await me(other)).toBe('undefined unknown')
  })

  it('refuses the state of another provider, and keeps it', async () => {
    const { provider, start, finish } = open()
    const url = provider.authorize(await start())
    const mixed = new URL(url)
    mixed.pathname = '/login/other/callback'
    await expectFailure(await finish(mixed), expired)
    expect((await finish(url)).status).toBe(303)
  })

  it.each(['', '?code=1', '?code=1&state=', '?code=1&state=x', '?state=__proto__&code=1'])(
    'refuses a callback with the query %j',
    async (query) => {
      const { provider, browser, start, finish } = open()
      await start()
      const before = browser.cookies.get('sid')
      const response = await finish(callback + query)
      await expectFailure(response, expired)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(browser.cookies.get('sid')).toBe(before)
      expect(provider.requests).toEqual(['discovery'])
    },
  )

  it('refuses a query that is too long for a provider, before it is read', async () => {
    const { provider, start, finish } = open()
    const url = provider.authorize(await start(), { junk: 'x'.repeat(20_000) })
    await expectFailure(await finish(url), expired)
    expect(provider.requests).toEqual(['discovery'])
  })

  it('refuses a login that began ten minutes ago', async () => {
    const { provider, start, finish } = open()
    const began = now()
    Date.now = () => began
    const [early, late] = [await start(), await start()]
    Date.now = () => began + 599_999
    expect((await finish(provider.authorize(early))).status).toBe(303)
    Date.now = () => began + 600_000
    await expectFailure(await finish(provider.authorize(late)), expired)
  })

  it('names the mistakes after which no visitor comes back with a session, once', async () => {
    const { finish } = open()
    await expectFailure(await finish(`${callback}?state=x&code=1`), expired)
    await expectFailure(await finish(`${callback}?state=x&code=1`), expired)
    const named = warnings.filter((message) => message.includes("`sameSite: 'strict'`"))
    expect(named).toHaveLength(1)
  })

  it.each<[string, FakeProvider['misbehaviour']]>([
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['no issuer', { claims: { iss: undefined } }],
    ['another audience', { claims: { aud: 'another-app' } }],
    ['several audiences and another party', { claims: { aud: ['app', 'b'], azp: 'b' } }],
    ['another authorized party', { claims: { azp: 'another-app' } }],
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an expiry in the past', { claims: { exp: 1 } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['a beginning in the future', { claims: { nbf: 99_999_999_999 } }],
    ['a signature of another key', { hasWrongKey: true }],
    ['a signature with the secret', { alg: 'HS256' }],
    ['no signature', { alg: 'none' }],
    ['a time of the login that is not a number', { claims: { auth_time: 'now' } }],
  ])('refuses an ID token with %s', async (_, misbehaviour) => {
    const { provider, browser, start, finish, me } = open()
    await browser.post('/login/bob')
    const before = (await (await browser.fetch('/data')).json()) as object
    const url = provider.authorize(await start())
    provider.misbehaviour = misbehaviour
    await expectFailure(await finish(url), refused)
    expect(await (await browser.fetch('/data')).json()).toEqual(before)
    expect(await me()).toContain('bob ')
  })

  it('refuses a response of another issuer, and one that is not complete', async () => {
    const { provider, start, finish } = open()
    const url = provider.authorize(await start(), { iss: 'https://evil.example' })
    await expectFailure(await finish(url), refused)

    const withoutCode = provider.authorize(await start())
    withoutCode.searchParams.delete('code')
    await expectFailure(await finish(withoutCode), refused)

    const twice = provider.authorize(await start())
    twice.searchParams.append('state', 'x')
    await expectFailure(await finish(twice), refused)
  })

  it('refuses what the provider refuses, and shows nothing of it', async () => {
    const { provider, start, finish } = open()
    const error = { error: 'invalid_grant', error_description: 'a secret text' }
    provider.misbehaviour = {
      respond: (endpoint) =>
        endpoint === 'token' ? Response.json(error, { status: 400 }) : undefined,
    }
    await expectFailure(await finish(provider.authorize(await start())), refused)
    await expectFailure(
      await finish(provider.authorize(await start(), { error: 'server_error' })),
      refused,
    )
    expect(warnings.join()).toContain('"invalid_grant"')
    expect(warnings.join()).toContain('"server_error"')
    expect(warnings.join()).not.toContain('a secret text')
  })

  it('prints only codes that exist, because a visitor can send any', async () => {
    const { provider, start, finish } = open()
    const send = async (error: string): Promise<void> =>
      expectFailure(await finish(provider.authorize(await start(), { error })), refused)
    await send('invalid_scope')
    expect(warnings.join()).toContain('"invalid_scope"')
    await send('made-up-0')
    const { length } = warnings
    await send('made-up-1')
    await send('made-up-2')
    expect(warnings).toHaveLength(length)
    expect(warnings.join()).not.toContain('made-up')
  })

  it('uses the URL of callback, whatever the host of the request', async () => {
    const { provider, browser, start } = open()
    const url = provider.authorize(await start())
    // The host is example.com.evil.example.
    const forged = await browser.fetch(`.evil.example${url.pathname}${url.search}`)
    expect(forged.status).toBe(303)
    expect(forged.headers.get('Location')).toBe('/')
    expect(provider.redirectUris).toEqual([callback])
  })

  it('does nothing for HEAD, and refuses other methods', async () => {
    const { provider, browser, start, finish } = open()
    const url = provider.authorize(await start())
    const head = await browser.fetch(url.pathname + url.search, { method: 'HEAD' })
    expect([head.status, head.headers.getSetCookie()]).toEqual([204, []])
    const post = await browser.fetch(url.pathname + url.search, { method: 'POST' })
    expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
    expect((await finish(url)).status).toBe(303)
  })

  it('saves nothing if onLogin throws', async () => {
    console.error = () => {}
    const { provider, browser, start, finish, me } = open({
      onLogin({ context }) {
        context.session.set('userId', 'ann')
        throw new Error('the database is down')
      },
    })
    await browser.post('/login/bob')
    const before = browser.cookies.get('sid')
    const response = await finish(provider.authorize(await start()))
    expect(response.status).toBe(500)
    expect(browser.cookies.get('sid')).toBe(before)
    expect(await me()).toContain('bob ')
  })

  it('counts a login whose user was stored, with a response of its own', async () => {
    const { provider, browser, start, finish } = open({
      onLogin({ context }) {
        context.session.set('userId', 'ann')
        return redirect('/welcome', 303)
      },
    })
    provider.misbehaviour = { claims: { auth_time: Math.floor(now() / 1000) } }
    const response = await finish(provider.authorize(await start()))
    expect(response.headers.get('Location')).toBe('/welcome')
    expect(await browser.text('/password')).toBe('in')
  })

  it('sends the response of onLogin', async () => {
    const { provider, browser, start, finish } = open({
      onLogin: ({ next, tokens }) => text(`${next} ${tokens.access_token}`),
    })
    const response = await finish(provider.authorize(await start(browser, { next: '/cart' })))
    expect(await response.text()).toBe('/cart an access token')
  })

  it('has no claims without openid in the scope', async () => {
    const { provider, start, finish, me } = open({ scope: 'read:user' })
    const location = await start()
    expect(new URL(location).searchParams.has('nonce')).toBe(false)
    expect(new URL(location).searchParams.get('scope')).toBe('read:user')
    expect((await finish(provider.authorize(location))).status).toBe(303)
    expect(await me()).toBe('nobody unknown')
  })
})

describe('the time of a login with a provider', () => {
  it('is the one of the ID token', async () => {
    const { provider, browser, start, finish, me } = open()
    const time = Math.floor(now() / 1000) - 10
    provider.misbehaviour = { claims: { auth_time: time } }
    await finish(provider.authorize(await start()))
    expect(await me()).toBe(`ann-at-acme ${time * 1000}`)
    expect(await browser.text('/password')).toBe('in')
  })

  it.each([undefined, 1, Math.floor(now() / 1000) + 3600, 1e300])(
    'is not recent if the provider did not ask: auth_time is %s',
    async (auth_time) => {
      const { provider, browser, start, finish, me } = open()
      await browser.post('/login/ann')
      provider.misbehaviour = { claims: { auth_time } }
      await finish(provider.authorize(await start()))
      expect(await me()).toContain('ann-at-acme ')
      expect((await browser.fetch('/password')).status).toBe(401)
    },
  )

  it.each<[string, OidcLoginOptions['onLogin']]>([
    ['a 403', () => text('There is no such account', 403)],
    [
      'a redirect',
      ({ context }) => {
        context.session.flash('message', 'There is no such account')
        return redirect('/login', 303)
      },
    ],
    ['nothing', () => {}],
    [
      'a 403, after it has stored a value',
      ({ context }) => {
        context.session.set('attempts', 1)
        return text('There is no such account', 403)
      },
    ],
  ])(
    'does not count for the user who was logged in before, if the app refuses with %s',
    async (_, onLogin) => {
      const { provider, browser, start, finish, me } = open({ onLogin })
      const began = now()
      Date.now = () => began
      await browser.post('/login/bob')
      const before = await me()
      Date.now = () => began + 301_000
      provider.misbehaviour = { claims: { auth_time: Math.floor((began + 301_000) / 1000) } }
      expect([303, 403]).toContain((await finish(provider.authorize(await start()))).status)
      expect(await me()).toBe(before)
      expect((await browser.fetch('/password')).status).toBe(401)
    },
  )

  it('does not let the session of another user live longer, if the app refuses', async () => {
    const { provider, browser, start, finish } = open({ onLogin: () => text('no', 403) })
    const began = now()
    Date.now = () => began
    await browser.post('/login/bob')
    const times = async () => ((await (await browser.fetch('/data')).json()) as any).__login__
    Date.now = () => began + 301_000
    await finish(provider.authorize(await start()))
    expect(await times()).toEqual([began, began])

    await browser.fetch('/logout')
    await finish(provider.authorize(await start()))
    expect(await times()).toBeUndefined()
  })

  it('can be set in onLogin to ask a user again, who is stored already', async () => {
    const { provider, browser, start, finish } = open({
      onLogin({ context }) {
        context.session.regenerateId({ loginAt: new Date(Date.now()) })
        return redirect('/password', 303)
      },
    })
    const began = now()
    Date.now = () => began
    await browser.post('/login/bob')
    Date.now = () => began + 301_000
    expect((await browser.fetch('/password')).status).toBe(401)
    await finish(provider.authorize(await start()))
    expect(await browser.text('/password')).toBe('in')
  })

  it('can end the session in onLogin', async () => {
    const { provider, browser, start, finish, me } = open({
      onLogin({ context }) {
        context.session.destroy()
        return text('no', 403)
      },
    })
    await browser.post('/login/bob')
    expect((await finish(provider.authorize(await start()))).status).toBe(403)
    expect(await me()).toBe('undefined unknown')
  })

  it('can be set in onLogin by an app that trusts the provider', async () => {
    const { provider, browser, start, finish } = open({
      onLogin({ context }) {
        context.session.regenerateId({ loginAt: new Date() })
        context.session.set('userId', 'ann')
      },
    })
    await finish(provider.authorize(await start()))
    expect(await browser.text('/password')).toBe('in')
  })
})

describe('a provider that cannot be used', () => {
  const unavailable = 'The login is not available at the moment. Please try again later.'
  const html = (): Response =>
    new Response('<h1>Maintenance</h1>', { headers: { 'Content-Type': 'text/html' } })
  const down = (): never => {
    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
  }

  it.each<[string, () => Response]>([
    ['HTML', html],
    ['a 500', () => new Response('no', { status: 500 })],
    ['a 503 in JSON', () => Response.json({ error: 'server_error' }, { status: 503 })],
    ['no response', down],
  ])('is unavailable if it sends %s', async (_, respond) => {
    const { provider, browser, start, finish, me } = open()
    await browser.post('/login/bob')
    for (const broken of ['token', 'jwks']) {
      provider.misbehaviour = {}
      const url = provider.authorize(await start())
      provider.misbehaviour = {
        respond: (endpoint) => (endpoint === broken ? respond() : undefined),
      }
      await expectFailure(await finish(url), unavailable, 502)
    }
    expect(await me()).toContain('bob ')

    const fresh = open()
    fresh.provider.misbehaviour = { respond }
    await expectFailure(await fresh.browser.post('/login/acme'), unavailable, 502)
    expect(fresh.browser.cookies.size).toBe(0)
    // The next visitor tries again.
    fresh.provider.misbehaviour = {}
    expect((await fresh.browser.post('/login/acme')).status).toBe(303)
    await fresh.start()
    expect(fresh.provider.requests).toEqual(['discovery', 'discovery'])
  })

  it('is unavailable if it takes ten seconds', async () => {
    const timers: (() => void)[] = []
    const { setTimeout } = globalThis
    vi.stubGlobal('setTimeout', (run: () => void, milliseconds: number) =>
      milliseconds === 10_000 ? timers.push(run) : setTimeout(run, milliseconds),
    )
    for (const slow of ['discovery', 'token', 'jwks']) {
      const { provider, browser, start, finish } = open()
      const asked = Promise.withResolvers<void>()
      const url = slow === 'discovery' ? undefined : provider.authorize(await start())
      provider.misbehaviour = {
        respond(endpoint) {
          if (endpoint !== slow) return undefined
          asked.resolve()
          return new Promise(() => {})
        },
      }
      const response = url ? finish(url) : browser.post('/login/acme')
      await asked.promise
      for (const run of timers.splice(0)) run()
      await expectFailure(await response, unavailable, 502)

      // It is not asked for ever: the next visitor tries again.
      provider.misbehaviour = {}
      expect((await browser.post('/login/acme')).status).toBe(303)
    }
  })

  it('is asked again after a client() that threw', async () => {
    const provider = new FakeProvider()
    let calls = 0
    const { browser } = open({
      client() {
        calls += 1
        if (calls === 1) throw new Error('no such variable')
        return provider.discover()
      },
    })
    await expectFailure(await browser.post('/login/acme'), unavailable, 502)
    expect(warnings.join()).toContain('(unavailable): no such variable')
    await browser.post('/login/acme')
    await browser.post('/login/acme')
    expect(calls).toBe(2)
  })

  it('is unavailable if client() does not return a configuration', async () => {
    const { browser } = open({ client: () => ({}) as never })
    await expectFailure(await browser.post('/login/acme'), unavailable, 502)
    expect(warnings.join()).toContain('must be an instance of Configuration')
  })
})

describe('onFailure', () => {
  it('gets the reason and the error, and decides the response', async () => {
    const failures: unknown[] = []
    const printed = warnings.length
    const { provider, start, finish } = open({
      onFailure({ reason, error, context }) {
        failures.push([reason, (error as Error | undefined)?.name, context.url.pathname])
        return text(reason, 418)
      },
    })
    const response = await finish(provider.authorize(await start(), { error: 'access_denied' }))
    expect([response.status, await response.text()]).toEqual([418, 'denied'])
    await finish(`${callback}?state=x`)
    provider.misbehaviour = { alg: 'none' }
    await finish(provider.authorize(await start()))
    provider.misbehaviour = { respond: () => new Response(null, { status: 500 }) }
    await finish(provider.authorize(await start()))
    const path = '/login/acme/callback'
    expect(failures).toEqual([
      ['denied', 'AuthorizationResponseError', path],
      ['unknown-state', undefined, path],
      ['refused', 'ClientError', path],
      ['unavailable', 'ClientError', path],
    ])
    expect(warnings.slice(printed)).toEqual([])
  })
})

describe('the options of createOidcLogin()', () => {
  const { discover: client } = new FakeProvider()
  const create = (options: object) =>
    createOidcLogin({ client, callback, onLogin() {}, ...options })

  it.each(['/login/acme/callback', 'example.com/callback', '', 'mailto:a@b.c', undefined])(
    'refuse %j as callback',
    (url) => {
      expect(() => create({ callback: url })).toThrow(
        `createOidcLogin() takes an absolute URL as \`callback\`, not ${JSON.stringify(String(url))}`,
      )
    },
  )

  it('refuse http: except on this computer', () => {
    expect(() => create({ callback: 'http://example.com/callback' })).toThrow(
      'createOidcLogin() takes an https: URL as `callback`, not "http://example.com/callback". http: works on localhost only.',
    )
    create({ callback: new URL('http://localhost:3000/callback') })
    create({ callback: 'http://127.0.0.1:3000/callback' })
  })

  it('refuse a callback with a query or a hash', () => {
    for (const more of ['?provider=acme', '#a']) {
      expect(() => create({ callback: callback + more })).toThrow('without a query and a hash')
    }
  })

  it('must be known, and functions where they are called', () => {
    expect(() => create({ redirect: '/' })).toThrow('createOidcLogin() has no option "redirect"')
    expect(() => create({ client: undefined })).toThrow('needs functions `client` and `onLogin`')
    expect(() => create({ onLogin: '/' })).toThrow('needs functions `client` and `onLogin`')
    expect(() => create({ onFailure: '/' })).toThrow('takes a function as onFailure')
    expect(() => create({ scope: ['openid'] })).toThrow('takes a string as `scope`')
  })
})
