import { describe, expect, it } from 'vitest'
import { shopRoutes } from '../page-protocol/manifest.fixture.ts'
import { createFakeApp, form, tick, type FakeApp, type FakeAppOptions } from './fake-app.fixture.ts'

/** As in a build: the root is marked, so that the browser asks for the file of every page. */
const routes = shopRoutes.map((route) =>
  route.id === 'root' ? { ...route, hasMiddleware: true } : route,
)

function createApp(options: FakeAppOptions = {}): FakeApp {
  return createFakeApp({ routes, isStatic: true, ...options })
}

const file = (loaders: Record<string, unknown>, version = 'v1'): Response =>
  Response.json({ version, loaders })

describe('the data of a static site', () => {
  it.each([
    ['/', '/', '/_data/index.json'],
    ['/', '/books/dune?q=1#top', '/_data/books/dune.json'],
    ['/', '/books/a%20b', '/_data/books/a%20b.json'],
    ['/docs', '/docs', '/docs/_data/index.json'],
    ['/docs', '/docs/books', '/docs/_data/books.json'],
  ])('below %s is at %s in %s', (basename, href, url) => {
    const at = `${basename === '/' ? '' : basename}/cart`
    const app = createApp({ at: [at], manifest: { basename } })
    app.router.navigate(href)
    expect(app.request().url).toBe(url)
    expect(app.router.preview(href)?.dataUrl).toBe(url)
  })

  it('has one file for both spellings of a folder', () => {
    const app = createApp({ at: ['/cart'], manifest: { trailingSlash: 'ignore' } })
    app.router.navigate('/books/dune/')
    expect(app.request().url).toBe('/_data/books/dune.json')
  })

  it('takes from the file of a page what the navigation needs', async () => {
    const app = createApp()
    app.router.navigate('/books/dune')
    await app
      .request()
      .respond(file({ root: { data: 'root 1' }, books: { data: 'Books' }, book: { data: 'Dune' } }))
    expect(app.snapshot().loaderData).toEqual({ root: 'root 0', books: 'Books', book: 'Dune' })
    expect(app.snapshot().location.pathname).toBe('/books/dune')
  })

  it('asks for the same file to reload, for a form with GET and for a fetcher', async () => {
    const app = createApp({ at: ['/cart'] })
    app.router.revalidate()
    expect(app.request()).toMatchObject({ url: '/_data/cart.json', cache: 'reload' })
    await app.request().respond(file({ root: { data: 1 }, cart: { data: 2 } }))
    expect(app.snapshot().loaderData).toEqual({ root: 1, cart: 2 })

    app.router.submit({ action: '/cart', method: 'get', formData: form({ q: 'x' }) })
    expect(app.request().url).toBe('/_data/cart.json')
    await app.request().respond(file({ root: { data: 1 }, cart: { data: 3 } }))
    expect(app.snapshot().location.search).toBe('?q=x')

    app.router.fetcherMount('f', 'cart')
    app.router.fetcherLoad('f', '/books/dune')
    expect(app.request().url).toBe('/_data/books/dune.json')
    await app.request().respond(file({ book: { data: 'Dune' } }))
    expect(app.fetcher('f')!.data).toBe('Dune')
  })

  it('follows a redirect in a file', async () => {
    const app = createApp()
    app.router.navigate('/login')
    const redirect = {
      location: '/cart',
      status: 302,
      revalidate: false,
      reload: false,
      replace: false,
    }
    await app.request().respond(Response.json({ version: 'v1', redirect }))
    expect(app.request().url).toBe('/_data/cart.json')
  })

  it('refuses to send a form, and says why', async () => {
    const app = createApp({ at: ['/cart'] })
    app.router.submit({ action: '/cart', method: 'post', formData: form() })
    await tick()
    expect(app.log).toEqual([])
    expect(app.snapshot().errors).toEqual({
      root: {
        status: 405,
        statusText: 'Method Not Allowed',
        data: 'Cannot send this form: this site is static, so there is no server to run an action',
      },
    })
  })

  it('refuses the form of a fetcher', async () => {
    const app = createApp({ at: ['/cart'] })
    app.router.fetcherMount('f', 'cart')
    app.router.fetcherSubmit('f', { action: '/books/dune', method: 'delete', formData: form() })
    await tick()
    expect(app.log).toEqual([])
    expect(app.snapshot().errors!.root).toMatchObject({ status: 405 })
  })

  it('does not change requests of fetchers that are not for a page', async () => {
    const app = createApp()
    app.router.fetcherMount('f', 'home')
    app.router.fetcherLoad('f', 'https://api.example.com/votes')
    expect(app.request().url).toBe('https://api.example.com/votes')
    app.router.fetcherSubmit('f', { action: '/votes', method: 'post', formData: form() })
    expect(app.request()).toMatchObject({ url: '/votes', method: 'POST' })
    app.router.fetcherLoad('f', '/search.json')
    expect(app.request().url).toBe('/search.json')
    await app.request().respond(Response.json({ version: 'v1', loaders: {} }))
    expect(app.fetcher('f')!.data).toEqual({ version: 'v1', loaders: {} })
  })

  it('loads the document of a page that has no file, but not twice', async () => {
    const app = createApp({ at: ['/cart'] })
    for (const departures of [1, 1]) {
      app.router.navigate('/books/unknown')
      await app.request().respond(new Response('<html>', { status: 404 }))
      expect(app.departures).toHaveLength(departures)
    }
    expect(app.departures[0]).toMatchObject({ href: '/books/unknown', how: 'assign' })
    expect(app.snapshot().errors).toMatchObject({
      books: { message: 'Failed to load data for books' },
    })
  })

  it('loads the document of a page without loaders that was left out, but not twice', async () => {
    const app = createApp({ at: ['/cart'] })
    for (const departures of [1, 1]) {
      app.router.navigate('/about')
      expect(app.request().url).toBe('/_data/about.json#')
      await app.request().respond(new Response('<html>', { status: 404 }))
      expect(app.departures).toHaveLength(departures)
    }
    expect(app.departures[0]).toMatchObject({ href: '/about', how: 'assign' })
    expect(app.snapshot().errors!.root).toMatchObject({ status: 404 })
  })

  it('shows a page without loaders that has a file', async () => {
    const app = createApp({ at: ['/cart'] })
    app.router.navigate('/about')
    await app.request().respond(file({ root: { data: 'root 1' } }))
    expect(app.snapshot().location.pathname).toBe('/about')
    expect(app.departures).toEqual([])
  })

  it('loads the document of another build if a module is missing', async () => {
    const app = createApp({ at: ['/cart'] })
    app.modules.remove('login')
    app.router.navigate('/login')
    await app.request().respond(file({ login: { data: 1 } }, 'v2'))
    expect(app.departures).toMatchObject([{ href: '/login', how: 'assign' }])
  })

  it('uses the data of another build if the modules are there', async () => {
    const app = createApp({ at: ['/cart'] })
    app.router.navigate('/login')
    await app.request().respond(file({ login: { data: 1 } }, 'v2'))
    expect(app.snapshot().loaderData).toMatchObject({ login: 1 })
    expect(app.departures).toEqual([])
  })

  it.each([
    ['a page', () => new Response('<html>')],
    ['other JSON', () => Response.json([1])],
    ['a text', () => Response.json('x')],
    ['null', () => Response.json(null)],
    ['no version', () => Response.json({ loaders: {} })],
    ['no loaders', () => Response.json({ version: 'v1' })],
    ['an incomplete file', () => new Response('{"version":"v1","lo')],
  ])('reports %s instead of a file', async (_, createResponse) => {
    const app = createApp({ at: ['/cart'] })
    app.router.navigate('/login')
    await app.request().respond(createResponse())
    expect(app.snapshot().errors!.root).toMatchObject({
      status: 502,
      statusText: 'Unexpected response',
    })
    expect(app.departures).toEqual([])
  })

  it('reports an error of the host, and a network failure', async () => {
    const app = createApp({ at: ['/cart'] })
    app.router.navigate('/login')
    await app.request().respond(new Response('busy', { status: 503 }))
    expect(app.snapshot().errors!.root).toMatchObject({ status: 503, data: 'busy' })
    app.router.navigate('/login')
    await app.request().fail()
    expect(app.snapshot().errors!.root).toMatchObject({
      message: 'Could not load /_data/login.json: the network request failed',
    })
  })
})
