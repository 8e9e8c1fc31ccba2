// Runs through the table "Callbacks that decide" of SECURITY.md: only its values allow, and no other value does.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as fc from 'fast-check'
import { jsx } from 'react/jsx-runtime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  auth,
  createAPIAuthScheme,
  createBasicAuthScheme,
  createBearerTokenAuthScheme,
  createSessionAuthScheme,
  requireAuth,
  type AuthScheme,
} from '../middleware/auth/index.ts'
import { compression } from '../middleware/compression/index.ts'
import { createCookie } from '../http/cookie/index.ts'
import { cop } from '../middleware/cop/index.ts'
import { cors } from '../middleware/cors/index.ts'
import { csrf, getCsrfToken } from '../middleware/csrf/index.ts'
import { createFetchHandler, createRouter, type Middleware } from '../router/fetch-router/index.ts'
import { formData } from '../middleware/form-data/index.ts'
import { serverTiming } from '../edges/observe/index.ts'
import { FakeProvider } from '../edges/oidc/fake-provider.fixture.ts'
import { createOidcLogin } from '../edges/oidc/index.ts'
import { once, Once } from '../middleware/once/index.ts'
import { proxy } from '../edges/proxy/index.ts'
import { rateLimit } from '../middleware/rate-limit/index.ts'
import { text } from '../http/response/index.ts'
import { post } from '../router/routes/index.ts'
import { createBuild } from '../pages/server/app.fixture.ts'
import { createHandler } from '../pages/server/index.ts'
import { session } from '../middleware/session/index.ts'
import {
  createMemorySessionStorage,
  createSessionStorage,
  Session,
} from '../state/session/index.ts'
import { staticFiles } from '../middleware/static/index.ts'
import type { Storage } from '../state/storage/index.ts'

const url = 'https://example.com/'
const evil = 'https://evil.test'
const folder = mkdtempSync(join(tmpdir(), 'access-'))
const db = new DatabaseSync(':memory:')
const provider = new FakeProvider()

beforeAll(() => writeFileSync(join(folder, 'secret.txt'), 'secret'))
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

/** A callback that decides, as an app that has exactly this callback. */
interface Decision {
  /** What a request gets: whether the callback has allowed it. An error is a 500, which allows nothing. */
  isOpen(callback: () => any): Promise<boolean>
  /** Values that allow. */
  readonly allowing: readonly unknown[]
  /** Other values that would allow as well, for which there is no fixed list. */
  allows?(value: unknown): boolean
  /** Whether the callback may return a promise. */
  readonly isAwaited: boolean
}

const never = () => false
const isString = (value: unknown): boolean => typeof value === 'string'

/** The response of an app with this middleware to a request. */
async function send(
  middleware: readonly Middleware<any>[],
  init: RequestInit = {},
  requestUrl = url,
): Promise<Response> {
  const router = createRouter({ middleware })
  router.map('/*', () => text('open'))
  const onError = () => new Response('an error', { status: 500 })
  return createFetchHandler(router, { onError })(new Request(requestUrl, init))
}

async function passes(middleware: readonly Middleware<any>[], init?: RequestInit) {
  const response = await send(middleware, init)
  return response.status === 200 && (await response.text()) === 'open'
}

/** A session that other code has loaded. */
const withSession: Middleware = (context, next) => {
  context.set(Session, new Session())
  return next()
}

const isNumberOfUser = (value: unknown): boolean =>
  typeof value === 'bigint' || (Number.isFinite(value) && value !== 0)
const isUser = (value: unknown): boolean =>
  isNumberOfUser(value) ||
  (typeof value === 'string' && value !== '') ||
  (typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Error) &&
    !(value instanceof Response) &&
    typeof (value as { then?: unknown }).then !== 'function')

function login(create: (verify: () => any) => AuthScheme, headers: HeadersInit = {}): Decision {
  return {
    isOpen: (verify) =>
      passes([withSession, auth({ schemes: [create(verify)] }), requireAuth()], { headers }),
    allowing: [{ id: 1 }, 'ann', 7, 7n],
    allows: isUser,
    isAwaited: true,
  }
}

