import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IDLE } from '../page-protocol/transition.ts'
import { createFakeApp, form, tick, type FakeApp } from './fake-app.fixture.ts'

const post = (app: FakeApp, action: string): Promise<void> =>
  app.router.submit({ action, method: 'post', formData: form() })
const submit = (app: FakeApp, key: string, action: string): Promise<void> =>
  app.router.fetcherSubmit(key, { action, method: 'post', formData: form() }, 'root')

describe('what a page owes after a mutation', () => {
  it('IN-3: runs every loader of the next page if the mutation was interrupted', () => {
    const app = createFakeApp({ at: ['/books'] })
    post(app, '/cart')
    app.router.navigate('/books/dune')
    expect(app.reasons.at(-1)).toEqual(['root run unknown', 'books run unknown', 'book run new'])
  })

  it('runs every loader if a fetcher that was submitting is reset', () => {
    const app = createFakeApp({ at: ['/books'] })
    submit(app, 'f', '/cart')
    app.router.fetcherReset('f')
    app.router.navigate('/books/dune')
    expect(app.reasons.at(-1)).toEqual(['root run unknown', 'books run unknown', 'book run new'])
  })

  it('is paid by the next load if the action of a fetcher failed', async () => {
    const app = createFakeApp({ at: ['/books/dune'] })
    submit(app, 'f', '/cart')
    await app.request('/cart').throws('broken')
    expect(app.pending).toEqual([])
    app.router.navigate('/books/dune/reviews')
    expect(app.reasons.at(-1)).toEqual([
      'root run undeclared',
      'books run undeclared',
      'book run undeclared',
      'reviews run new',
    ])
    await app.request().all(1)
    app.router.navigate('/books/dune')
    expect(app.reasons.at(-1)).toEqual(['root keep kept', 'books keep kept', 'book keep kept'])
  })

  it('is not paid by a load that fails', async () => {
    const app = createFakeApp({ at: ['/books/dune'] })
    submit(app, 'f', '/cart')
    await app.request('/cart').action(1)
    await app.request('/books/dune').fail()
    app.router.navigate('/books/emma')
    expect(app.request().ids).toEqual(['root', 'books', 'book'])
  })

  it('stays with the loaders that a response with an error does not mention', async () => {
    const app = createFakeApp({ at: ['/books/dune'] })
    submit(app, 'f', '/cart')
    await app.request('/cart').action(1)
    await app.request('/books/dune').throws('no such page', 'root')
    app.router.navigate('/books/emma')
    expect(app.reasons.at(-1)).toEqual([
      'root run no-data',
      'books run undeclared',
      'book run params',
    ])
  })

  it('stays with the loaders of a failed load, even if they were reloaded for another query since', async () => {
    const app = createFakeApp({ at: ['/books/dune'] })
    app.router.navigate('/books/dune?q=1')
    await app.request().envelope({ root: { data: 1 }, books: { data: 1 } }) // Another build lacks the book.
    void app.router.revalidate()
    await app.request().all(2)
    await app.departures[0]!.stay()
    app.router.navigate('/books/dune/reviews?q=1')
    expect(app.reasons.at(-1)).toEqual([
      'root run revalidate',
      'books run revalidate',
      'book run no-data',
      'reviews run new',
    ])
  })

  it('remains for a page that was loading when the mutation ended', async () => {
    const app = createFakeApp()
    app.router.navigate('/books/dune')
    submit(app, 'f', '/cart')
    await app.request('/cart').throws('broken')
    await app.request('/books/dune').all('maybe old')
    app.router.navigate('/books/dune/reviews')
    expect(app.reasons.at(-1)).toEqual([
      'root run undeclared',
      'books run unknown',
      'book run unknown',
      'reviews run new',
    ])
  })

  it('ends when its route leaves the page', async () => {
    const app = createFakeApp({ at: ['/books/dune'] })
    submit(app, 'f', '/cart')
    await app.request('/cart').throws('broken')
    app.router.navigate('/cart')
    await app.request().fail()
    app.router.navigate('/books/dune')
    expect(app.reasons.at(-1)).toEqual(['root run undeclared', 'books run new', 'book run new'])
  })

  it('ends when the module of its route refuses to reload', async () => {
    const app = createFakeApp({ at: ['/books'] })
    app.modules.set('books', { shouldReload: () => false })
    submit(app, 'f', '/cart')
    await app.request('/cart').action(1)
    expect(app.reasons.at(-1)).toEqual([
      'root run undeclared',
      'books keep module',
      'shelf run undeclared',
    ])
    await app.request('/books').all(1)
    app.router.navigate('/books/dune')
    expect(app.reasons.at(-1)).toEqual(['root keep kept', 'books keep kept', 'book run new'])
  })

  it('is asked of the module again if the load in which it refused was interrupted', async () => {
    const app = createFakeApp({ at: ['/books'] })
    app.modules.set('books', { shouldReload: ({ url }) => url.pathname === '/books/dune' })
    submit(app, 'f', '/cart')
    await app.request('/cart').action(1)
    app.router.navigate('/books/dune')
    expect(app.reasons.at(-1)).toContain('books run module')
  })

  it('names the oldest of several reasons', async () => {
    const app = createFakeApp({ at: ['/books'] })
    submit(app, 'f', '/cart')
    submit(app, 'g', '/cart')
    app.router.fetcherReset('g')
    await app.request('/cart').action(1)
    expect(app.reasons.at(-1)).toEqual([
      'root run unknown',
      'books run unknown',
      'shelf run unknown',
    ])
  })
})

