import { describe, expect, it } from 'vitest'
import './deferred-values.ts' // Loaded, so that lines are read at once.
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { IDLE } from '../page-protocol/transition.ts'
import { createFakeApp, form, tick, type FakeApp, type FakeAppOptions } from './fake-app.fixture.ts'

const post = (app: FakeApp, action: string): Promise<void> =>
  app.router.submit({ action, method: 'post', formData: form() })

/** A page that comes with the response of a form. */
const carried = (url: string, results: Record<string, unknown>, given: object = {}) => ({
  url,
  type: 'envelope',
  version: 'v1',
  status: 200,
  body: Object.fromEntries(Object.entries(results).map(([id, data]) => [id, { data }])),
  ...given,
})
const redirectTo = (location: string, given: object = {}) => ({
  location,
  status: 303,
  revalidate: false,
  reload: false,
  replace: false,
  ...given,
})

const books = { root: 1, books: 1, shelf: 1 }
const cart = { root: 1, cart: 1 }

/** Submits the form of a book list, and responds with its data and a page. */
async function submitBooks(page: object | undefined, options: FakeAppOptions = {}) {
  const app = createFakeApp({ at: ['/books'], ...options })
  void post(app, '/books')
  await app.request().envelope({ data: 'saved', page })
  return app
}

describe('a form asks for the page that follows', () => {
  it('and says which page is on show, if it is another one', () => {
    const app = createFakeApp({ at: ['/books?q=1'] })
    void post(app, '/books?q=1')
    expect(app.request().url).toBe('/books?q=1&_data=books;page=1')
    void post(app, '/cart')
    expect(app.request().url).toBe('/cart?_data=cart;page=1;at=%2Fbooks%3Fq%3D1')
  })

  it.each([
    [2000, true],
    [2001, false],
  ])('unless the URL would have more than 2,000 characters: %d', (length, isAsked) => {
    const app = createFakeApp({ at: ['/books'] })
    const rest = '/cart?&_data=cart;page=1;at=%2Fbooks'
    void post(app, `/cart?${'x'.repeat(length - rest.length)}`)
    expect(app.request().url.includes(';page=1')).toBe(isAsked)
  })

  it('and a fetcher does not, nor does a GET form', () => {
    const app = createFakeApp({ at: ['/books'] })
    void app.router.fetcherSubmit('f', { action: '/cart', method: 'post', formData: form() })
    expect(app.request().url).toBe('/cart?_data=cart')
    void app.router.submit({ action: '/cart', method: 'get', formData: form() })
    expect(app.log.at(-1)).toMatch(/^GET \/cart/)
    expect(app.pending.some(({ url }) => url.includes('page=1'))).toBe(false)
  })
})