const ann: AuthScheme = {
  name: 'ann',
  authenticate: () => ({ status: 'success', identity: 'ann' }),
}
const nobody: AuthScheme = { name: 'nobody', authenticate: () => ({ status: 'failure' }) }
const crossOrigin = { method: 'POST', headers: { Origin: evil } }

const openServer = async () => text('open')

/** A refused request, whose response a callback creates. No value makes the request pass. */
function refused(middleware: (callback: () => any) => Middleware[], init?: RequestInit): Decision {
  return {
    isOpen: (callback) => passes(middleware(callback), init),
    allowing: [],
    isAwaited: true,
  }
}

function storage(changes: Partial<Storage>): Storage {
  return {
    evicts: false,
    get: async () => null,
    set: async () => true,
    delete: async () => true,
    count: async () => 2,
    ...changes,
  }
}

const decisions: Record<string, Decision> = {
  '`verify` of createBasicAuthScheme()': login((verify) => createBasicAuthScheme({ verify }), {
    Authorization: `Basic ${btoa('ann:wrong')}`,
  }),
  '`verify` of createBearerTokenAuthScheme()': login(
    (verify) => createBearerTokenAuthScheme({ verify }),
    { Authorization: 'Bearer wrong' },
  ),
  '`verify` of createAPIAuthScheme()': login((verify) => createAPIAuthScheme({ verify }), {
    'X-Api-Key': 'wrong',
  }),
  '`verify` of createSessionAuthScheme()': login((verify) =>
    createSessionAuthScheme({ read: () => 'ann', verify }),
  ),
  '`identity` of your own scheme': {
    ...login((verify) => ({
      name: 'own',
      authenticate: () => ({ status: 'success', identity: verify() }),
    })),
    isAwaited: false,
  },
  'the result of your own scheme': {
    ...login((authenticate) => ({ name: 'own', authenticate })),
    allowing: [{ status: 'success', identity: 'ann' }],
    allows: never,
  },
  '`allow` of requireAuth()': {
    isOpen: (allow) => passes([auth({ schemes: [ann] }), requireAuth({ allow })]),
    allowing: [true],
    isAwaited: true,
  },
  '`onFailure` of requireAuth()': refused((onFailure) => [
    auth({ schemes: [nobody] }),
    requireAuth({ onFailure }),
  ]),
  '`origin` of cors()': {
    async isOpen(origin) {
      const middleware = cors({ origin, credentials: true })
      const { headers } = await send([middleware], { headers: { Origin: evil } })
      return (
        headers.get('Access-Control-Allow-Origin') === evil ||
        headers.get('Access-Control-Allow-Origin') === '*'
      )
    },
    allowing: [true, evil],
    isAwaited: true,
  },
  '`origin` of csrf()': {
    // The request has no token, so an origin that passes is refused for another reason.
    isOpen: async (origin) =>
      (await (await send([withSession, csrf({ origin })], crossOrigin)).text()).includes('token'),
    allowing: [true],
    isAwaited: true,
  },
  '`value` of csrf()': {
    async isOpen(value) {
      let token = ''
      const read: Middleware = (context, next) => {
        token = getCsrfToken(context)
        return next()
      }
      return passes([withSession, read, csrf({ value: () => value() ?? token.slice(1) })], {
        method: 'POST',
      })
    },
    allowing: [],
    isAwaited: true,
  },
  '`onDeny` of csrf()': refused((onDeny) => [withSession, csrf({ onDeny })], crossOrigin),
  '`host` of cop()': {
    isOpen: (host) => passes([cop({ host })], crossOrigin),
    allowing: ['evil.test', 'EVIL.test'],
    isAwaited: false,
  },
  '`onDeny` of cop()': refused((onDeny) => [cop({ onDeny })], crossOrigin),
  '`onError` of formData()': refused((onError) => [formData({ onError })], {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: 'not a form',
  }),
  '`filter` of staticFiles()': {
    async isOpen(filter) {
      const response = await send([staticFiles(folder, { filter })], {}, `${url}secret.txt`)
      return (await response.text()) === 'secret'
    },
    allowing: [true],
    isAwaited: false,
  },
  '`key` of rateLimit()': {
    async isOpen(key) {
      const limit = rateLimit({ limit: 1, window: 60, key, onStorageError: 'refuse' })
      return (await passes([limit])) && (await passes([limit]))
    },
    allowing: [null],
    isAwaited: true,
  },
  '`count` of the storage of rateLimit()': {
    isOpen: (count) =>
      passes([
        rateLimit({
          limit: 1,
          window: 60,
          key: () => 'ann',
          storage: storage({ count: async () => count() as number }),
          onStorageError: 'refuse',
        }),
      ]),
    allowing: [0, 1],
    allows: (value) => typeof value === 'number' && value >= 0 && value <= 1,
    isAwaited: true,
  },
  '`visitor` of once()': {
    async isOpen(visitor) {
      const router = createRouter()
      let runs = 0
      router.post('/', {
        middleware: [once({ visitor })],
        handler: (context) => text(`open ${context.get(Once)(db, () => (runs += 1))}`),
      })
      const handle = createFetchHandler(router, {
        onError: () => new Response('an error', { status: 500 }),
      })
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      return (await handle(new Request(url, { method: 'POST', headers }))).status === 200
    },
    allowing: ['', 'ann'],
    allows: isString,
    isAwaited: false,
  },
  '`visitor` of pages.with()': {
    async isOpen(visitor) {
      const build = createBuild({
        root: { default: () => jsx('html', {}) },
        page: {
          path: '/page',
          default: () => null,
          once: true,
          action: ({ once }: any) => once(db, () => 'done'),
        } as never,
      })
      const handle = createHandler(build, (pages) => {
        const router = createRouter()
        router.map('/*', pages.with({ visitor }))
        return router
      })
      const response = await handle(
        new Request(`${url}page?_data=page`, {
          method: 'POST',
          body: new URLSearchParams({ _once: crypto.randomUUID() }),
        }),
      )
      return response.status === 200
    },
    allowing: ['', 'ann'],
    allows: isString,
    isAwaited: false,
  },
  '`validate` of a schema': {
    async isOpen(validate) {
      const schema = { '~standard': { version: 1, vendor: 'own', validate } } as const
      const router = createRouter()
      router.map(post('/', { body: schema, accepts: ['json'] }), () => text('open'))
      const handle = createFetchHandler(router, {
        onError: () => new Response('an error', { status: 500 }),
      })
      const headers = { 'Content-Type': 'application/json' }
      return (await handle(new Request(url, { method: 'POST', headers, body: '{}' }))).ok
    },
    allowing: [{ value: 1 }, { value: undefined }],
    allows: (value) =>
      typeof value === 'object' &&
      value !== null &&
      'value' in value &&
      !(value as { issues?: unknown }).issues,
    isAwaited: true,
  },
  '`onInvalid` of createRouter()': {
    async isOpen(onInvalid) {
      const issues = [{ message: 'wrong' }]
      const validate = () => ({ issues })
      const schema = { '~standard': { version: 1, vendor: 'own', validate } } as const
      let runs = 0
      const router = createRouter({ onInvalid })
      router.map(post('/', { body: schema, accepts: ['json'] }), () => text(`${(runs += 1)}`))
      const handle = createFetchHandler(router, {
        onError: () => new Response('an error', { status: 500 }),
      })
      const headers = { 'Content-Type': 'application/json' }
      await handle(new Request(url, { method: 'POST', headers, body: '{}' }))
      return runs > 0
    },
    allowing: [],
    isAwaited: true,
  },
  '`readData` of createSessionStorage()': {
    async isOpen(readData) {
      const cookie = createCookie('id', { secrets: ['a secret of many bytes'] })
      const created: string[] = []
      const kept = createSessionStorage({
        readData,
        createData: () => {
          created.push('new')
          return 'new'
        },
        updateData: () => {},
        deleteData: () => {},
      })
      const use: Middleware = (context, next) => {
        context.get(Session)!.set('a', 1)
        return next()
      }
      const sent = await cookie.serialize('planted')
      const headers = { Cookie: sent.split(';', 1)[0]! }
      const response = await send([session(cookie, kept), use], { headers })
      // Whether the id that the client has sent is used.
      return response.status === 200 && created.length === 0
    },
    allowing: [{}, { name: 'Ann' }],
    allows: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    isAwaited: true,
  },
  '`updateData` of createSessionStorage()': {
    async isOpen(updateData) {
      const cookie = createCookie('id', { secrets: ['a secret of many bytes'] })
      const kept = createSessionStorage({
        readData: () => ({}),
        createData: () => 'new',
        updateData,
        deleteData: () => {},
      })
      const use: Middleware = (context, next) => {
        context.get(Session)!.set('a', 1)
        return next()
      }
      const sent = await cookie.serialize('one')
      const headers = { Cookie: sent.split(';', 1)[0]! }
      const response = await send([session(cookie, kept), use], { headers })
      const [set = ''] = response.headers.getSetCookie()
      return response.status === 200 && !set.includes('Max-Age=0')
    },
    allowing: [true, undefined],
    isAwaited: true,
  },
  '`client` of createOidcLogin()': {
    async isOpen(client) {
      const login = createOidcLogin({ client, callback: `${url}callback`, onLogin() {} })
      const response = await send([withSession, (context) => login.start(context)], {
        method: 'POST',
      })
      return response.status === 303
    },
    allowing: [await provider.discover()],
    isAwaited: true,
  },
  '`onLogin` of createOidcLogin()': {
    async isOpen(onLogin) {
      const login = createOidcLogin({
        client: provider.discover,
        callback: `${url}callback`,
        onLogin({ context }) {
          context.session.set('userId', 'ann')
          return onLogin()
        },
      })
      const cookie = createCookie('id', { secrets: ['a secret of many bytes'] })
      const storage = createMemorySessionStorage()
      const sendTo = (handler: Middleware, init?: RequestInit, to?: string) =>
        send([session(cookie, storage), handler], init, to)
      const cookieOf = (response: Response) => ({
        headers: { Cookie: response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' },
      })
      const started = await sendTo((context) => login.start(context), { method: 'POST' })
      const back = provider.authorize(started.headers.get('Location')!)
      const ended = await sendTo((context) => login.finish(context), cookieOf(started), back.href)
      const seen = await sendTo(
        (context) => text(`${context.get(Session)!.get('userId')}`),
        cookieOf(ended),
      )
      return (await seen.text()) === 'ann'
    },
    allowing: [undefined],
    allows: (value) => value instanceof Response,
    isAwaited: true,
  },
  '`onFailure` of createOidcLogin()': refused((onFailure) => {
    const client = provider.discover
    const login = createOidcLogin({ client, callback: `${url}callback`, onLogin() {}, onFailure })
    return [withSession, (context) => login.finish(context)]
  }),
  '`path` of proxy()': {
    isOpen: (path) => passes([proxy('http://old.internal', { path, fetch: openServer })]),
    allowing: ['/', '/admin'],
    allows: (value) => typeof value === 'string' && /^\/(?![/\\])[^\t\n\r?#]*$/.test(value),
    isAwaited: false,
  },
  '`headers` of proxy()': {
    // It decides by what it does to the headers, so only an error keeps the request back.
    isOpen: (headers) => passes([proxy('http://old.internal', { headers, fetch: openServer })]),
    allowing: [undefined],
    allows: () => true,
    isAwaited: true,
  },
  '`when` of serverTiming()': {
    async isOpen(when) {
      const router = createRouter({ observe: [serverTiming({ when })] })
      router.get('/', () => text('open'))
      const handle = createFetchHandler(router, {
        onError: () => new Response('an error', { status: 500 }),
      })
      return (await handle(new Request(url))).headers.has('Server-Timing')
    },
    allowing: [true],
    isAwaited: false,
  },
  '`filterMediaType` of compression()': {
    async isOpen(filterMediaType) {
      const middleware = compression({ filterMediaType, threshold: 0 })
      const response = await send([middleware], { headers: { 'Accept-Encoding': 'gzip' } })
      return response.headers.has('Content-Encoding')
    },
    allowing: [true],
    isAwaited: false,
  },
}

const simple = [undefined, null, false, true, 0, -0, 1, -1, NaN, Infinity, 1n, 0n, Symbol('odd')]
const texts = ['', ' ', 'true', 'false', 'null', '*', `https://a.test, ${evil}`, 'evil']
const plain = [
  [],
  [true],
  [evil],
  {},
  { ok: true },
  { allowed: true },
  { value: 1 },
  { issues: [] },
]
const ofClasses = [new Set([evil]), new Map(), /./, new Date(0), new Error('odd'), new URL(evil)]
const functions = [() => true, async () => true, class Odd {}]
const odd: readonly unknown[] = [
  ...simple,
  ...texts,
  ...plain,
  ...ofClasses,
  ...functions,
  new Response('no'),
]

const values = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...odd) },
  { weight: 1, arbitrary: fc.anything() },
)

