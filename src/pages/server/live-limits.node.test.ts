import { jsx } from 'react/jsx-runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BusListener } from '../../state/bus/bus.ts'
import { createMemoryBus, type Bus } from '../../state/bus/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import { ClientAddress, createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { serve, type ServeOptions } from '../../edges/node/index.ts'
import { Scripts } from '../react/index.ts'
import { invalid } from '../../http/response/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createMemorySessionStorage, Session } from '../../state/session/index.ts'
import { writes } from '../../state/tags/index.ts'
import { createBuild, root } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'
import { createPages, type PagesOptions } from './create-pages.ts'

type Handler = (request: Request) => Promise<Response>

const build = createBuild({
  root,
  show: {
    path: '/books/:slug',
    live: true,
    reads: ({ params }) => [`book:${params['slug']}`],
    loader: () => ({ copies: 1 }),
    action: async ({ request, writes }) => {
      writes('orders')
      const form = await request.formData()
      return form.get('copies') === '1' ? { isSold: true } : invalid({ copies: 'Too many' })
    },
    default: () => jsx(Scripts, {}),
  },
})

function createApp({
  bus = createMemoryBus(),
  middleware = [],
  ...options
}: PagesOptions & { bus?: Bus; middleware?: Middleware[] } = {}): Handler {
  return createHandler(build, (pages) => {
    const router = createRouter({ bus, middleware })
    router.map('/*', pages.with(options))
    return router
  })
}

/** A bus that remembers what was published. */
function createHeardBus(): { bus: Bus; heard: (string | undefined)[][] } {
  const bus = createMemoryBus()
  const heard: (string | undefined)[][] = []
  bus.subscribe({ write: (tags, from) => void heard.push([...tags, from]), gap() {} })
  return { bus, heard }
}

/** Loads the page, and returns what its URLs say. */
async function load(app: Handler): Promise<{ since: number; have: string }> {
  const response = await app(new Request('http://x.test/books/dune?_data=show'))
  const { show } = (await response.json()) as { show: { reads: string; live: number } }
  return { since: show.live, have: `show~${show.reads}` }
}

function buy(app: Handler, parts: string, copies = '1'): Promise<Response> {
  return app(
    new Request(`http://x.test/books/dune?_data=show${parts}`, {
      method: 'POST',
      headers: { Origin: 'http://x.test' },
      body: new URLSearchParams({ copies }),
    }),
  )
}

async function open(
  app: Handler,
  page?: { since: number; have: string },
): Promise<ReadableStreamDefaultReader<string>> {
  const { since, have } = page ?? (await load(app))
  const url = `http://x.test/books/dune?_data=;live=${since};tab=mine;have=${have}`
  const { body } = await app(new Request(url))
  return body!.pipeThrough(new TextDecoderStream()).getReader()
}

describe('a write', () => {
  it('is published if a mutation says that it is a live reload', async () => {
    const { bus, heard } = createHeardBus()
    await buy(createApp({ bus }), ';live=;tab=mine')
    await eventually(() => expect(heard).toEqual([['orders', 'mine']]))
  })

  it('of middleware after the action is told to the tab that sent the mutation', async () => {
    const { bus, heard } = createHeardBus()
    const app = createApp({
      bus,
      middleware: [
        async (context, next) => {
          const response = await next()
          if (context.method === 'POST') writes(context, 'book:dune')
          return response
        },
      ],
    })
    const { have } = await load(app)
    const response = await buy(app, `;tab=mine;have=${have}`)

    // The response judges what the action wrote, so the tab would not load the page.
    expect(await response.json()).toMatchObject({ verdicts: { show: { run: false } } })
    await eventually(() => expect(heard).toEqual([['orders', 'book:dune', undefined]]))
  })

  it('of an action that refuses its form is told to the tab that sent it', async () => {
    const { bus, heard } = createHeardBus()
    const app = createApp({ bus })
    const { have } = await load(app)
    const response = await buy(app, `;tab=mine;have=${have}`, '9')
    expect(response.status).toBe(422)
    await eventually(() => expect(heard).toEqual([['orders', undefined]]))
  })

  it('names the tab whose response judges it', async () => {
    const { bus, heard } = createHeardBus()
    const app = createApp({ bus })
    const { have } = await load(app)
    await buy(app, `;tab=mine;have=${have}`)
    await eventually(() => expect(heard).toEqual([['orders', 'mine']]))
  })
})

