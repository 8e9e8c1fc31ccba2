import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cache } from '../../middleware/cache/index.ts'
import { compression } from '../../middleware/compression/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import {
  addressOf,
  ClientAddress,
  createRouter,
  type Middleware,
  type Observer,
  type ServerEvent,
} from '../../router/fetch-router/index.ts'
import { Outlet } from '../react/index.ts'
import { data, json, later, redirect, redirectDocument } from '../../http/response/index.ts'
import {
  createCookieSessionStorage,
  createMemorySessionStorage,
  Session,
} from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createMemoryStorage } from '../../state/storage/index.ts'
import { createBuild, root, type FixtureRoute } from './app.fixture.ts'
import { createHandler, type HandlerOptions } from './create-handler.ts'
import type { PagesOptions } from './create-pages.ts'
import { createControlled, readChunks } from './later.fixture.ts'

const origin = 'https://shop.test'

let errors: ReturnType<typeof vi.fn<(...args: unknown[]) => void>>
beforeEach(() => {
  errors = vi.fn()
  vi.spyOn(console, 'error').mockImplementation(errors)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

interface AppOptions {
  middleware?: Middleware<any>[]
  observe?: Observer[]
  pages?: PagesOptions
  routes?: Record<string, FixtureRoute>
  handler?: HandlerOptions<any>
}

/** A list of books with a form. `cart` is another page, and every request is in `seen`. */
function createApp(
  action: NonNullable<FixtureRoute['action']> = () => 'saved',
  {
    middleware = [],
    observe = [],
    pages: settings = {},
    routes = {},
    handler = {},
  }: AppOptions = {},
) {
  const seen: string[] = []
  const requests: Request[] = []
  const build = createBuild({
    root: { ...root, loader: () => 'root' },
    books: { path: '/books', default: Outlet, loader: () => 'books', action },
    cart: { path: '/cart', default: () => null, loader: () => 'cart' },
    api: { path: '/api', action },
    ...routes,
  })
  const watch: Middleware = async ({ method, request, url }, next) => {
    seen.push(`${method} ${url.pathname}${url.search}`)
    requests.push(request)
    return next()
  }
  const app = createHandler(
    build,
    (pages) => {
      const router = createRouter({ middleware: [watch, ...middleware], observe })
      router.map('/*', pages.with(settings))
      return router
    },
    handler,
  )
  const post = async (
    path = '/books?_data=books;page=1',
    headers: Record<string, string> = {},
    init: RequestInit = {},
  ) => {
    const request = new Request(`${origin}${path}`, { method: 'POST', headers, ...init })
    const response = await (app as (request: Request) => Promise<Response>)(request)
    const text = await response.clone().text()
    const body = (text.startsWith('{') ? JSON.parse(text.split('\n')[0]!) : text) as Carried
    return { response, body }
  }
  return { app, post, requests, seen }
}

interface Carried {
  page?: { url: string; status: number; body: Record<string, unknown>; redirect?: object }
  redirect?: { location: string }
  data?: unknown
  error?: unknown
}

const any = { pages: { oneTrip: 'any-path' } } as const
const booksPage = {
  url: '/books',
  type: 'envelope',
  version: 'v1',
  status: 200,
  body: { root: { data: 'root' }, books: { data: 'books' } },
}

describe('the response of a form', () => {
  it('brings the page that follows, if the browser asks for it', async () => {
    const { post, seen } = createApp()
    const { response, body } = await post()
    expect(body).toEqual({ data: 'saved', page: booksPage })
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-framework-response': 'data',
      'x-framework-version': 'v1',
    })
    expect(seen).toEqual(['POST /books', 'GET /books'])
  })

  it('brings no page if the browser does not ask for it, or the app turns it off', async () => {
    const silent = createApp()
    expect((await silent.post('/books?_data=books')).body).toEqual({ data: 'saved' })
    const off = createApp(undefined, { pages: { oneTrip: false } })
    expect((await off.post()).body).toEqual({ data: 'saved' })
    expect(off.seen).toEqual(['POST /books'])
  })

  it('understands a proxy that encodes semicolons', async () => {
    expect((await createApp().post('/books?_data=books%3Bpage=1')).body.page).toEqual(booksPage)
  })

  it('refuses another value of the option', async () => {
    const { app } = createApp(undefined, { pages: { oneTrip: true as never } })
    await expect(app.ready).rejects.toThrow('Cannot use true as `oneTrip`')
  })
})

