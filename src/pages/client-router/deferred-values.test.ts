import { describe, expect, it } from 'vitest'
import { isRouteErrorResponse } from '../page-protocol/errors.ts'
import { createFakeApp, form, tick, type FakeApp, type FakeLines } from './fake-app.fixture.ts'

describe('deferred values of a page', () => {
  it('come after the page, each when it is there', async () => {
    const { lines, members, ...app } = await openBook()
    expect(app.snapshot().transition.state).toBe('idle')
    expect(app.snapshot().loaderData['books']).toBe('b')
    expect(members).toMatchObject({ title: 'Dune' })
    expect(await stateOf(members.reviews)).toBe('pending')

    await lines.send('book', 'similar', { data: ['Emma'] })
    expect(await stateOf(members.similar)).toEqual({ value: ['Emma'] })
    expect(await stateOf(members.reviews)).toBe('pending')
    expect(app.snapshot().loaderData['book']).toBe(members)

    await lines.send('book', 'reviews', { data: null })
    await lines.end()
    expect(await stateOf(members.reviews)).toEqual({ value: null })
  })

  it('reject with the error that the server sent', async () => {
    const { lines, members } = await openBook()
    await lines.send('book', 'similar', {
      error: { type: 'response', status: 504, statusText: 'Gateway Timeout', data: 'late' },
    })
    await lines.send('book', 'reviews', { error: { type: 'error', message: 'Unexpected' } })
    const { error } = (await stateOf(members.similar)) as { error: unknown }
    expect(isRouteErrorResponse(error)).toBe(true)
    expect(error).toMatchObject({ status: 504, data: 'late' })
    expect(await stateOf(members.reviews)).toMatchObject({ error: { message: 'Unexpected' } })
  })

  it('reject if the connection ends or fails before they are there', async () => {
    for (const how of ['cut', 'fail'] as const) {
      const { lines, members } = await openBook()
      await lines.send('book', 'similar', { data: 1 })
      await lines[how]()
      expect(await stateOf(members.similar)).toEqual({ value: 1 })
      expect(await stateOf(members.reviews)).toMatchObject({
        error: { message: 'Could not load "reviews": the connection ended' },
      })
    }
  })

  it('settle once, whatever else the lines say', async () => {
    const { lines, members } = await openBook()
    await lines.send('book', 'reviews', { data: 1 })
    await lines.send('book', 'reviews', { error: { type: 'error', message: 'no' } })
    await lines.send('other', 'reviews', { data: 2 })
    await lines.send('book', 'toString', { data: 2 })
    await lines.send('book', '__proto__', { data: 2 })
    expect(await stateOf(members.reviews)).toEqual({ value: 1 })
  })

  it('are there at once if the response waited for them', async () => {
    const app = createFakeApp()
    app.router.navigate('/books/dune')
    await app.request().envelope({
      root: { data: 'r' },
      books: { data: 'b' },
      book: {
        data: { title: 'Dune' },
        later: ['reviews', 'similar', 'lost'],
        late: [
          { later: ['book', 'similar'], data: ['Emma'] },
          { later: ['book', 'reviews'], error: { type: 'error', message: 'no' } },
        ],
      },
    })
    await import('./deferred-values.ts')
    await tick()
    const members = membersOf(app)
    expect(members.title).toBe('Dune')
    // React shows them in its first render.
    expect(members.similar).toMatchObject({ status: 'fulfilled', value: ['Emma'] })
    expect(members.reviews).toMatchObject({ status: 'rejected', reason: { message: 'no' } })
    expect(await stateOf(members.similar)).toEqual({ value: ['Emma'] })
    expect(await stateOf(members['lost'])).toHaveProperty('error')
  })

  it('are kept while their loader is, and its request goes on', async () => {
    const { lines, members, router, ...app } = await openBook()
    router.navigate('/books/dune#reviews')
    router.submit({ action: '/books/dune', method: 'post', formData: form() })
    router.navigate('/books/dune#top')
    await tick()
    expect(lines.isCancelled).toBe(false)
    expect(membersOf(app)).toBe(members)
    await lines.send('book', 'reviews', { data: 1 })
    expect(await stateOf(members.reviews)).toEqual({ value: 1 })
  })

  it('end with their page, and so does the request', async () => {
    const { lines, members, router, request } = await openBook()
    router.navigate('/cart')
    expect(lines.isCancelled).toBe(false)
    await request('/cart').all(1)
    expect(lines.isCancelled).toBe(true)
    expect(await stateOf(members.reviews)).toBe('pending')
  })

  it('end when a reload brings others, which are new even if the rest is equal', async () => {
    const { lines, members, router, request, ...app } = await openBook()
    router.revalidate()
    const next = await request().lines(bookBody)
    expect(membersOf(app)).not.toBe(members)
    expect(lines.isCancelled).toBe(true)
    await next.send('book', 'reviews', { data: 2 })
    expect(await stateOf(membersOf(app).reviews)).toEqual({ value: 2 })
    expect(await stateOf(members.reviews)).toBe('pending')
  })

  it('go on until all that share the request have ended', async () => {
    const app = createFakeApp()
    app.router.navigate('/books/dune')
    const lines = await app.request().lines({
      root: { data: 'r' },
      books: { data: {}, later: ['count'] },
      book: { data: {}, later: ['reviews'] },
    })
    app.router.navigate('/books')
    await app.request().all(1)
    expect(lines.isCancelled).toBe(false)
    app.router.navigate('/cart')
    await app.request().all(1)
    expect(lines.isCancelled).toBe(true)
  })

  it('end if the visitor goes elsewhere before the page shows', async () => {
    const app = createFakeApp()
    app.modules.remove('book')
    app.router.navigate('/books/dune')
    const lines = await app.request().lines(bookBody)
    expect(app.snapshot().transition.state).toBe('loading')
    expect(lines.isCancelled).toBe(false)
    app.router.navigate('/cart')
    await app.request('/cart').all(1)
    expect(lines.isCancelled).toBe(true)
  })

  it('are requested again by back and forward', async () => {
    const { router, request, history, ...app } = await openBook()
    router.navigate('/cart')
    await request().all(1)
    history.go(-1)
    const again = await request('/books/dune').lines(bookBody)
    await again.send('book', 'reviews', { data: 3 })
    expect(await stateOf(membersOf(app).reviews)).toEqual({ value: 3 })
  })

  it('fail the page if even the first line is missing', async () => {
    const app = createFakeApp()
    app.router.navigate('/books/dune')
    await app.request().respond(
      new Response('{"book":{"da', {
        headers: { 'Content-Type': 'application/jsonl', 'X-Framework-Response': 'data' },
      }),
    )
    expect(Object.values(app.snapshot().errors ?? {})).toMatchObject([{ status: 502 }])
  })

  it('fail the page if the connection fails before the first line', async () => {
    const app = createFakeApp()
    app.router.navigate('/books/dune')
    const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError('cut')) })
    await app.request().respond(
      new Response(body, {
        headers: { 'Content-Type': 'application/jsonl', 'X-Framework-Response': 'data' },
      }),
    )
    await tick()
    expect(Object.values(app.snapshot().errors ?? {})).toMatchObject([
      { message: expect.stringContaining('the network request failed') },
    ])
  })

  it('do not change the data of an action with members of the same names', async () => {
    const app = createFakeApp({ at: ['/books'] })
    app.router.submit({ action: '/books', method: 'post', formData: form() })
    await app.request().action({ later: ['reviews'], late: [] })
    expect(app.snapshot().actionData).toEqual({ books: { later: ['reviews'], late: [] } })
  })
})

