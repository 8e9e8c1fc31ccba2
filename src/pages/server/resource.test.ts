import { Suspense, use } from 'react'
import { jsx } from 'react/jsx-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { data, json, redirect } from '../../http/response/index.ts'
import { createBuild, root, visit, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'
import { createPages } from './create-pages.ts'

const resource = (module: FixtureRoute) =>
  createBuild({ root: { ...root, loader: () => null }, api: { path: '/api', ...module } })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('a resource route (RR)', () => {
  it('responds with its loader’s response as it is', async () => {
    const original = new Response('a,b', { status: 206, headers: { 'Content-Type': 'text/csv' } })
    const { response, html } = await visit(resource({ loader: () => original }), '/api')
    expect(response.status).toBe(206)
    expect(response.headers.get('Content-Type')).toBe('text/csv')
    expect(html).toBe('a,b')
  })

  it('responds with a thrown response as it is', async () => {
    const { response, html } = await visit(
      resource({
        loader() {
          throw new Response('no', { status: 403 })
        },
      }),
      '/api',
    )
    expect(response.status).toBe(403)
    expect(html).toBe('no')
  })

  it('sends a string as text and other values as JSON', async () => {
    const text = await visit(resource({ loader: () => 'hi' }), '/api')
    expect(text.response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(text.html).toBe('hi')
    const value = await visit(resource({ loader: () => ({ a: 1 }) }), '/api')
    expect(value.response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(value.html).toBe('{"a":1}')
    const nothing = await visit(resource({ loader: () => undefined }), '/api')
    expect(nothing.html).toBe('null')
    const init = await visit(resource({ loader: () => data([1], { status: 203 }) }), '/api')
    expect([init.response.status, init.html]).toEqual([203, '[1]'])
  })

  it('runs only its own handler, and folds no headers', async () => {
    const loader = vi.fn(() => null)
    const build = createBuild({
      root: { ...root, loader, headers: { 'X-Root': '1' } },
      api: { path: '/api', loader: () => 'x' },
    })
    const { response } = await visit(build, '/api?index')
    expect(loader).not.toHaveBeenCalled()
    expect(response.headers.get('X-Root')).toBeNull()
  })

  it('runs its action for mutations', async () => {
    const { html } = await visit(
      resource({ action: async ({ request }) => `${request.method} ${await request.text()}` }),
      '/api',
      { method: 'PATCH', body: 'x' },
    )
    expect(html).toBe('PATCH x')
  })

  it('responds with 405 and Allow where it has no handler for the method', async () => {
    const onlyAction = await visit(resource({ action: () => 1 }), '/api')
    expect(onlyAction.response.status).toBe(405)
    expect(onlyAction.response.headers.get('Allow')).toBe('POST, PUT, PATCH, DELETE')
    const onlyLoader = await visit(resource({ loader: () => 1 }), '/api', { method: 'DELETE' })
    expect(onlyLoader.response.status).toBe(405)
    expect(onlyLoader.response.headers.get('Allow')).toBe('GET, HEAD')
    for (const method of ['PROPFIND', 'QUERY']) {
      const other = await visit(resource({ loader: () => 1, action: () => 1 }), '/api', { method })
      expect(other.response.status).toBe(405)
    }
  })

  it('hides an error, and tells it in development', async () => {
    const failing = resource({
      loader() {
        throw new Error('secret path /srv/app')
      },
    })
    const built = await visit(failing, '/api')
    expect(built.response.status).toBe(500)
    expect(built.html).toBe('Unexpected Server Error')
    expect(built.response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    const dev = await visit({ ...failing, dev: {} }, '/api')
    expect(dev.html).toBe('Unexpected Server Error: secret path /srv/app')
  })

  it.each([
    ['loader', 'GET', (value: unknown) => value],
    ['loader', 'GET', (value: unknown) => data(value)],
    ['action', 'POST', (value: unknown) => value],
  ])('cannot send a promise that its %s returned, for %s', async (kind, method, wrap) => {
    const handler = () => wrap({ a: Promise.reject(new Error('late')) })
    const { response } = await visit(resource({ [kind]: handler }), '/api', { method })
    await new Promise((resolve) => setTimeout(resolve)) // An unhandled rejection would end the process.
    expect(response.status).toBe(500)
    expect(console.error).toHaveBeenCalledExactlyOnceWith(
      new TypeError(
        `Cannot send the return value of the ${kind} of "api": "a" is a promise. Await it, or write later(() => …)`,
      ),
    )
  })

  it('calls its loader for OPTIONS', async () => {
    const { response } = await visit(
      resource({
        loader: ({ request }) =>
          new Response(null, { status: 204, headers: { 'X-Method': request.method } }),
      }),
      '/api',
      { method: 'OPTIONS' },
    )
    expect(response.headers.get('X-Method')).toBe('OPTIONS')
  })

  it('responds to HEAD like GET without a body', async () => {
    const { response, html } = await visit(
      resource({ loader: ({ request }) => json({ method: request.method }, 203) }),
      '/api',
      { method: 'HEAD' },
    )
    expect(response.status).toBe(203)
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(html).toBe('')
  })

  it('resolves its relative redirects', async () => {
    const { response } = await visit(resource({ loader: () => redirect('..') }), '/api')
    expect(response.headers.get('Location')).toBe('/')
  })

  it('is enveloped for a data request', async () => {
    const build = resource({
      loader: () => new Response('plain'),
      action: () => json({ saved: true }, 201),
    })
    const loaded = await visit(build, '/api?_data=api')
    expect(loaded.response.headers.get('X-Framework-Response')).toBe('data')
    expect(JSON.parse(loaded.html)).toEqual({ api: { data: 'plain' } })
    const acted = await visit(build, '/api?_data=api', { method: 'POST' })
    expect(acted.response.status).toBe(201)
    expect(JSON.parse(acted.html)).toEqual({ data: { saved: true } })
  })

  it('refuses a data request for an event stream, which has no end, and closes the stream', async () => {
    const cancel = vi.fn()
    const { response, html } = await visit(
      resource({
        loader: () =>
          new Response(new ReadableStream({ cancel }), {
            headers: { 'Content-Type': 'text/event-stream; charset=utf-8' },
          }),
      }),
      '/api?_data=api',
    )
    expect(response.status).toBe(406)
    expect(html).toContain('An event stream is not data')
    expect(cancel).toHaveBeenCalledOnce()
  })

  it('is a page if it has only a boundary', async () => {
    const { html } = await visit(
      resource({
        loader() {
          throw new Error('x')
        },
        ErrorBoundary: () => jsx('main', { children: 'boundary' }),
      }),
      '/api',
    )
    expect(html).toContain('<main>boundary</main>')
  })
})

describe('methods (ME-1 to ME-3)', () => {
  const build = createBuild({
    root: { ...root, ErrorBoundary: ({ error }) => jsx('html', { children: error.status }) },
    page: {
      path: '/page',
      default: () => jsx('main', { children: 'page' }),
      loader: ({ request }) => json(null, { headers: { 'Set-Cookie': `m=${request.method}` } }),
    },
  })

  it('responds to HEAD with the status and headers of GET and no body', async () => {
    const { response, html } = await visit(build, '/page', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(response.headers.getSetCookie()).toEqual(['m=HEAD'])
    expect(html).toBe('')
  })

  it('tells HEAD the length of what is known as a whole, and none of what streams', async () => {
    const pages = createBuild({
      root,
      page: { path: '/page', default: () => jsx('main', { children: 'größer' }) },
      slow: {
        path: '/slow',
        default: () => jsx(Suspense, { fallback: 'waiting', children: jsx(Slow, {}) }),
      },
    })
    const report = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { promise, resolve } = Promise.withResolvers<string>()
    function Slow() {
      return use(promise)
    }
    const length = async (path: string) =>
      (await visit(pages, path, { method: 'HEAD' })).response.headers.get('Content-Length')

    const page = await visit(pages, '/page')
    expect(await length('/page')).toBe(String(new TextEncoder().encode(page.html).length))
    expect(await length('/page?_data=page')).toBe('2')
    expect(await length('/slow')).toBeNull()
    resolve('done')
    await new Promise((done) => setTimeout(done))
    expect(report).not.toHaveBeenCalled()
    report.mockRestore()
  })

  it('does so also when the pages are a default handler', async () => {
    const router = createRouter({ defaultHandler: createPages(build) })
    const response = await router.fetch('http://x.test/page', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  it.each(['OPTIONS', 'PROPFIND', 'QUERY'])(
    'responds to %s of a page with 405 in the root',
    async (method) => {
      const { response, html } = await visit(build, '/page', { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('Allow')).toBe('GET, HEAD')
      expect(html).toContain('405</html>')
    },
  )

  it('sends the router’s 405 where another route has the path but not the method', async () => {
    const router = createRouter({ defaultHandler: createPages(build) })
    router.post('/hook', () => new Response('ok'))
    const response = await router.fetch('http://x.test/hook')
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('POST')
    expect(await response.text()).toBe('Method Not Allowed: GET /hook')
  })

  describe('of a catch-all page beside routes of the front router', () => {
    const loader = vi.fn(() => null)
    const everything = createBuild({
      root,
      page: { path: '/page', default: () => 'page', action: () => 'acted' },
      rest: { path: '/*', default: () => 'rest', loader, action: () => 'acted' },
    })
    const handle = createHandler(everything, (pages) => {
      const router = createRouter()
      router.get('/api/books', () => new Response('books'))
      router.get('/page', () => new Response('front'))
      router.map('/*', pages)
      return router
    })
    const send = (method: string, path: string) =>
      handle(new Request(`http://x.test${path}`, { method }))

    it('are 405 where a route has the path for other methods', async () => {
      for (const method of ['PUT', 'POST', 'OPTIONS']) {
        const response = await send(method, '/api/books')
        expect(response.status).toBe(405)
        expect(response.headers.get('Allow')).toBe('GET, HEAD')
        expect(await response.text()).toBe(`Method Not Allowed: ${method} /api/books`)
      }
      expect(loader).not.toHaveBeenCalled()
    })

    it('are its own where no route has the path', async () => {
      expect((await send('POST', '/api/pens')).status).toBe(200)
      const response = await send('GET', '/api/pens')
      expect(await response.text()).toContain('rest')
      expect(loader).toHaveBeenCalled()
    })

    it('are the same as of a page with exactly this path', async () => {
      const response = await send('POST', '/page')
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('page')
    })
  })

  describe('beside routes of the front router', () => {
    const handle = createHandler(build, (pages) => {
      const router = createRouter()
      router.get('/api/books', () => new Response('books'))
      router.post('/api/books', () => new Response('added'))
      router.delete('/api/:name', () => new Response('gone'))
      router.post('/page', () => new Response('api'))
      router.map('/*', pages)
      return router
    })
    const send = (method: string, path: string, headers: HeadersInit = {}) =>
      handle(new Request(`http://x.test${path}`, { method, headers }))

    it('responds with 405 and every method of the path when it is not a page', async () => {
      for (const method of ['PUT', 'PATCH', 'OPTIONS', 'PROPFIND']) {
        const response = await send(method, '/api/books')
        expect(response.status).toBe(405)
        expect(response.headers.get('Allow')).toBe('DELETE, GET, HEAD, POST')
        expect(await response.text()).toBe(`Method Not Allowed: ${method} /api/books`)
      }
      expect((await send('GET', '/api/pens')).headers.get('Allow')).toBe('DELETE')
      const head = await send('HEAD', '/api/pens')
      expect(head.status).toBe(405)
      expect(await head.text()).toBe('')
    })

    it('does so for data requests, also of paths that are spelled otherwise', async () => {
      for (const path of ['/api/books?_data=root', '/api/%62ooks']) {
        const response = await send('PUT', path)
        expect(response.status).toBe(405)
        expect(response.headers.get('Allow')).toBe('DELETE, GET, HEAD, POST')
      }
    })

    it('leaves what the routes serve to them, and everything else to the pages', async () => {
      expect(await (await send('POST', '/api/books')).text()).toBe('added')
      expect(await (await send('POST', '/page')).text()).toBe('api')
      expect(await (await send('GET', '/page')).text()).toContain('<main>page</main>')
      const missing = await send('GET', '/nothing')
      expect(missing.status).toBe(404)
      expect(missing.headers.has('Allow')).toBe(false)
      expect(await missing.text()).toContain('404</html>')
    })

    it('refuses another site before it tells it anything', async () => {
      const response = await send('PUT', '/api/books', { 'Sec-Fetch-Site': 'cross-site' })
      expect(response.status).toBe(403)
      expect(response.headers.has('Allow')).toBe(false)
    })
  })

  it('responds with 404 where the pages themselves are the route that serves the method', async () => {
    const router = createRouter()
    router.get('/*', createPages(build))
    expect((await router.fetch('http://x.test/nothing')).status).toBe(404)
    expect((await router.fetch('http://x.test/nothing', { method: 'HEAD' })).status).toBe(404)
  })

  it('gives a page precedence over such a route', async () => {
    const router = createRouter({ defaultHandler: createPages(build) })
    router.post('/page', () => new Response('ok'))
    expect((await router.fetch('http://x.test/page')).status).toBe(200)
  })
})
