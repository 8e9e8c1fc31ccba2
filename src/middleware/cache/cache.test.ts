import { afterEach, describe, expect, it, vi } from 'vitest'
import { auth, createBearerTokenAuthScheme, requireAuth } from '../auth/index.ts'
import { compression } from '../compression/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import { etag } from '../etag/index.ts'
import {
  addressOf,
  ClientAddress,
  createFetchHandler,
  createRouter,
  Nonce,
  RequestId,
  WaitUntil,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { language } from '../language/index.ts'
import { logger } from '../logger/index.ts'
import { rateLimit } from '../rate-limit/index.ts'
import { requestId } from '../request-id/index.ts'
import { json, redirect, text } from '../../http/response/index.ts'
import { secureHeaders } from '../secure-headers/index.ts'
import { createMemorySessionStorage, createSession, Session } from '../../state/session/index.ts'
import { session } from '../session/index.ts'
import { createMemoryStorage, type Storage } from '../../state/storage/index.ts'
import { writes } from '../../state/tags/index.ts'
import { timeout } from '../timeout/index.ts'
import { createApp, shared } from './app.fixture.ts'
import { cache, ResponseCache } from './index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

let now = 0

/** Sets the time, in seconds. */
function setTime(seconds: number): void {
  now = 1_800_000_000_000 + seconds * 1000
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  vi.spyOn(performance, 'now').mockImplementation(() => now)
}

/** A handler that returns another number each time. */
function counting(headers: Record<string, string> = shared, status = 200) {
  let count = 0
  return () => text(String(++count), { status, headers })
}

const sessions = () =>
  session(
    createCookie('session', { secrets: ['a-secret-of-16-bytes'] }),
    createMemorySessionStorage(),
  )

describe('a response that is stored', () => {
  it('is sent to the next visitor, with its age', async () => {
    setTime(0)
    const app = createApp(counting())
    expect(await app.read('/')).toBe('1')
    setTime(10.9)
    const hit = await app.send('/')
    expect([await hit.text(), hit.headers.get('Age'), hit.status]).toEqual(['1', '10', 200])
    expect(app.runs).toBe(1)
    expect(app.takeReports()).toEqual([
      { result: 'miss' },
      { result: 'store' },
      { result: 'hit', age: 10 },
    ])
  })

  it('keeps its status, headers and body', async () => {
    const bytes = new Uint8Array([0, 255, 10, 13, 128])
    const bodies: [BodyInit, string][] = [
      [bytes, 'image/png'],
      ['\ufeffümläut\n', 'text/plain; charset=utf-8'],
      ['', 'text/css'],
    ]
    for (const [body, type] of bodies) {
      const headers = { ...shared, 'Content-Type': type, 'X-Own': 'yes', ETag: '"v1"' }
      const app = createApp(() => new Response(body, { status: 203, headers }))
      for (let i = 0; i < 2; i++) {
        const response = await app.send('/')
        expect(response.status).toBe(203)
        expect(response.headers.get('Content-Type')).toBe(type)
        expect(response.headers.get('X-Own')).toBe('yes')
        expect(response.headers.get('ETag')).toBe('"v1"')
        const sent = typeof body === 'string' ? new TextEncoder().encode(body) : bytes
        expect(await response.bytes()).toEqual(sent)
      }
      expect(app.runs).toBe(1)
    }
  })

  it('has neither headers of one connection nor those that Connection names', async () => {
    const own = {
      'Keep-Alive': 'timeout=5',
      'Proxy-Authenticate': 'Basic',
      'Proxy-Authentication-Info': 'a',
      'Proxy-Authorization': 'Basic a',
      'Proxy-Connection': 'keep-alive',
      TE: 'trailers',
      Trailer: 'X-Sum',
      'Transfer-Encoding': 'chunked',
      Upgrade: 'h2c',
      'X-Hop': '1',
    }
    const connection = { Connection: 'Upgrade, x-hop,Cache-Control' }
    const app = createApp(counting({ ...shared, ...own, ...connection, 'X-Kept': '1' }))
    await app.read('/')
    const hit = await app.send('/')
    expect(hit.headers.get('Age')).toBe('0')
    expect(hit.headers.get('X-Kept')).toBe('1')
    expect(hit.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
    const names = [...Object.keys(own), 'Connection'].filter((name) => hit.headers.has(name))
    expect(names).toEqual([])
  })

  it('may have a header whose value is the name of another one', async () => {
    const headers = { ...shared, 'Access-Control-Expose-Headers': 'cache-control' }
    const app = createApp(counting(headers))
    for (let i = 0; i < 2; i++) {
      const response = await app.send('/')
      expect(response.headers.get('Access-Control-Expose-Headers')).toBe('cache-control')
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
      expect(await response.text()).toBe('1')
    }
  })

  it('keeps the type of a text that the runtime adds', async () => {
    const app = createApp(() => new Response('text', { headers: shared }))
    await app.read('/')
    expect((await app.send('/')).headers.get('Content-Type')).toMatch(/^text\/plain/)
    expect(app.runs).toBe(1)
  })

  it('has one of six statuses', async () => {
    for (const status of [200, 203, 301, 308, 404, 410]) {
      const app = createApp(counting({ ...shared, Location: '/x' }, status))
      await app.read('/')
      expect([(await app.send('/')).status, app.runs]).toEqual([status, 1])
    }
    for (const status of [201, 302, 303, 307, 400, 401, 403, 500, 503]) {
      const app = createApp(counting({ ...shared, Location: '/x' }, status))
      await app.read('/')
      expect((await app.send('/')).status).toBe(status)
      expect(app.runs).toBe(3)
      expect(app.takeReports()[1]).toEqual({ result: 'refuse', why: `its status is ${status}` })
    }
    const empty = createApp(
      () => new Response(null, { status: 308, headers: { ...shared, Location: '/x' } }),
    )
    await empty.send('/')
    const hit = await empty.send('/')
    expect([hit.headers.get('Location'), hit.body, empty.runs]).toEqual(['/x', null, 1])
  })

  it('has a Cache-Control with s-maxage, or with public and max-age', async () => {
    const stored = [
      's-maxage=1',
      'public, max-age=1',
      'max-age=0, s-maxage=9',
      's-maxage=0, stale-while-revalidate=9',
    ]
    for (const policy of stored) {
      const app = createApp(counting({ 'Cache-Control': policy }))
      await app.read('/')
      await app.read('/')
      expect([policy, app.takeReports()[1]]).toEqual([policy, { result: 'store' }])
    }
    const neither = 'its Cache-Control has neither s-maxage nor public with max-age'
    const refused: [string, string][] = [
      ['max-age=60', neither],
      ['public', neither],
      ['', neither],
      ['private, s-maxage=60', 'its Cache-Control has private'],
      ['s-maxage=60, private="x-user"', 'its Cache-Control has private'],
      ['s-maxage=60, PRIVATE=""', 'its Cache-Control has private'],
      ['s-maxage=60, no-store', 'its Cache-Control has no-store'],
      ['s-maxage=60, no-cache', 'its Cache-Control has no-cache'],
      ['s-maxage=60, no-cache="Set-Cookie"', 'its Cache-Control has no-cache'],
      ['s-maxage=0', 'its Cache-Control lets it live for 0 seconds'],
      ['s-maxage=0, max-age=60', 'its Cache-Control lets it live for 0 seconds'],
      [
        's-maxage=0, must-revalidate, stale-while-revalidate=9',
        'its Cache-Control lets it live for 0 seconds',
      ],
    ]
    for (const [policy, why] of refused) {
      const app = createApp(counting(policy === '' ? {} : { 'Cache-Control': policy }))
      await app.read('/')
      expect([policy, app.takeReports()[1]]).toEqual([policy, { result: 'refuse', why }])
      expect(app.runs).toBe(2)
    }
  })

  it('has no cookie and no encoding, and varies by nothing that is not in the key', async () => {
    const refused: [Record<string, string>, string][] = [
      [{ 'Set-Cookie': 'a=b' }, 'it is not the same for every visitor: the run set a cookie'],
      [{ 'Content-Encoding': 'gzip' }, 'it has Content-Encoding'],
      [{ Vary: '*' }, 'it varies by *, which `vary` lacks'],
      [{ Vary: 'Cookie' }, 'it varies by Cookie, which `vary` lacks'],
      [
        { Vary: 'accept-encoding, Accept-Language' },
        'it varies by Accept-Language, which `vary` lacks',
      ],
    ]
    for (const [headers, why] of refused) {
      const app = createApp(counting({ ...shared, ...headers }))
      await app.read('/')
      expect(app.takeReports()[1]).toEqual({ result: 'refuse', why })
    }
    const app = createApp(counting({ ...shared, Vary: 'Accept-Encoding, X-Theme' }), {
      vary: ['x-theme'],
    })
    await app.read('/')
    await app.read('/')
    expect(app.runs).toBe(1)
  })

  it('has at most 2 MiB', async () => {
    const max = 2 * 1024 * 1024
    for (const [size, runs] of [
      [max, 1],
      [max + 1, 3],
    ] as const) {
      const bodies = [() => 'x'.repeat(size), () => new Blob(['x'.repeat(size)]).stream()]
      for (const body of bodies) {
        const storage = createMemoryStorage()
        const app = createApp(
          () => new Response(body(), { headers: { ...shared, 'Content-Type': 'text/plain' } }),
          { storage },
        )
        expect((await app.read('/')).length).toBe(size)
        expect((await app.read('/')).length).toBe(size)
        expect(app.runs).toBe(runs)
      }
    }
  })

  it('has a body that ends in time', async () => {
    const endless = () =>
      new Response(new ReadableStream({ pull: () => new Promise<void>(() => {}) }), {
        headers: { ...shared, 'Content-Type': 'text/plain' },
      })
    const app = createApp(endless, { lockTimeout: 0.02 })
    const response = await app.send('/')
    expect(app.runs).toBe(2)
    expect(app.takeReports()[1]!.why).toBe('reading its body took more than 0.02 s')
    await response.body!.cancel()
  })

  it('is not stored if its body fails', async () => {
    const app = createApp(
      () =>
        new Response(
          new ReadableStream({ pull: (controller) => controller.error(new Error('broken')) }),
          { headers: { ...shared, 'Content-Type': 'text/plain' } },
        ),
    )
    await expect(app.read('/')).rejects.toThrow('broken')
    expect(app.takeReports()[1]!.why).toBe('its body threw Error: broken')
  })

  it('counts from the age that it already has', async () => {
    setTime(0)
    const app = createApp(counting({ ...shared, Age: '50' }))
    await app.read('/')
    expect((await app.send('/')).headers.get('Age')).toBe('50')
    setTime(9)
    expect(await app.read('/')).toBe('1')
    setTime(10)
    expect(await app.read('/')).toBe('2')
  })

  it('lives at most 7 days', async () => {
    const storage = createMemoryStorage()
    const set = vi.spyOn(storage, 'set')
    const app = createApp(
      counting({ 'Cache-Control': 's-maxage=9999999, stale-while-revalidate=9999999' }),
      { storage },
    )
    await app.read('/')
    expect(set.mock.calls.at(-1)![2]).toEqual({ ttl: 604_800 })
  })
})

describe('what the client sees', () => {
  it('is a policy for its own cache, unless the route has one', async () => {
    for (const [policy, sent] of [
      ['s-maxage=60, stale-while-revalidate=5', 'public, max-age=0, must-revalidate'],
      ['public, max-age=9, s-maxage=60, stale-if-error=5', 'public, max-age=9'],
    ] as const) {
      const app = createApp(counting({ 'Cache-Control': policy }))
      expect((await app.send('/')).headers.get('Cache-Control')).toBe(sent)
      expect((await app.send('/')).headers.get('Cache-Control')).toBe(sent)
    }
  })

  it('has the policy for a CDN with forward: true', async () => {
    for (const [policy, sent] of [
      [
        's-maxage=60, stale-while-revalidate=5',
        's-maxage=60, stale-while-revalidate=5, max-age=0, public',
      ],
      ['public, max-age=9, s-maxage=60', 'public, max-age=9, s-maxage=60'],
    ] as const) {
      const app = createApp(counting({ 'Cache-Control': policy }), { forward: true })
      await app.send('/')
      expect((await app.send('/')).headers.get('Cache-Control')).toBe(sent)
    }
  })

  it('never has Cache-Tag, on any path', async () => {
    const app = createApp(counting({ ...shared, 'Cache-Tag': 'a' }), { routes: ['/stored'] })
    for (const path of ['/stored', '/stored', '/other']) {
      expect((await app.send(path)).headers.has('Cache-Tag')).toBe(false)
    }
  })

  it('keeps a response of one visitor out of the next shared cache', async () => {
    const greet = (policy: string) => (context: RequestContext) =>
      text(`Hello ${context.headers.get('Cookie')}`, { headers: { 'Cache-Control': policy } })
    for (const forward of [false, true]) {
      for (const [policy, sent] of [
        ['s-maxage=60', 'max-age=0, private, must-revalidate'],
        ['public, max-age=60', 'max-age=60, private'],
        ['public, max-age=60, s-maxage=9, stale-while-revalidate=9', 'max-age=60, private'],
        ['private, max-age=5', 'private, max-age=5'],
        ['no-store', 'no-store'],
      ] as const) {
        const app = createApp(greet(policy), { forward })
        for (let i = 0; i < 2; i++) {
          const response = await app.send('/', { headers: { Cookie: 'ada' } })
          expect(await response.text()).toBe('Hello ada')
          const directives = response.headers.get('Cache-Control')!.split(', ').sort()
          expect(directives).toEqual(sent.split(', ').sort())
        }
        const withCredentials = await app.send('/', { headers: { Authorization: 'x' } })
        expect(withCredentials.headers.get('Cache-Control')).not.toMatch(/public|s-maxage/)
      }
    }
  })

  it('keeps a page out of the next shared cache if a stranger gets another response', async () => {
    for (const refusal of [text('no', 403), redirect('/login', 302), text('no', 404)]) {
      const { status } = refusal
      // The guard reads a copy of the headers, which is not noticed.
      const guard = (context: RequestContext, next: () => Promise<Response>) =>
        new Headers(context.headers).has('Cookie') ? next() : refusal.clone()
      const app = createApp(counting(), { after: [guard], forward: true })
      for (let i = 0; i < 2; i++) {
        const response = await app.send('/', { headers: { Cookie: 'ada' } })
        expect(response.status).toBe(200)
        expect(response.headers.get('Cache-Control')).toBe('private, max-age=0, must-revalidate')
      }
      expect((await app.send('/')).status).toBe(status)
    }
  })

  it('leaves a public policy on what is only too large to store', async () => {
    const large = () =>
      text('x'.repeat(2_097_153), {
        headers: { 'Cache-Control': 'public, max-age=60, s-maxage=90' },
      })
    const policyOf = async (forward: boolean) =>
      (await createApp(large, { forward }).send('/')).headers.get('Cache-Control')
    expect(await policyOf(false)).toBe('public, max-age=60')
    expect(await policyOf(true)).toBe('public, max-age=60, s-maxage=90')
  })

  it('leaves routes alone that the cache does not have', async () => {
    const app = createApp(counting(), { routes: ['/books'] })
    expect((await app.send('/other')).headers.get('Cache-Control')).toBe('s-maxage=60')
    const { headers } = await app.send('/books', { method: 'POST' })
    expect(headers.get('Cache-Control')).toBe('s-maxage=60')
    expect([app.runs, app.takeReports()]).toEqual([2, []])
  })
})

describe('the lookup of a request', () => {
  it('happens only for GET and HEAD on the routes', async () => {
    const app = createApp(counting(), { routes: ['/', '/books', '/books/*'] })
    for (const path of ['/', '/books', '/books/a/b', '/%62ooks']) {
      await app.read(path)
      app.takeReports()
      await app.read(path)
      expect(app.takeReports()[0]!.result).toBe('hit')
    }
    for (const path of ['/bookshop', '/x/books', '/books%2Fa', '//books', '/bad%ff']) {
      await app.read(path)
      expect([path, app.takeReports()]).toEqual([path, []])
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      await app.read('/books', { method })
      expect(app.takeReports()).toEqual([])
    }
  })

  it('finds one entry for HEAD and GET, in both orders', async () => {
    const app = createApp(counting())
    const head = await app.send('/', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(await app.read('/')).toBe('1')
    expect(await app.read('/', { method: 'HEAD' })).toBe('')
    expect(app.runs).toBe(1)
  })

  it('is skipped for credentials, a range and a reserved parameter', async () => {
    const app = createApp(counting())
    expect(await app.read('/')).toBe('1')
    app.takeReports()
    const passing: [string, Record<string, string>][] = [
      ['/', { Authorization: 'Bearer x' }],
      ['/', { 'Proxy-Authorization': 'Basic x' }],
      ['/', { Range: 'bytes=0-1' }],
      ['/?_wait', {}],
      ['/?a=b&%5Fwait=1', {}],
      ['/?_data=root', {}],
    ]
    for (const [path, headers] of passing) {
      expect(await app.read(path, { headers })).not.toBe('1')
      expect(app.takeReports()).toEqual([])
    }
  })

  it('ignores Cache-Control of a request, so that a visitor cannot empty the cache', async () => {
    const app = createApp(counting())
    await app.read('/')
    for (const policy of ['no-cache', 'no-store', 'max-age=0', 'only-if-cached']) {
      const headers = { 'Cache-Control': policy, Pragma: 'no-cache' }
      expect(await app.read('/', { headers })).toBe('1')
    }
  })

  it('has a key with origin, path, search as sent, and vary headers', async () => {
    const app = createApp(counting(), { vary: ['X-Theme', 'Accept-Language'] })
    const requests: [string, Record<string, string>][] = [
      ['/', {}],
      ['/?', {}],
      ['/?a=1&b=2', {}],
      ['/?b=2&a=1', {}],
      ['/a', {}],
      ['/a/', {}],
      ['/', { 'X-Theme': 'dark' }],
      ['/', { 'X-Theme': '' }],
      ['/', { 'Accept-Language': 'dark' }],
      ['/', { 'X-Theme': 'dark', 'Accept-Language': 'dark' }],
    ]
    const first: string[] = []
    for (const [path, headers] of requests) first.push(await app.read(path, { headers }))
    expect(new Set(first).size).toBe(requests.length)
    for (const [index, [path, headers]] of requests.entries()) {
      expect(
        await app.read(path, { headers: { ...headers, Cookie: 'x', 'User-Agent': 'y' } }),
      ).toBe(first[index])
    }
  })

  it('has the query parameters that count in its key, sorted, and the run sees no others', async () => {
    const seen: string[] = []
    const app = createApp(
      ({ url }) => {
        seen.push(url.search)
        return text(url.search, { headers: shared })
      },
      { query: ['q', 'page'] },
    )
    const read = async (search: string) => [await app.read(`/${search}`), app.runs]
    expect(await read('')).toEqual(['', 1])
    expect(await read('?utm_source=mail')).toEqual(['', 1])
    expect(await read('?utm_source=mail&q=a&fbclid=1')).toEqual(['?q=a', 2])
    expect(await read('?page=2&q=a%20b')).toEqual(['?page=2&q=a%20b', 3])
    expect(await read('?q=a%20b&utm=1&page=2')).toEqual(['?page=2&q=a%20b', 3])
    expect(await read('?q=2&q=1')).toEqual(['?q=2&q=1', 4])
    expect(await read('?q=1&q=2')).toEqual(['?q=1&q=2', 5])
    expect(await read('?%71=1&&=&Q=2')).toEqual(['?%71=1', 6])
    expect(await read('??q=1')).toEqual(['', 6])
    expect(seen).toHaveLength(6)
  })

  it('has no query parameters in its key with query: []', async () => {
    const app = createApp(({ url }) => text(`[${url.search}]`, { headers: shared }), { query: [] })
    for (const search of ['?a=1', '', '?b', '?']) expect(await app.read(`/${search}`)).toBe('[]')
    expect(app.runs).toBe(1)
  })

  it('makes a personal page twice in a minute, whatever parameters do not count', async () => {
    const app = createApp(
      ({ headers, url }) => text(headers.get('Cookie') + url.search, { headers: shared }),
      { query: ['q'] },
    )
    for (let i = 0; i < 20; i++) {
      const response = await app.read(`/?utm=${i}`, { headers: { Cookie: 'ada' } })
      expect(response).toBe(`ada?utm=${i}`)
    }
    expect(app.runs).toBe(21)
  })

  it('has different entries for two origins', async () => {
    const storage = createMemoryStorage()
    const router = createRouter({
      middleware: [cache({ storage, routes: ['/*'] })],
      defaultHandler: ({ url }) => text(url.origin, { headers: shared }),
    })
    for (const origin of [
      'https://a.example',
      'https://b.example',
      'http://a.example',
      'https://a.example:8443',
    ]) {
      for (let i = 0; i < 2; i++)
        expect(await (await router.fetch(`${origin}/`)).text()).toBe(origin)
    }
  })

  it('is skipped if the key has more than 2,048 bytes', async () => {
    const app = createApp(counting())
    const keyBytes = (path: string) =>
      new TextEncoder().encode(
        `e2:${JSON.stringify([`https://example.com${path}`, `https://example.com${path}`, null, {}, null])}`,
      ).length
    const room = 2048 - keyBytes('/?')
    const longest = `/?${'x'.repeat(Math.floor(room / 2))}`
    expect(keyBytes(longest)).toBeGreaterThan(2046)
    await app.read(longest)
    expect(app.takeReports()[1]).toEqual({ result: 'store' })
    await app.read(`${longest}x`)
    expect(app.takeReports()).toEqual([])
  })

  it('is skipped for a run of another cache', async () => {
    const inner = cache({ storage: createMemoryStorage(), routes: ['/*'] })
    const app = createApp(counting(), { after: [inner] })
    expect([await app.read('/'), await app.read('/'), app.runs]).toEqual(['1', '1', 1])
  })

  it('may happen twice if one cache is in the list twice', async () => {
    const responses = cache({ storage: createMemoryStorage(), routes: ['/*'] })
    const handler = counting()
    const router = createRouter({ middleware: [responses, responses], defaultHandler: handler })
    const read = async () => (await router.fetch('https://example.com/')).text()
    expect([await read(), await read()]).toEqual(['1', '1'])
  })
})

describe('a response that depends on the visitor', () => {
  const greet = (read: (context: RequestContext) => unknown) => {
    let count = 0
    return (context: RequestContext) =>
      text(`${String(read(context))} ${++count}`, { headers: shared })
  }

  it('is not stored: a page that reads the session, a cookie, a user, an address or another header', async () => {
    const cases: [(context: RequestContext) => unknown, string][] = [
      [(context) => context.get(Session)!.get('name'), 'used the session'],
      [({ headers }) => headers.get('Cookie'), 'read the Cookie header'],
      [({ request }) => request.headers.get('Authorization'), 'read the Authorization header'],
      [({ headers }) => headers.get('User-Agent'), 'read the User-Agent header'],
      [(context) => addressOf(context), 'read the address of the client'],
      [
        (context) => (context as unknown as { auth: { ok: boolean } }).auth.ok,
        'read who is logged in',
      ],
      [(context) => context.set(Nonce, 'abc'), 'used a nonce'],
    ]
    const after = [
      sessions(),
      auth({ schemes: [createBearerTokenAuthScheme({ verify: () => ({}) })] }),
    ]
    for (const [read, notice] of cases) {
      const app = createApp(greet(read), { after })
      await app.read('/')
      const why = `it is not the same for every visitor: the run ${notice}`
      expect(app.takeReports()).toEqual([{ result: 'miss' }, { result: 'refuse', why }])
      expect(app.runs).toBe(2)
    }
  })

  it('is not stored if the body reads the cookie late', async () => {
    const app = createApp(({ headers }) => {
      const body = new ReadableStream({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode(`Hello ${headers.get('Cookie')}`))
          controller.close()
        },
      })
      return new Response(body, { headers: { ...shared, 'Content-Type': 'text/plain' } })
    })
    expect(await app.read('/', { headers: { Cookie: 'ada' } })).toBe('Hello ada')
    expect(await app.read('/', { headers: { Cookie: 'bob' } })).toBe('Hello bob')
  })

  it('is not stored if the body reads another header late', async () => {
    const app = createApp(({ headers }) => {
      const body = new ReadableStream(
        {
          async pull(controller) {
            await new Promise((resolve) => setTimeout(resolve, 1))
            controller.enqueue(new TextEncoder().encode(`For ${headers.get('Accept-Language')}`))
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      return new Response(body, { headers: { ...shared, 'Content-Type': 'text/plain' } })
    })
    expect(await app.read('/', { headers: { 'Accept-Language': 'de' } })).toBe('For de')
    expect(await app.read('/', { headers: { 'Accept-Language': 'en' } })).toBe('For en')
  })

  it('is made twice for the first visitor, and once for each other visitor during a minute', async () => {
    setTime(0)
    const app = createApp(greet(({ headers }) => headers.get('Cookie')))
    await app.read('/', { headers: { Cookie: 'ada' } })
    expect(app.runs).toBe(2)
    setTime(59)
    expect(await app.read('/', { headers: { Cookie: 'bob' } })).toBe('bob 3')
    expect(app.runs).toBe(3)
    expect(app.takeReports()).toHaveLength(2)
    setTime(60)
    await app.read('/')
    expect(app.runs).toBe(5)
  })

  it('is not stored if a guard refuses every stranger, and no guard is bypassed', async () => {
    const guard = [
      auth({
        schemes: [
          createBearerTokenAuthScheme({ verify: (token) => (token === 'ada' ? {} : null) }),
        ],
      }),
      requireAuth(),
    ]
    const secret = () => text('secret', { headers: { 'Cache-Control': 'public, s-maxage=60' } })
    for (const place of ['before', 'after']) {
      const app = createApp(secret, { [place]: guard })
      const ada = { headers: { Authorization: 'Bearer ada' } }
      expect((await app.send('/')).status).toBe(401)
      expect(await app.read('/', ada)).toBe('secret')
      expect((await app.send('/')).status).toBe(401)
      expect((await app.send('/', { headers: { Authorization: 'Bearer bob' } })).status).toBe(401)
    }
  })

  it('is not stored if a guard by cookie refuses every stranger, wherever the guard stands', async () => {
    const guard = [
      (context: RequestContext, next: () => Promise<Response>) =>
        context.headers.get('Cookie') === 'user=ada' ? next() : text('no', 403),
    ]
    const before = createApp(counting(), { before: guard })
    const after = createApp(counting(), { after: guard })
    for (const app of [before, after]) {
      const ada = { headers: { Cookie: 'user=ada' } }
      expect((await app.send('/', ada)).status).toBe(200)
      expect((await app.send('/')).status).toBe(403)
      expect((await app.send('/', ada)).status).toBe(200)
      expect((await app.send('/')).status).toBe(403)
    }
    expect(before.takeReports()).toEqual([
      { result: 'miss' },
      { result: 'refuse', why: 'middleware before cache() refused the run' },
    ])
  })

  it('is not stored if middleware before the cache changes the URL for a visitor', async () => {
    const translate = (context: RequestContext, next: () => Promise<Response>) => {
      if (context.headers.get('X-Language') === 'de')
        context.url = new URL(`/de${context.url.pathname}`, context.url)
      return next()
    }
    const app = createApp(({ url }) => text(url.pathname, { headers: shared }), {
      before: [translate],
    })
    const german = { headers: { 'X-Language': 'de' } }
    expect([await app.read('/a', german), await app.read('/a')]).toEqual(['/de/a', '/a'])
    expect([await app.read('/a', german), await app.read('/a')]).toEqual(['/de/a', '/a'])
    expect(await app.read('/de/a')).toBe('/de/a')
  })

  it('is stored separately for URLs that middleware before the cache makes equal', async () => {
    const tenants = (context: RequestContext, next: () => Promise<Response>) => {
      const [, tenant, ...rest] = context.url.pathname.split('/')
      context.headers.set('X-Tenant', tenant!)
      context.url = new URL(`/${rest.join('/')}`, context.url)
      return next()
    }
    const app = createApp(({ request }) => text(request.url, { headers: shared }), {
      before: [tenants],
    })
    for (let i = 0; i < 2; i++) {
      expect(await app.read('/one/a')).toBe('https://example.com/one/a')
      expect(await app.read('/two/a')).toBe('https://example.com/two/a')
    }
    expect(app.runs).toBe(2)
  })

  it('gets no cookie, no credentials, no address and no header of the visitor, even if it copies them', async () => {
    const router = createRouter({
      middleware: [cache({ storage: createMemoryStorage(), routes: ['/*'], vary: ['X-Theme'] })],
      defaultHandler: (context) =>
        json(
          {
            headers: [...context.headers],
            request: [...context.request.headers],
            address: context.get(ClientAddress),
          },
          { headers: shared },
        ),
    })
    const handle = createFetchHandler(router, {
      provide: (context, address: string) => context.set(ClientAddress, address),
    })
    const headers = {
      Cookie: 'secret',
      'X-Theme': 'dark',
      'X-Forwarded-For': 'secret',
      'User-Agent': 'secret',
      'If-None-Match': '"secret"',
    }
    const response = await handle(new Request('https://example.com/', { headers }), 'secret')
    expect(await response.json()).toEqual({
      headers: [['x-theme', 'dark']],
      request: [['x-theme', 'dark']],
      address: '',
    })
  })
})

describe('neighbours in the list', () => {
  it('works as the guides show it, with a language in the key', async () => {
    let runs = 0
    const storage = createMemoryStorage()
    const router = createRouter({
      middleware: [
        requestId(),
        logger({ format: 'json', log: () => {} }),
        secureHeaders({ nonce: true }),
        compression(),
        rateLimit({ limit: 100, window: 60, key: () => 'all' }),
        timeout(10_000),
        etag(),
        cache({ storage, routes: ['/books'], vary: ['Accept-Language'] }),
        sessions(),
        language({ supported: ['en', 'de'] }),
      ],
    })
    router.get('/books', ({ language }) => {
      runs++
      return text(language, { headers: shared })
    })
    const send = (accept: string, headers = {}) =>
      router.fetch('https://example.com/books', {
        headers: { 'Accept-Language': accept, ...headers },
      })
    expect(await (await send('de')).text()).toBe('de')
    expect(await (await send('en')).text()).toBe('en')
    const hit = await send('de')
    expect([await hit.text(), hit.headers.get('Content-Language'), runs]).toEqual(['de', 'de', 2])
    expect(hit.headers.get('Vary')).toContain('Accept-Language')
    const tag = hit.headers.get('ETag')!
    expect((await send('de', { 'If-None-Match': tag })).status).toBe(304)
  })

  it('names the header that `vary` lacks', async () => {
    const app = createApp(counting(), { after: [language({ supported: ['en', 'de'] })] })
    await app.read('/')
    expect(app.takeReports()[1]!.why).toBe(
      'it is not the same for every visitor: the run read the Accept-Language header',
    )
    const varying = createApp(counting({ ...shared, Vary: 'X-Theme' }))
    await varying.read('/')
    expect(varying.takeReports()[1]!.why).toBe('it varies by X-Theme, which `vary` lacks')
  })

  it('gives each visitor their own request id, nonce and rate limit, and one line in the log', async () => {
    const lines: string[] = []
    const seen: unknown[] = []
    const app = createApp(
      (context) => {
        seen.push(context.get(RequestId))
        return text('ok', { headers: shared })
      },
      {
        before: [
          requestId(),
          logger({ format: '%method %path %status', log: (line) => lines.push(line) }),
          secureHeaders({ nonce: true }),
          rateLimit({ limit: 5, window: 60, key: () => 'all' }),
        ],
      },
    )
    const [one, two] = [await app.send('/'), await app.send('/')]
    expect(seen).toEqual([expect.any(String)])
    for (const name of ['X-Request-Id', 'Content-Security-Policy', 'RateLimit']) {
      expect(one.headers.get(name)).not.toBe(two.headers.get(name))
    }
    expect(two.headers.get('RateLimit')).toMatch(/r=3;/)
    expect(lines).toEqual(['GET / 200', 'GET / 200'])
  })

  it('stores a page whose handler uses the request id, and not one that uses the nonce', async () => {
    for (const [key, runs, use] of [
      [RequestId, 1, (context: RequestContext) => context.get(RequestId)!.length],
      [Nonce, 3, (context: RequestContext) => context.get(Nonce)!.length],
    ] as const) {
      const app = createApp((context) => text(String(use(context)), { headers: shared }), {
        before: [requestId(), secureHeaders({ nonce: true })],
      })
      for (let i = 0; i < 2; i++) expect(Number(await app.read('/'))).toBeGreaterThan(0)
      expect(app.runs).toBe(runs)
      expect(key).toBeDefined()
    }
  })

  it('counts only misses in a rateLimit() after the cache', async () => {
    const app = createApp(counting(), {
      after: [rateLimit({ limit: 1, window: 60, key: () => 'all' })],
    })
    for (let i = 0; i < 4; i++) expect((await app.send('/')).status).toBe(200)
    expect((await app.send('/', { headers: { Authorization: 'x' } })).status).toBe(200)
    expect((await app.send('/', { headers: { Authorization: 'x' } })).status).toBe(429)
  })

  it('stores what middleware after it adds, and nothing that middleware before it adds', async () => {
    const adding =
      (name: string, count = { value: 0 }) =>
      async (_: unknown, next: () => Promise<Response>) => {
        const response = await next()
        const copy = new Response(response.body, response)
        copy.headers.set(name, String(++count.value))
        return copy
      }
    const app = createApp(counting(), { before: [adding('X-Before')], after: [adding('X-After')] })
    await app.send('/')
    const { headers } = await app.send('/')
    expect([headers.get('X-Before'), headers.get('X-After')]).toEqual(['3', '1'])
  })

  it('stores the same with an observer that reads headers', async () => {
    const router = createRouter({
      observe: [
        {
          event(event) {
            if (event.type === 'request' && event.phase === 'start') event.header('Cookie')
          },
        },
      ],
      middleware: [cache({ storage: createMemoryStorage(), routes: ['/*'] })],
    })
    router.get('/', counting())
    for (let i = 0; i < 2; i++) {
      const response = await router.fetch('https://example.com/', { headers: { Cookie: 'ada' } })
      expect(await response.text()).toBe('1')
    }
  })

  it('fails when the router is created if it stands after session()', () => {
    const responses = cache({ storage: createMemoryStorage(), routes: ['/*'] })
    const mistake = 'cache() must stand before session()'
    expect(() => createRouter({ middleware: [sessions(), responses] })).toThrow(mistake)
    expect(() => createRouter({ middleware: [responses, sessions()] })).not.toThrow()

    const router = createRouter({ middleware: [sessions()] })
    const handler = counting()
    expect(() => router.get('/', { middleware: [responses], handler })).toThrow(mistake)
  })

  it('may stand on one route, beside another route with a session', () => {
    const responses = cache({ storage: createMemoryStorage(), routes: ['/*'] })
    const router = createRouter()
    router.get('/account', { middleware: [sessions()], handler: counting() })
    expect(() => router.get('/', { middleware: [responses], handler: counting() })).not.toThrow()
  })

  it('throws at a request with a session that other middleware has set', async () => {
    const handler = counting()
    const app = createApp(handler, {
      before: [
        (context: RequestContext, next: () => Promise<Response>) => {
          context.set(Session, createSession())
          return next()
        },
      ],
    })
    expect(await app.read('/')).toContain('Error: cache() must stand before session()')
  })
})

describe('a stale response', () => {
  const policy = { 'Cache-Control': 's-maxage=10, stale-while-revalidate=20' }

  it('is sent, and made again once in the background', async () => {
    setTime(0)
    const work: Promise<unknown>[] = []
    const waitUntil = (context: RequestContext, next: () => Promise<Response>) => {
      context.set(WaitUntil, (promise) => void work.push(promise))
      return next()
    }
    const app = createApp(counting(policy), { before: [waitUntil] })
    await app.read('/')
    app.takeReports()
    setTime(10)
    const stale = await Promise.all([app.send('/'), app.send('/'), app.send('/')])
    for (const response of stale) {
      expect([await response.text(), response.headers.get('Age')]).toEqual(['1', '10'])
    }
    await Promise.all(work)
    expect(app.runs).toBe(2)
    expect(
      app
        .takeReports()
        .map(({ result }) => result)
        .sort(),
    ).toEqual(['stale', 'stale', 'stale', 'store'])
    expect(await app.read('/')).toBe('2')
    expect(app.runs).toBe(2)
  })

  it('is not sent when it is too old', async () => {
    setTime(0)
    const app = createApp(counting(policy))
    await app.read('/')
    setTime(30)
    expect(await app.read('/')).toBe('2')
  })

  it('is not sent with must-revalidate', async () => {
    setTime(0)
    const app = createApp(
      counting({ 'Cache-Control': 's-maxage=10, stale-while-revalidate=20, must-revalidate' }),
    )
    await app.read('/')
    setTime(10)
    expect(await app.read('/')).toBe('2')
  })

  it('is made again by one of two machines', async () => {
    setTime(0)
    const storage = createMemoryStorage()
    let runs = 0
    const slow = async () => {
      if (++runs > 1) await new Promise((resolve) => setTimeout(resolve, 10))
      return text(String(runs), { headers: policy })
    }
    const [one, two] = [createApp(slow, { storage }), createApp(slow, { storage })]
    await one.read('/')
    setTime(10)
    await Promise.all([one.read('/'), two.read('/'), one.read('/'), two.read('/')])
    await eventually(async () => expect(await two.read('/')).toBe('2'))
    expect(runs).toBe(2)
  })

  it('stays if the refresh throws, and the error is printed', async () => {
    setTime(0)
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    let runs = 0
    const app = createApp(() => {
      if (++runs > 1) throw new Error('broken')
      return text('1', { headers: policy })
    })
    await app.read('/')
    setTime(15)
    expect(await app.read('/')).toBe('1')
    await eventually(() => expect(error.mock.calls).toEqual([[new Error('broken')]]))
    expect(await app.read('/')).toBe('1')
    setTime(16)
    expect(await app.read('/')).toBe('1')
    await eventually(() => expect(error.mock.calls).toHaveLength(2))
    expect(runs).toBe(3)
  })

  it('ends if the response is not stored any more', async () => {
    setTime(0)
    let runs = 0
    const storage = createMemoryStorage()
    const handler = () => text(String(++runs), { headers: runs > 1 ? {} : policy })
    const app = createApp(handler, { storage })
    await app.read('/')
    setTime(15)
    expect(await app.read('/')).toBe('1')
    await eventually(() =>
      expect(app.takeReports().some(({ result }) => result === 'refuse')).toBe(true),
    )
    expect(await createApp(handler, { storage }).read('/')).not.toBe('1')
  })

  it('is sent instead of an error as long as stale-if-error says', async () => {
    setTime(0)
    let failure: (() => Response) | undefined
    const app = createApp(() => {
      if (failure) return failure()
      return text('fine', { headers: { 'Cache-Control': 's-maxage=10, stale-if-error=50' } })
    })
    await app.read('/')
    setTime(20)
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    failure = () => {
      throw new Error('broken')
    }
    const stale = await app.send('/')
    expect([stale.status, await stale.text(), stale.headers.get('Age')]).toEqual([
      200,
      'fine',
      '20',
    ])
    expect(error.mock.calls).toEqual([[new Error('broken')]])
    failure = () => text('down', 503)
    setTime(21)
    expect(await app.read('/')).toBe('fine')
    failure = () => text('gone', { status: 404, headers: shared })
    setTime(22.9)
    expect(await app.read('/')).toBe('fine')
    setTime(23)
    expect(await app.read('/')).toBe('gone')
  })

  it('is sent instead of an error to all who wait for the same run, and the error is printed once for each run', async () => {
    setTime(0)
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    let isBroken = false
    const app = createApp(async () => {
      if (!isBroken) {
        return text('fine', { headers: { 'Cache-Control': 's-maxage=10, stale-if-error=50' } })
      }
      await gate
      throw new Error('broken')
    })
    await app.read('/')
    setTime(20)
    isBroken = true
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const all = Array.from({ length: 5 }, () => app.read('/'))
    setTimeout(open, 5)
    expect(new Set(await Promise.all(all))).toEqual(new Set(['fine']))
    // On Workers, a request must not wait for another, so each has its own run.
    const runs = globalThis.navigator?.userAgent === 'Cloudflare-Workers' ? 5 : 1
    expect(error.mock.calls).toEqual(Array.from({ length: runs }, () => [new Error('broken')]))
  })

  it('is not sent instead of an error after stale-if-error has passed', async () => {
    setTime(0)
    let isBroken = false
    const app = createApp(() => {
      if (isBroken) throw new Error('broken')
      return text('fine', { headers: { 'Cache-Control': 's-maxage=10, stale-if-error=50' } })
    })
    await app.read('/')
    isBroken = true
    setTime(60)
    expect((await app.send('/')).status).toBe(500)
  })
})

describe('a run that throws', () => {
  it('is not stored, and the visitor gets the result of next()', async () => {
    let runs = 0
    const app = createApp(() => {
      if (++runs === 1) throw new Error('broken')
      return text('fine', { headers: shared })
    })
    expect(await app.read('/')).toBe('fine')
    expect(app.takeReports()[1]).toEqual({ result: 'refuse', why: 'the run threw Error: broken' })
  })
})

describe('several misses at once', () => {
  it('wait for the first', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const app = createApp(async () => {
      await gate
      return text('once', { headers: shared })
    })
    const all = Array.from({ length: 20 }, () => app.read('/'))
    setTimeout(open, 5)
    expect(new Set(await Promise.all(all))).toEqual(new Set(['once']))
    // On Workers, a request must not wait for another.
    if (globalThis.navigator?.userAgent !== 'Cloudflare-Workers') expect(app.runs).toBe(1)
  })

  it('run next() if the response is not stored', async () => {
    let count = 0
    const app = createApp(async ({ headers }) => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      return text(`${headers.get('Cookie')} ${++count}`, { headers: shared })
    })
    const names = ['ada', 'bob', 'eve']
    const bodies = await Promise.all(
      names.map((name) => app.read('/', { headers: { Cookie: name } })),
    )
    expect(bodies.map((body) => body.split(' ')[0])).toEqual(names)
  })

  it('wait at most lockTimeout seconds', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    let runs = 0
    const app = createApp(
      async () => {
        if (++runs === 1) await gate
        return text(String(runs), { headers: shared })
      },
      { lockTimeout: 0.01 },
    )
    const first = app.read('/')
    await eventually(() => expect(runs).toBe(1))
    expect(Number(await app.read('/'))).toBeGreaterThan(1)
    open()
    await first
  })

  it('get the response even if the first client has left', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const app = createApp(async () => {
      await gate
      return text('once', { headers: shared })
    })
    const controller = new AbortController()
    const first = app.send('/', { signal: controller.signal })
    await eventually(() => expect(app.runs).toBe(1))
    const second = app.read('/')
    controller.abort()
    expect((await first).status).toBe(499)
    open()
    expect(await second).toBe('once')
  })
})

