import { describe, expect, it } from 'vitest'
import { IDLE } from '../page-protocol/transition.ts'
import { createFakeApp, form, tick } from './fake-app.fixture.ts'

describe('a manifest that is split', () => {
  it('PT-20: a link waits for its routes, and then loads as any other', async () => {
    const whole = createFakeApp()
    whole.router.navigate('/cart?a=1#b')
    await whole.request().all(1)

    const app = createFakeApp({ unknown: ['/cart'] })
    app.router.navigate('/cart?a=1#b')
    expect(app.snapshot()).toMatchObject({
      location: { pathname: '/' },
      transition: { state: 'loading', type: 'load', location: { pathname: '/cart', hash: '#b' } },
    })
    expect(app.log).toEqual([])
    await app.lessons.get('/cart')!.arrive()
    expect(app.log).toEqual(whole.log)
    await app.request().all(1)
    expect(app.transitions).toEqual(whole.transitions)
    expect(app.snapshot().matches).toEqual(whole.snapshot().matches)
    expect(app.snapshot().loaderData).toEqual(whole.snapshot().loaderData)
    expect(app.history.location).toMatchObject({ pathname: '/cart', search: '?a=1', hash: '#b' })
  })

  it('PT-20: what is known is as it was, at once', () => {
    const app = createFakeApp({ unknown: ['/login'] })
    app.router.navigate('/cart')
    expect(app.log).toEqual(['GET /cart [cart]'])
    app.router.navigate('/#top')
    expect(app.snapshot()).toMatchObject({ transition: IDLE, location: { hash: '#top' } })
  })

  it('PT-20: is asked about no other origin, and not if the server wants a document', async () => {
    const app = createFakeApp({ unknown: ['/cart', '/login'] })
    app.router.navigate('/books')
    await app.request().redirect('/cart', { reload: true })
    expect(app.lessons.size).toBe(0)
    expect(app.departures).toMatchObject([{ href: '/cart' }])
  })

  it('PT-20: a form is submitted once, when its routes are loaded', async () => {
    const app = createFakeApp({ unknown: ['/cart'] })
    app.router.submit({ action: '/cart', method: 'post', formData: form({ a: '1' }) })
    expect(app.snapshot().transition).toMatchObject({
      state: 'submitting',
      type: 'actionSubmission',
      submission: { action: '/cart' },
    })
    expect(app.log).toEqual([])
    const { submission } = app.snapshot().transition
    await app.lessons.get('/cart')!.arrive()
    await app.request().action('added')
    await app.request().all(1)
    expect(app.log).toEqual(['POST /cart [cart]', 'GET /cart [root,cart]'])
    expect(app.snapshot().actionData).toEqual({ cart: 'added' })
    expect(new Set(app.snapshots.map(({ transition }) => transition.submission?.key))).toEqual(
      new Set([undefined, submission!.key]),
    )
  })

  it('PT-20: a redirect waits for its routes too, with its own type', async () => {
    const app = createFakeApp({ unknown: ['/books/dune'] })
    app.router.submit({ action: '/login', method: 'post', formData: form() })
    await app.request().redirect('/books/dune')
    expect(app.snapshot().transition).toMatchObject({ type: 'actionRedirect' })
    await app.lessons.get('/books/dune')!.arrive()
    await app.request().all(1)
    expect(app.transitions).toEqual([
      'idle',
      'submitting/actionSubmission /login',
      'loading/actionRedirect /books/dune',
      'idle',
    ])
    expect(app.snapshot().matches.map(({ id }) => id)).toEqual(['root', 'books', 'book'])
  })

  it('PT-20: back waits for its routes', async () => {
    const app = createFakeApp({ at: ['/cart', '/'], unknown: ['/cart'] })
    app.router.navigate(-1)
    await app.lessons.get('/cart')!.arrive()
    await app.request().all(1)
    expect(app.snapshot()).toMatchObject({ historyAction: 'POP', location: { pathname: '/cart' } })
  })

  it('PT-20: a URL that turns out not to be a page loads as a document, and its part is not loaded again', async () => {
    const app = createFakeApp({ unknown: ['/nowhere'] })
    app.router.navigate('/nowhere?a=1#b')
    await app.lessons.get('/nowhere')!.arrive()
    expect(app.departures).toMatchObject([{ href: '/nowhere?a=1#b', how: 'assign' }])
    await app.departures[0]!.stay()
    app.router.navigate('/nowhere')
    expect(app.lessons.size).toBe(0)
    expect(app.departures).toHaveLength(2)
  })

  it('IN-13: a newer navigation wins, whatever arrives later', async () => {
    const app = createFakeApp({ unknown: ['/cart', '/login'] })
    app.router.navigate('/cart')
    const cart = app.lessons.get('/cart')!
    app.router.navigate('/login')
    await cart.arrive()
    expect(app.log).toEqual([])
    await app.lessons.get('/login')!.arrive()
    expect(app.log).toEqual(['GET /login [login]'])
    await app.request().all(1)
    expect(app.history.location.pathname).toBe('/login')
    expect(app.transitions).toEqual(['idle', 'loading/load /cart', 'loading/load /login', 'idle'])
  })

  it('IN-13: a form that was cancelled before its routes were loaded was never sent, and nothing is stale', async () => {
    const app = createFakeApp({ at: ['/books'], unknown: ['/cart'] })
    app.router.submit({ action: '/cart', method: 'post', formData: form() })
    app.router.navigate('/books/dune')
    expect(app.log).toEqual(['GET /books/dune [book]'])
    await app.request().all(1)
    await app.lessons.get('/cart')!.arrive()
    expect(app.log).toHaveLength(1)
  })

  it('IN-13: the same link again waits for the same response', async () => {
    const app = createFakeApp({ unknown: ['/cart'] })
    app.router.navigate('/cart')
    app.router.navigate('/cart')
    await app.lessons.get('/cart')!.arrive()
    expect(app.log).toEqual(['GET /cart [cart]'])
    await app.request().all(1)
    expect(app.history.location.pathname).toBe('/cart')
  })

  it('IN-13: a visitor who comes back, and an end of the router, stop it', async () => {
    for (const stop of ['abandon', 'dispose'] as const) {
      const app = createFakeApp({ unknown: ['/cart'] })
      app.router.navigate('/cart')
      app.router[stop]()
      await app.lessons.get('/cart')!.arrive()
      expect(app.log).toEqual([])
      expect(app.departures).toEqual([])
    }
  })

  it('IN-13: a reload in the meantime is of the current page', async () => {
    const app = createFakeApp({ unknown: ['/cart'] })
    app.router.navigate('/cart')
    app.router.revalidate()
    await app.request('/').all(2)
    expect(app.snapshot()).toMatchObject({
      loaderData: { root: 2, home: 2 },
      transition: { type: 'load' },
    })
    await app.lessons.get('/cart')!.arrive()
    await app.request('/cart').all(3)
    expect(app.snapshot().loaderData).toEqual({ root: 2, cart: 3 })
  })

  it('FE-22: a fetcher waits for the routes of its URL', async () => {
    const app = createFakeApp({ unknown: ['/cart', '/api/likes'] })
    app.router.fetcherMount('f', 'home')
    app.router.fetcherLoad('f', '/cart')
    expect(app.fetcher('f')!.state).toBe('loading')
    expect(app.log).toEqual([])
    await app.lessons.get('/cart')!.arrive()
    await app.request('/cart').all('one')
    expect(app.fetcher('f')).toMatchObject({ state: 'idle', data: 'one' })

    app.router.fetcherSubmit('g', { action: '/api/likes', method: 'post', formData: form() })
    expect(app.fetcher('g')!.state).toBe('submitting')
    await app.lessons.get('/api/likes')!.arrive()
    await app.request('/api/likes').action('liked')
    expect(app.fetcher('g')).toMatchObject({ type: 'actionReload', data: 'liked' })
  })

  it('FE-22: a fetcher that was reset or used again sends nothing for what it waited for', async () => {
    const app = createFakeApp({ unknown: ['/cart', '/login'] })
    app.router.fetcherSubmit('f', { action: '/cart', method: 'post', formData: form() })
    app.router.fetcherLoad('g', '/login')
    app.router.fetcherReset('f')
    app.router.fetcherLoad('g', '/books')
    await app.lessons.get('/cart')!.arrive()
    await app.lessons.get('/login')!.arrive()
    expect(app.log).toEqual(['GET /books [books]'])
  })

  it('FE-22: a fetcher for a URL that is not a page requests it unchanged', async () => {
    const app = createFakeApp({ unknown: ['/nowhere'] })
    app.router.fetcherLoad('f', '/nowhere')
    await app.lessons.get('/nowhere')!.arrive()
    expect(app.log).toEqual(['GET /nowhere raw'])
  })

  it('a preview has nothing until the routes are known', async () => {
    const app = createFakeApp({ unknown: ['/cart'] })
    expect(app.router.preview('/cart')).toBeNull()
    expect(app.lessons.size).toBe(0)
    app.router.fetcherLoad('f', '/cart')
    await app.lessons.get('/cart')!.arrive()
    expect(app.router.preview('/cart')).toMatchObject({ newMatches: [{ id: 'cart' }] })
  })

  it('SK-8: routes that are gone load the target as a document, once a minute', async () => {
    const app = createFakeApp({ unknown: ['/cart'] })
    app.router.navigate('/cart?a=1#b')
    await app.lessons.get('/cart')!.lose('missing')
    expect(app.departures).toMatchObject([{ href: '/cart?a=1#b', how: 'assign' }])
    expect(app.snapshot()).toMatchObject({ errors: undefined, transition: { type: 'load' } })
    expect(app.skew.record).toMatchObject({ version: 'v1', href: '/cart?a=1#b' })

    await app.departures[0]!.stay()
    app.router.navigate('/cart?a=1#b')
    await app.lessons.get('/cart')!.lose('missing')
    expect(app.departures).toHaveLength(1)
    expect(app.snapshot()).toMatchObject({ transition: IDLE, location: { pathname: '/' } })
    expect(String(app.snapshot().errors!.root)).toBe('Error: No routes: missing')
  })

  it('SK-8: back to routes that are gone reloads', async () => {
    const app = createFakeApp({ at: ['/cart', '/'], unknown: ['/cart'] })
    app.router.navigate(-1)
    await app.lessons.get('/cart')!.lose('missing')
    expect(app.departures).toMatchObject([{ href: '/cart', how: 'reload' }])
  })

  it('SK-8: a form whose routes are gone was not sent yet, and the browser submits it', async () => {
    const app = createFakeApp({ unknown: ['/cart'] })
    app.router.submit({ action: '/cart', method: 'post', formData: form({ a: '1' }) })
    await app.lessons.get('/cart')!.lose('missing')
    expect(app.departures).toMatchObject([{ href: '/cart', submission: { method: 'POST' } }])
    expect(app.log).toEqual([])
  })

  it('SK-8: a fetcher whose routes are gone reloads the page', async () => {
    const app = createFakeApp({ unknown: ['/cart'] })
    app.router.fetcherMount('f', 'home')
    app.router.fetcherLoad('f', '/cart')
    await app.lessons.get('/cart')!.lose('missing')
    expect(app.departures).toMatchObject([{ href: '/', how: 'reload' }])
  })

  it('SK-8: without a network there is no document either, and the next click tries again', async () => {
    const app = createFakeApp({ at: ['/books'], unknown: ['/cart'] })
    app.router.navigate('/cart')
    await app.lessons.get('/cart')!.lose('error')
    expect(app.departures).toEqual([])
    expect(app.snapshot()).toMatchObject({ transition: IDLE, location: { pathname: '/books' } })
    expect(app.history.location.pathname).toBe('/books')
    expect(String(app.snapshot().errors!.books)).toBe('Error: No routes: error')

    app.router.navigate('/cart')
    await app.lessons.get('/cart')!.arrive()
    await app.request().all(1)
    expect(app.snapshot()).toMatchObject({ errors: undefined, loaderData: { cart: 1 } })
  })

  it('SK-8: back without a network is left to the browser, whose address has changed already', async () => {
    const app = createFakeApp({ at: ['/cart', '/'], unknown: ['/cart'] })
    app.router.navigate(-1)
    await app.lessons.get('/cart')!.lose('error')
    expect(app.departures).toMatchObject([{ href: '/cart', how: 'reload' }])
    expect(app.snapshot().errors).toBeUndefined()
  })

  it('SK-8: a page that stays has its address back after a pop that was given up', async () => {
    const app = createFakeApp({ at: ['/cart', '/'], unknown: ['/cart', '/login'] })
    app.router.navigate(-1)
    app.router.navigate('/login')
    await app.lessons.get('/login')!.lose('error')
    expect(app.snapshot()).toMatchObject({ transition: IDLE, location: { pathname: '/' } })
    expect(app.history.location.pathname).toBe('/')
  })

  it('SK-8: a fetcher without a network fails as usual', async () => {
    const app = createFakeApp({ unknown: ['/cart'] })
    app.router.fetcherMount('f', 'home')
    app.router.fetcherLoad('f', '/cart')
    await app.lessons.get('/cart')!.lose('error')
    await tick()
    expect(app.departures).toEqual([])
    expect(String(app.snapshot().errors!.root)).toBe('Error: No routes: error')
  })
})