describe('why a loader runs', () => {
  it('names a route that failed, a changed query, and a link to the same URL', async () => {
    const app = createFakeApp({ at: ['/books/dune'] })
    app.router.navigate('/books/dune')
    expect(app.reasons.at(-1)).toEqual([
      'root run same-url',
      'books run same-url',
      'book run same-url',
    ])
    await app.request().throws('broken', 'book')
    app.router.navigate('/books/dune?q=1')
    expect(app.reasons.at(-1)).toEqual(['root run search', 'books run search', 'book run no-data'])
    await app.request().all(1)
    app.router.revalidate()
    expect(app.reasons.at(-1)).toEqual([
      'root run revalidate',
      'books run revalidate',
      'book run revalidate',
    ])
  })

  it('names a redirect that set a cookie', async () => {
    const app = createFakeApp({ at: ['/books'] })
    app.router.navigate('/cart')
    await app.request().redirect('/books/dune', { revalidate: true })
    expect(app.reasons.at(-1)).toEqual(['root run cookie', 'books run cookie', 'book run new'])
  })

  it('is never the same URL for the reload of a mutation', async () => {
    const app = createFakeApp({ at: ['/cart'] })
    post(app, '/cart')
    await app.request().action(1)
    expect(app.reasons.at(-1)).toEqual(['root run undeclared', 'cart run undeclared'])
    await app.request().all(1)
    post(app, '/cart')
    await app.request().redirect('/cart')
    expect(app.reasons.at(-1)).toEqual(['root run undeclared', 'cart run undeclared'])
  })

  it('is a link to the same URL even if a fetcher completes it', async () => {
    const app = createFakeApp({ at: ['/cart'] })
    app.modules.set('cart', { shouldRevalidate: ({ formData }) => formData === undefined })
    submit(app, 'f', '/login')
    app.router.navigate('/cart')
    await app.request('/login').action(1)
    expect(app.reasons.at(-1)).toEqual(['root run same-url', 'cart keep module'])
  })
})

describe('PT-19: nothing to load after an action', () => {
  const refuses = (app: FakeApp): void =>
    ['root', 'cart', 'login'].forEach((id) => app.modules.set(id, { shouldReload: () => false }))

  it('shows actionReload with the data before the page is idle', async () => {
    const painted = Promise.withResolvers<void>()
    const app = createFakeApp({ at: ['/cart'], painted: () => painted.promise })
    refuses(app)
    post(app, '/cart')
    await app.request().action('added')
    expect(app.snapshot()).toMatchObject({
      transition: { type: 'actionReload' },
      actionData: { cart: 'added' },
    })
    painted.resolve()
    await tick()
    expect(app.snapshot()).toMatchObject({ transition: IDLE, actionData: { cart: 'added' } })
    expect(app.log).toEqual(['POST /cart [cart]'])
  })

  it('shows actionRedirect before the page is idle', async () => {
    const app = createFakeApp({ at: ['/cart'] })
    refuses(app)
    post(app, '/cart')
    await app.request().redirect('/cart')
    expect(app.transitions).toEqual([
      'idle',
      'submitting/actionSubmission /cart',
      'loading/actionRedirect /cart',
      'idle',
    ])
  })

  it('shows actionReload of a fetcher with its data before it is done', async () => {
    const painted = Promise.withResolvers<void>()
    const app = createFakeApp({ at: ['/cart'], painted: () => painted.promise })
    refuses(app)
    app.router.fetcherMount('f', 'root')
    submit(app, 'f', '/cart')
    await app.request().action('added')
    expect(app.fetcher('f')).toMatchObject({ type: 'actionReload', data: 'added' })
    painted.resolve()
    await tick()
    expect(app.fetcher('f')).toMatchObject({ type: 'done', data: 'added' })
    expect(app.snapshot().revalidation).toBe('idle')
  })

  it('waits for nothing without a binding', async () => {
    const app = createFakeApp({ at: ['/cart'] })
    refuses(app)
    post(app, '/cart')
    await app.request().action('added')
    expect(app.transitions).toEqual([
      'idle',
      'submitting/actionSubmission /cart',
      'loading/actionReload /cart',
      'idle',
    ])
  })

  it('is forgotten if the user navigates in the meantime', async () => {
    const painted = Promise.withResolvers<void>()
    const app = createFakeApp({ at: ['/cart'], painted: () => painted.promise })
    refuses(app)
    post(app, '/cart')
    await app.request().action('added')
    app.router.navigate('/login')
    painted.resolve()
    await tick()
    expect(app.snapshot().transition).toMatchObject({ type: 'load' })
    await app.request('/login').all(1)
    expect(app.snapshot()).toMatchObject({
      location: { pathname: '/login' },
      actionData: undefined,
    })
  })
})