describe('a bus that throws', () => {
  it('does not end the process', async () => {
    const onRejection = vi.fn()
    process.on('unhandledRejection', onRejection)
    const publish = vi.fn(() => {
      throw new Error('Not connected')
    })
    const response = await buy(createApp({ bus: { ...createMemoryBus(), publish } }), '')
    await eventually(() => expect(publish).toHaveBeenCalledOnce())
    await new Promise((resolve) => setImmediate(resolve))

    process.off('unhandledRejection', onRejection)
    expect(response.status).toBe(200)
    expect(onRejection).not.toHaveBeenCalled()
  })
})

describe('streams', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('are never more than maxStreams, also if many open at once', async () => {
    const app = createApp({ maxStreams: 2 })
    const readers = await Promise.all([1, 2, 3, 4].map(() => open(app)))
    const seconds: boolean[] = []
    for (const reader of readers) {
      await reader.read() // The time to connect again.
      seconds.push((await reader.read()).done)
    }

    expect(seconds).toEqual([false, false, true, true])
    for (const reader of readers) await reader.cancel()
  })

  it('are told of the gaps of a bus every 30 s at most, but a stream that opens knows of each', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const bus = createMemoryBus()
    let listener: BusListener | undefined
    const subscribe = (given: BusListener) => {
      listener = given
      return bus.subscribe(given)
    }
    const app = createApp({ bus: { ...bus, subscribe }, tagSecret: '0123456789abcdef' })
    const messagesOf = async (opening: ReturnType<typeof open>) => {
      const messages: string[] = []
      const reader = await opening
      void (async () => {
        for (let next; !(next = await reader.read()).done;) messages.push(next.value)
      })()
      return { messages, reader }
    }
    const stale = expect.stringContaining('"show"') as string
    await load(app)
    const first = await messagesOf(open(app))
    listener!.gap()
    await vi.advanceTimersByTimeAsync(1000)
    expect(first.messages.at(-1)).toEqual(stale)

    const page = await load(app)
    await vi.advanceTimersByTimeAsync(1000)
    first.messages.length = 0
    listener!.gap()
    const second = await messagesOf(open(app, page))
    await vi.advanceTimersByTimeAsync(1000)
    expect(second.messages.at(-1)).toEqual(stale)
    expect(first.messages).toEqual([])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(first.messages).toContainEqual(stale)
    await Promise.all([first.reader.cancel(), second.reader.cancel()])
  })

  it('are told of many writes as late as of the first one', async () => {
    const bus = createMemoryBus()
    const reader = await open(createApp({ bus }))
    await reader.read()
    await reader.read()
    vi.useFakeTimers()
    const message = vi.fn()
    const reading = reader.read().then(message)

    vi.spyOn(Math, 'random').mockReturnValue(0.9)
    await bus.publish(['book:dune'])
    vi.spyOn(Math, 'random').mockReturnValue(0)
    await bus.publish(['book:dune'])
    await vi.advanceTimersByTimeAsync(200)
    expect(message).not.toHaveBeenCalled()

    await vi.advanceTimersByTimeAsync(100)
    await reading
    expect(message).toHaveBeenCalledOnce()
    await reader.cancel()
  })
})