describe('invalidation', () => {
  const tagged = (...tags: string[]) =>
    counting({ ...shared, 'Cache-Tag': tags.map(encodeURIComponent).join(', ') })

  it('drops the responses with a tag, and no others', async () => {
    const app = createApp(({ url }) => {
      const tag = encodeURIComponent(`book:${url.pathname}`)
      return text(String(app.runs), { headers: { ...shared, 'Cache-Tag': `${tag}, books` } })
    })
    await app.read('/a')
    await app.read('/b')
    await app.responses.invalidate('book:/a')
    expect([await app.read('/a'), await app.read('/b')]).toEqual(['3', '2'])
    await app.responses.invalidate('books', 'unknown')
    expect([await app.read('/a'), await app.read('/b')]).toEqual(['4', '5'])
    await app.responses.invalidate()
    expect([await app.read('/a'), await app.read('/b')]).toEqual(['4', '5'])
  })

  it('is done by what a request has written, on any path, before its response goes out', async () => {
    const app = createApp(
      async (context) => {
        if (context.method === 'POST') {
          writes(context, 'books')
          if (context.url.pathname === '/throw') throw new Error('broken')
          return redirect('/', 303)
        }
        return text(String(app.runs), { headers: { ...shared, 'Cache-Tag': 'books' } })
      },
      { routes: ['/'] },
    )
    for (const path of ['/', '/elsewhere', '/throw']) {
      const before = await app.read('/')
      expect(await app.read('/')).toBe(before)
      app.takeReports()
      await app.send(path, { method: 'POST' })
      expect(app.takeReports()).toEqual([{ result: 'invalidate' }])
      expect(await app.read('/')).not.toBe(before)
    }
  })

  it('does not happen for a write without tags', async () => {
    const app = createApp(tagged('books'))
    await app.read('/')
    await app.send('/', { method: 'POST' })
    expect(await app.read('/')).toBe('1')
  })

  it('is done by code in a request without writes()', async () => {
    const app = createApp(async (context) => {
      if (context.method === 'POST') await context.get(ResponseCache)!.invalidate('books')
      return text(String(app.runs), { headers: { ...shared, 'Cache-Tag': 'books' } })
    })
    await app.read('/')
    await app.send('/x', { method: 'POST' })
    expect(await app.read('/')).toBe('3')
  })

  it('stops a run in flight from being stored', async () => {
    let open = () => {}
    let gate = new Promise<void>((resolve) => (open = resolve))
    let value = 'old'
    const app = createApp(async () => {
      const read = value
      await gate
      return text(read, { headers: { ...shared, 'Cache-Tag': 'books' } })
    })
    const first = app.read('/')
    await eventually(() => expect(app.runs).toBe(1))
    value = 'new'
    await app.responses.invalidate('books')
    open()
    gate = Promise.resolve()
    await first
    expect(app.takeReports()[1]).toEqual({
      result: 'refuse',
      why: 'something was invalidated during the run',
    })
    expect(await app.read('/')).toBe('new')
    expect(await app.read('/')).toBe('new')
  })

  it('is seen by a visitor who joins a run that began before it', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    let value = 'old'
    let isFirst = true
    const app = createApp(async () => {
      const read = value
      if (isFirst) {
        isFirst = false
        await gate
      }
      return text(read, { headers: { ...shared, 'Cache-Tag': 'books' } })
    })
    const first = app.read('/')
    await eventually(() => expect(app.runs).toBe(1))
    value = 'new'
    await app.responses.invalidate('books')
    const second = app.read('/')
    open()
    await first
    expect(await second).toBe('new')
  })

  it('is seen by a visitor who joins a run that is about to store', async () => {
    const memory = createMemoryStorage()
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    let isStoring = false
    const storage: Storage = {
      evicts: true,
      get: (key) => memory.get(key),
      delete: (key) => memory.delete(key),
      count: (key, ttl) => memory.count(key, ttl),
      async set(key, value, options) {
        if (key.startsWith('e2:') && !isStoring) {
          isStoring = true
          await gate
        }
        return memory.set(key, value, options)
      },
    }
    let value = 'old'
    const handler = () => text(value, { headers: { ...shared, 'Cache-Tag': 'books' } })
    const app = createApp(handler, { storage })
    const first = app.read('/')
    await eventually(() => expect(isStoring).toBe(true))
    value = 'new'
    await app.responses.invalidate('books')
    const second = app.read('/')
    setTimeout(open, 5)
    await first
    expect(await second).toBe('new')
    expect(await app.read('/')).toBe('new')
  })

  it('is not undone by a tag that the storage has lost', async () => {
    const storage = createMemoryStorage()
    const app = createApp(tagged('books'), { storage })
    await app.read('/')
    await storage.delete('t:books')
    expect(await app.read('/')).toBe('2')
    expect(await app.read('/')).toBe('2')
    await storage.delete('i')
    expect(await app.read('/')).toBe('2')
  })

  it('is never missed because the storage has lost the last invalidation', async () => {
    const storage = createMemoryStorage()
    let value = 'old'
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const app = createApp(
      async () => {
        const read = value
        await gate
        return text(read, { headers: { ...shared, 'Cache-Tag': 'books' } })
      },
      { storage },
    )
    const first = app.read('/')
    await eventually(() => expect(app.runs).toBe(1))
    value = 'new'
    await app.responses.invalidate('books')
    await storage.delete('i')
    open()
    await first
    expect(await app.read('/')).toBe('new')
  })

  it('refuses tags that are invalid or too many', async () => {
    const many = Array.from({ length: 65 }, (_, i) => `tag${i}`)
    for (const [header, why] of [
      ['%', 'URI malformed'],
      ['%2C', 'Cannot use "," as a tag in Cache-Tag: a tag is a string of 1 to 128 characters'],
      ['x'.repeat(129), 'as a tag in Cache-Tag'],
      ['%00', 'as a tag in Cache-Tag'],
      [many.join(), 'Cannot use 65 tags in Cache-Tag: at most 64 are allowed'],
    ] as const) {
      const app = createApp(counting({ ...shared, 'Cache-Tag': header }))
      await app.read('/')
      const { result, why: seen = '' } = app.takeReports()[1]!
      expect(result).toBe('refuse')
      if (header !== '%') expect(seen).toContain(why)
    }
    const app = createApp(tagged(...many.slice(1)))
    await app.read('/')
    await app.read('/')
    expect(app.runs).toBe(1)
    await expect(app.responses.invalidate('a,b')).rejects.toThrow(
      'Cannot use "a,b" as a tag in invalidate()',
    )
    await expect(app.responses.invalidate(...many)).rejects.toThrow(
      'Cannot use 65 tags in invalidate()',
    )
  })

  it('reads 64 KiB of tags without much work', async () => {
    for (const header of [
      ','.repeat(65_536),
      ' ,'.repeat(32_768),
      '%'.repeat(65_536),
      'a'.repeat(65_536),
      `${' '.repeat(65_535)}a`,
    ]) {
      const app = createApp(counting({ ...shared, 'Cache-Tag': header }))
      expect(await app.read('/')).toMatch(/^[12]$/)
    }
  })
})

