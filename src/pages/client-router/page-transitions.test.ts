import { describe, expect, it } from 'vitest'
import { isRouteErrorResponse } from '../page-protocol/errors.ts'
import { IDLE } from '../page-protocol/transition.ts'
import { createFakeApp, form, tick } from './fake-app.fixture.ts'

describe('page transitions (PT)', () => {
  it('PT-1: a link loads the next page', async () => {
    const app = createFakeApp()
    const { router, request, snapshot, history } = app
    router.navigate('/books/dune?tab=2#top', { state: { from: 'home' } })
    expect(snapshot().transition).toMatchObject({
      state: 'loading',
      type: 'load',
      submission: undefined,
      location: {
        pathname: '/books/dune',
        search: '?tab=2',
        hash: '#top',
        state: { from: 'home' },
      },
    })
    expect(snapshot().location.pathname).toBe('/')
    expect(history.entries).toHaveLength(1)
    expect(request().url).toBe('/books/dune?tab=2&_data=root,books,book')
    expect(request().cache).toBe('default')

    await request().data({ root: 'r', books: 'b', book: 'Dune' })
    expect(snapshot().transition).toBe(IDLE)
    expect(snapshot().location).toMatchObject({ pathname: '/books/dune', hash: '#top' })
    expect(snapshot().historyAction).toBe('PUSH')
    expect(snapshot().loaderData).toEqual({ root: 'r', books: 'b', book: 'Dune' })
    expect(snapshot().matches.map(({ id }) => id)).toEqual(['root', 'books', 'book'])
    expect(snapshot().matches[2]!.params).toEqual({ slug: 'dune' })
    expect(history.entries.map(({ pathname }) => pathname)).toEqual(['/', '/books/dune'])
    expect(app.pending).toEqual([])
    expect(app.transitions).toEqual(['idle', 'loading/load /books/dune?tab=2', 'idle'])
  })

  it('PT-2: back and forward load, and never submit again', async () => {
    const { router, request, snapshot, history, log } = createFakeApp()
    router.submit({ action: '/books', method: 'post', formData: form({ a: '1' }) })
    await request().action('created')
    await request().all(1)
    expect(snapshot().actionData).toEqual({ books: 'created' })

    router.navigate(-1)
    expect(snapshot().transition).toMatchObject({ type: 'load', submission: undefined })
    await request().all(2)
    expect(snapshot().historyAction).toBe('POP')
    expect(snapshot().actionData).toBeUndefined()

    history.go(1)
    expect(snapshot().transition).toMatchObject({ type: 'load', location: { pathname: '/books' } })
    await request().all(3)
    expect(log.filter((line) => line.startsWith('POST'))).toHaveLength(1)
    expect(snapshot().actionData).toBeUndefined()
    expect(history.entries).toHaveLength(2)
  })

  it('PT-2: back onto an entry that a redirect made is a plain load', async () => {
    const { router, request, snapshot, ...app } = createFakeApp()
    router.navigate('/cart')
    await request().redirect('/login')
    await request().all(1)
    router.navigate('/about')
    await tick()
    router.navigate(-1)
    expect(snapshot().transition).toMatchObject({ type: 'load', location: { pathname: '/login' } })
    await request().all(2)
    expect(app.history.index).toBe(1)
  })

  it('PT-3: a GET form calls the loaders with its fields as the query', async () => {
    const app = createFakeApp()
    const { router, request, snapshot } = app
    router.submit({ action: '/books?old=1&index#list', formData: form({ q: 'a b', page: '2' }) })
    expect(snapshot().transition).toMatchObject({
      state: 'submitting',
      type: 'loaderSubmission',
      location: { pathname: '/books', search: '?q=a+b&page=2', hash: '#list' },
      submission: {
        action: '/books?q=a+b&page=2',
        method: 'GET',
        encType: 'application/x-www-form-urlencoded',
      },
    })
    expect(request().method).toBe('GET')
    await request().all(1)
    expect(app.transitions).toEqual([
      'idle',
      'submitting/loaderSubmission /books?q=a+b&page=2',
      'idle',
    ])
  })

  it('PT-4: a loader redirects a GET form', async () => {
    const app = createFakeApp()
    const { router, request, snapshot } = app
    router.submit({ action: '/cart', formData: form({ q: '1' }) })
    const { submission } = snapshot().transition
    await request().redirect('/login')
    expect(snapshot().transition.submission).toBe(submission)
    await request().all(1)
    expect(app.transitions).toEqual([
      'idle',
      'submitting/loaderSubmission /cart?q=1',
      'loading/loaderSubmissionRedirect /login',
      'idle',
    ])
  })

  it('PT-5: an action returns data, and every loader of the page reloads', async () => {
    const app = createFakeApp({ at: ['/books'] })
    const { router, request, snapshot } = app
    router.submit({ action: '/books', method: 'POST', formData: form({ title: 'Dune' }) })
    expect(snapshot().transition.submission).toMatchObject({ action: '/books', method: 'POST' })
    const key = snapshot().transition.submission!.key
    expect(key).not.toBe('')
    expect(request()).toMatchObject({
      url: '/books?_data=books;page=1',
      method: 'POST',
      cache: 'default',
    })
    expect(String(request().body)).toBe('title=Dune')
    expect(snapshot().actionData).toBeUndefined()

    await request().action({ id: 1 })
    expect(snapshot().transition).toMatchObject({ state: 'loading', type: 'actionReload' })
    expect(snapshot().transition.submission!.key).toBe(key)
    expect(snapshot().actionData).toEqual({ books: { id: 1 } })
    expect(request()).toMatchObject({ url: '/books?_data=root,books,shelf', cache: 'reload' })

    await request().all('new')
    expect(app.transitions).toEqual([
      'idle',
      'submitting/actionSubmission /books',
      'loading/actionReload /books',
      'idle',
    ])
    expect(snapshot().loaderData).toEqual({ root: 'new', books: 'new', shelf: 'new' })
    expect(snapshot().actionData).toEqual({ books: { id: 1 } })
    expect(snapshot().commit.mutation).toBe(true)
    // A form without `replace` adds an entry, even at the same URL.
    expect(app.history.entries).toHaveLength(2)
  })

  it('PT-5: an action that returns 422 reloads the loaders too', async () => {
    const { router, request, snapshot } = createFakeApp({ at: ['/books'] })
    router.submit({ action: '/books', method: 'post', formData: form() })
    await request().action({ title: 'required' }, 422)
    expect(snapshot().actionData).toEqual({ books: { title: 'required' } })
    expect(request().ids).toEqual(['root', 'books', 'shelf'])
    await request().all(1)
    expect(snapshot().errors).toBeUndefined()
  })

  it('PT-5: addresses an index route by a bare ?index', async () => {
    const { router, request, snapshot } = createFakeApp()
    router.submit({ action: '/?index', method: 'post', formData: form() })
    expect(request().url).toBe('/?index&_data=home;page=1;at=%2F')
    await request().action('x')
    expect(snapshot().actionData).toEqual({ home: 'x' })
  })

  it('PT-5: replaces the entry when asked', async () => {
    const { router, request, history } = createFakeApp({ at: ['/', '/books'] })
    router.submit({ action: '/cart', method: 'post', formData: form() }, { replace: true })
    await request().action('x')
    await request().all(1)
    expect(history.entries.map(({ pathname }) => pathname)).toEqual(['/', '/cart'])
  })

  it('PT-6: an action redirects', async () => {
    const app = createFakeApp()
    const { router, request, snapshot } = app
    router.submit({ action: '/login', method: 'post', formData: form() })
    const { submission } = snapshot().transition
    await request().redirect('/cart')
    expect(snapshot().transition.submission).toBe(submission)
    expect(request()).toMatchObject({ url: '/cart?_data=root,cart', cache: 'reload' })
    await request().all(1)
    expect(app.transitions).toEqual([
      'idle',
      'submitting/actionSubmission /login',
      'loading/actionRedirect /cart',
      'idle',
    ])
    expect(app.history.entries.map(({ pathname }) => pathname)).toEqual(['/', '/cart'])
    expect(snapshot().commit.mutation).toBe(false)
    expect(snapshot().actionData).toBeUndefined()
  })

  it('PT-6: an action that redirects back to the current page replaces its entry', async () => {
    const { router, request, history } = createFakeApp({ at: ['/books?page=2'] })
    router.submit({ action: '/cart', method: 'post', formData: form() })
    await request().redirect('/books?page=2')
    expect(request().ids).toEqual(['root', 'books', 'shelf'])
    await request().all(1)
    expect(history.entries).toHaveLength(1)
  })

  it('PT-7: a loader redirects during the reload', async () => {
    const app = createFakeApp({ at: ['/books'] })
    const { router, request } = app
    router.submit({ action: '/books', method: 'post', formData: form() })
    await request().action('x')
    await request().redirect('/login')
    await request().all(1)
    expect(app.transitions).toEqual([
      'idle',
      'submitting/actionSubmission /books',
      'loading/actionReload /books',
      'loading/actionRedirect /login',
      'idle',
    ])
    expect(app.snapshot().actionData).toBeUndefined()
    expect(
      app.snapshots.filter(({ transition }) => transition.type === 'actionRedirect')[0],
    ).toMatchObject({
      transition: { submission: { action: '/books' } },
    })
  })

  it('PT-8: a loader redirects a link, and the state travels along', async () => {
    const app = createFakeApp()
    const { router, request, history } = app
    router.navigate('/cart', { state: { kept: true } })
    await request().redirect('/login?next=%2Fcart')
    await request().all(1)
    expect(app.transitions).toEqual([
      'idle',
      'loading/load /cart',
      'loading/redirect /login?next=%2Fcart',
      'idle',
    ])
    expect(history.entries.map(({ pathname }) => pathname)).toEqual(['/', '/login'])
    expect(history.location.state).toEqual({ kept: true })
  })

  it('PT-8: a redirect that set a cookie runs every loader', async () => {
    const { router, request } = createFakeApp()
    router.navigate('/cart')
    expect(request().ids).toEqual(['cart'])
    await request().redirect('/login', { revalidate: true })
    expect(request()).toMatchObject({ ids: ['root', 'login'], cache: 'reload' })
  })

  it('PT-9: a redirect to the page on show that redirects on adds an entry, as without scripts', async () => {
    const { router, request, history } = createFakeApp()
    router.navigate('/cart')
    await request().redirect('/')
    expect(history.entries.map(({ pathname }) => pathname)).toEqual(['/'])
    await request().redirect('/login')
    await request().all(1)
    expect(history.entries.map(({ pathname }) => pathname)).toEqual(['/', '/login'])
  })

  it('PT-9: a redirect to the page on show replaces its entry, also after others', async () => {
    const { router, request, history } = createFakeApp()
    router.navigate('/cart')
    await request().redirect('/')
    await request().redirect('/login')
    await request().redirect('/')
    await request().all(1)
    expect(history.entries.map(({ pathname }) => pathname)).toEqual(['/'])
  })

  it('PT-9: a link that replaces its entry goes on to replace it after a redirect to the page on show', async () => {
    const { router, request, history } = createFakeApp()
    router.navigate('/cart', { replace: true })
    await request().redirect('/')
    await request().redirect('/login')
    await request().all(1)
    expect(history.entries.map(({ pathname }) => pathname)).toEqual(['/login'])
  })

  it('PT-8: a redirect that asks to replace replaces the entry', async () => {
    const { router, request, history } = createFakeApp()
    router.navigate('/cart')
    await request().redirect('/login', { replace: true })
    await request().all(1)
    expect(history.entries.map(({ pathname }) => pathname)).toEqual(['/login'])
  })

  it('PT-9: redirects in a chain', async () => {
    const app = createFakeApp()
    const { router, request, snapshot } = app
    router.navigate('/cart')
    await request().redirect('/login')
    const first = snapshot().transition
    await request().redirect('/books')
    expect(snapshot().transition).not.toBe(first)
    await request().all(1)
    expect(app.transitions).toEqual([
      'idle',
      'loading/load /cart',
      'loading/redirect /login',
      'loading/redirect /books',
      'idle',
    ])
  })

  it('PT-10: a chain after an action keeps its type and its submission', async () => {
    const app = createFakeApp()
    const { router, request, snapshot } = app
    router.submit({ action: '/login', method: 'post', formData: form() })
    const { submission } = snapshot().transition
    await request().redirect('/cart')
    await request().redirect('/books')
    expect(snapshot().transition).toMatchObject({ type: 'actionRedirect', submission })
    expect(snapshot().transition.location).toMatchObject({ pathname: '/books' })
    await request().all(1)
  })

  it('PT-10: a chain after a GET form keeps its type and its submission', async () => {
    const { router, request, snapshot } = createFakeApp()
    router.submit({ action: '/cart', formData: form() })
    const { submission } = snapshot().transition
    await request().redirect('/login')
    await request().redirect('/books')
    expect(snapshot().transition).toMatchObject({ type: 'loaderSubmissionRedirect', submission })
  })

  it('PT-11: a fetcher action redirects the page', async () => {
    const app = createFakeApp()
    const { router, request, snapshot } = app
    router.fetcherMount('f', 'home')
    router.fetcherSubmit('f', { action: '/cart', method: 'post', formData: form() })
    await request().redirect('/login')
    expect(snapshot().transition).toMatchObject({
      state: 'loading',
      type: 'fetchActionRedirect',
      submission: undefined,
      location: { pathname: '/login' },
    })
    await request().all(1)
    expect(app.transitions).toEqual(['idle', 'loading/fetchActionRedirect /login', 'idle'])
  })

  it('PT-12: a fetcher load redirects the page', async () => {
    const app = createFakeApp()
    const { router, request } = app
    router.fetcherMount('f', 'home')
    router.fetcherLoad('f', '/cart')
    await request().redirect('/login')
    await request().all(1)
    expect(app.transitions).toEqual(['idle', 'loading/redirect /login', 'idle'])
  })

  it('PT-12: a loader redirects in the reload of a fetcher', async () => {
    const app = createFakeApp()
    const { router, request } = app
    router.fetcherMount('f', 'home')
    router.fetcherSubmit('f', { action: '/cart', method: 'post', formData: form() })
    await request().action('x')
    await request().redirect('/login')
    expect(request().ids).toEqual(['root', 'login'])
    await request().all(1)
    expect(app.transitions).toEqual(['idle', 'loading/redirect /login', 'idle'])
    expect(app.fetcher('f')).toMatchObject({ type: 'done', data: 'x' })
  })

  it('PT-13: an action throws, the loaders above its boundary reload, and the boundary shows it', async () => {
    const app = createFakeApp({ at: ['/books/dune'] })
    const { router, request, snapshot } = app
    router.submit({ action: '/books/dune', method: 'post', formData: form() })
    await request().throws('broken')
    expect(snapshot().transition).toMatchObject({
      type: 'actionReload',
      submission: { method: 'POST' },
    })
    expect(request().ids).toEqual(['root', 'books'])
    await request().all('new')
    expect(snapshot().errors).toEqual({ book: new Error('broken') })
    expect(snapshot().loaderData).toEqual({ root: 'new', books: 'new' })
    expect(snapshot().actionData).toBeUndefined()
    expect(snapshot().transition).toBe(IDLE)
  })

  it('PT-13: an action error takes the place of the error of a loader above', async () => {
    const { router, request, snapshot } = createFakeApp({ at: ['/books/dune'] })
    router.submit({ action: '/books/dune', method: 'post', formData: form() })
    await request().throws('action')
    await request().throws('loader', 'books')
    expect(snapshot().errors).toEqual({ books: new Error('action') })
  })

  it('PT-13: an action error removes the data of an earlier action', async () => {
    const { router, request, snapshot } = createFakeApp({ at: ['/books'] })
    router.submit({ action: '/books', method: 'post', formData: form() })
    await request().action('first')
    await request().all(1)
    router.submit({ action: '/books', method: 'post', formData: form() })
    await request().throws('broken')
    expect(snapshot().actionData).toBeUndefined()
  })

  it('PT-13: what the boundary hid is loaded by the next navigation', async () => {
    const { router, request, snapshot } = createFakeApp({ at: ['/books/dune'] })
    router.submit({ action: '/books/dune', method: 'post', formData: form() })
    await request().throws('broken')
    await request().all(1)
    router.navigate('/books/dune/reviews')
    expect(request().ids).toEqual(['book', 'reviews'])
    await request().all(2)
    expect(snapshot().errors).toBeUndefined()
  })

  it.each([307, 308])('PT-14: %i posts to the new location with the same key', async (status) => {
    const app = createFakeApp()
    const { router, request, snapshot } = app
    router.submit({ action: '/login', method: 'put', formData: form({ a: '1' }) })
    const { key, formData } = snapshot().transition.submission!
    await request().redirect('/books', { status })
    expect(snapshot().transition).toMatchObject({
      state: 'loading',
      type: 'actionRedirect',
      location: { pathname: '/books' },
      submission: { action: '/books', method: 'PUT', key },
    })
    expect(snapshot().transition.submission!.formData).toBe(formData)
    expect(request()).toMatchObject({ method: 'PUT', url: '/books?_data=books;page=1;at=%2F' })
    await request().action('moved')
    expect(snapshot().actionData).toEqual({ books: 'moved' })
    await request().all(1)
    expect(app.transitions).toEqual([
      'idle',
      'submitting/actionSubmission /login',
      'loading/actionRedirect /books',
      'idle',
    ])
    expect(snapshot().location.pathname).toBe('/books')
  })

  it('PT-15: a hash link stays idle and loads nothing', () => {
    const app = createFakeApp({ at: ['/books?q=1'] })
    const { router, snapshot, log, history } = app
    const { matches, loaderData } = snapshot()
    router.navigate('/books?q=1#list')
    expect(snapshot().location.hash).toBe('#list')
    expect(snapshot()).toMatchObject({ historyAction: 'PUSH', commit: { hashOnly: true } })
    expect(snapshot().matches).toBe(matches)
    expect(snapshot().loaderData).toBe(loaderData)
    router.navigate('/books?q=1#list')
    expect(snapshot().historyAction).toBe('REPLACE')
    history.go(-1)
    expect(snapshot().location.hash).toBe('')
    expect(log).toEqual([])
    expect(app.transitions).toEqual(['idle'])
  })

  it('PT-15: a link without a hash to the same page is a reload', () => {
    const { router, request, snapshot } = createFakeApp({ at: ['/books#list'] })
    router.navigate('/books')
    expect(snapshot().transition.type).toBe('load')
    expect(request()).toMatchObject({ ids: ['root', 'books', 'shelf'], cache: 'reload' })
  })

  it('PT-15: keeps what the last action said, as a summary of errors links to its fields', async () => {
    const { router, request, snapshot } = createFakeApp({ at: ['/books'] })
    router.submit({ action: '/books', method: 'post', formData: form() })
    await request().action('errors', 422)
    await request().all(1)
    router.navigate('/books#title')
    expect(snapshot().actionData).toEqual({ books: 'errors' })
  })

  it('PT-5: sends JSON to an action, and shows it while it is pending', async () => {
    const app = createFakeApp()
    app.router.submit({ action: '/cart', method: 'post', json: { id: 1 } })
    const { transition } = app.snapshot()
    expect(transition).toMatchObject({
      type: 'actionSubmission',
      submission: { encType: 'application/json', formData: undefined, json: { id: 1 } },
    })
    expect(await (app.request().body as Blob).text()).toBe('{"id":1}')
    await app.request().action('added')
    expect(app.snapshot().transition).toMatchObject({
      type: 'actionReload',
      submission: { json: { id: 1 } },
    })
  })

  it('PT-14: a 307 sends JSON and text again as they were', async () => {
    const app = createFakeApp()
    app.router.submit({ action: '/cart', method: 'put', text: 'hello' })
    await app.request().redirect('/login', { status: 307 })
    expect(app.request()).toMatchObject({ path: '/login', method: 'PUT', body: 'hello' })
  })

  it('refuses JSON for a URL that is not a page, where the browser would send fields', async () => {
    const app = createFakeApp()
    app.router.submit({ action: '/report.pdf', method: 'post', json: {} })
    expect(app.departures).toEqual([])
    expect(app.snapshot()).toMatchObject({
      location: { pathname: '/' },
      transition: { state: 'idle' },
      errors: {
        root: new Error(
          'Cannot submit application/json to "/report.pdf": it is not a page. Use a fetcher.',
        ),
      },
    })
    app.router.submit({ action: '/cart', method: 'post', json: {} })
    await app.request().redirect('https://other.test/x', { status: 308 })
    expect(app.departures).toEqual([])
    expect(app.snapshot().transition.state).toBe('idle')
  })

  it('PT-16: a URL that is not a page loads as a document', async () => {
    const app = createFakeApp()
    const { router, departures, snapshot } = app
    router.navigate('/sitemap.xml?a=1#b')
    expect(departures).toMatchObject([{ href: '/sitemap.xml?a=1#b', how: 'assign' }])
    expect(snapshot().transition).toMatchObject({
      type: 'load',
      location: { pathname: '/sitemap.xml' },
    })
    expect(app.log).toEqual([])
    await departures[0]!.stay()
    expect(snapshot().transition).toBe(IDLE)
    expect(snapshot().location.pathname).toBe('/')
  })

  it('PT-16: a link to a resource route is a document', () => {
    const { router, departures, log } = createFakeApp()
    router.navigate('/api/likes', { replace: true })
    expect(departures).toMatchObject([{ href: '/api/likes', how: 'replace' }])
    expect(log).toEqual([])
  })

  it('PT-16: a form that posts to no page is sent by the browser', () => {
    const { router, departures, log } = createFakeApp()
    router.submit({ action: '/legacy', method: 'post', formData: form({ a: '1' }) })
    expect(departures).toMatchObject([
      { href: '/legacy', how: 'assign', submission: { method: 'POST', action: '/legacy' } },
    ])
    expect(log).toEqual([])
  })

  it('PT-17: revalidate() stays idle and runs every loader', async () => {
    const app = createFakeApp()
    const { router, request, snapshot } = app
    router.revalidate()
    expect(snapshot()).toMatchObject({ revalidation: 'loading', transition: IDLE })
    expect(request()).toMatchObject({ ids: ['root', 'home'], cache: 'reload' })
    await request().all('new')
    expect(snapshot().revalidation).toBe('idle')
    expect(snapshot().loaderData).toEqual({ root: 'new', home: 'new' })
    expect(app.transitions).toEqual(['idle'])
  })

  it('PT-17: a navigation that overtakes revalidate() runs the loaders that stay too', async () => {
    const { router, request, snapshot, pending } = createFakeApp()
    router.revalidate()
    router.navigate('/cart')
    expect(request('/cart')).toMatchObject({ ids: ['root', 'cart'], cache: 'reload' })
    await request('/cart').all('new')
    expect(snapshot().loaderData).toEqual({ root: 'new', cart: 'new' })
    expect(pending).toEqual([])
    router.navigate('/login')
    expect(request()).toMatchObject({ ids: ['login'], cache: 'default' })
  })

  it('PT-18: a redirect to another origin keeps the pending state until the browser leaves', async () => {
    const app = createFakeApp()
    const { router, request, snapshot, departures } = app
    router.navigate('/cart')
    await request().redirect('https://pay.test/checkout')
    expect(departures).toMatchObject([{ href: 'https://pay.test/checkout', how: 'assign' }])
    expect(snapshot().transition).toMatchObject({ type: 'load', location: { pathname: '/cart' } })
    await departures[0]!.stay()
    expect(snapshot().transition).toBe(IDLE)
  })

  it('PT-18: another origin with the path of this page is a new entry, not this one', async () => {
    const { router, request, departures } = createFakeApp({ at: ['/cart'] })
    router.submit({ action: '/cart', method: 'post', formData: form() })
    await request().redirect('https://pay.test/cart')
    expect(departures).toMatchObject([{ href: 'https://pay.test/cart', how: 'assign' }])
  })

  it('PT-18: a redirect with the reload flag leaves too', async () => {
    const { router, request, snapshot, departures } = createFakeApp()
    router.submit({ action: '/login', method: 'post', formData: form() })
    await request().redirect('/cart', { reload: true })
    expect(departures).toMatchObject([{ href: '/cart', how: 'assign', submission: undefined }])
    expect(snapshot().transition.type).toBe('actionSubmission')
  })

  it('PT-19: a page with nothing to load is there at once', () => {
    const app = createFakeApp()
    const { router, snapshot, log } = app
    router.navigate('/about')
    expect(snapshot().location.pathname).toBe('/about')
    expect(log).toEqual([])
    expect(app.transitions).toEqual(['idle'])
  })
})