describe('a mutation after which no loader is due', () => {
  const reads = { root: 'a'.repeat(12), cart: 'b'.repeat(12) }
  const keep = { run: false, reason: 'unwritten' }

  it.each(['page', 'fetcher'])('leaves nothing behind: %s', async (kind) => {
    const app = createFakeApp({ at: ['/cart'], page: { loaderData: { root: 1, cart: 1 }, reads } })
    if (kind === 'page') post(app, '/cart')
    else submit(app, 'f', '/cart')
    await app.request().envelope({ data: 1, verdicts: { root: keep, cart: keep } })
    app.router.navigate('/cart#top')
    expect(app.log).toEqual(['POST /cart [cart]'])
    expect(app.snapshot().location.hash).toBe('#top')
  })

  it('leaves nothing behind if the modules refuse', async () => {
    const app = createFakeApp({ at: ['/cart'] })
    for (const id of ['root', 'cart']) app.modules.set(id, { shouldReload: () => false })
    submit(app, 'f', '/cart')
    await app.request().action(1)
    app.router.navigate('/login')
    expect(app.reasons.at(-1)).toEqual(['root keep kept', 'login run new'])
  })
})

describe('IN-15: revalidate() while a mutation is pending', () => {
  it('waits for the mutation, whose reload shows what is new', async () => {
    const app = createFakeApp()
    post(app, '/cart')
    app.router.revalidate()
    expect(app.snapshot().revalidation).toBe('loading')
    expect(app.pending).toHaveLength(1)
    await app.request().action(1)
    expect(app.snapshot().revalidation).toBe('loading')
    await app.request().all('new')
    expect(app.snapshot()).toMatchObject({ revalidation: 'idle', loaderData: { root: 'new' } })
    expect(app.log).toEqual(['POST /cart [cart]', 'GET /cart [root,cart]'])
  })

  it('waits for the mutation of a fetcher, and makes one reload', async () => {
    const app = createFakeApp()
    submit(app, 'f', '/cart')
    app.router.revalidate()
    expect(app.snapshot().revalidation).toBe('loading')
    await app.request().action(1)
    await app.request('/').all('new')
    expect(app.snapshot()).toMatchObject({ revalidation: 'idle', loaderData: { home: 'new' } })
    expect(app.log).toEqual(['POST /cart [cart]', 'GET / [root,home]'])
  })

  it('reloads when the action of a fetcher fails', async () => {
    const app = createFakeApp()
    app.router.fetcherMount('f', 'root')
    submit(app, 'f', '/cart')
    app.router.revalidate()
    await app.request().throws('broken')
    expect(app.snapshot().revalidation).toBe('loading')
    await app.request('/').all('new')
    expect(app.snapshot()).toMatchObject({ revalidation: 'idle', loaderData: { home: 'new' } })
  })

  it('reloads when the fetcher is reset', async () => {
    const app = createFakeApp()
    submit(app, 'f', '/cart')
    app.router.revalidate()
    app.router.fetcherReset('f')
    expect(app.snapshot().revalidation).toBe('loading')
    await app.request('/').all('new')
    expect(app.snapshot()).toMatchObject({ revalidation: 'idle', loaderData: { home: 'new' } })
  })

  it('is done by the page to which a link leads instead', async () => {
    const app = createFakeApp()
    app.modules.set('root', { shouldReload: () => false })
    post(app, '/cart')
    app.router.revalidate()
    app.router.navigate('/login')
    await app.request('/login').all('new')
    expect(app.snapshot()).toMatchObject({ revalidation: 'idle', loaderData: { login: 'new' } })
    expect(app.pending).toEqual([])
  })

  it('waits for the second of two mutations', async () => {
    const app = createFakeApp()
    submit(app, 'f', '/cart')
    submit(app, 'g', '/login')
    app.router.revalidate()
    await app.request('/cart').throws('broken')
    expect(app.log).toHaveLength(2)
    await app.request('/login').throws('broken')
    await app.request('/').all('new')
    expect(app.snapshot().revalidation).toBe('idle')
  })
})

