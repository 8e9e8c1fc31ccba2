import { jsx } from 'react/jsx-runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryBus, type Bus } from '../../state/bus/index.ts'
import type { BusListener } from '../../state/bus/bus.ts'
import { cache } from '../../middleware/cache/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import {
  createRouter,
  routeOf,
  Shutdown,
  type Middleware,
  type RequestContext,
  type ServerEvent,
} from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { noteSharedState } from '../../state/common/shared.ts'
import { Scripts } from '../react/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createMemorySessionStorage, Session } from '../../state/session/index.ts'
import { createMemoryStorage } from '../../state/storage/index.ts'
import { timeout } from '../../middleware/timeout/index.ts'
import { writes } from '../../state/tags/index.ts'
import { createBuild, root, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'
import { createPages, type Pages, type PagesOptions } from './create-pages.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const book: FixtureRoute = {
  path: '/books/:slug',
  default: () => null,
  loader: ({ params }) => ({ book: params.slug }),
  reads: ({ params }) => [`book:${params.slug}`],
  live: true,
  action: ({ params, writes }) => {
    writes(`book:${params.slug}`)
    return null
  },
}
const layout: FixtureRoute = {
  ...root,
  loader: () => 'shop',
  reads: () => ['shop'],
}

interface Given {
  readonly routes?: Record<string, FixtureRoute>
  readonly options?: PagesOptions
  readonly middleware?: Middleware[]
  readonly bus?: Bus
  readonly events?: ServerEvent[]
}

function createApp(given: Given = {}) {
  const { bus = createMemoryBus(), events } = given
  const routes = { root: layout, book, ...given.routes }
  // The streams of one server share a timer. Those of another test must not start it.
  const server = new AbortController()
  const provide = (context: RequestContext) => context.set(Shutdown, server.signal)
  const createRoutes = (pages: Pages) => {
    const router = createRouter({
      bus,
      middleware: given.middleware ?? [],
      ...(events && { observe: [{ event: (event) => void events.push(event) }] }),
    })
    router.map('/*', pages.with({ tagSecret: '0123456789abcdef', ...given.options }))
    return router
  }
  const handler = createHandler(createBuild(routes), createRoutes, { provide })
  const get = (path: string, init?: RequestInit): Promise<Response> =>
    handler(new Request(`http://shop.test${path}`, init))
  const load = async (path: string, ids: string, init?: RequestInit): Promise<Loaded> =>
    (await get(`${path}?_data=${ids}`, init)).json() as Promise<Loaded>

  return {
    bus,
    server,
    get,
    load,
    /** Loads a page and opens its stream. */
    async open(path = '/books/dune', init?: RequestInit, parts = ''): Promise<Stream> {
      const loaded = await load(path, 'root,book', init)
      return readStream(await get(streamUrl(path, loaded, parts), init))
    },
  }
}

type Loaded = Record<string, { data: unknown; reads?: string; live?: number }>

function streamUrl(path: string, loaded: Loaded, parts = ''): string {
  const since = Math.min(...Object.values(loaded).flatMap(({ live }) => live ?? []))
  const have = Object.entries(loaded).map(([id, { reads }]) => (reads ? `${id}~${reads}` : id))
  return `${path}?_data=;live=${since}${parts};have=${have.join()}`
}

interface Message {
  readonly id: number
  readonly data: string[]
}

type Stream = ReturnType<typeof readStream>

function readStream(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''

  return {
    response,
    /** Returns the next message, or `undefined` at the end. */
    async next(): Promise<Message | undefined> {
      for (;;) {
        const at = text.indexOf('\n\n')
        if (at >= 0) {
          const block = text.slice(0, at)
          text = text.slice(at + 2)
          const data = /^data: (.*)$/m.exec(block)?.[1]
          if (data === undefined) continue
          return { id: Number(/^id: (.*)$/m.exec(block)![1]), data: JSON.parse(data) as string[] }
        }
        const { done, value } = await reader!.read()
        if (done) return undefined
        text += value
      }
    },
    /** Returns the routes of the next message that names some. */
    async stale(): Promise<string[] | undefined> {
      for (;;) {
        const message = await this.next()
        if (message === undefined || message.data.length > 0) return message?.data
      }
    },
    close: () => reader?.cancel(),
  }
}

/** A bus whose listener a test can call. It says that it reaches other processes. */
function createSharedFake(): Bus & { listener: BusListener } {
  const bus = createMemoryBus()
  const fake = {
    ...bus,
    isShared: true,
    listener: undefined as unknown as BusListener,
    subscribe(listener: BusListener) {
      fake.listener = listener
      return bus.subscribe(listener)
    },
  }
  return fake
}

