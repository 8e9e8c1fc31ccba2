import { describe, expect, it } from 'vitest'
import { IDLE } from '../page-protocol/transition.ts'
import { createFakeApp, form, type FakeApp, type FakeAppOptions } from './fake-app.fixture.ts'

const digest = (letter: string): string => letter.repeat(12)
const reads = { books: digest('b'), book: digest('k') }

/** The page of a book whose routes declare what they read, except for the root. */
const openBook = (given: FakeAppOptions = {}): FakeApp =>
  createFakeApp({
    at: ['/books/dune'],
    page: { loaderData: { root: 0, books: 0, book: 0 }, reads },
    ...given,
  })

const post = (app: FakeApp, action: string): Promise<void> =>
  app.router.submit({ action, method: 'post', formData: form() })
const submit = (app: FakeApp, key: string, action: string): Promise<void> =>
  app.router.fetcherSubmit(key, { action, method: 'post', formData: form() }, 'root')

const keep = { run: false, reason: 'unwritten' }
const run = (reason: string) => ({ run: true, reason })
const verdicts = { root: run('undeclared'), books: keep, book: run('written') }

/** Loads the page again, so that it holds these digests. */
async function reload(app: FakeApp, held: Record<string, string>): Promise<void> {
  app.router.navigate('/books/dune')
  const request = app.pending.findLast(({ method }) => method === 'GET')!
  await request.envelope({
    root: { data: 1 },
    ...Object.fromEntries(Object.entries(held).map(([id, one]) => [id, { data: one, reads: one }])),
  })
}

describe('what a mutation tells the server', () => {
  it('is empty if no route declares what it reads', () => {
    const app = createFakeApp({ at: ['/books/dune'] })
    submit(app, 'f', '/cart')
    expect(app.request().url).toBe('/cart?_data=cart')
  })

  it('is the page on show and what it holds', () => {
    const app = openBook()
    submit(app, 'f', '/cart')
    expect(app.request().url).toBe(
      '/cart?_data=cart;at=%2Fbooks%2Fdune;have=root,books~bbbbbbbbbbbb,book~kkkkkkkkkkkk',
    )
  })

  it('leaves out the page if the mutation has the same URL, and marks modules that decide', () => {
    const app = openBook()
    app.modules.set('book', { shouldReload: () => true })
    post(app, '/books/dune')
    expect(app.request().url).toBe(
      '/books/dune?_data=book;page=1;have=root,books~bbbbbbbbbbbb,book~kkkkkkkkkkkk!',
    )
  })

  it('is never part of a load', async () => {
    const app = openBook()
    app.router.navigate('/books/emma')
    expect(app.request().url).toBe('/books/emma?_data=book')
    app.router.fetcherLoad('f', '/cart')
    expect(app.request('/cart').url).toBe('/cart?_data=cart')
  })

  it('encodes the characters of an id that separate entries', () => {
    const app = createFakeApp({
      routes: [
        { id: 'root', pattern: '/' },
        { id: 'a~b!,;', pattern: '/a' },
      ],
      at: ['/a'],
      page: { loaderData: { root: 0, 'a~b!,;': 0 }, reads: { root: digest('r') } },
    })
    post(app, '/a')
    expect(app.request().url).toMatch(/;have=root~r{12},a%7Eb%21%2C%3B$/)
  })

  it.each([
    [1999, true],
    [2000, true],
    [2001, false],
  ])('is left out if the URL would have more than 2,000 characters: %d', (length, isTold) => {
    const app = openBook()
    const rest =
      '/cart?&_data=cart;at=%2Fbooks%2Fdune;have=root,books~bbbbbbbbbbbb,book~kkkkkkkkkkkk'
    submit(app, 'f', `/cart?${'x'.repeat(length - rest.length)}`)
    expect(app.request().url.includes(';have=')).toBe(isTold)
    if (isTold) expect(app.request().url).toHaveLength(length)
  })
})