describe('a storage that does not work', () => {
  const down = () => Promise.reject(new Error('the storage is down'))
  const broken: Storage = {
    ...createMemoryStorage(),
    evicts: false,
    get: down,
    set: down,
    delete: down,
    count: down,
  }

  it('lets requests pass, and says so once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const app = createApp(counting(), { storage: broken })
    expect([await app.read('/'), await app.read('/')]).toEqual(['1', '2'])
    const why = 'cache() cannot use its storage: the storage is down'
    expect(app.takeReports()).toEqual([
      { result: 'refuse', why },
      { result: 'refuse', why },
    ])
    expect(warn.mock.calls).toEqual([
      [why],
      [
        'A storage does not work (the storage is down). Requests do not wait for it. It is tried again every 1 to 10 seconds.',
      ],
    ])
  })

  it('prints one line, however many keys it rejects', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const memory = createMemoryStorage()
    const app = createApp(counting(), {
      storage: {
        evicts: true,
        get: (key) => memory.get(key),
        set: (key, value, options) =>
          key === 'i'
            ? memory.set(key, value, options)
            : Promise.reject(new Error(`cannot store ${key}`)),
        delete: (key) => memory.delete(key),
        count: (key, ttl) => memory.count(key, ttl),
      },
    })
    for (let i = 0; i < 300; i++) expect(await app.read(`/${i}`)).toBe(String(i + 1))
    expect(warn.mock.calls).toHaveLength(1)
    expect(app.runs).toBe(300)
  })

  it('lets a request pass that has written something', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const app = createApp(
      (context) => {
        writes(context, 'books')
        return text('ok')
      },
      { storage: broken },
    )
    expect(await app.read('/', { method: 'POST' })).toBe('ok')
  })

  it('may fail at any step', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    for (let step = 0; step < 12; step++) {
      const storage = createMemoryStorage()
      let calls = 0
      const fragile: Storage = {
        evicts: true,
        get: (key) => (calls++ === step ? down() : storage.get(key)),
        set: (key, value, options) =>
          calls++ === step ? down() : storage.set(key, value, options),
        delete: (key) => (calls++ === step ? down() : storage.delete(key)),
        count: (key, ttl) => storage.count(key, ttl),
      }
      const app = createApp(counting({ ...shared, 'Cache-Tag': 'a' }), { storage: fragile })
      for (let i = 0; i < 4; i++) expect((await app.send('/')).status).toBe(200)
    }
  })

  it('may have other values than ours', async () => {
    for (const value of ['', 'x', '5', '{}\n', '[]\nx', 'null\n', '{"headers":1}\n', '\n']) {
      const storage = createMemoryStorage()
      const app = createApp(counting(), {
        storage: {
          ...storage,
          evicts: true,
          set: storage.set.bind(storage),
          delete: storage.delete.bind(storage),
          count: storage.count.bind(storage),
          get: async (key) => (key.startsWith('e2:') ? value : storage.get(key)),
        },
      })
      expect(await app.read('/')).toBe('1')
    }
  })
})