describe('OT-1: a page comes', () => {
  it('with data of any status below 500', async () => {
    expect((await createApp(() => data('taken', 409)).post()).body.page).toEqual(booksPage)
    expect((await createApp(() => data('broken', 500)).post()).body.page).toBeUndefined()
  })

  it.each([301, 302, 303])('with a redirect of status %i', async (status) => {
    const { body } = await createApp(() => redirect('/books?q=1', status)).post()
    expect(body.redirect!.location).toBe('/books?q=1')
    expect(body.page).toEqual({ ...booksPage, url: '/books?q=1' })
  })

  it('with a redirect that the action throws', async () => {
    const { body } = await createApp(() => {
      throw redirect('/books', 303)
    }).post()
    expect(body.page).toEqual(booksPage)
  })

  it.each([
    ['a 307', () => redirect('/books', 307)],
    ['a 308', () => redirect('/books', 308)],
    ['redirectDocument()', () => redirectDocument('/books', 303)],
    [
      'an error',
      () => {
        throw new Error('broken')
      },
    ],
    [
      'a thrown response',
      () => {
        throw json('gone', 410)
      },
    ],
  ])('not with %s', async (_name, action) => {
    const { post, seen } = createApp(action)
    expect((await post()).body.page).toBeUndefined()
    expect(seen).toEqual(['POST /books'])
  })

  it.each([
    ['with another response', () => new Response('blocked', { status: 403 })],
    ['with a redirect', () => redirect('/books', 303)],
    ['with an encoded body', (response: Response) => encoded(response)],
  ])('not if middleware responds %s', async (_name, replace) => {
    const outermost: Middleware = async ({ method }, next) => {
      const response = await next()
      return method === 'POST' ? replace(response) : response
    }
    const { post, seen } = createApp(undefined, { middleware: [outermost] })
    const { body } = await post()
    expect((body as Carried | undefined)?.page).toBeUndefined()
    expect(seen).toEqual(['POST /books'])
  })

  it('not if the action redirected, and middleware sends data instead', async () => {
    const outermost: Middleware = async ({ method }, next) => {
      const response = await next()
      return method === 'POST' ? json({ data: 'x' }, { headers: mark }) : response
    }
    const { post, seen } = createApp(() => redirect('/books', 303), { middleware: [outermost] })
    expect((await post()).body.page).toBeUndefined()
    expect(seen).toEqual(['POST /books'])
  })
})

const mark = { 'X-Framework-Response': 'data' }

function encoded(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('Content-Encoding', 'x-own')
  return new Response(response.body, { headers })
}

describe('OT-2: the next page', () => {
  it('has the path of the action', async () => {
    const { post, seen } = createApp(() => redirect('/cart', 303))
    expect((await post()).body.page).toBeUndefined()
    expect(seen).toEqual(['POST /books'])
  })

  it('has any path if the app says so', async () => {
    const { post } = createApp(() => redirect('/cart#total', 303), any)
    const { body } = await post()
    expect(body.page).toEqual({
      url: '/cart',
      type: 'envelope',
      version: 'v1',
      status: 200,
      body: { root: { data: 'root' }, cart: { data: 'cart' } },
    })
  })

  it.each([
    ['is on another origin', 'https://other.test/books'],
    ['has another scheme', 'http://shop.test/books'],
    ['has another port', 'https://shop.test:8443/books'],
    ['is not a page', '/nowhere'],
    ['has no component', '/api'],
    ['has no scripts', '/plain'],
  ])('is requested by the browser if it %s', async (_name, location) => {
    const { post, seen } = createApp(() => redirect(location, 303), {
      ...any,
      routes: { plain: { path: '/plain', default: () => null, loader: () => 1, scripts: false } },
    })
    expect((await post()).body.page).toBeUndefined()
    expect(seen).toEqual(['POST /books'])
  })

  it('is where the final redirect leads, if middleware changes it', async () => {
    const change: Middleware = async ({ method }, next) => {
      const response = await next()
      return method === 'POST' ? redirect('/books?changed', 303) : response
    }
    const { post } = createApp(() => redirect('/cart', 303), { middleware: [change] })
    expect((await post()).body.page!.url).toBe('/books?changed')
  })

  it('comes without the credentials and the `_data` of a location', async () => {
    const location = 'https://ada:secret@shop.test/books?_data=books;page=1&q=2'
    const { post, seen } = createApp(() => redirect(location, 303))
    await post()
    expect(seen).toEqual(['POST /books', 'GET /books?q=2'])
  })

  it('comes after the action of a resource route, if its redirect leads to a page', async () => {
    const { post } = createApp(() => redirect('/cart', 303), any)
    expect((await post('/api?_data=api;page=1')).body.page!.url).toBe('/cart')
  })
})