describe('RE-14: after a mutation with verdicts', () => {
  it('only what was written runs, with the data of an action', async () => {
    const app = openBook()
    post(app, '/books/dune')
    await app.request().envelope({ data: 'saved', verdicts })
    expect(app.reasons.at(-1)).toEqual([
      'root run undeclared',
      'books keep unwritten',
      'book run written',
    ])
    expect(app.request()).toMatchObject({ ids: ['root', 'book'], cache: 'reload' })
  })

  it('only what was written runs after a redirect, whatever its flag says', async () => {
    const app = openBook()
    post(app, '/cart')
    const redirect = { location: '/books/dune?q=1', status: 303, revalidate: true }
    await app.request().envelope({ redirect, verdicts }, 202)
    expect(app.reasons.at(-1)).toEqual(['root run search', 'books run search', 'book run search'])
  })

  it('keeps matches that the target of a redirect has too', async () => {
    const app = openBook()
    post(app, '/cart')
    const redirect = { location: '/books/emma', status: 303, revalidate: true }
    await app.request().envelope({ redirect, verdicts }, 202)
    expect(app.reasons.at(-1)).toEqual([
      'root run undeclared',
      'books keep unwritten',
      'book run params',
    ])
  })

  it('makes the debts of an error, and the next load pays them', async () => {
    const app = openBook()
    submit(app, 'f', '/cart')
    const error = { type: 'error', message: 'broken' }
    await app.request().envelope({ error, verdicts }, 500)
    app.router.navigate('/books/dune/reviews')
    expect(app.reasons.at(-1)).toEqual([
      'root run undeclared',
      'books keep unwritten',
      'book run written',
      'reviews run new',
    ])
  })

  it('shows every state even if nothing runs', async () => {
    const app = openBook()
    app.router.fetcherMount('f', 'root')
    const all = { root: keep, books: keep, book: keep }
    submit(app, 'f', '/cart')
    await app.request().envelope({ data: 1, verdicts: all })
    expect(app.fetcherStates('f')).toEqual([
      'submitting/actionSubmission',
      'loading/actionReload',
      'idle/done',
    ])
    post(app, '/books/dune')
    await app.request().envelope({ data: 2, verdicts: all })
    expect(app.transitions).toEqual([
      'idle',
      'submitting/actionSubmission /books/dune',
      'loading/actionReload /books/dune',
      'idle',
    ])
    expect(app.snapshot()).toMatchObject({ transition: IDLE, actionData: { book: 2 } })
    expect(app.pending).toEqual([])
  })

  it('runs everything if the response has none', async () => {
    const app = openBook()
    submit(app, 'f', '/cart')
    await app.request().action(1)
    expect(app.reasons.at(-1)).toEqual([
      'root run unknown',
      'books run unknown',
      'book run unknown',
    ])
  })

  it('runs everything if an older server does not understand the request and refuses it', async () => {
    const app = openBook()
    submit(app, 'f', '/cart')
    await app.request().throws('Not the target of this URL')
    expect(app.pending).toEqual([])
    app.router.navigate('/books/dune/reviews')
    expect(app.reasons.at(-1)).toEqual([
      'root run unknown',
      'books run unknown',
      'book run unknown',
      'reviews run new',
    ])
  })

  it('runs what the server does not mention', async () => {
    const app = openBook()
    submit(app, 'f', '/cart')
    await app.request().envelope({ data: 1, verdicts: { book: keep } })
    expect(app.reasons.at(-1)).toEqual([
      'root run unknown',
      'books run unknown',
      'book keep unwritten',
    ])
  })

  it('asks a module that decides, whatever the server says', async () => {
    const app = openBook()
    app.modules.set('book', { shouldReload: () => false })
    submit(app, 'f', '/cart')
    await app.request().envelope({ data: 1, verdicts: { root: keep, books: keep } })
    expect(app.reasons.at(-1)).toEqual([
      'root keep unwritten',
      'books keep unwritten',
      'book keep module',
    ])
  })

  it('counts only for the data that it is about', async () => {
    const app = openBook()
    submit(app, 'f', '/cart')
    await reload(app, { books: digest('x'), book: reads.book })
    await app
      .request('/cart')
      .envelope({ data: 1, verdicts: { root: keep, books: keep, book: keep } })
    expect(app.reasons.at(-1)).toEqual([
      'root keep unwritten',
      'books run reads-changed',
      'book keep unwritten',
    ])
  })

  it('does not count for a page that has come in the meantime', async () => {
    const app = openBook()
    submit(app, 'f', '/cart')
    app.router.navigate('/books/emma')
    await app.request('/books/emma').envelope({ book: { data: 'emma', reads: reads.book } })
    await app
      .request('/cart')
      .envelope({ data: 1, verdicts: { root: keep, books: keep, book: keep } })
    expect(app.reasons.at(-1)).toEqual([
      'root keep unwritten',
      'books keep unwritten',
      'book run unknown',
    ])
  })

  it('adds up for several mutations, and a verdict to keep removes nothing', async () => {
    const app = openBook()
    submit(app, 'f', '/cart')
    submit(app, 'g', '/login')
    await app.request('/cart').envelope({ data: 1, verdicts: { ...verdicts, root: keep } })
    await app
      .request('/login')
      .envelope({ data: 1, verdicts: { root: keep, books: keep, book: keep } })
    expect(app.reasons.at(-1)).toEqual([
      'root keep unwritten',
      'books keep unwritten',
      'book run written',
    ])
  })

  it('tells the server again after a 307, and both responses count', async () => {
    const app = openBook()
    post(app, '/cart')
    const redirect = { location: '/login', status: 307 }
    await app
      .request()
      .envelope({ redirect, verdicts: { root: keep, books: keep, book: run('written') } }, 202)
    expect(app.request().url).toContain('/login?_data=login;page=1;at=%2Fbooks%2Fdune;have=')
    const back = { location: '/books/dune', status: 303 }
    await app
      .request()
      .envelope(
        { redirect: back, verdicts: { root: run('undeclared'), books: keep, book: keep } },
        202,
      )
    expect(app.reasons.at(-1)).toEqual([
      'root run undeclared',
      'books keep unwritten',
      'book run written',
    ])
  })

  it('pays revalidate() that was called while the page loaded', async () => {
    const app = createFakeApp({ at: ['/'] })
    app.router.navigate('/books/dune')
    const load = app.request()
    app.router.revalidate()
    await load.envelope({
      root: { data: 1 },
      books: { data: 1, reads: reads.books },
      book: { data: 1, reads: reads.book },
    })
    expect(app.snapshot().location.pathname).toBe('/books/dune')
    submit(app, 'f', '/cart')
    await app.request('/cart').envelope({ data: 1, verdicts: { books: keep, book: keep } })
    expect(app.reasons.at(-1)).toEqual([
      'root run revalidate',
      'books run revalidate',
      'book run revalidate',
    ])
  })

  it('pays revalidate() after a mutation that wrote nothing', async () => {
    const app = openBook()
    submit(app, 'f', '/cart')
    app.router.revalidate()
    await app.request().envelope({ data: 1, verdicts: { root: keep, books: keep, book: keep } })
    expect(app.request().ids).toEqual(['root', 'books', 'book'])
    await app.request().all(1)
    expect(app.snapshot().revalidation).toBe('idle')
  })
})

