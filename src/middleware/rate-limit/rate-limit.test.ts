import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cache } from '../cache/index.ts'
import {
  ClientAddress,
  createFetchHandler,
  createRouter,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { text } from '../../http/response/index.ts'
import { createMemoryStorage, type Storage } from '../../state/storage/index.ts'
import { clientKey, rateLimit, type RateLimitOptions } from './index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Sets the time, in seconds after the start of a window of 60 seconds. */
function setTime(seconds: number): void {
  vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000 + seconds * 1000)
}

function createApp(
  options: Partial<RateLimitOptions> = {},
  handler: (context: RequestContext) => Response | Promise<Response> = () => text('ok'),
) {
  const router = createRouter({
    middleware: [rateLimit({ limit: 3, window: 60, ...options })],
    defaultHandler: handler,
  })
  const handle = createFetchHandler(router, {
    provide: (context, address: string) => context.set(ClientAddress, address),
    onError: (error) => new Response(String(error), { status: 500 }),
  })
  return (address = '192.0.2.1', init: RequestInit = {}) =>
    handle(new Request('https://example.com/', init), address)
}

async function statuses(
  send: (address?: string) => Promise<Response>,
  addresses: readonly string[],
): Promise<number[]> {
  const list: number[] = []
  for (const address of addresses) list.push((await send(address)).status)
  return list
}

const me = (times: number) => Array.from({ length: times }, () => '192.0.2.1')