describe('a navigation', () => {
  it('waits for modules that load in parallel with the data', async () => {
    const { router, request, snapshot, modules } = createFakeApp()
    modules.remove('books', 'shelf')
    router.navigate('/books')
    expect(modules.loading).toEqual(['books', 'shelf'])
    await request().all(1)
    expect(snapshot().transition.type).toBe('load')
    await modules.arrive('books')
    expect(snapshot().transition.type).toBe('load')
    await modules.arrive('shelf')
    expect(snapshot().location.pathname).toBe('/books')
  })

  it('asks a guarded page without loaders for nothing, so that its middleware runs', async () => {
    const { router, request, snapshot } = createFakeApp({
      routes: [
        { id: 'root', pattern: '/', hasLoader: false },
        { id: 'admin', pattern: '/admin', hasLoader: false, hasMiddleware: true },
        { id: 'login', pattern: '/login', hasLoader: false },
      ],
    })
    router.navigate('/admin')
    expect(request().url).toBe('/admin?_data=')
    await request().redirect('/login')
    expect(snapshot().location.pathname).toBe('/login')
  })

  it('shows a loader error at the nearest boundary and keeps the rest', async () => {
    const { router, request, snapshot } = createFakeApp({ at: ['/books'] })
    router.navigate('/books/dune/reviews')
    await request().respond(
      Response.json(
        {
          book: { data: 'Dune' },
          reviews: {
            error: { type: 'response', status: 404, statusText: 'Not Found', data: 'none' },
          },
        },
        { status: 404, headers: { 'X-Framework-Response': 'data' } },
      ),
    )
    const error = snapshot().errors!.book
    expect(isRouteErrorResponse(error)).toBe(true)
    expect(error).toMatchObject({ status: 404, statusText: 'Not Found', data: 'none' })
    expect(snapshot().loaderData).toEqual({ root: 'root 0', books: 'books 0', book: 'Dune' })
    router.navigate('/about')
    expect(snapshot().errors).toBeUndefined()
  })

  it('lets the root-most of two errors win in one boundary', async () => {
    const { router, request, snapshot } = createFakeApp()
    router.navigate('/cart')
    await request().respond(
      Response.json(
        {
          root: { error: { type: 'error', message: 'root' } },
          cart: { error: { type: 'error', message: 'cart' } },
        },
        { status: 500, headers: { 'X-Framework-Response': 'data' } },
      ),
    )
    expect(snapshot().errors).toEqual({ root: new Error('root') })
  })

  it('takes the error of the root for the response to a page that the server does not know', async () => {
    const { router, request, snapshot, departures } = createFakeApp()
    router.navigate('/cart')
    await request().respond(
      Response.json(
        { root: { error: { type: 'response', status: 404, statusText: 'Not Found', data: '' } } },
        { status: 404, headers: { 'X-Framework-Response': 'data' } },
      ),
    )
    expect(snapshot().errors).toMatchObject({ root: { status: 404 } })
    expect(departures).toEqual([])
  })

  it('shows an unmarked failure at the boundary of the deepest new match', async () => {
    const { router, request, snapshot } = createFakeApp({ at: ['/books'] })
    router.navigate('/books/dune')
    await request().respond(
      new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' }),
    )
    expect(snapshot().errors).toMatchObject({
      book: { status: 502, statusText: 'Bad Gateway', data: '<h1>Bad Gateway</h1>' },
    })
    expect(snapshot().location.pathname).toBe('/books/dune')
  })

  it('shows an unmarked failure above a new layout that has no data', async () => {
    const { router, request, snapshot } = createFakeApp()
    router.navigate('/books/dune')
    await request().respond(new Response('no', { status: 401, statusText: 'Unauthorized' }))
    expect(snapshot().errors).toMatchObject({ books: { status: 401 } })
  })

  it('reads a captive portal as an unexpected response', async () => {
    const { router, request, snapshot } = createFakeApp()
    router.navigate('/cart')
    await request().respond(new Response('<html>Welcome to our wifi</html>'))
    expect(snapshot().errors).toMatchObject({
      root: { status: 502, statusText: 'Unexpected response' },
    })
  })

  it('reads half a response as an unexpected response', async () => {
    const { router, request, snapshot } = createFakeApp()
    router.navigate('/cart')
    await request().respond(
      new Response('{"cart":{"da', { headers: { 'X-Framework-Response': 'data' } }),
    )
    expect(snapshot().errors).toMatchObject({ root: { status: 502 } })
  })

  it('shows a network failure as an error that says so', async () => {
    const { router, request, snapshot } = createFakeApp()
    router.navigate('/cart')
    await request().fail()
    expect(snapshot().errors!.root).toMatchObject({
      message: 'Could not load /cart?_data=cart: the network request failed',
      cause: new TypeError('fetch failed'),
    })
    expect(snapshot().transition).toBe(IDLE)
  })

  it('goes to the target as a document when a redirect cannot be seen', async () => {
    const { router, request, departures } = createFakeApp()
    router.navigate('/cart?a=1')
    await request().respond({ type: 'opaqueredirect' })
    expect(departures).toMatchObject([{ href: '/cart?a=1', how: 'assign', submission: undefined }])
  })

  it('never replays a mutation whose redirect cannot be seen', async () => {
    const { router, request, departures } = createFakeApp()
    router.submit({ action: '/cart', method: 'post', formData: form() })
    await request().respond({ type: 'opaqueredirect' })
    expect(departures).toMatchObject([{ href: '/cart', how: 'assign', submission: undefined }])
  })

  it('gives up after 20 redirects', async () => {
    const { router, request, snapshot, log } = createFakeApp()
    router.navigate('/cart')
    for (let i = 0; i <= 20; i++) await request().redirect(i % 2 ? '/cart' : '/login')
    expect(snapshot().errors!.root).toMatchObject({
      message: 'Cannot follow the redirect to "/login": more than 20 redirects',
    })
    expect(snapshot().transition).toBe(IDLE)
    expect(log).toHaveLength(21)
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', ' java\nscript:alert(1)', 'mailto:a@b.test'])(
    'refuses a redirect to %j',
    async (location) => {
      const { router, request, snapshot, departures } = createFakeApp()
      router.navigate('/cart')
      await request().redirect(location)
      expect(departures).toEqual([])
      expect(String(snapshot().errors!.root)).toContain('only http and https work')
    },
  )

  it.each(['//evil.test/x', '/\\evil.test/x', '/\t/evil.test/x', '/..//evil.test/x'])(
    'takes the redirect %j for a path of this site',
    async (location) => {
      const { router, request, departures } = createFakeApp()
      router.navigate('/cart')
      await request().redirect(location)
      expect(departures).toMatchObject([{ href: '/evil.test/x' }])
    },
  )

  it('refuses to navigate to a script', () => {
    const { router } = createFakeApp()
    expect(() => router.navigate('javascript:alert(1)')).toThrow(
      'Cannot go to "javascript:alert(1)": it is not an http or https URL',
    )
  })

  it('posts to a resource route, then reloads the page it stays on', async () => {
    const app = createFakeApp({ at: ['/books'] })
    const { router, request, snapshot, history } = app
    router.submit({ action: '/api/likes', method: 'post', formData: form() })
    expect(request()).toMatchObject({
      method: 'POST',
      url: '/api/likes?_data=api;page=1;at=%2Fbooks',
    })
    await request().action({ likes: 1 })
    expect(request().url).toBe('/books?_data=root,books,shelf')
    await request().all(1)
    expect(app.transitions).toEqual([
      'idle',
      'submitting/actionSubmission /api/likes',
      'loading/actionReload /api/likes',
      'idle',
    ])
    expect(snapshot().location.pathname).toBe('/books')
    expect(history.entries).toHaveLength(1)
  })

  it('follows the spelling that trailingSlash: redirect prefers', async () => {
    const { router, request, snapshot } = createFakeApp({ manifest: { trailingSlash: 'redirect' } })
    router.navigate('/cart/?a=1')
    expect(request().url).toBe('/cart?a=1&_data=root,cart')
    await request().all(1)
    expect(snapshot().location.pathname).toBe('/cart')
  })

  it('stays under its basename, and leaves it as a document', async () => {
    const { router, request, departures } = createFakeApp({
      at: ['/shop'],
      manifest: { basename: '/shop' },
    })
    router.navigate('/shop/cart')
    expect(request().url).toBe('/shop/cart?_data=cart')
    router.navigate('/cart')
    expect(departures).toMatchObject([{ href: '/cart' }])
  })

  it('tells the page whether to keep the scroll position', async () => {
    const { router, request, snapshot } = createFakeApp()
    expect(snapshot().commit.initial).toBe(true)
    router.navigate('/cart', { preventScrollReset: true, viewTransition: true })
    await request().redirect('/login')
    await request().all(1)
    expect(snapshot().commit).toEqual({
      preventScrollReset: true,
      viewTransition: true,
      mutation: false,
      hashOnly: false,
      initial: false,
    })
  })
})