describe('RE-15: the query that a loader reads', () => {
  const query = { books: ['q'], book: [] }
  const open = (): FakeApp =>
    openBook({
      at: ['/books/dune?q=1&page=1'],
      page: { loaderData: { root: 0, books: 0, book: 0 }, reads, query },
    })

  it('is what it names, and a change of anything else keeps its data', () => {
    const app = open()
    app.router.navigate('/books/dune?q=1&page=2')
    expect(app.reasons.at(-1)).toEqual([
      'root run search',
      'books keep search-unread',
      'book keep search-unread',
    ])
    app.router.navigate('/books/dune?page=1&q=2')
    expect(app.reasons.at(-1)).toEqual([
      'root run search',
      'books run search',
      'book keep search-unread',
    ])
    app.router.navigate('/books/dune?q=1&q=1')
    expect(app.reasons.at(-1)).toContain('books run search')
  })

  it('decides after a mutation too', async () => {
    const app = open()
    post(app, '/cart')
    const redirect = { location: '/books/dune?q=2', status: 303 }
    await app
      .request()
      .envelope({ redirect, verdicts: { root: keep, books: keep, book: keep } }, 202)
    expect(app.reasons.at(-1)).toEqual([
      'root run search',
      'books run search',
      'book keep search-unread',
    ])
  })

  it('has no `index` after a mutation, which only says to which route a form belongs', async () => {
    const page = { loaderData: { root: 0, home: 0 }, reads: { home: digest('h') } }
    const app = createFakeApp({ at: ['/'], page })
    post(app, '/?index')
    await app.request().envelope({ data: 1, verdicts: { root: run('undeclared'), home: keep } })
    expect(app.reasons.at(-1)).toEqual(['root run search', 'home keep search-unread'])
    await app.request().data({ root: 1 })
    app.router.navigate('/')
    expect(app.reasons.at(-1)).toEqual(['root run search', 'home run search'])
    app.router.navigate('/?q=1')
    expect(app.reasons.at(-1)).toEqual(['root run search', 'home run search'])
  })

  it('is everything until the server has said it', async () => {
    const app = createFakeApp({ at: ['/books/dune'] })
    app.router.navigate('/books/dune?q=1')
    expect(app.request().ids).toEqual(['root', 'books', 'book'])
    await app.request().envelope({
      root: { data: 1, query: [] },
      books: { data: 1 },
      book: { data: 1, query: ['q'] },
    })
    app.router.navigate('/books/dune?q=2')
    expect(app.request().ids).toEqual(['books', 'book'])
  })
})