describe('OT-3: cookies', () => {
  const setting = (...lines: string[]) =>
    createApp(() =>
      data('saved', { headers: lines.map((line): [string, string] => ['Set-Cookie', line]) }),
    )
  const sent = { Cookie: 'a=1; theme="dark"; broken; b=2' }

  it('reach the page as the response changes them', async () => {
    const { post, requests } = setting('a=3; Path=/; HttpOnly', 'b=; Path=/; Max-Age=0')
    expect((await post(undefined, sent)).body.page).toEqual(booksPage)
    expect(requests[1]!.headers.get('Cookie')).toBe('a=3; theme="dark"; broken')
  })

  it.each([
    ['Expires in the past', 'a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', null],
    [
      'Max-Age before Expires',
      'a=3; Path=/; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      'a=3',
    ],
    ['no end', 'a=3; Path=/; Secure; SameSite=Lax', 'a=3'],
  ])('end as a browser ends them: %s', async (_name, line, cookie) => {
    const { post, requests } = setting(line)
    await post(undefined, { Cookie: 'a=1' })
    expect(requests[1]!.headers.get('Cookie')).toBe(cookie)
  })

  it.each([
    ['that the request does not have', 'new=1; Path=/'],
    ['with another path', 'a=1; Path=/books'],
    ['without a path', 'a=1'],
    ['of a domain', 'a=1; Path=/; Domain=shop.test'],
    ['that is partitioned', 'a=1; Path=/; Secure; Partitioned'],
    ['that is too long for a browser', `a=${'x'.repeat(4096)}; Path=/`],
    ['that a browser does not store', '=1; Path=/'],
  ])('make the browser request the page, with one %s', async (_name, line) => {
    const { post, seen } = setting(line)
    expect((await post(undefined, sent)).body.page).toBeUndefined()
    expect(seen).toEqual(['POST /books'])
  })

  it('make the browser request the page if a name is there twice', async () => {
    const twice = setting('a=3; Path=/', 'a=4; Path=/')
    expect((await twice.post(undefined, sent)).body.page).toBeUndefined()
    const two = setting('a=3; Path=/')
    expect((await two.post(undefined, { Cookie: 'a=1; a=2' })).body.page).toBeUndefined()
  })

  it('make the browser request the page if the request has only a cookie without a name', async () => {
    const { post } = setting('a=3; Path=/')
    expect((await post(undefined, { Cookie: 'ab' })).body.page).toBeUndefined()
  })

  it('make the browser request the page after Clear-Site-Data', async () => {
    const { post } = createApp(() => data('x', { headers: { 'Clear-Site-Data': '"cookies"' } }))
    // Only `headers` of the route sends it.
    const clear: Middleware = async ({ method }, next) => {
      const response = await next()
      if (method === 'POST') response.headers.set('Clear-Site-Data', '"cookies"')
      return response
    }
    expect((await post()).body.page).toEqual(booksPage)
    const cleared = createApp(undefined, { middleware: [clear] })
    expect((await cleared.post()).body.page).toBeUndefined()
  })
})