describe('OT-12: a page that comes with the response of a form', () => {
  it('is shown without a second request', async () => {
    const app = await submitBooks(carried('/books', books))
    expect(app.log).toEqual(['POST /books [books]'])
    expect(app.snapshot()).toMatchObject({
      transition: IDLE,
      loaderData: books,
      actionData: { books: 'saved' },
    })
    app.router.navigate('/books?q=1')
    expect(app.reasons.at(-1)).toEqual(['root run search', 'books run search', 'shelf run search'])
  })

  it('is shown after a redirect', async () => {
    const app = createFakeApp({ at: ['/books'] })
    void post(app, '/books')
    const redirect = redirectTo('/cart#total', { revalidate: true })
    await app.request().envelope({ redirect, page: carried('/cart', cart) }, 202)
    expect(app.log).toEqual(['POST /books [books]'])
    expect(app.history.location).toMatchObject({ pathname: '/cart', hash: '#total' })
    expect(app.snapshot()).toMatchObject({ transition: IDLE, loaderData: cart })
  })

  it('shows only what would have been requested', async () => {
    const app = createFakeApp({ at: ['/books'] })
    app.modules.set('root', { shouldReload: () => false })
    void post(app, '/books')
    await app.request().envelope({ data: 1, page: carried('/books', books) })
    expect(app.log).toHaveLength(1)
    expect(app.snapshot().loaderData).toEqual({ root: 'root 0', books: 1, shelf: 1 })
  })

  it('pays what is due, and does not count as a request of its URL', async () => {
    const app = await submitBooks(carried('/books', books))
    app.router.navigate('/cart')
    expect(app.reasons.at(-1)).toEqual(['root keep kept', 'cart run new'])
    await app.request().all(2)
    app.router.navigate('/books')
    // A response of before the mutation may be in the HTTP cache.
    expect(app.request().cache).toBe('no-cache')
  })

  it.each([
    ['has another path', carried('/cart', books)],
    ['has another query', carried('/books?q=1', books)],
    ['lacks a loader', carried('/books', { root: 1, books: 1 })],
    ['is of another build', carried('/books', books, { version: 'v2' })],
  ])('is requested again if it %s', async (_name, page) => {
    const app = await submitBooks(page)
    expect(app.request()).toMatchObject({
      path: '/books',
      ids: ['root', 'books', 'shelf'],
      cache: 'reload',
    })
    await app.request().data(books)
    expect(app.snapshot()).toMatchObject({ transition: IDLE, loaderData: books })
  })

  it('is requested again if it lacks the fields of a route', async () => {
    const routes = [
      { id: 'root', pattern: '/' },
      { id: 'list', pattern: '/list' },
      { id: 'form', pattern: '/form', hasFields: true },
    ]
    const respond = async (entry: object) => {
      const app = createFakeApp({ routes, at: ['/list'] })
      void post(app, '/list')
      const body = { root: { data: 1 }, form: { data: 1, ...entry } }
      const page = carried('/form', {}, { body })
      await app.request().envelope({ redirect: redirectTo('/form'), page }, 202)
      return app
    }
    expect((await respond({})).request().url).toBe('/form?_data=root,form;fields=form')
    const whole = await respond({ fields: { name: {} } })
    expect(whole.pending).toEqual([])
    expect(whole.snapshot().fields).toEqual({ form: { name: {} } })
  })

  it('shows an error of a loader that would have run', async () => {
    const error = { type: 'error', message: 'broken' }
    const body = { root: { data: 1 }, books: { data: 1 }, shelf: { error } }
    const app = await submitBooks(carried('/books', {}, { body, status: 500 }))
    expect(app.log).toHaveLength(1)
    expect(Object.values(app.snapshot().errors!)).toMatchObject([{ message: 'broken' }])
  })

  describe('that was refused is shown without a second request', () => {
    const routes = [
      { id: 'root', pattern: '/', hasErrorBoundary: true },
      { id: 'list', pattern: '/list' },
      { id: 'area', pattern: '/area', hasLoader: false, hasMiddleware: true },
      { id: 'panel', pattern: '/area/panel', parentId: 'area' },
      { id: 'inner', pattern: '/area/panel/inner', parentId: 'panel', hasMiddleware: true },
    ]
    const error = { type: 'response', status: 403, statusText: '', data: 'no' }
    const refuse = async (url: string, body: object) => {
      const app = createFakeApp({ routes, at: ['/list'] })
      void post(app, '/list')
      const page = carried(url, {}, { body, status: 403 })
      await app.request().envelope({ redirect: redirectTo(url), page }, 202)
      return app
    }

    it.each([
      ['by a route without a loader', '/area', { area: { error } }],
      ['by a layout, so that the loaders below it did not run', '/area/panel', { area: { error } }],
      ['by a page, whose layout the boundary hides', '/area/panel/inner', { inner: { error } }],
    ])('%s', async (_name, url, body) => {
      const app = await refuse(url, { root: { data: 'Saved.' }, ...body })
      expect(app.log).toEqual(['POST /list [list]'])
      expect(app.snapshot()).toMatchObject({ transition: IDLE, loaderData: { root: 'Saved.' } })
      expect(Object.values(app.snapshot().errors!)).toMatchObject([{ status: 403 }])
    })

    it('after an action that returned data', async () => {
      const app = createFakeApp({ routes, at: ['/area/panel'] })
      void post(app, '/area/panel')
      const body = { root: { data: 'Saved.' }, area: { error } }
      const page = carried('/area/panel', {}, { body, status: 403 })
      await app.request().envelope({ data: 'deleted', page })
      expect(app.log).toEqual(['POST /area/panel [panel]'])
      expect(app.snapshot()).toMatchObject({ transition: IDLE, loaderData: { root: 'Saved.' } })
      expect(Object.values(app.snapshot().errors!)).toMatchObject([{ status: 403 }])
    })

    it('unless it lacks a loader around the boundary', async () => {
      expect((await refuse('/area', { area: { error } })).request().path).toBe('/area')
    })
  })

  it('is requested again if a loader failed that would not have run', async () => {
    const app = createFakeApp({ at: ['/books'] })
    app.modules.set('root', { shouldReload: () => false })
    void post(app, '/books')
    const error = { type: 'error', message: 'broken' }
    const body = { root: { error }, books: { data: 1 }, shelf: { data: 1 } }
    await app.request().envelope({ data: 1, page: carried('/books', {}, { body, status: 500 }) })
    expect(app.request().ids).toEqual(['books', 'shelf'])
  })

  it('can be a redirect, if every loader would have run', async () => {
    const page = carried('/books', {}, { type: 'redirect', redirect: redirectTo('/login') })
    const app = await submitBooks(page)
    expect(app.log).toEqual(['POST /books [books]', 'GET /login [root,login]'])
    const other = createFakeApp({ at: ['/books'] })
    other.modules.set('root', { shouldReload: () => false })
    void post(other, '/books')
    await other.request().envelope({ data: 1, page })
    expect(other.request()).toMatchObject({ path: '/books', ids: ['books', 'shelf'] })
  })

  it('is used once: a redirect back to it loads it', async () => {
    const page = carried('/cart', cart)
    const app = createFakeApp({ at: ['/books'] })
    void post(app, '/books')
    const first = { type: 'redirect', redirect: redirectTo('/cart') }
    await app
      .request()
      .envelope({ redirect: redirectTo('/cart'), page: { ...page, ...first } }, 202)
    expect(app.request().path).toBe('/cart')
  })

  it.each([
    ['the mutation of a fetcher ends', (app: FakeApp) => app.request('/login').action(1)],
    [
      'a mutation of a fetcher is interrupted',
      (app: FakeApp) => (app.router.fetcherReset('f'), tick()),
    ],
    ['the app calls revalidate()', (app: FakeApp) => (void app.router.revalidate(), tick())],
  ])('is requested again if %s after the form was sent', async (_name, happen) => {
    const app = createFakeApp({ at: ['/books'] })
    void app.router.fetcherSubmit('f', { action: '/login', method: 'post', formData: form() })
    void post(app, '/books')
    await happen(app)
    const sent = app.pending.find(({ method, path }) => method === 'POST' && path === '/books')!
    await sent.envelope({ data: 1, page: carried('/books', books) })
    expect(app.log.at(-1)).toBe('GET /books [root,books,shelf]')
    await app.pending.at(-1)!.all(2)
    expect(app.snapshot().loaderData).toEqual({ root: 2, books: 2, shelf: 2 })
  })

  it('is used if a form of a fetcher was refused meanwhile, which changes nothing', async () => {
    const app = createFakeApp({ at: ['/books'] })
    void app.router.fetcherSubmit('f', { action: '/login', method: 'post', formData: form() })
    void post(app, '/books')
    await app.request('/login').invalid()
    await app.request('/books').envelope({ data: 1, page: carried('/books', books) })
    expect(app.pending).toEqual([])
  })

  it('is requested again if a mutation ends while its routes are loaded', async () => {
    const app = createFakeApp({ at: ['/books'], unknown: ['/cart'] })
    void app.router.fetcherSubmit('f', { action: '/login', method: 'post', formData: form() })
    void post(app, '/books')
    const page = carried('/cart', cart)
    await app.request('/books').envelope({ redirect: redirectTo('/cart'), page }, 202)
    await app.request('/login').action(1)
    await app.lessons.get('/cart')!.arrive()
    expect(app.pending.map(({ path }) => path)).toContain('/cart')
  })

  it('waits until its routes are loaded', async () => {
    const app = createFakeApp({ at: ['/books'], unknown: ['/cart'] })
    void post(app, '/books')
    const page = carried('/cart', cart)
    await app.request().envelope({ redirect: redirectTo('/cart'), page }, 202)
    await app.lessons.get('/cart')!.arrive()
    expect(app.log).toEqual(['POST /books [books]'])
    expect(app.snapshot()).toMatchObject({ transition: IDLE, loaderData: cart })
  })

  it('is dropped if the visitor goes elsewhere, and everything loads there', async () => {
    const app = createFakeApp({ at: ['/books'] })
    void post(app, '/books')
    app.router.navigate('/cart')
    expect(app.request()).toMatchObject({ path: '/cart', ids: ['root', 'cart'] })
  })
})