const { error, warn } = console
beforeEach(() => {
  console.error = console.warn = () => {}
})
afterEach(() => {
  Object.assign(console, { error, warn })
})

describe.each(Object.keys(decisions))('%s', (name) => {
  const { isOpen, allowing, allows = never, isAwaited } = decisions[name]!
  const mayOpen = (value: unknown): boolean =>
    allowing.some((allowed) => Object.is(allowed, value)) || allows(value)

  it('allows by the values of the table', async () => {
    for (const value of allowing) {
      expect([value, await isOpen(() => value)]).toEqual([value, true])
      const late = async () => value
      expect([value, await isOpen(late)]).toEqual([value, isAwaited])
    }
  })

  it('allows by no other value, and by no promise that is not awaited', async () => {
    for (const value of odd) {
      if (!mayOpen(value)) expect([value, await isOpen(() => value)]).toEqual([value, false])
      if (!isAwaited || !mayOpen(value)) {
        expect([value, await isOpen(async () => value)]).toEqual([value, false])
      }
    }
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        if (!mayOpen(value)) expect(await isOpen(() => value)).toBe(false)
      }),
      { numRuns: 25 },
    )
  })

  it('allows by no promise that rejects, which does not end the process either', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    try {
      expect(await isOpen(() => Promise.reject(new Error('gone')))).toBe(false)
      // Node reports it after all microtasks.
      await new Promise((resolve) => setImmediate(resolve))
      expect(unhandled).not.toHaveBeenCalled()
    } finally {
      process.off('unhandledRejection', unhandled)
    }
  })
})