describe('OT-4: what comes', () => {
  const tagged = (tag: string): FixtureRoute => ({ reads: () => [tag], loader: () => tag })

  async function ask(target: string, writes: string[]) {
    const { app, post } = createApp(
      (args) => {
        args.writes(...writes)
        return redirect(target, 303)
      },
      {
        ...any,
        routes: {
          root: { ...root, ...tagged('root') },
          shop: { path: '/shop', default: Outlet, ...tagged('shop') },
          book: {
            path: '/shop/:slug',
            parent: 'shop',
            default: () => null,
            ...tagged('book'),
            action: (args) => {
              args.writes(...writes)
              return redirect(target, 303)
            },
          },
        },
        pages: { oneTrip: 'any-path', tagSecret: 'a secret of more than 16 bytes' },
      },
    )
    const first = (await (app as (request: Request) => Promise<Response>)(
      new Request(`${origin}/shop/dune?_data=root,shop,book`),
    ).then((response) => response.json())) as Record<string, { reads: string }>
    const have = Object.entries(first).map(([id, { reads }]) => `${id}~${reads}`)
    const { body } = await post(`/shop/dune?_data=book;page=1;have=${have.join()}`)
    return Object.keys(body.page!.body)
  }

  it('is every loader, except for those that stay', async () => {
    expect(await ask('/shop/dune', ['book'])).toEqual(['book'])
    expect(await ask('/shop/dune', ['root', 'book'])).toEqual(['root', 'book'])
    expect(await ask('/shop/emma', ['shop'])).toEqual(['shop', 'book'])
  })

  it('is every loader if the query changes', async () => {
    expect(await ask('/shop/dune?q=1', ['book'])).toEqual(['root', 'shop', 'book'])
  })

  it('is every loader of the page if another one is on show', async () => {
    const { post } = createApp(() => redirect('/cart', 303), any)
    const { body } = await post('/books?_data=books;page=1;at=%2Fcart')
    expect(Object.keys(body.page!.body)).toEqual(['root', 'cart'])
  })

  it.each(['shouldReload', 'unstable_shouldReload', 'shouldRevalidate'])(
    'is left to the browser if a module on show exports %s, which only the browser can ask',
    async (name) => {
      const policy = { [name]: () => false }
      const loader = () => 'root'
      const routes = { root: { ...root, loader, ...policy } }
      for (const target of ['/books', '/cart']) {
        const { post, seen } = createApp(() => redirect(target, 303), { ...any, routes })
        expect((await post()).body.page).toBeUndefined()
        expect(seen).toEqual(['POST /books'])
      }
    },
  )

  it('comes if only modules that are not on show, or that have no loader, export shouldRevalidate', async () => {
    const policy = { shouldRevalidate: () => false }
    const routes: Record<string, FixtureRoute> = {
      root: { ...root, ...policy },
      cart: { path: '/cart', default: () => null, loader: () => 'cart', ...policy },
    }
    const { post } = createApp(() => redirect('/cart', 303), { ...any, routes })
    expect((await post()).body.page).toMatchObject({ url: '/cart', body: { cart: {} } })
    const other = createApp(() => redirect('/cart', 303), { ...any, routes })
    expect((await other.post('/books?_data=books;page=1;at=%2Fcart')).body.page).toBeUndefined()
  })

  it('is nothing if nothing would be requested', async () => {
    const routes = {
      root,
      empty: { path: '/empty', default: () => null, action: () => 'saved' },
      other: { path: '/other', default: () => null, action: () => redirect('/empty', 303) },
    }
    const { post, seen } = createApp(undefined, { ...any, routes })
    expect((await post('/empty?_data=empty;page=1')).body.page).toBeUndefined()
    expect((await post('/other?_data=other;page=1')).body.page).toBeUndefined()
    expect(seen).toEqual(['POST /empty', 'POST /other'])
  })

  it('is what guards say, for a page without loaders', async () => {
    const guard: Middleware = () => redirect('/login', 303)
    const routes = { root, empty: { path: '/empty', default: () => null, middleware: [guard] } }
    const { post } = createApp(() => redirect('/empty', 303), { ...any, routes })
    const { body } = await post()
    expect(body.page).toMatchObject({
      url: '/empty',
      status: 202,
      redirect: { location: '/login' },
    })
  })
})