describe('cache', () => {
  it('refuses wrong options when it is created', () => {
    const storage = createMemoryStorage()
    const create = (options: unknown) => () => cache(options as never)
    const valid = { storage, routes: ['/*'] }
    expect(create(undefined)).toThrow(TypeError)
    expect(create({ ...valid, storage: undefined })).toThrow(
      'cache() takes a storage such as createMemoryStorage(), not undefined',
    )
    expect(create({ ...valid, storage: {} })).toThrow('not {}')
    expect(create({ ...valid, routes: [] })).toThrow(
      'cache() takes a list of patterns such as "/books/*" as routes, not []',
    )
    expect(create({ ...valid, routes: '/*' })).toThrow('not "/*"')
    expect(create({ ...valid, routes: [5] })).toThrow('not 5')
    expect(create({ ...valid, routes: ['/:'] })).toThrow()
    expect(create({ ...valid, vary: 'Accept' })).toThrow(
      'cache() takes a list of header names as vary, not "Accept"',
    )
    expect(create({ ...valid, vary: ['*'] })).toThrow('not ["*"]')
    for (const name of ['Cookie', 'authorization', 'Proxy-Authorization']) {
      expect(create({ ...valid, vary: [name] })).toThrow(`cache() cannot vary by ${name}`)
    }
    for (const query of ['q', [5]]) {
      expect(create({ ...valid, query })).toThrow(
        'cache() takes a list of names of parameters as query, not',
      )
    }
    expect(create({ ...valid, lockTimeout: 0 })).toThrow(
      'cache() takes a lockTimeout above 0 seconds, up to 2147483, not 0',
    )
    expect(create({ ...valid, lockTimeout: Infinity })).toThrow('not Infinity')
    expect(create({ ...valid, forward: 1 })).toThrow(
      'cache() takes true or false as forward, not 1',
    )
    expect(create({ ...valid, ttl: 1 })).toThrow('cache() has no option "ttl"')
  })
})