describe('a live page', () => {
  it('follows every route that says what it reads, if one of them is live', async () => {
    const app = createApp()
    const loaded = await app.load('/books/dune', 'root,book')
    expect(loaded['root']!.live).toBeTypeOf('number')
    expect(loaded['book']!.live).toBeTypeOf('number')

    const stream = await app.open()
    expect(await stream.next()).toEqual({ id: expect.any(Number) as number, data: [] })
    await app.bus.publish(['shop'])
    expect(await stream.stale()).toEqual(['root'])
    await app.bus.publish(['book:dune', 'shop'])
    expect((await stream.stale())?.toSorted()).toEqual(['book', 'root'])
    await stream.close()
  })

  it('says in its document when each loader started', async () => {
    const withScripts: FixtureRoute = {
      ...layout,
      default: () => jsx('html', { children: jsx('body', { children: jsx(Scripts, {}) }) }),
    }
    const before = Date.now()
    const html = await (
      await createApp({ routes: { root: withScripts } }).get('/books/dune')
    ).text()
    const [, live] = /"live":(\{[^}]*\})/.exec(html)!
    const { book, root } = JSON.parse(live!) as Record<string, number>
    expect(book).toBeGreaterThanOrEqual(before)
    expect(root).toBeLessThanOrEqual(Date.now())
  })

  it('sends nothing of it if no route is live', async () => {
    const { live: _, ...plain } = book
    const app = createApp({ routes: { book: plain } })
    expect((await app.load('/books/dune', 'root,book'))['book']).not.toHaveProperty('live')
    const response = await app.get('/books/dune?_data=;live=1;tab=a;have=book')
    expect(response.headers.get('Content-Type')).toContain('application/json')
    expect(await response.json()).toEqual({})
  })

  it('is not told of other tags', async () => {
    const app = createApp()
    const stream = await app.open()
    await app.bus.publish(['book:emma', 'books'])
    await app.bus.publish(['book:dune'])
    expect(await stream.stale()).toEqual(['book'])
    await stream.close()
  })

  it('is told of what was written between its load and its stream', async () => {
    const app = createApp()
    const loaded = await app.load('/books/dune', 'root,book')
    await app.bus.publish(['book:dune'])
    const stream = readStream(await app.get(streamUrl('/books/dune', loaded)))
    const first = await stream.next()
    expect(first!.data).toEqual([])
    // It does not know of the write yet.
    expect(first!.id).toBeLessThanOrEqual(loaded['book']!.live!)
    expect(await stream.stale()).toEqual(['book'])
    await stream.close()
  })

  it('is not told again of what it knew when it connects again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = createApp()
    const loaded = await app.load('/books/dune', 'root,book')
    vi.advanceTimersByTime(10)
    await app.bus.publish(['book:dune'])
    vi.advanceTimersByTime(10)
    const stream = readStream(
      await app.get(streamUrl('/books/dune', loaded), {
        headers: { 'Last-Event-ID': String(Date.now()) },
      }),
    )
    expect((await stream.next())!.data).toEqual([])
    await app.bus.publish(['shop'])
    expect(await stream.stale()).toEqual(['root'])
    await stream.close()
  })

  it('gets the id of the oldest write that it was not told of', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    const app = createApp()
    const stream = await app.open()
    await stream.next()
    const before = Date.now()
    await app.bus.publish(['book:dune'])
    const message = await stream.next()
    expect(message!.data).toEqual(['book'])
    expect(message!.id).toBeGreaterThanOrEqual(before)
    await stream.close()
  })

  it('is not told of its own writes, which the response to its mutation judges', async () => {
    const app = createApp()
    const stream = await app.open('/books/dune', {}, ';tab=abcdefghijkl')
    await stream.next()
    await app.get('/books/dune?_data=book;tab=abcdefghijkl', { method: 'POST' })
    await app.get('/books/dune?_data=book;tab=mnopqrstuvwx', { method: 'POST' })
    expect(await stream.stale()).toEqual(['book'])
    await app.get('/books/dune?_data=book;tab=abcdefghijkl', { method: 'POST' })
    await app.bus.publish(['shop'])
    expect(await stream.stale()).toEqual(['root'])
    await stream.close()
  })

  it('is told that a route cannot be followed, if its digest is another one', async () => {
    const app = createApp()
    const loaded = await app.load('/books/dune', 'root,book')
    const other = await app.load('/books/emma', 'root,book')
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const stolen = { ...loaded, book: other['book']! }
    const stream = readStream(await app.get(streamUrl('/books/dune', stolen)))
    expect(await stream.stale()).toEqual(['!book'])
    await app.bus.publish(['book:dune', 'book:emma'])
    await app.bus.publish(['shop'])
    expect(await stream.stale()).toEqual(['root'])
    await stream.close()
  })

  it('is told that a route cannot be followed, if `reads` throws', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(Math, 'random').mockReturnValue(0)
    let fails = false
    const reads = () => {
      if (fails) throw new Error('no')
      return ['book']
    }
    const app = createApp({ routes: { book: { ...book, reads } } })
    const loaded = await app.load('/books/dune', 'root,book')
    fails = true
    const stream = readStream(await app.get(streamUrl('/books/dune', loaded)))
    expect(await stream.stale()).toEqual(['!book'])
    await stream.close()
  })

  it('runs no loader for a stream', async () => {
    let runs = 0
    const loader = () => ++runs
    const app = createApp({ routes: { book: { ...book, loader } } })
    const stream = await app.open()
    await stream.next()
    expect(runs).toBe(1)
    await stream.close()
  })

  it('is told that everything is stale after a gap, and if its load is too long ago', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const bus = createSharedFake()
    const app = createApp({ bus })
    const loaded = await app.load('/books/dune', 'root,book')
    const old = Object.fromEntries(
      Object.entries(loaded).map(([id, result]) => [id, { ...result, live: 1 }]),
    )
    const stream = readStream(await app.get(streamUrl('/books/dune', old)))
    expect((await stream.stale())?.toSorted()).toEqual(['book', 'root'])
    bus.listener.gap()
    expect((await stream.stale())?.toSorted()).toEqual(['book', 'root'])
    await stream.close()
  })
})