describe('IN-14: a double click', () => {
  const element = {}
  const entries = (given: [string, string | File][] = [['a', '1']]): FormData => {
    const data = new FormData()
    for (const [name, value] of given) data.append(name, value)
    return data
  }
  const click = (app: FakeApp, given: object = {}): Promise<void> =>
    app.router.submit({
      action: '/cart',
      method: 'post',
      formData: entries(),
      source: element,
      ...given,
    })

  it('makes one request and keeps the key and the options of the first', async () => {
    const app = createFakeApp()
    const send = (replace: boolean): Promise<void> =>
      app.router.submit(
        { action: '/cart', method: 'post', formData: entries(), source: element },
        { replace },
      )
    send(true)
    const { key } = app.snapshot().transition.submission!
    const published = app.snapshots.length
    send(false)
    expect(app.request().signal.aborted).toBe(false)
    expect(app.snapshot().transition.submission!.key).toBe(key)
    expect(app.snapshots).toHaveLength(published)
    await app.request().action(1)
    await app.request().all(1)
    expect(app.snapshot().historyAction).toBe('REPLACE')
    expect(app.history.entries).toHaveLength(1)
  })

  it('makes one request in a fetcher', async () => {
    const app = createFakeApp()
    const send = (key: string): Promise<void> =>
      app.router.fetcherSubmit(key, {
        action: '/cart',
        method: 'post',
        formData: entries(),
        source: element,
      })
    send('f')
    send('f')
    expect(app.log).toEqual(['POST /cart [cart]'])
    send('g')
    click(app)
    expect(app.log).toHaveLength(3)
  })

  it('is two submissions once the first has its response', async () => {
    const app = createFakeApp()
    click(app)
    await app.request().action(1)
    click(app)
    expect(app.log).toEqual(['POST /cart [cart]', 'GET /cart [root,cart]', 'POST /cart [cart]'])
    await app.request().redirect('/cart', { status: 307 })
    click(app)
    expect(app.log.slice(3)).toEqual(['POST /cart [cart]', 'POST /cart [cart]'])
  })

  it('is two submissions without a form element', () => {
    const app = createFakeApp()
    click(app, { source: undefined })
    click(app, { source: undefined })
    expect(app.log).toHaveLength(2)
  })

  it('is one submission while the routes of its target load', async () => {
    const app = createFakeApp({ unknown: ['/cart'] })
    click(app)
    click(app)
    await app.lessons.get('/cart')!.arrive()
    expect(app.log).toEqual(['POST /cart [cart]'])
  })

  it('takes two inputs without a file for equal, and files by name, size, type and time', () => {
    const file = (name: string, text: string, type: string, lastModified: number): File =>
      new File([text], name, { type, lastModified })
    const requests = (first: File, second: File): number => {
      const app = createFakeApp()
      for (const one of [first, second]) click(app, { formData: entries([['f', one]]) })
      return app.log.length
    }
    expect(requests(file('', '', '', 1), file('', '', '', 2))).toBe(1)
    expect(requests(file('a', 'x', 't/a', 1), file('a', 'x', 't/a', 1))).toBe(1)
    expect(requests(file('a', 'x', 't/a', 1), file('b', 'x', 't/a', 1))).toBe(2)
    expect(requests(file('a', 'x', 't/a', 1), file('a', 'xy', 't/a', 1))).toBe(2)
    expect(requests(file('a', 'x', 't/a', 1), file('a', 'x', 't/b', 1))).toBe(2)
    expect(requests(file('a', 'x', 't/a', 1), file('a', 'x', 't/a', 2))).toBe(2)
    expect(requests(file('a', '', 't/a', 1), file('a', '', 't/a', 2))).toBe(2)
  })

  it('has one effect for equal submissions, and two for any difference', () => {
    const anyForm = fc.record({
      action: fc.constantFrom('/cart', '/cart?a', '/books'),
      method: fc.constantFrom('post', 'put', 'POST'),
      encType: fc.constantFrom('multipart/form-data', 'text/plain', undefined),
      fields: fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('', '1', '2')), {
        maxLength: 3,
      }),
      source: fc.constantFrom(element, {}),
    })
    fc.assert(
      fc.property(anyForm, anyForm, fc.boolean(), (first, other, isSame) => {
        const second = isSame ? first : other
        const app = createFakeApp()
        for (const { fields, ...given } of [first, second])
          click(app, { ...given, formData: entries(fields) })
        const isEqual =
          first.source === second.source &&
          first.action === second.action &&
          first.method.toUpperCase() === second.method.toUpperCase() &&
          first.encType === second.encType &&
          JSON.stringify(first.fields) === JSON.stringify(second.fields)
        expect(app.log).toHaveLength(isEqual ? 1 : 2)
      }),
      { seed: 14, numRuns: 300 },
    )
  })
})