describe('rateLimit', () => {
  it('lets as many requests pass as the limit says, and refuses the next', async () => {
    setTime(48)
    const send = createApp()
    const first = await send()
    expect(first.status).toBe(200)
    expect(first.headers.get('RateLimit-Policy')).toBe('"default";q=3;w=60')
    expect(first.headers.get('RateLimit')).toBe('"default";r=2;t=12')
    expect(await statuses(send, me(2))).toEqual([200, 200])

    const refused = await send()
    expect([refused.status, await refused.text()]).toEqual([429, 'Too Many Requests'])
    expect(refused.headers.get('RateLimit')).toBe('"default";r=0;t=12')
    expect(refused.headers.get('RateLimit-Policy')).toBe('"default";q=3;w=60')
    expect(refused.headers.get('Cache-Control')).toBe('no-store')
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(12)
  })

  it('does not run the handler of a refused request', async () => {
    setTime(0)
    const handler = vi.fn(() => text('ok'))
    await statuses(createApp({ limit: 1 }, handler), me(3))
    expect(handler.mock.calls).toHaveLength(1)
  })

  it('slides: requests of the window before count as long as they are less than a window ago', async () => {
    const send = createApp({ limit: 4 })
    setTime(59)
    expect(await statuses(send, me(4))).toEqual([200, 200, 200, 200])
    setTime(61)
    expect(await statuses(send, me(1))).toEqual([429])
    setTime(105) // A quarter of the four, and the refused one.
    expect(await statuses(send, me(3))).toEqual([200, 200, 429])
    setTime(240)
    expect(await statuses(send, me(1))).toEqual([200])
  })

  it('tells in Retry-After when the next request passes, and not later', async () => {
    for (const [limit, sent, at] of [
      [1, 1, 0],
      [3, 3, 48],
      [4, 9, 30],
      [10, 10, 59],
    ] as const) {
      const options = { limit, storage: createMemoryStorage() }
      const send = createApp(options)
      setTime(at)
      await statuses(send, me(sent))
      const wait = Number((await send()).headers.get('Retry-After'))

      const usedBefore = await copyOf(options.storage)
      setTime(at + wait - 1.01)
      expect((await createApp({ limit, storage: usedBefore })()).status).toBe(429)
      setTime(at + wait)
      expect((await send()).status).toBe(200)
    }
  })

  it('never lets more pass than the limit in a window that nothing precedes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: 12 }),
        async (limit, times) => {
          const send = createApp({ limit })
          let passed = 0
          for (const time of times.sort((a, b) => a - b)) {
            setTime(time)
            if ((await send()).status === 200) passed++
          }
          expect(passed).toBe(Math.min(limit, times.length))
        },
      ),
      { numRuns: 50 },
    )
  })

  it('counts clients apart, and IPv6 addresses of one network together', async () => {
    setTime(0)
    const send = createApp({ limit: 2 })
    expect(await statuses(send, ['192.0.2.1', '192.0.2.2', '192.0.2.1'])).toEqual([200, 200, 200])
    const rotated = ['2001:db8::1', '2001:0DB8:0:0:ffff::2', '2001:db8:0:0:1:2:3:4']
    expect(await statuses(send, rotated)).toEqual([200, 200, 429])
    expect(await statuses(send, ['2001:db8:0:1::1'])).toEqual([200])
    expect(await statuses(send, ['::ffff:192.0.2.1'])).toEqual([429])
  })

  it('cannot be evaded by a header', async () => {
    setTime(0)
    const send = createApp({ limit: 1 })
    const list: number[] = []
    for (let i = 0; i < 3; i++) {
      const headers = { 'X-Forwarded-For': `198.51.100.${i}`, Forwarded: `for=198.51.100.${i}` }
      list.push((await send('192.0.2.1', { headers })).status)
    }
    expect(list).toEqual([200, 429, 429])
  })

  it('counts 100 requests at once correctly', async () => {
    setTime(0)
    const send = createApp({ limit: 40 })
    const responses = await Promise.all(Array.from({ length: 100 }, () => send()))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(40)
  })

  it('counts by another key, also a long one, and does not limit null', async () => {
    setTime(0)
    const send = createApp({ limit: 1, key: async ({ headers }) => headers.get('X-User') })
    const as = async (user?: string) =>
      (await send('', { headers: user === undefined ? {} : { 'X-User': user } })).status
    expect([await as('a'), await as('b'), await as('a')]).toEqual([200, 200, 429])
    const long = 'x'.repeat(5000)
    expect([await as(`${long}1`), await as(`${long}2`), await as(`${long}1`)]).toEqual([
      200, 200, 429,
    ])
    expect([await as(), await as()]).toEqual([200, 200])
    expect((await send('')).headers.has('RateLimit')).toBe(false)
  })

  it('throws for a key that is neither a string nor null, so that no client is unlimited by mistake', async () => {
    for (const key of [undefined, 5, {}]) {
      const response = await createApp({ key: (() => key) as never })()
      expect(response.status).toBe(500)
      expect(await response.text()).toMatch(
        /^TypeError: rateLimit\(\) takes a string or null from its key, not /,
      )
    }
  })

  it('limits only some requests by the default key', async () => {
    setTime(0)
    const key = (context: RequestContext) => (context.method === 'GET' ? null : clientKey(context))
    const send = createApp({ limit: 1, key })
    expect(await statuses(send, me(3))).toEqual([200, 200, 200])
    const post = async (address: string) => (await send(address, { method: 'POST' })).status
    expect([await post('2001:db8::1'), await post('2001:db8::2')]).toEqual([200, 429])
  })

  it('counts limits of different names apart, in one storage', async () => {
    setTime(0)
    const storage = createMemoryStorage()
    const one = createApp({ limit: 1, storage })
    const same = createApp({ limit: 1, storage })
    const other = createApp({ limit: 1, name: 'login', storage })
    expect(await statuses(one, me(1))).toEqual([200])
    expect(await statuses(same, me(1))).toEqual([429])
    const response = await other()
    expect(response.headers.get('RateLimit-Policy')).toBe('"login";q=1;w=60')
  })

  it('is refused at start if another limit of the router has no name and the same storage', () => {
    const storage = createMemoryStorage()
    const create = (name?: string) =>
      rateLimit({ limit: 1, window: 60, storage, ...(name !== undefined && { name }) })
    const message =
      'Two rateLimit() without a name use one storage, so they would count together. Give each a `name`, or give both the same one.'
    const handler = () => text('ok')

    expect(() => createRouter({ middleware: [create(), create()] })).toThrow(new TypeError(message))
    const router = createRouter({ middleware: [create()] })
    expect(() => router.get('/a', { middleware: [create()], handler })).toThrow(message)
    expect(() =>
      router.mount('/b', { middleware: [create()] }, (section) => section.get('/', handler)),
    ).toThrow(message)
    const siblings = createRouter()
    siblings.get('/a', { middleware: [create()], handler })
    expect(() => siblings.get('/b', { middleware: [create()], handler })).toThrow(message)
  })

  it('may stand on several routes, and on another router with the same storage', async () => {
    const storage = createMemoryStorage()
    const limit = rateLimit({ limit: 1, window: 60, storage, key: () => 'a' })
    const handler = () => text('ok')
    const router = createRouter()
    router.get('/a', { middleware: [limit], handler })
    router.get('/b', { middleware: [limit, rateLimit({ limit: 1, window: 60 })], handler })
    router.get('/c', {
      middleware: ['x', 'x'].map((name) => rateLimit({ limit: 1, window: 60, storage, name })),
      handler,
    })
    const other = createRouter({ middleware: [rateLimit({ limit: 1, window: 60, storage })] })
    expect(other).toBeDefined()
    setTime(0)
    expect((await router.fetch('https://example.com/a')).status).toBe(200)
    expect((await router.fetch('https://example.com/a')).status).toBe(429)
  })

  it('keeps counting a refused client, however many pages are cached in the same storage', async () => {
    setTime(0)
    const storage = createMemoryStorage({ maxKeys: 10, maxBytes: 10_000 })
    const send = createApp({ limit: 1, storage })
    expect(await statuses(send, me(2))).toEqual([200, 429])
    for (let i = 0; i < 100; i++) {
      await storage.set(`page ${i}`, 'x'.repeat(1000), { ttl: 60 })
    }
    expect(await statuses(send, me(1))).toEqual([429])
  })

  it('keeps counting while the same storage has no room for pages', async () => {
    setTime(0)
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    for (const storage of [
      createMemoryStorage({ maxBytes: 1000 }),
      createMemoryStorage({ maxKeys: 1, evict: false }),
    ]) {
      const responses = cache({ storage, routes: ['/pages/*'] })
      const limit = rateLimit({ limit: 1, window: 60, storage, key: () => 'me' })
      const router = createRouter({ middleware: [responses] })
      const headers = { 'Cache-Control': 's-maxage=60' }
      router.get('/pages/*', () => text('x'.repeat(1000), { headers }))
      router.get('/login', { middleware: [limit], handler: () => text('') })
      const send = async (path: string) => (await router.fetch(`https://example.com${path}`)).status

      expect([await send('/login'), await send('/login')]).toEqual([200, 429])
      const pages = Array.from({ length: 5 }, (_, i) => send(`/pages/${i}`))
      expect(await Promise.all(pages)).toEqual([200, 200, 200, 200, 200])
      expect(await send('/login')).toBe(429)
    }
  })

  it('lists two limits of one request in one header', async () => {
    setTime(0)
    const router = createRouter({
      middleware: [
        rateLimit({ limit: 9, window: 60, key: () => 'a' }),
        rateLimit({ limit: 5, window: 60, name: 'login', key: () => 'a' }),
      ],
      defaultHandler: () => text('ok'),
    })
    const { headers } = await router.fetch('https://example.com/')
    expect(headers.get('RateLimit-Policy')).toBe('"login";q=5;w=60, "default";q=9;w=60')
  })

  it('throws at the first request if it knows no address', async () => {
    const response = await createApp()('')
    expect([response.status, await response.text()]).toEqual([
      500,
      'TypeError: rateLimit() does not know the address of the client: set ClientAddress in `provide`, or give it a `key`',
    ])
    expect(await (await createApp()('192.0.2.1:8080')).text()).toContain(
      'rateLimit() cannot read "192.0.2.1:8080" as the address of a client',
    )
  })

  it('refuses wrong options when it is created', () => {
    const create = (options: unknown) => () => rateLimit(options as never)
    const valid = { limit: 1, window: 1 }
    expect(create({ ...valid, limit: 0 })).toThrow(
      new TypeError('rateLimit() takes a limit of 1 or more, not 0'),
    )
    expect(create({ window: 1 })).toThrow('a limit of 1 or more, not undefined')
    expect(create({ ...valid, limit: 1.5 })).toThrow('not 1.5')
    expect(create({ ...valid, window: 0 })).toThrow(
      'takes a window of 1 to 31536000 seconds, not 0',
    )
    expect(create({ ...valid, name: 'a "name"' })).toThrow('as name, not "a \\"name\\""')
    expect(create({ ...valid, key: 'ip' })).toThrow('a function as key, not "ip"')
    expect(create({ ...valid, storage: {} })).toThrow('such as createMemoryStorage(), not {}')
    expect(create({ ...valid, onStorageError: 'ignore' })).toThrow(
      '"allow" or "refuse" as onStorageError, not "ignore"',
    )
    expect(create({ ...valid, max: 1 })).toThrow('rateLimit() has no option "max"')
  })
})