describe('the stream of a live page', () => {
  it('has a content type, and is neither stored nor changed on its way', async () => {
    const stream = await createApp().open()
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'cache-control': 'no-store, no-transform',
      'content-type': 'text/event-stream; charset=utf-8',
    })
    await stream.close()
  })

  it('has no body for HEAD', async () => {
    const app = createApp()
    const loaded = await app.load('/books/dune', 'root,book')
    const response = await app.get(streamUrl('/books/dune', loaded), { method: 'HEAD' })
    expect(response.headers.get('Content-Type')).toContain('text/event-stream')
    expect(response.body).toBe(null)
  })

  it.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.test' },
    { Origin: 'http://shop.test:8080' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://shop.test' },
  ])('is refused if another site opens it: %o', async (headers) => {
    const app = createApp()
    const loaded = await app.load('/books/dune', 'root,book')
    const response = await app.get(streamUrl('/books/dune', loaded), { headers })
    expect(response.status).toBe(403)
    expect(response.headers.get('Vary')).toBe('Sec-Fetch-Site, Origin')
  })

  it.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'http://shop.test' },
    // A proxy that terminates TLS hides the scheme.
    { Origin: 'https://shop.test' },
  ])('opens for a page of this origin: %o', async (headers) => {
    const app = createApp()
    const loaded = await app.load('/books/dune', 'root,book')
    const stream = readStream(await app.get(streamUrl('/books/dune', loaded), { headers }))
    expect(stream.response.status).toBe(200)
    await stream.close()
  })

  it('knows its own host by the option of the pages, and trusts no other origin', async () => {
    const trustedOrigins = ['https://admin.test']
    const app = createApp({ options: { host: () => 'www.shop.test', trustedOrigins } })
    const loaded = await app.load('/books/dune', 'root,book')
    const statusFor = async (Origin: string) => {
      const url = streamUrl('/books/dune', loaded)
      const response = await app.get(url, { headers: { Origin } })
      await response.body?.cancel()
      return response.status
    }
    expect(await statusFor('https://www.shop.test')).toBe(200)
    expect(await statusFor('http://shop.test')).toBe(403)
    expect(await statusFor('https://admin.test')).toBe(403)
  })

  it('is refused if it does not say what the page holds', async () => {
    const app = createApp()
    expect((await app.get('/books/dune?_data=;live=1')).status).toBe(400)
    const many = Array.from({ length: 65 }, (_, at) => `r${at}`).join()
    expect((await app.get(`/books/dune?_data=;live=1;have=${many}`)).status).toBe(400)
  })

  it('is refused if too many are open, and possible again when one has ended', async () => {
    const app = createApp({ options: { maxStreams: 1 } })
    const first = await app.open()
    await first.next()
    const second = await app.open()
    expect(second.response.status).toBe(503)
    expect(second.response.headers.get('Retry-After')).toBe('30')
    await first.close()
    await eventually(async () => expect((await app.open()).response.status).toBe(200))
  })

  it('runs inside of all middleware, also that of the page', async () => {
    const kinds: unknown[] = []
    const guard: Middleware = (context, next) => {
      kinds.push(routeOf(context)?.kind)
      return context.headers.has('Cookie') ? next() : new Response('Sign in', { status: 401 })
    }
    const app = createApp({ routes: { book: { ...book, middleware: [guard] } } })
    const loaded = await app.load('/books/dune', 'root,book', { headers: { Cookie: 'a=b' } })
    const url = streamUrl('/books/dune', loaded)
    expect((await app.get(url)).status).toBe(401)
    const stream = readStream(await app.get(url, { headers: { Cookie: 'a=b' } }))
    expect((await stream.next())!.data).toEqual([])
    expect(kinds).toEqual(['data', 'live', 'live'])
    await stream.close()
  })

  it('is not stored by cache(), and timeout() ends with its headers', async () => {
    const responses = cache({ storage: createMemoryStorage(), routes: ['/*'] })
    const app = createApp({ middleware: [timeout(1000), responses] })
    const stream = await app.open()
    expect(stream.response.status).toBe(200)
    await app.bus.publish(['book:dune'])
    expect(await stream.stale()).toEqual(['book'])
    await stream.close()
  })

  it('does not extend a session, and a live reload does not either', async () => {
    const cookie = createCookie('s', { secrets: ['secret of this test'], maxAge: 100 })
    const storage = createMemorySessionStorage({ cookie })
    const enter: Middleware = (context, next) => {
      if (context.url.searchParams.has('enter')) context.get(Session)!.set('user', 'ada')
      return next()
    }
    const app = createApp({ middleware: [session(storage, { rolling: true }), enter] })
    const entered = await app.get('/books/dune?enter&_data=book')
    const Cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!
    const sets = async (path: string) => {
      const response = await app.get(path, { headers: { Cookie } })
      await response.body?.cancel()
      return response.headers.getSetCookie().length
    }
    expect(await sets('/books/dune?_data=book')).toBe(1)
    expect(await sets('/books/dune?_data=book;live=;tab=abcdefghijkl')).toBe(0)
    const loaded = await app.load('/books/dune', 'root,book')
    expect(await sets(streamUrl('/books/dune', loaded))).toBe(0)
  })

  it('publishes nothing, and a live reload does not either', async () => {
    const write: Middleware = (context, next) => {
      writes(context, 'shop')
      return next()
    }
    const app = createApp({ middleware: [write] })
    const stream = await app.open()
    await stream.stale()
    const published: string[][] = []
    app.bus.subscribe({ write: (tags) => void published.push([...tags]), gap() {} })
    await app.get('/books/dune?_data=book;live=;tab=abcdefghijkl')
    const other = await app.open()
    await other.next()
    expect(published).toEqual([['shop']]) // The load before the stream.
    await Promise.all([stream.close(), other.close()])
  })

  it('ends when the server closes, and after a while', async () => {
    const app = createApp()
    const stream = await app.open()
    await stream.next()
    app.server.abort()
    expect(await stream.next()).toBe(undefined)

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const other = await createApp().open()
    await other.next()
    const end = other.stale()
    await vi.advanceTimersByTimeAsync(360_001)
    expect(await end).toBe(undefined)
  })

  it('says every 8 seconds that it works', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stream = await createApp().open()
    await stream.next()
    const next = stream.next()
    await vi.advanceTimersByTimeAsync(8_000)
    expect((await next)!.data).toEqual([])
    await stream.close()
  })

  it('tells observers what it does, without tags', async () => {
    const events: ServerEvent[] = []
    const bus = createSharedFake()
    const app = createApp({ events, bus })
    const stream = await app.open()
    await stream.next()
    await app.get('/books/dune?_data=book', { method: 'POST' })
    await stream.stale()
    await stream.close()
    bus.listener.gap()
    const seen = events.filter(({ type }) => type === 'live' || type === 'bus')
    expect(seen.map(({ type, phase }) => `${type} ${phase}`)).toEqual([
      'live open',
      'bus publish',
      'live tell',
      'live end',
      'bus gap',
    ])
    expect(JSON.stringify(seen)).not.toContain('book:dune')
  })
})