describe('OT-13: the states of a form whose response brings the page', () => {
  const trace = (app: FakeApp): unknown[] =>
    app.snapshots.map(({ actionData, loaderData, transition }) => [
      `${transition.state}/${transition.type}`,
      actionData,
      loaderData,
    ])

  it.each(['data', 'redirect'])('are those of two requests: %s', async (kind) => {
    const result = kind === 'data' ? { data: 'saved' } : { redirect: redirectTo('/cart') }
    const [url, results] = kind === 'data' ? ['/books', books] : ['/cart', cart]
    const run = async (isOne: boolean) => {
      const seen: string[] = []
      const app = createFakeApp({
        at: ['/books'],
        painted: async ({ transition }) => void seen.push(transition.type),
      })
      void post(app, '/books')
      const page = isOne ? carried(url, results) : undefined
      await app.request().envelope({ ...result, page }, kind === 'data' ? 200 : 202)
      if (!isOne) await app.request().data(results)
      return { states: trace(app), seen }
    }
    const one = await run(true)
    expect(one.states).toEqual((await run(false)).states)
    expect(one.seen).toEqual([kind === 'data' ? 'actionReload' : 'actionRedirect'])
  })

  it('wait for the modules of the page', async () => {
    const app = createFakeApp({ at: ['/books'] })
    app.modules.remove('cart')
    void post(app, '/books')
    const page = carried('/cart', cart)
    await app.request().envelope({ redirect: redirectTo('/cart'), page }, 202)
    expect(app.snapshot().transition.type).toBe('actionRedirect')
    await app.modules.arrive('cart')
    expect(app.snapshot()).toMatchObject({ transition: IDLE, loaderData: cart })
  })
})