describe('a storage that does not work', () => {
  const broken: Storage = {
    ...createMemoryStorage(),
    evicts: false,
    get: () => Promise.reject(new Error('down')),
    count: () => Promise.reject(new Error('the counter is down')),
  }

  it('lets requests pass by default, and says so once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const send = createApp({ limit: 1, storage: broken })
    expect(await statuses(send, me(3))).toEqual([200, 200, 200])
    const lines = warn.mock.calls.map(([line]) => String(line))
    expect(
      lines.filter((line) => line.startsWith('rateLimit() cannot use its storage:')),
    ).toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('A storage does not work ('))).toHaveLength(1)
  })

  it('prints a few lines, however many keys a full storage rejects', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const storage = createMemoryStorage({ maxKeys: 10, evict: false })
    const send = createApp({ limit: 1, storage, key: ({ headers }) => headers.get('X-Key') })
    for (let i = 0; i < 3000; i++) await send('', { headers: { 'X-Key': `key ${i}` } })
    expect(warn.mock.calls.length).toBeLessThanOrEqual(2)
  })

  it('rests for a while, and does not hold up requests', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    let asked = 0
    const storage: Storage = {
      ...broken,
      get: () => (asked++, Promise.reject(new Error('down'))),
      count: () => (asked++, Promise.reject(new Error('down'))),
    }
    const send = createApp({ storage, onStorageError: 'refuse' })
    expect(new Set(await statuses(send, me(50)))).toEqual(new Set([503]))
    expect(asked).toBe(2)
  })

  it('refuses requests with a 503 if it is told to', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const response = await createApp({ storage: broken, onStorageError: 'refuse' })()
    expect([response.status, await response.text()]).toEqual([503, 'Service Unavailable'])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Retry-After')).toBe('1')
  })
})