describe('many live pages', () => {
  it('are told of one write over a time that grows with their number', async () => {
    const delays: number[] = []
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const app = createApp()
    const streams = await Promise.all(Array.from({ length: 200 }, () => app.open()))
    await Promise.all(streams.map((stream) => stream.next()))
    const setTimer = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((_call: () => void, delay: number) => delays.push(delay)) as never)
    await app.bus.publish(['book:dune'])
    setTimer.mockRestore()
    expect(delays.filter((delay) => delay === 400)).toHaveLength(200)
    await Promise.all(streams.map((stream) => stream.close()))
  })

  it('are never told of what another visitor reads', async () => {
    const visitor: FixtureRoute = {
      path: '/orders/:page',
      default: () => null,
      loader: () => null,
      reads: ({ context, params }) => [
        `orders:${context.headers.get('Cookie')}`,
        `page:${params.page}`,
      ],
      live: true,
    }
    const app = createApp({ routes: { orders: visitor } })
    vi.spyOn(Math, 'random').mockReturnValue(0)
    for (const [owner, thief] of [
      ['user=ada', 'user=bob'],
      ['user=bob', 'user=ada'],
    ] as const) {
      const opened = Array.from({ length: 1000 }, async (_, page) => {
        const path = `/orders/${page}`
        const loaded = await app.load(path, 'orders', { headers: { Cookie: owner } })
        const url = streamUrl(path, loaded)
        const stolen = readStream(await app.get(url, { headers: { Cookie: thief } }))
        expect(await stolen.stale()).toEqual(['!orders'])
        const own = readStream(await app.get(url, { headers: { Cookie: owner } }))
        await own.next()
        return { own, stolen }
      })
      const streams = await Promise.all(opened)
      const heard = vi.fn()
      for (const { stolen } of streams) void stolen.stale().then(heard)
      await app.bus.publish([`orders:${owner}`])
      // All streams would be told at the same time.
      for (const { own } of streams) expect(await own.stale()).toEqual(['orders'])
      expect(heard).not.toHaveBeenCalled()
      await Promise.all(streams.flatMap(({ own, stolen }) => [own.close(), stolen.close()]))
    }
  })
})