describe('a request that passes the cache', () => {
  it('says why to observers', async () => {
    const app = createApp(counting(), { routes: ['/books'], lockTimeout: 0.01 })
    await app.send('/books', { method: 'POST' })
    await app.send('/other')
    await app.send('/books', { headers: { Authorization: 'Bearer a' } })
    await app.send(`/books?q=${'a'.repeat(3000)}`)
    await app.send('/books?_method=PUT')
    expect(app.takePasses()).toEqual([
      'its method is POST',
      'no pattern in `routes` matches its URL',
      'the request has Authorization',
      'its URL is too long',
      'its query has _method',
    ])
    await app.send('/books')
    await app.send('/books')
    expect(app.takePasses()).toEqual([])
  })

  it('says that a response for its URL was refused before', async () => {
    const app = createApp(counting({ ...shared, 'Set-Cookie': 'a=b' }))
    await app.send('/')
    expect(app.takePasses()).toEqual([])
    await app.send('/')
    expect(app.takePasses()).toEqual([
      'less than a minute ago, a response for this URL was not for every visitor',
    ])

    const failing = createApp(counting(shared, 500))
    await failing.send('/')
    await failing.send('/')
    expect(failing.takePasses()).toEqual([
      'a short while ago, a response for this URL could not be made',
    ])
  })
})