describe('LV-16: one client', () => {
  afterEach(() => vi.restoreAllMocks())

  /** Opens streams one after the other. Returns their statuses, and a function that closes them. */
  async function openMany(
    count: number,
    send: (url: string) => Promise<Response>,
    page: { since: number; have: string },
  ): Promise<{ statuses: number[]; close: () => Promise<void> }> {
    const readers: ReadableStreamDefaultReader<string>[] = []
    const statuses: number[] = []
    for (let i = 0; i < count; i++) {
      const response = await send(`/books/dune?_data=;live=${page.since};have=${page.have}`)
      statuses.push(response.status)
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      readers.push(reader)
      for (let text = ''; response.ok && !text.includes('data:');) {
        text += (await reader.read()).value
      }
    }
    return {
      statuses,
      async close() {
        for (const reader of readers) await reader.cancel()
      },
    }
  }

  /** Sends each request from the address in `x-test-address`. */
  const addressed: Middleware = (context, next) => {
    context.set(ClientAddress, context.headers.get('x-test-address') ?? '')
    return next()
  }
  const from =
    (app: Handler, address: string, cookie = '') =>
    (url: string) => {
      const headers = { 'x-test-address': address, cookie }
      return app(new Request(`http://x.test${url}`, { headers }))
    }

  it('has 100 streams at most, and others still get one', async () => {
    const app = createApp({ middleware: [addressed] })
    const page = await load(app)
    const greedy = await openMany(102, from(app, '203.0.113.9'), page)
    expect(greedy.statuses).toEqual([...Array<number>(100).fill(200), 429, 429])
    const refused = await from(app, '203.0.113.9')(`/books/dune?_data=;live=1;have=${page.have}`)
    expect(refused.headers.get('Retry-After')).toBe('30')
    const other = await openMany(1, from(app, '203.0.113.10'), page)
    expect(other.statuses).toEqual([200])

    await greedy.close()
    const again = await openMany(1, from(app, '203.0.113.9'), page)
    expect(again.statuses).toEqual([200])
    await Promise.all([other.close(), again.close()])
  })

  it('has not more of them if it opens many at once', async () => {
    const app = createApp({ middleware: [addressed], maxStreamsPerClient: 2 })
    const { since, have } = await load(app)
    const send = from(app, '203.0.113.9')
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => send(`/books/dune?_data=;live=${since};have=${have}`)),
    )
    let open = 0
    for (const { body } of responses) {
      const reader = body!.getReader()
      await reader.read() // The time to connect again.
      if (!(await reader.read()).done) open++
    }
    expect(open).toBe(2)
  })

  it('is all addresses of the first 64 bits with IPv6', async () => {
    const app = createApp({ middleware: [addressed], maxStreamsPerClient: 1 })
    const page = await load(app)
    const first = await openMany(1, from(app, '2001:db8::1'), page)
    const neighbour = await openMany(1, from(app, '2001:db8::2:1'), page)
    const other = await openMany(1, from(app, '2001:db8:0:1::1'), page)
    expect([first, neighbour, other].flatMap(({ statuses }) => statuses)).toEqual([200, 429, 200])
    await Promise.all([first, neighbour, other].map(({ close }) => close()))
  })

  it('is a session if the address is not known, and not limited without one', async () => {
    const cookie = createCookie('sid', { secrets: ['a secret of a test'] })
    const visit: Middleware = (context, next) => {
      if (context.url.searchParams.has('visit')) context.get(Session)!.set('visited', true)
      return next()
    }
    const middleware = [session(cookie, createMemorySessionStorage()), visit]
    const app = createApp({ middleware, maxStreamsPerClient: 2 })
    const visited = async (): Promise<string> => {
      const response = await app(new Request('http://x.test/books/dune?visit'))
      return response.headers.get('Set-Cookie')!.split(';')[0]!
    }
    const page = await load(app)
    const [ann, bob] = [await visited(), await visited()]
    const streams = [
      await openMany(3, from(app, '', ann), page),
      await openMany(2, from(app, '', bob), page),
      await openMany(3, from(app, ''), page),
    ]
    expect(streams.map(({ statuses }) => statuses)).toEqual([
      [200, 200, 429],
      [200, 200],
      [200, 200, 200],
    ])
    for (const { close } of streams) await close()
  })

  it('is a number in the options', () => {
    expect(() => createPages(build, { maxStreamsPerClient: -1 })).toThrow(
      'Cannot use -1 as "maxStreamsPerClient": it must be a number, 0 or more',
    )
  })

  describe('of serve()', () => {
    async function openFrom(
      options: ServeOptions,
      visitors: readonly Record<string, string>[],
    ): Promise<number[]> {
      const app = createApp({ maxStreamsPerClient: 2 })
      const server = await serve(app, { port: 0, host: '127.0.0.1', quiet: true, ...options })
      const page = await load(app)
      const all: Awaited<ReturnType<typeof openMany>>[] = []
      for (const headers of visitors) {
        const send = (url: string) => fetch(`http://127.0.0.1:${server.port}${url}`, { headers })
        all.push(await openMany(1, send, page))
      }
      for (const { close } of all) await close()
      await server.close()
      return all.flatMap(({ statuses }) => statuses)
    }

    it('is the address of the peer', async () => {
      expect(await openFrom({}, [{}, {}, {}])).toEqual([200, 200, 429])
    })

    it('is the address that a trusted proxy says, whatever the client has written before it', async () => {
      const ann = { 'X-Forwarded-For': '203.0.113.9' }
      const liar = { 'X-Forwarded-For': '198.51.100.7, 203.0.113.9' }
      const bob = { 'X-Forwarded-For': '203.0.113.10' }
      const trustProxy = ['127.0.0.1']
      expect(await openFrom({ trustProxy }, [ann, ann, liar, bob])).toEqual([200, 200, 429, 200])
    })

    it('is not the address of a proxy that is not trusted, or does not say who called it', async () => {
      const forwarded = { 'X-Forwarded-For': '203.0.113.9' }
      expect(await openFrom({}, [forwarded, forwarded, forwarded])).toEqual([200, 200, 200])
      expect(await openFrom({ trustProxy: ['127.0.0.1'] }, [{}, {}, {}])).toEqual([200, 200, 200])
    })
  })
})