describe('deferred values of a page that comes with the response of a form', () => {
  const body = { root: { data: 1 }, cart: { data: { total: 1 }, later: ['offers'] } }
  const later = carried('/cart', {}, { body })
  const offersOf = (app: FakeApp) =>
    (app.snapshot().loaderData['cart'] as { offers: Promise<unknown> }).offers

  it('arrive after it', async () => {
    const app = createFakeApp({ at: ['/cart'] })
    void post(app, '/cart')
    const lines = await app.request().lines({ data: 1, page: later })
    await lines.send('cart', 'offers', { data: [1] })
    await expect(offersOf(app)).resolves.toEqual([1])
    expect(app.log).toHaveLength(1)
  })

  it('end if the page is requested again', async () => {
    const app = createFakeApp({ at: ['/books'] })
    void post(app, '/books')
    const lines = await app.request().lines({ data: 1, page: later })
    await app.request().data(books)
    expect(lines.isCancelled).toBe(true)
  })

  it('arrive after a redirect, whose routes are not known yet', async () => {
    const app = createFakeApp({ at: ['/books'], unknown: ['/cart'] })
    void post(app, '/books')
    const { response, write, close } = createLines()
    write({ redirect: redirectTo('/cart'), page: later })
    await app.request().respond(response)
    await eventually(() => expect(app.lessons.has('/cart')).toBe(true))
    await app.lessons.get('/cart')!.arrive()
    expect(app.log).toEqual(['POST /books [books]'])
    write({ later: ['cart', 'offers'], data: [2] })
    close()
    await expect(offersOf(app)).resolves.toEqual([2])
  })

  it('are there at once if the page waited for them', async () => {
    const line = { later: ['cart', 'offers'], data: [3] }
    const whole = { ...body, cart: { ...body.cart, late: [line] } }
    const app = createFakeApp({ at: ['/cart'] })
    void post(app, '/cart')
    await app.request().envelope({ data: 1, page: carried('/cart', {}, { body: whole }) })
    await eventually(() => expect(app.snapshot().transition).toBe(IDLE))
    await expect(offersOf(app)).resolves.toEqual([3])
  })

  it('end if the visitor goes elsewhere', async () => {
    const app = createFakeApp({ at: ['/cart'] })
    void post(app, '/cart')
    const lines = await app.request().lines({ data: 1, page: later })
    app.router.navigate('/books')
    await app.request().all(1)
    expect(lines.isCancelled).toBe(true)
  })
})

/** The lines of a redirect, which a test writes. */
function createLines() {
  const encoder = new TextEncoder()
  let lines!: ReadableStreamDefaultController<Uint8Array>
  const stream = new ReadableStream<Uint8Array>({ start: (given) => void (lines = given) })
  return {
    response: new Response(stream, {
      status: 202,
      headers: {
        'Content-Type': 'application/jsonl; charset=utf-8',
        'X-Framework-Response': 'data',
        'X-Framework-Version': 'v1',
      },
    }),
    write: (line: object) => lines.enqueue(encoder.encode(`${JSON.stringify(line)}\n`)),
    close: () => lines.close(),
  }
}
