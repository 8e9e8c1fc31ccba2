import { afterEach, describe, expect, it } from 'vitest'
import { createCookie } from '../../http/cookie/index.ts'
import { createFetchHandler, createRouter } from '../../router/fetch-router/index.ts'
import { redirect, text } from '../../http/response/index.ts'
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
  createBearerTokenAuthScheme,
  createSessionAuthScheme,
  requireAuth,
  type AuthScheme,
  type RequireAuthOptions,
} from './index.ts'

interface User {
  readonly name: string
  readonly role: string
}

const users: Record<string, User> = {
  ann: { name: 'Ann', role: 'admin' },
  bob: { name: 'Bob', role: 'reader' },
}
const { error: log } = console
const { now } = Date
const noon = Date.UTC(2026, 0, 1, 12)

afterEach(() => {
  Date.now = now
  console.error = log
})

/** Sends a request to a guarded handler, as the user that a scheme has found. */
async function send(
  options: RequireAuthOptions<User>,
  { user = users['ann']!, at }: { user?: User | null; at?: Date } = {},
): Promise<Response> {
  Date.now = () => noon
  const scheme: AuthScheme<User> = {
    name: 'test',
    authenticate: () => user && { status: 'success', identity: user, at },
  }
  const router = createRouter({ middleware: [auth({ schemes: [scheme] })] })
  router.get('/', {
    middleware: [requireAuth<User>(options)],
    handler: (context) => text(`${context.auth.identity.name} ${context.auth.at?.getTime()}`),
  })
  console.error = () => {}
  return createFetchHandler(router)(new Request('https://example.com/'))
}

function secondsAgo(seconds: number): Date {
  return new Date(noon - seconds * 1000)
}

describe('requireAuth({ allow })', () => {
  const allow = ({ role }: User): boolean => role === 'admin'

  it('lets a user pass if it returns true', async () => {
    expect((await send({ allow })).status).toBe(200)
    expect((await send({ allow: async (user) => allow(user) })).status).toBe(200)
  })

  it('refuses another user with a 403, and does not ask for a login', async () => {
    const onFailure = () => redirect('/login')
    const response = await send({ allow, onFailure }, { user: users['bob']! })
    expect(response.status).toBe(403)
    expect(await response.text()).toBe('Forbidden')
    expect(response.headers.has('WWW-Authenticate')).toBe(false)
  })

  it.each([false, 1, 'true', {}, null, undefined, []])('takes %j as a refusal', async (value) => {
    expect((await send({ allow: () => value as boolean })).status).toBe(403)
    expect((await send({ allow: async () => value as boolean })).status).toBe(403)
  })

  it('never lets a user pass if it throws', async () => {
    const thrower = (): never => {
      throw new Error('the database is down')
    }
    expect((await send({ allow: thrower })).status).toBe(500)
    expect((await send({ allow: async () => thrower() })).status).toBe(500)
  })

  it('runs last: not for a stranger, and not for a login that is too old', async () => {
    const calls: unknown[] = []
    const options: RequireAuthOptions<User> = {
      within: 60,
      allow: (user, { url }) => calls.push([user.name, url.pathname]) > 0,
    }
    expect((await send(options, { user: null })).status).toBe(401)
    expect((await send(options, { at: secondsAgo(61) })).status).toBe(401)
    expect(calls).toEqual([])
    expect((await send(options, { at: secondsAgo(60) })).status).toBe(200)
    expect(calls).toEqual([['Ann', '/']])
  })
})

describe('requireAuth({ within })', () => {
  it('lets a login pass that is recent enough', async () => {
    for (const seconds of [300, 1, 0, -30]) {
      const at = secondsAgo(seconds)
      expect(await (await send({ within: 300 }, { at })).text()).toBe(`Ann ${at.getTime()}`)
    }
  })

  it('refuses an older login, one in the future, and one whose time is not known', async () => {
    for (const at of [secondsAgo(300.001), secondsAgo(-30.001), new Date(0), undefined]) {
      const response = await send({ within: 300 }, { at })
      expect(response.status).toBe(401)
      expect(response.headers.get('WWW-Authenticate')).toBe('test')
    }
  })

  it('refuses bearer tokens and API keys, whose owner has not just proved anything', async () => {
    const verify = () => users['ann']
    const router = createRouter({
      middleware: [
        auth({
          schemes: [createBearerTokenAuthScheme({ verify }), createAPIAuthScheme({ verify })],
        }),
      ],
    })
    router.get('/', { middleware: [requireAuth({ within: 300 })], handler: () => text('in') })
    for (const [name, value] of Object.entries({ Authorization: 'Bearer x', 'X-Api-Key': 'x' })) {
      const headers = { [name]: value }
      const response = await router.fetch('https://example.com/', { headers })
      expect(response.status).toBe(401)
    }
  })

  it('tells onFailure why, and leaves context.auth as it is', async () => {
    const response = await send(
      {
        within: 300,
        onFailure: (context, { error }) => Response.json([error, context.get(Auth)?.ok]),
      },
      { at: secondsAgo(301) },
    )
    expect(await response.json()).toEqual([
      { method: 'test', code: 'login_too_old', message: 'Log in again' },
      true,
    ])
  })

  it.each([0, -1, Number.NaN, Infinity, '300', null])(
    'refuses %j when the app starts',
    (within) => {
      expect(() => requireAuth({ within: within as number })).toThrow(
        'requireAuth() takes seconds above 0 as `within`, not ',
      )
    },
  )
})