describe('OT-5 and OT-6: the request for the page', () => {
  it('runs when the session was saved, with a new context and the new session', async () => {
    const sessions = session(
      createCookie('session', { secrets: ['a secret of more than 16 bytes'], path: '/' }),
      createMemorySessionStorage(),
    )
    let visits = 0
    const { post } = createApp(
      ({ context }) => {
        context.get(Session).set('visits', ++visits)
        return 'saved'
      },
      {
        middleware: [sessions],
        routes: {
          root: { ...root, loader: ({ context }) => context.get(Session).get('visits') ?? null },
        },
      },
    )
    const first = await post()
    expect(first.body.page).toBeUndefined()
    const Cookie = first.response.headers.get('Set-Cookie')!.split(';')[0]!
    const second = await post(undefined, { Cookie })
    expect(second.body.page!.body['root']).toEqual({ data: 2 })
  })

  it('runs when cache() has dropped what was written', async () => {
    let title = 'old'
    const stored = cache({ storage: createMemoryStorage(), routes: ['/books'] })
    const routes: Record<string, FixtureRoute> = {
      root,
      books: {
        path: '/books',
        default: Outlet,
        reads: () => ['books'],
        loader: () => title,
        headers: () => ({ 'Cache-Control': 's-maxage=60' }),
        action: ({ writes }) => {
          title = 'new'
          writes('books')
          return 'saved'
        },
      },
    }
    const { app, post } = createApp(undefined, { middleware: [stored], routes })
    const load = async () =>
      (await (app as (request: Request) => Promise<Response>)(
        new Request(`${origin}/books?_data=books`),
      ).then((response) => response.json())) as { books: { data: string } }
    expect((await load()).books.data).toBe('old')
    expect((await post()).body.page!.body['books']).toMatchObject({ data: 'new' })
  })

  it('has the headers of the visitor, without those of the mutation', async () => {
    const { post, requests } = createApp()
    await post(
      undefined,
      {
        Accept: '*/*',
        'Accept-Encoding': 'gzip',
        'Accept-Language': 'de',
        Authorization: 'Bearer x',
        'Content-Language': 'de',
        'Content-Type': 'application/json',
        'Idempotency-Key': '"k"',
        'If-Match': '"1"',
        'If-None-Match': '"1"',
        Origin: origin,
        Range: 'bytes=0-1',
        'Sec-Fetch-Site': 'same-origin',
        'X-Own': '1',
      },
      { body: '{}' },
    )
    const { headers, method, url } = requests[1]!
    expect(`${method} ${url}`).toBe(`GET ${origin}/books`)
    expect(Object.fromEntries(headers)).toEqual({
      accept: '*/*',
      'accept-language': 'de',
      authorization: 'Bearer x',
      'sec-fetch-site': 'same-origin',
      'x-own': '1',
    })
  })

  it('gets what the runtime provides, and the address of the client', async () => {
    const addresses: unknown[] = []
    const { app } = createApp(undefined, {
      middleware: [
        (context, next) => {
          addresses.push(addressOf(context))
          return next()
        },
      ],
      handler: { provide: (context, address: string) => context.set(ClientAddress, address) },
    })
    const request = new Request(`${origin}/books?_data=books;page=1`, { method: 'POST' })
    await (app as (request: Request, address: string) => Promise<Response>)(request, '192.0.2.7')
    expect(addresses).toEqual(['192.0.2.7', '192.0.2.7'])
  })

  it('ends when the visitor leaves', async () => {
    const leaving = new AbortController()
    const started = Promise.withResolvers<Request>()
    const { post } = createApp(undefined, {
      routes: {
        root: {
          ...root,
          loader: ({ request }) => {
            started.resolve(request)
            return new Promise(() => {})
          },
        },
      },
    })
    const posted = post(undefined, {}, { signal: leaving.signal })
    const inner = await started.promise
    leaving.abort()
    expect(inner.signal.aborted).toBe(true)
    await posted
    expect(errors).not.toHaveBeenCalled()
  })
})

describe('OT-7: observers', () => {
  it('see a second request that the mutation has sent', async () => {
    const events: ServerEvent[] = []
    const { post } = createApp(undefined, {
      observe: [{ event: (event) => void events.push(event) }],
    })
    await post()
    const [first, second] = events.filter(
      (event) => event.type === 'request' && event.phase === 'start',
    ) as { id: number; parent?: number; method: string }[]
    expect(first).toMatchObject({ method: 'POST', parent: undefined })
    expect(second).toMatchObject({ method: 'GET', parent: first!.id })
    const handlers = events.filter((event) => 'cause' in event && event.phase === 'end')
    expect(handlers.map((event) => `${event.type} ${(event as { cause: string }).cause}`)).toEqual([
      'action mutation',
      'loader mutation',
      'loader mutation',
    ])
  })
})