describe('deferred values of a fetcher', () => {
  it('come after its data', async () => {
    const { lines, ...app } = await loadFetcher()
    expect(app.fetcher('f')).toMatchObject({ state: 'idle', data: { title: 'Dune' } })
    await lines.send('book', 'reviews', { data: 1 })
    expect(await stateOf(fetched(app).reviews)).toEqual({ value: 1 })
  })

  it('end when it loads again', async () => {
    const { lines, ...app } = await loadFetcher()
    app.router.fetcherLoad('f', '/books/dune')
    expect(lines.isCancelled).toBe(true)
    const again = await app.request().lines(fetchedBody)
    await again.send('book', 'reviews', { data: 2 })
    expect(await stateOf(fetched(app).reviews)).toEqual({ value: 2 })
  })

  it('end when it is reset', async () => {
    const { lines, ...app } = await loadFetcher()
    app.router.fetcherReset('f')
    expect(lines.isCancelled).toBe(true)
  })

  it('end when nothing shows it anymore', async () => {
    const { lines, ...app } = await loadFetcher()
    app.router.fetcherUnmount('f')
    await tick()
    expect(lines.isCancelled).toBe(true)
  })

  it('reject if it shows its old data again, because it was redirected', async () => {
    const { lines, ...app } = await loadFetcher()
    const { reviews } = fetched(app)
    app.router.fetcherLoad('f', '/books/dune')
    await app.request().redirect('/cart')
    expect(await stateOf(reviews)).toBe('pending')
    await app.request('/cart').all(1)
    expect(app.fetcher('f')).toMatchObject({ state: 'idle', data: { title: 'Dune' } })
    expect(await stateOf(reviews)).toHaveProperty('error')
    expect(lines.isCancelled).toBe(true)
  })

  it('are left to the URL if that is not a page', async () => {
    const app = createFakeApp()
    app.router.fetcherLoad('f', '/feed.jsonl')
    app.router.fetcherMount('f', 'root')
    await app
      .request()
      .respond(
        new Response('{"a":1}\n{"b":2}\n', { headers: { 'Content-Type': 'application/jsonl' } }),
      )
    expect(app.fetcher('f')!.data).toBe('{"a":1}\n{"b":2}\n')
  })
})

interface Members {
  title: string
  reviews: Promise<unknown>
  similar: Promise<unknown>
  [name: string]: unknown
}

const bookBody = {
  root: { data: 'r' },
  books: { data: 'b' },
  book: { data: { title: 'Dune' }, later: ['reviews', 'similar'] },
}
const fetchedBody = { book: bookBody.book }

async function openBook(): Promise<FakeApp & { lines: FakeLines; members: Members }> {
  const app = createFakeApp()
  app.router.navigate('/books/dune')
  const lines = await app.request().lines(bookBody)
  return Object.assign(app, { lines, members: membersOf(app) })
}

async function loadFetcher(): Promise<FakeApp & { lines: FakeLines }> {
  const app = createFakeApp()
  app.router.fetcherMount('f', 'root')
  app.router.fetcherLoad('f', '/books/dune')
  const lines = await app.request().lines(fetchedBody)
  return Object.assign(app, { lines })
}

function membersOf({ snapshot }: Pick<FakeApp, 'snapshot'>): Members {
  return snapshot().loaderData['book'] as Members
}

function fetched({ fetcher }: Pick<FakeApp, 'fetcher'>): Members {
  return fetcher('f')!.data as Members
}

/** What a promise has come to by now. */
async function stateOf(promise: unknown): Promise<unknown> {
  const pending = tick().then(() => 'pending')
  return Promise.race([
    (promise as Promise<unknown>).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    ),
    pending,
  ])
}