describe('requireAuth', () => {
  it('refuses anything but a function as allow', () => {
    expect(() => requireAuth({ allow: true as never })).toThrow(
      'requireAuth() takes a function as allow, not true',
    )
  })
})

describe('the time of a login in auth()', () => {
  it.each([new Date(Number.NaN), '2026-01-01', 1_000, null])(
    'must be a valid date, not %s',
    async (at) => {
      const scheme = {
        name: 'odd',
        authenticate: () => ({ status: 'success', identity: 1, at: at as Date }) as const,
      }
      const router = createRouter({ middleware: [auth({ schemes: [scheme] })] })
      await expect(router.fetch('https://example.com/')).rejects.toThrow(
        'Invalid `at` from "odd" auth scheme: ',
      )
    },
  )
})

describe('a login page that guards send users to', () => {
  /** A shop with a page for admins, and one that asks for a login of the last 300 seconds. */
  function open(): Browser {
    const cookie = createCookie('sid', { secrets: ['a secret of more than 16 bytes'] })
    const scheme = createSessionAuthScheme({
      read: (session) => session.get('userId') as string | undefined,
      verify: (userId) => users[userId],
    })
    const router = createRouter({
      middleware: [session(cookie, createCookieSessionStorage()), auth({ schemes: [scheme] })],
    })
    router.get('/login', ({ auth, url }) => {
      const isNeeded = !auth.ok || url.searchParams.has('again')
      return isNeeded ? text('the form') : redirect(url.searchParams.get('next') ?? '/', 303)
    })
    router.post('/login/:userId', (context) => {
      context.get(Session).regenerateId({ loginAt: new Date(Date.now()) })
      context.get(Session).set('userId', context.params.userId)
      return text('welcome')
    })
    router.get('/admin', {
      middleware: [requireAuth<User>({ login: '/login', allow: ({ role }) => role === 'admin' })],
      handler: () => text('the admin page'),
    })
    router.get('/password', {
      middleware: [requireAuth({ login: '/login', within: 300 })],
      handler: () => text('the password page'),
    })
    return new Browser(router)
  }

  /** Follows at most ten redirects. */
  async function follow(browser: Browser, path: string): Promise<string> {
    let response = await browser.fetch(path)
    for (let i = 0; i < 10 && response.headers.has('Location'); i++) {
      response = await browser.fetch(response.headers.get('Location')!)
    }
    return `${response.status} ${await response.text()}`
  }

  it('ends with a form or a 403, and not in a loop', async () => {
    const browser = open()
    Date.now = () => noon
    expect(await follow(browser, '/admin')).toBe('200 the form')
    await browser.post('/login/bob')
    expect(await follow(browser, '/admin')).toBe('403 Forbidden')
    expect(await follow(browser, '/password')).toBe('200 the password page')

    Date.now = () => noon + 300_001
    expect(await follow(browser, '/password')).toBe('200 the form')
    await browser.post('/login/ann')
    expect(await follow(browser, '/password')).toBe('200 the password page')
    expect(await follow(browser, '/admin')).toBe('200 the admin page')
  })
})

describe('a number that each login stores', () => {
  it.each([
    ['cookie', () => createCookieSessionStorage()],
    ['memory', () => createMemorySessionStorage()],
  ] as const)('ends all logins of a user when it changes: with a %s storage', async (_, create) => {
    const ann = { name: 'Ann', epoch: 0 }
    const cookie = createCookie('sid', { secrets: ['a secret of more than 16 bytes'] })
    const scheme = createSessionAuthScheme({
      read: (session) => session.get('epoch') as number | undefined,
      verify: (epoch) => (ann.epoch === epoch ? ann : undefined),
    })
    const router = createRouter({
      middleware: [session(cookie, create()), auth({ schemes: [scheme] })],
    })
    const checked = Promise.withResolvers<void>()
    const resume = Promise.withResolvers<void>()
    router.post('/login', async ({ session, url }) => {
      const { epoch } = ann // Read together with the password.
      if (url.searchParams.has('slow')) {
        checked.resolve()
        await resume.promise
      }
      session.regenerateId({ loginAt: new Date() })
      session.set('epoch', epoch)
      return text('welcome')
    })
    router.get('/me', { middleware: [requireAuth()], handler: () => text('in') })
    const [phone, laptop, thief] = [new Browser(router), new Browser(router), new Browser(router)]
    await phone.post('/login')
    expect(await phone.text('/me')).toBe('in')

    const inFlight = thief.post('/login?slow')
    await checked.promise
    ann.epoch += 1
    resume.resolve()
    await inFlight
    await laptop.post('/login')
    expect((await phone.fetch('/me')).status).toBe(401)
    expect((await thief.fetch('/me')).status).toBe(401)
    expect(await laptop.text('/me')).toBe('in')
  })
})