describe('a router with live pages', () => {
  it('needs a secret for tags if its bus is shared', () => {
    const pages = createPages(createBuild({ root: layout, book }))
    expect(() => createRouter({ bus: createSharedFake() }).map('/*', pages)).toThrow(
      'Cannot serve live pages from several processes without a `tagSecret`: create one with `openssl rand -hex 32`',
    )
    createRouter().map('/*', pages)
  })

  it('hears the writes of its own process without a bus', async () => {
    const handler = createHandler(createBuild({ root: layout, book }))
    const get = (path: string, init?: RequestInit) =>
      handler(new Request(`http://shop.test${path}`, init))
    const loaded = (await (await get('/books/dune?_data=root,book')).json()) as Loaded
    const stream = readStream(await get(streamUrl('/books/dune', loaded)))
    await stream.next()
    await get('/books/dune?_data=book', { method: 'POST' })
    expect(await stream.stale()).toEqual(['book'])
    await stream.close()
  })

  it('hears of a mutation that began before the first page was loaded', async () => {
    const held = Promise.withResolvers<void>()
    const action: FixtureRoute['action'] = async ({ params, writes }) => {
      await held.promise
      writes(`book:${params.slug}`)
      return null
    }
    const handler = createHandler(createBuild({ root: layout, book: { ...book, action } }))
    const get = (path: string, init?: RequestInit) =>
      handler(new Request(`http://shop.test${path}`, init))
    const mutation = get('/books/dune?_data=book', { method: 'POST' })
    const loaded = (await (await get('/books/dune?_data=root,book')).json()) as Loaded
    const stream = readStream(await get(streamUrl('/books/dune', loaded)))
    await stream.next()
    held.resolve()
    await mutation
    expect(await stream.stale()).toEqual(['book'])
    await stream.close()
  })

  it('is warned about once if the app probably runs in several processes', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    noteSharedState()
    const handler = createHandler(createBuild({ root: layout, book }))
    await handler(new Request('http://shop.test/books/dune'))
    await handler(new Request('http://shop.test/books/emma'))
    expect(warn.mock.calls.flat()).toEqual([
      'Live pages hear only the writes of this process. Give createRouter() a `bus`. See framework/docs/deployment.md#several-machines.',
      expect.stringContaining('Set `tagSecret`: pages.with({ tagSecret })'),
    ])
  })
})