describe('OT-8: the page is used', () => {
  const failing = (loader: NonNullable<FixtureRoute['loader']>) =>
    createApp(undefined, { routes: { root: { ...root, loader } } })

  it('if a loader fails', async () => {
    const { body } = await failing(() => {
      throw json('gone', 410)
    }).post()
    expect(body.page).toMatchObject({ status: 410, body: { root: { error: { status: 410 } } } })
  })

  it('if a loader redirects, and the redirect is not followed', async () => {
    const app = failing(() => redirect('/cart', 302))
    const { body } = await app.post()
    expect(body.page).toMatchObject({ status: 202, redirect: { location: '/cart' } })
    expect(app.seen).toEqual(['POST /books', 'GET /books'])
  })

  it.each([
    ['refuses without a mark', () => new Response('slow down', { status: 429 })],
    ['sends an encoded body', (response: Response) => encoded(response)],
  ])('not if middleware %s', async (_name, replace) => {
    const outermost: Middleware = async ({ method }, next) => {
      const response = await next()
      return method === 'GET' ? replace(response) : response
    }
    const { post, seen } = createApp(undefined, { middleware: [outermost] })
    expect((await post()).body).toEqual({ data: 'saved' })
    expect(seen).toEqual(['POST /books', 'GET /books'])
  })

  it('and the cookies of a page that is not used still count', async () => {
    const outermost: Middleware = async ({ method }, next) => {
      if (method === 'POST') return next()
      const headers = { 'Set-Cookie': 's=new; Path=/' }
      return new Response('slow down', { status: 429, headers })
    }
    const action = () => json('saved', { headers: { 'Set-Cookie': 's=old; Path=/' } })
    const { post } = createApp(action, { middleware: [outermost] })
    const { body, response } = await post(undefined, { Cookie: 's=first' })
    expect(body).toEqual({ data: 'saved' })
    expect(response.headers.getSetCookie()).toEqual(['s=new; Path=/'])
  })

  it('not if middleware throws, which is reported', async () => {
    const broken = new Error('broken')
    const outermost: Middleware = ({ method }, next) => {
      if (method === 'GET') throw broken
      return next()
    }
    const { post } = createApp(undefined, { middleware: [outermost] })
    expect((await post()).body).toEqual({ data: 'saved' })
    expect(errors).toHaveBeenCalledExactlyOnceWith(broken)
  })
})

describe('OT-9: a page that takes long', () => {
  it('comes with the response, however long it takes, and runs once', async () => {
    vi.useFakeTimers()
    const started = Promise.withResolvers<Request>()
    const data = Promise.withResolvers<string>()
    const { post, seen } = createApp(undefined, {
      routes: {
        root: {
          ...root,
          loader: ({ request }) => {
            started.resolve(request)
            return data.promise
          },
        },
      },
    })
    const posted = post()
    const inner = await started.promise
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(inner.signal.aborted).toBe(false)
    data.resolve('root')
    expect((await posted).body).toEqual({ data: 'saved', page: booksPage })
    expect(seen).toEqual(['POST /books', 'GET /books'])
  })
})

describe('OT-10: the cookies of the page', () => {
  const cookies = (inner: string, target = '/books') =>
    createApp(
      () => redirect(target, { status: 303, headers: [['Set-Cookie', 'a=outer; Path=/']] }),
      {
        ...any,
        middleware: [
          async ({ method }, next) => {
            const response = await next()
            if (method === 'GET') response.headers.append('Set-Cookie', inner)
            return response
          },
        ],
      },
    ).post(undefined, { Cookie: 'a=1; b=2' })

  it.each([
    ['replaces the line with its name', 'a=inner; Path=/', ['a=inner; Path=/']],
    ['is added', 'b=inner; Path=/', ['a=outer; Path=/', 'b=inner; Path=/']],
    [
      'does not replace a cookie with another path',
      'a=inner; Path=/books',
      ['a=outer; Path=/', 'a=inner; Path=/books'],
    ],
  ])('%s', async (_name, inner, expected) => {
    const { response, body } = await cookies(inner)
    expect(body.page).toBeDefined()
    expect(response.headers.getSetCookie()).toEqual(expected)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  })

  it('keep the path that a browser would give them at their own URL', async () => {
    const { response } = await cookies('b=inner; HttpOnly', '/cart')
    expect(response.headers.getSetCookie()[1]).toBe('b=inner; HttpOnly; Path=/')
  })
})