describe('the error for a callback that returns no response', () => {
  const wrong = (() => undefined) as never
  const broken = { method: 'POST', headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' }
  it.each([
    [
      '`onFailure` of requireAuth()',
      [auth({ schemes: [nobody] }), requireAuth({ onFailure: wrong })],
    ],
    ['`onDeny` of csrf()', [withSession, csrf({ onDeny: wrong })]],
    ['`onError` of formData()', [formData({ onError: wrong })]],
  ] as const)('names %s', async (name, middleware) => {
    const errors: unknown[] = []
    const router = createRouter({ middleware: middleware as readonly Middleware<any>[] })
    router.map('/*', () => text('open'))
    const handle = createFetchHandler(router, { onError: (error) => void errors.push(error) })
    expect((await handle(new Request(url, broken))).status).toBe(500)
    expect(String(errors[0])).toContain(`Cannot respond with undefined of ${name}.`)
  })
})

describe('SECURITY.md', () => {
  it('lists every callback of this test', () => {
    const page = readFileSync(join(import.meta.dirname, '../../SECURITY.md'), 'utf8')
    const table = page.slice(page.indexOf('## Callbacks that decide'))
    const missing = Object.keys(decisions).filter((name) => !table.includes(`| ${name} |`))
    expect(missing).toEqual([])
  })
})
