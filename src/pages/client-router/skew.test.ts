import { describe, expect, it } from 'vitest'
import { IDLE } from '../page-protocol/transition.ts'
import { createFakeApp, form } from './fake-app.fixture.ts'
import { departureTo, isHydratable } from './load-document.ts'

const path = (href: string): URL => new URL(href, 'https://shop.test')

describe('deploy skew (SK)', () => {
  it('SK-1: a module that fails during a navigation loads its target as a document, with query and hash', async () => {
    const app = createFakeApp()
    app.modules.remove('cart')
    app.router.navigate('/cart?a=1#b')
    await app.modules.lose('cart')
    await app.request().all(1)
    expect(app.departures).toMatchObject([{ href: '/cart?a=1#b', how: 'assign' }])
    expect(app.snapshot().transition).toMatchObject({
      type: 'load',
      location: { pathname: '/cart' },
    })
    expect(app.snapshot().errors).toBeUndefined()
    expect(app.snapshot().location.pathname).toBe('/')
  })

  it('SK-1: a fetcher with the response of another build reloads the current page', async () => {
    const app = createFakeApp({ at: ['/books?q=1#x'] })
    app.router.fetcherMount('f', 'shelf')
    app.router.fetcherLoad('f', '/cart')
    await app.request().data({})
    expect(app.departures).toMatchObject([{ href: '/books?q=1#x', how: 'reload' }])
    expect(app.fetcher('f')!.state).toBe('loading')
    await app.departures[0]!.stay()
    expect(app.fetcher('f')!.state).toBe('idle')
    expect(app.snapshot().errors).toHaveProperty('books')
  })

  it('SK-1: a reload with the response of another build reloads the current page, once', async () => {
    const app = createFakeApp()
    app.router.revalidate()
    await app.request().data({ root: 1 })
    expect(app.departures).toMatchObject([{ href: '/', how: 'reload' }])
    await app.departures[0]!.stay()
    expect(app.snapshot()).toMatchObject({ revalidation: 'idle' })
    expect(String(app.snapshot().errors!.root)).toBe('Error: Failed to load data for home')
    app.router.revalidate()
    await app.request().data({ root: 1 })
    expect(app.departures).toHaveLength(1)
  })

  it('SK-1: a chunk of the page that is lost reloads the page, once', async () => {
    const app = createFakeApp({ at: ['/books?q=1#x'] })
    app.router.recover()
    expect(app.departures).toMatchObject([{ href: '/books?q=1#x', how: 'reload' }])
    await app.departures[0]!.stay()
    app.router.recover()
    expect(app.departures).toHaveLength(1)
    expect(app.snapshot().transition).toBe(IDLE)
  })

  it('SK-1: a chunk that is lost during a navigation is left to the navigation', async () => {
    const app = createFakeApp()
    app.modules.remove('cart')
    app.router.navigate('/cart')
    app.router.recover()
    expect(app.departures).toEqual([])
    await app.modules.lose('cart')
    await app.request().all(1)
    expect(app.departures).toMatchObject([{ href: '/cart', how: 'assign' }])
  })

  it('SK-1: a preview for prefetching loads nothing and never leaves', () => {
    const app = createFakeApp()
    app.modules.remove('cart')
    expect(app.router.preview('/cart')!.newMatches.map(({ id }) => id)).toEqual(['cart'])
    expect(app.modules.loading).toEqual([])
    expect(app.departures).toEqual([])
  })

  it('SK-1: a route that the response does not have is treated as a lost module', async () => {
    const app = createFakeApp()
    app.router.navigate('/books')
    await app.request().data({ books: 1 })
    expect(app.departures).toMatchObject([{ href: '/books', how: 'assign' }])
  })

  it('SK-2: a pop reloads, for the browser shows the target already', async () => {
    const app = createFakeApp({ at: ['/cart', '/'] })
    app.modules.remove('cart')
    app.router.navigate(-1)
    await app.modules.lose('cart')
    await app.request().all(1)
    expect(app.departures).toMatchObject([{ href: '/cart', how: 'reload' }])
  })

  it.each([
    ['/a?b', '/a?b', 'POP', 'reload'],
    ['/a?b#c', '/a?b#d', 'PUSH', 'hash'],
    ['/a?b', '/a?b#d', 'REPLACE', 'hash'],
    ['/a', '/b', 'PUSH', 'assign'],
    ['/a', '/b', 'REPLACE', 'replace'],
    ['/a?b', '/a?c', 'PUSH', 'assign'],
  ] as const)('SK-2: leaves %s for %s after %s by %s', (from, to, action, how) => {
    expect(departureTo(path(from), path(to), action)).toBe(how)
  })

  it('SK-3: a mutation is never replayed: its page is loaded by GET', async () => {
    const app = createFakeApp()
    app.modules.remove('cart')
    app.router.submit({ action: '/cart', method: 'post', formData: form({ a: '1' }) })
    await app.modules.lose('cart')
    expect(app.departures).toEqual([])
    await app.request().action('added')
    await app.request().all(1)
    expect(app.departures).toMatchObject([{ href: '/cart', how: 'assign', submission: undefined }])
    expect(app.log.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  })

  it('SK-3: an action that redirected is followed there', async () => {
    const app = createFakeApp()
    app.modules.remove('login', 'cart')
    app.router.submit({ action: '/login', method: 'post', formData: form() })
    await app.modules.lose('login')
    await app.request().redirect('/cart')
    await app.modules.lose('cart')
    await app.request().all(1)
    expect(app.departures).toMatchObject([{ href: '/cart', submission: undefined }])
  })

  it('SK-4: the second failure within a minute shows the boundary', async () => {
    const app = createFakeApp()
    app.skew.record = { version: 'v1', href: '/cart', t: app.clock.now - 59_999 }
    app.modules.remove('cart')
    app.router.navigate('/cart')
    await app.modules.lose('cart')
    await app.request().all(1)
    expect(app.departures).toEqual([])
    expect(String(app.snapshot().errors!.root)).toBe('Error: Failed to load module for cart')
    expect(app.snapshot().transition).toBe(IDLE)
    expect(app.snapshot().location.pathname).toBe('/cart')
  })

  it.each([
    ['another build', { version: 'v0', href: '/cart', t: 999_999 }],
    ['another place', { version: 'v1', href: '/login', t: 999_999 }],
    ['a minute ago', { version: 'v1', href: '/cart', t: 940_000 }],
  ])('SK-4: %s counts for nothing', async (_what, record) => {
    const app = createFakeApp()
    app.skew.record = record
    app.modules.remove('cart')
    app.router.navigate('/cart')
    await app.modules.lose('cart')
    await app.request().all(1)
    expect(app.departures).toHaveLength(1)
    expect(app.skew.record).toEqual({ version: 'v1', href: '/cart', t: app.clock.now })
  })

  it('SK-4: where nothing can be stored there is no automatic reload', async () => {
    const app = createFakeApp()
    app.skew.isWritable = false
    app.modules.remove('cart')
    app.router.navigate('/cart')
    await app.modules.lose('cart')
    await app.request().all(1)
    expect(app.departures).toEqual([])
    expect(app.snapshot().errors).toHaveProperty('root')
  })

  it('SK-4: the boundary of a route whose module is missing cannot show it', async () => {
    const app = createFakeApp({ at: ['/books'] })
    app.skew.isWritable = false
    app.modules.remove('book')
    app.router.navigate('/books/dune')
    await app.modules.lose('book')
    await app.request().all(1)
    expect(Object.keys(app.snapshot().errors!)).toEqual(['books'])
  })

  it('SK-4: a document of another build forgets the attempt, one of the same keeps it', () => {
    const record = { version: 'v0', href: '/', t: 0 }
    expect(createFakeApp({ skew: record }).skew.record).toBeUndefined()
    const same = { ...record, version: 'v1' }
    expect(createFakeApp({ skew: same }).skew.record).toBe(same)
  })

  it('SK-5: compares route ids and not URLs at hydration', () => {
    const { router } = createFakeApp()
    const handoff = {
      matches: [
        { id: 'root', module: '' },
        { id: 'cart', module: '' },
      ],
    }
    expect(isHydratable(handoff, router.match('/cart'))).toBe(true)
    expect(isHydratable(handoff, router.match('/'))).toBe(false)
    expect(isHydratable({}, router.match('/'))).toBe(true)
    expect(isHydratable(handoff, null)).toBe(true)
  })

  it('SK-6: data of another build and a module still to come: the document instead', async () => {
    const app = createFakeApp()
    app.modules.remove('cart')
    app.router.navigate('/cart')
    await app.request().data({ cart: 1 }, 'v2')
    expect(app.departures).toMatchObject([{ href: '/cart', how: 'assign' }])
  })

  it('SK-6: data of another build is fine when the modules are there', async () => {
    const app = createFakeApp()
    app.router.navigate('/cart')
    await app.request().data({ cart: 1 }, 'v2')
    expect(app.departures).toEqual([])
    expect(app.snapshot().location.pathname).toBe('/cart')
  })

  it('SK-6: never for mutations', async () => {
    const app = createFakeApp()
    app.modules.remove('cart')
    app.router.submit({ action: '/cart', method: 'post', formData: form() })
    await app.request().action(1)
    await app.request().data({ root: 1, cart: 1 }, 'v2')
    expect(app.departures).toEqual([])
    await app.modules.arrive('cart')
    expect(app.snapshot().location.pathname).toBe('/cart')
  })

  it('SK-6: imports the chunk after all when the document was tried already', async () => {
    const app = createFakeApp()
    app.skew.record = { version: 'v1', href: '/cart', t: app.clock.now }
    app.modules.remove('cart')
    app.router.navigate('/cart')
    await app.request().data({ cart: 1 }, 'v2')
    expect(app.departures).toEqual([])
    await app.modules.arrive('cart')
    expect(app.snapshot().location.pathname).toBe('/cart')
  })

  it('SK-7: shows no boundary while the browser leaves, and one if it stays', async () => {
    const app = createFakeApp()
    app.modules.remove('cart')
    app.router.navigate('/cart')
    await app.modules.lose('cart')
    await app.request().all(1)
    expect(app.snapshot().errors).toBeUndefined()
    await app.departures[0]!.stay()
    expect(String(app.snapshot().errors!.root)).toBe('Error: Failed to load module for cart')
    expect(app.snapshot().transition).toBe(IDLE)
  })

  it('SK-7: a navigation that starts meanwhile has precedence', async () => {
    const app = createFakeApp()
    app.modules.remove('cart')
    app.router.navigate('/cart')
    await app.modules.lose('cart')
    await app.request().all(1)
    app.router.navigate('/about')
    await app.departures[0]!.stay()
    expect(app.snapshot()).toMatchObject({ errors: undefined, location: { pathname: '/about' } })
  })

  it('SK-3: a mutation of a resource route that the new build does not know shows on the page it stays on', async () => {
    const { router, request, departures, snapshot } = createFakeApp()
    router.submit({ action: '/api/likes', method: 'put', formData: form() })
    await request().data({})
    expect(departures).toMatchObject([{ href: '/', how: 'reload', submission: undefined }])
    await departures[0]!.stay()
    expect(String(snapshot().errors!.root)).toBe('Error: Failed to load data for api')
    expect(snapshot().loaderData).toEqual({ root: 'root 0' })
  })

  it('does not leave a page for want of a network', async () => {
    const app = createFakeApp()
    app.modules.remove('cart')
    app.router.navigate('/cart')
    await app.modules.lose('cart')
    await app.request().fail()
    expect(app.departures).toEqual([])
    expect(String(app.snapshot().errors!.root)).toContain('the network request failed')
  })
})