describe('OT-10: a page with deferred values', () => {
  it('is the first line, and the values follow', async () => {
    const reviews = createControlled()
    const { app } = createApp(undefined, {
      routes: { root: { ...root, loader: () => ({ title: 'Dune', reviews: reviews.later }) } },
    })
    const response = await (app as (request: Request) => Promise<Response>)(
      new Request(`${origin}/books?_data=books;page=1`, { method: 'POST' }),
    )
    expect(response.headers.get('Content-Type')).toBe('application/jsonl; charset=utf-8')
    const lines = readChunks(response)
    expect(JSON.parse((await lines.next())!)).toEqual({
      data: 'saved',
      page: {
        url: '/books',
        type: 'envelope',
        version: 'v1',
        status: 200,
        body: { root: { data: { title: 'Dune' }, later: ['reviews'] }, books: { data: 'books' } },
      },
    })
    reviews.resolve([1])
    expect(await lines.next()).toBe('{"later":["root","reviews"],"data":[1]}\n')
    expect(await lines.next()).toBe('{"end":true}\n')
    expect(await lines.next()).toBeUndefined()
  })

  it('stops when the browser does not want the rest', async () => {
    let signal: AbortSignal | undefined
    const waiting = later((given) => {
      signal = given
      return new Promise(() => {})
    })
    const { app } = createApp(undefined, {
      routes: { root: { ...root, loader: () => ({ waiting }) } },
    })
    const response = await (app as (request: Request) => Promise<Response>)(
      new Request(`${origin}/books?_data=books;page=1`, { method: 'POST' }),
    )
    const reader = response.body!.getReader()
    await reader.read()
    await reader.cancel()
    expect(signal!.aborted).toBe(true)
  })
})

function gunzip({ body }: Response): Promise<string> {
  return new Response(body!.pipeThrough(new DecompressionStream('gzip'))).text()
}

describe('OT-11: compression()', () => {
  const gzip = { 'Accept-Encoding': 'gzip' }

  it('compresses the whole response', async () => {
    const { post, requests } = createApp(() => 'x'.repeat(5000), { middleware: [compression()] })
    const { response } = await post(undefined, gzip)
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expect(requests[1]!.headers.has('Accept-Encoding')).toBe(false)
    const text = await gunzip(response)
    expect((JSON.parse(text) as Carried).page).toEqual(booksPage)
  })

  it('compresses a response without a page', async () => {
    const { post } = createApp(() => redirect('/cart', 303), {
      middleware: [compression({ threshold: 0 })],
    })
    const { response } = await post(undefined, gzip)
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
  })

  it('keeps the session that the middleware around it saves', async () => {
    const cookie = createCookie('session', {
      secrets: ['a secret of more than 16 bytes'],
      path: '/',
    })
    const sessions = session(cookie, createCookieSessionStorage())
    const { post } = createApp(
      ({ context }) => {
        context.get(Session).flash('note', 'x'.repeat(1200))
        return 'saved'
      },
      {
        middleware: [sessions, compression()],
        routes: {
          root: { ...root, loader: ({ context }) => context.get(Session).get('note') ?? null },
        },
      },
    )
    const first = await post()
    const Cookie = first.response.headers.get('Set-Cookie')!.split(';')[0]!
    const { response } = await post(undefined, { Cookie, ...gzip })
    const text = await gunzip(response)
    expect((JSON.parse(text) as Carried).page!.body['root']).toEqual({ data: 'x'.repeat(1200) })
    // The page has used the message up, and the browser gets one cookie.
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(response.headers.get('Set-Cookie')!.length).toBeLessThan(500)
  })
})