describe('the response of next()', () => {
  it('keeps status, body and headers, for every method', async () => {
    setTime(0)
    const send = createApp({ limit: 9 }, () => text('gone', { status: 410, headers: { A: 'b' } }))
    for (const method of ['GET', 'HEAD', 'POST']) {
      const response = await send('192.0.2.1', { method })
      expect([response.status, response.headers.get('A')]).toEqual([410, 'b'])
      expect(response.headers.get('RateLimit')).toMatch(/^"default";r=\d;t=60$/)
    }
    const redirected = createApp({}, () => Response.redirect('https://example.com/x'))
    expect((await redirected()).headers.has('RateLimit')).toBe(true)
  })

  it('is counted also if something throws, and the error passes on', async () => {
    setTime(0)
    const send = createApp({ limit: 2 }, () => Promise.reject(new Error('broken')))
    expect(await statuses(send, me(3))).toEqual([500, 500, 429])
  })
})

/** A storage with the same counters. */
async function copyOf(storage: Storage): Promise<Storage> {
  const copy = createMemoryStorage()
  for (let index = 30_000_000 - 1; index < 30_000_000 + 3; index++) {
    const value = await storage.get(`default:192.0.2.1:${index}`)
    if (value !== null) await copy.set(`default:192.0.2.1:${index}`, value, { ttl: 600 })
  }
  return copy
}
