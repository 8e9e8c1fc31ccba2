import { jsx } from 'react/jsx-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createContextKey,
  createRouter,
  type Middleware,
  type NextFunction,
} from '../../router/fetch-router/index.ts'
import { Outlet } from '../react/index.ts'
import { json, redirect } from '../../http/response/index.ts'
import { createBuild, root, visit, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'
import { createPages } from './create-pages.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('middleware of a route module', () => {
  const variants: [string, string, RequestInit?][] = [
    ['a document', '/a/b'],
    ['a data request', '/a/b?_data=leaf'],
    ['a data request for nothing', '/a/b?_data='],
    ['a document POST', '/a/b', { method: 'POST' }],
    ['a data POST', '/a/b?_data=leaf', { method: 'POST' }],
    ['a prefetch', '/a/b?_data=leaf', { headers: { 'Sec-Purpose': 'prefetch' } }],
    ['HEAD', '/a/b', { method: 'HEAD' }],
    ['an unknown method', '/a/b', { method: 'PROPFIND' }],
    ['a resource', '/a/api'],
    ['a resource’s action', '/a/api', { method: 'DELETE' }],
    ['OPTIONS of a resource', '/a/api', { method: 'OPTIONS' }],
  ]

  function guarded(middleware: FixtureRoute['middleware'], handler = vi.fn(() => null)) {
    const handlers = { loader: handler, action: handler }
    const build = createBuild({
      root: { ...root, loader: handler },
      guard: { path: '/a', default: Outlet, ...(middleware && { middleware }), ...handlers },
      leaf: { path: '/a/b', parent: 'guard', default: () => null, ...handlers },
      api: { path: '/a/api', parent: 'guard', ...handlers },
    })
    return { build, handler }
  }

  it.each(variants)(
    'runs before every handler of its route and below for %s',
    async (_, path, init) => {
      const { build, handler } = guarded([() => new Response('stop', { status: 401 })])
      Object.assign(build.routes['root']!, { loader: () => 'for every visitor' })
      const { response } = await visit(build, path, init)
      expect(response.status).toBe(401)
      expect(handler).not.toHaveBeenCalled()
    },
  )

  it('runs root first, around everything, on the front router’s context', async () => {
    const log: string[] = []
    const Key = createContextKey('')
    const step =
      (name: string): Middleware =>
      async (context, next) => {
        log.push(`${name} ${context.get(Key)}`)
        context.set(Key, name)
        const response = await next()
        log.push(`/${name}`)
        return response
      }
    const build = createBuild({
      root: { ...root, middleware: [step('1'), step('2')] },
      layout: { middleware: [step('3')], default: Outlet },
      page: {
        path: '/page',
        parent: 'layout',
        default: () => null,
        middleware: [step('4')],
        loader({ context }) {
          log.push(`loader ${context.get(Key)}`)
          return null
        },
      },
    })
    await visit(build, '/page')
    expect(log).toEqual(['1 ', '2 1', '3 2', '4 3', 'loader 4', '/4', '/3', '/2', '/1'])
  })

  it.each([
    ['a success', 200, 'text/plain'],
    ['HTML with an error', 401, 'text/html; charset=utf-8'],
  ])('sends a response as it is if it is %s', async (_, status, type) => {
    const headers = { 'X-A': '1', 'Content-Type': type }
    const { build } = guarded([() => new Response('stop', { status, headers })])
    const { response, html } = await visit(build, '/a/b')
    expect([response.status, response.headers.get('X-A'), html]).toEqual([status, '1', 'stop'])
  })

  it('shows what was thrown in the nearest boundary, with the loaders above it', async () => {
    const loader = vi.fn(() => 'root data')
    const build = createBuild({
      root: { ...root, loader },
      guard: {
        path: '/a',
        default: Outlet,
        ErrorBoundary: ({ error }) => jsx('main', { children: `boundary ${error.status}` }),
        middleware: [
          () => {
            throw json('no', 403)
          },
        ],
        loader: () => expect.unreachable(),
      },
      leaf: {
        path: '/a/b',
        parent: 'guard',
        default: () => null,
        loader: () => expect.unreachable(),
      },
    })
    const { response, html } = await visit(build, '/a/b')
    expect(response.status).toBe(403)
    expect(html).toContain('boundary 403')
    expect(loader).toHaveBeenCalledOnce()
  })

  it('responds to a data request with what was thrown, as an error of its route', async () => {
    const { build } = guarded([
      () => {
        throw new Error('secret')
      },
    ])
    const { response, html } = await visit(build, '/a/b?_data=leaf')
    expect(response.status).toBe(500)
    expect(JSON.parse(html)).toEqual({
      guard: { error: { type: 'error', message: 'Unexpected Server Error' } },
    })
  })

  it('may throw or return a redirect', async () => {
    for (const middleware of [
      () => redirect('/login'),
      () => {
        throw redirect('/login')
      },
    ]) {
      const { build } = guarded([middleware])
      expect((await visit(build, '/a/b')).response.headers.get('Location')).toBe('/login')
      expect((await visit(build, '/a/b?_data=')).response.status).toBe(202)
    }
  })

  it.each([
    ['..', '/shop'],
    ['login', '/shop/a/login'],
    ['/login', '/shop/login'],
    ['/shop/login', '/shop/login'],
    ['https://login.test/', 'https://login.test/'],
  ])('redirects to %s as a handler of its route does', async (to, location) => {
    const { routes, manifest } = guarded(undefined).build
    for (const middleware of [
      () => redirect(to),
      () => {
        throw redirect(to)
      },
    ]) {
      const build = {
        ...createBuild({ root }),
        manifest: { ...manifest, basename: '/shop' },
        basename: '/shop',
        routes: { ...routes, guard: { ...routes['guard'], middleware: [middleware] } },
      }
      expect((await visit(build, '/shop/a/b')).response.headers.get('Location')).toBe(location)
      const { html } = await visit(build, '/shop/a/b?_data=')
      expect(JSON.parse(html)).toMatchObject({ redirect: { location } })
    }
  })

  it('cannot redirect to a script', async () => {
    const headers = { Location: 'javascript:alert(1)' }
    const { build } = guarded([() => new Response(null, { status: 302, headers })])
    const { response } = await visit(build, '/a/b')
    expect(response.status).toBe(500)
    expect(response.headers.get('Location')).toBeNull()
  })

  it('lets middleware around it see the boundary’s response', async () => {
    const build = createBuild({
      root: {
        ...root,
        middleware: [
          async (_, next) => {
            const response = await next()
            response.headers.set('X-Outer', String(response.status))
            return response
          },
        ],
      },
      page: {
        path: '/page',
        default: () => null,
        middleware: [
          () => {
            throw json('x', 403)
          },
        ],
      },
    })
    expect((await visit(build, '/page')).response.headers.get('X-Outer')).toBe('403')
  })

  it('runs for a page that does not exist only at the root', async () => {
    const { build } = guarded([() => new Response('stop', { status: 401 })])
    build.routes['root'] = {
      ...(build.routes['root'] as FixtureRoute),
      middleware: [
        async (_, next) => {
          const response = await next()
          response.headers.set('X-Root', '1')
          return response
        },
      ],
    }
    const { response } = await visit(build, '/a/nowhere')
    expect([response.status, response.headers.get('X-Root')]).toEqual([404, '1'])
  })

  it('must return a response or call next()', async () => {
    const { build } = guarded([() => undefined as never])
    expect((await visit(build, '/a/b')).response.status).toBe(500)
  })

  it('cannot go on twice', async () => {
    const { build, handler } = guarded([
      async (_, next) => {
        await next()
        return next()
      },
    ])
    expect((await visit(build, '/a/b?_data=leaf')).response.status).toBe(500)
    expect(handler).toHaveBeenCalledOnce()
  })

  it.each<[string, Middleware]>([
    [
      'returns neither',
      (async (_: unknown, next: NextFunction) => {
        await next()
        await next().catch(() => {})
      }) as unknown as Middleware,
    ],
    [
      'returns the second',
      async (_, next) => {
        await next()
        return next()
      },
    ],
  ])(
    'cannot call next() twice, as in a router: middleware that %s is an error',
    async (_, middleware) => {
      const { build } = guarded([middleware])
      for (const path of ['/a/b', '/a/b?_data=leaf']) {
        const errors = vi.mocked(console.error)
        errors.mockClear()
        expect((await visit(build, path)).response.status).toBe(500)
        expect(errors.mock.calls).toEqual([
          [new Error('next() called multiple times. Call it once and keep its response.')],
        ])
      }
    },
  )

  it('may return a Response of another realm, as in a router', async () => {
    const foreign: object = Object.assign(Object.create(null), {
      [Symbol.toStringTag]: 'Response',
      status: 200,
      headers: new Headers(),
      body: null,
    })
    const { build } = guarded([() => foreign as Response])
    const response = await createHandler(build)(new Request('http://x.test/a/b'))
    expect(response).toBe(foreign)
  })

  it('does not run once the client has left, as in a router', async () => {
    const controller = new AbortController()
    const second = vi.fn<Middleware>((_, next) => next())
    const { build, handler } = guarded([
      async (_, next) => {
        controller.abort()
        return next()
      },
      second,
    ])
    const request = new Request('http://x.test/a/b', { signal: controller.signal })
    expect((await createHandler(build)(request)).status).toBe(499)
    expect(second).not.toHaveBeenCalled()
    expect(handler).not.toHaveBeenCalled()
  })
})

describe('middleware that does not look at its next()', () => {
  const late = () =>
    new Promise<never>((_, reject) => setTimeout(reject, 5, new Error('too late for anybody')))

  it('leaves no unhandled rejection behind, also when the client leaves', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    try {
      const build = createBuild({
        root: {
          ...root,
          middleware: [
            async (_, next) => {
              void next()
              void next()
              return new Response('early')
            },
          ],
        },
        page: { path: '/page', default: () => null, middleware: [late] },
      })
      const controller = new AbortController()
      const { html } = await visit(build, '/page', { signal: controller.signal })
      controller.abort()
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(html).toBe('early')
      expect(unhandled).not.toHaveBeenCalled()
    } finally {
      process.off('unhandledRejection', unhandled)
    }
  })
})

describe('the origin of an unsafe request', () => {
  const counter = () => {
    const action = vi.fn(() => null)
    const build = createBuild({
      root,
      page: { path: '/page', default: () => null, action },
      api: { path: '/api', action },
    })
    return { action, build }
  }
  const foreign: [string, Record<string, string>][] = [
    ['Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', { 'Sec-Fetch-Site': 'same-site' }],
    ['another Origin', { Origin: 'http://evil.test' }],
    ['Origin: null', { Origin: 'null' }],
    ['another port', { Origin: 'http://x.test:8080' }],
    ['a scheme that is not http', { Origin: 'ftp://x.test' }],
  ]
  const targets: [string, RequestInit][] = [
    ['/page', { method: 'POST', body: new URLSearchParams({ _method: 'PUT' }) }],
    ['/page', { method: 'PUT' }],
    ['/page', { method: 'DELETE' }],
    ['/page', { method: 'PATCH', body: 'x' }],
    ['/page?_data=page', { method: 'POST' }],
    ['/api', { method: 'POST' }],
    ['/api', { method: 'PROPFIND' }],
    ['/nowhere', { method: 'POST' }],
  ]
  describe.each(foreign)('with %s', (_, headers) => {
    it.each(targets)('is refused for %s %j', async (path, init) => {
      const { action, build } = counter()
      const { response } = await visit(build, path, { ...init, headers })
      expect(response.status).toBe(403)
      expect(action).not.toHaveBeenCalled()
    })
  })

  it.each([
    [{}],
    [{ 'Sec-Fetch-Site': 'same-origin' }],
    [{ 'Sec-Fetch-Site': 'none' }],
    [{ Origin: 'http://x.test' }],
    [{ Origin: 'https://x.test' }],
  ])('is accepted with %j', async (headers: Record<string, string>) => {
    const { action, build } = counter()
    await visit(build, '/page', { method: 'POST', headers })
    expect(action).toHaveBeenCalledOnce()
  })

  it('does not matter for GET', async () => {
    const { build } = counter()
    const { response } = await visit(build, '/page', {
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    })
    expect(response.status).toBe(200)
  })

  it('is checked before module middleware and before the body is read', async () => {
    const middleware = vi.fn()
    const build = createBuild({
      root: { ...root, middleware: [middleware] },
      page: { path: '/page', default: () => null },
    })
    const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.close())
    await visit(build, '/page', {
      method: 'POST',
      headers: { Origin: 'http://evil.test', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new ReadableStream({ pull }, { highWaterMark: 0 }),
      duplex: 'half',
    } as RequestInit)
    expect(middleware).not.toHaveBeenCalled()
    expect(pull).not.toHaveBeenCalled()
  })

  it('may be trusted by an option', async () => {
    const { action, build } = counter()
    const options = { trustedOrigins: ['https://admin.test'] }
    const init = { method: 'POST', headers: { Origin: 'https://admin.test' } }
    const router = createRouter({ defaultHandler: createPages(build, options) })
    await router.fetch('http://x.test/page', init)
    expect(action).toHaveBeenCalledOnce()
    const handle = createHandler(build, (pages) => {
      const router = createRouter()
      router.map('/*', pages.with(options))
      return router
    })
    await handle(new Request('http://x.test/page', init))
    expect(action).toHaveBeenCalledTimes(2)
  })
})

describe('_method (ME-4 to ME-7)', () => {
  const echo = () =>
    createBuild({
      root,
      page: {
        path: '/page',
        action: async ({ request, context }) => ({
          method: request.method,
          seen: context.method,
          fields: Array.from(await request.formData(), ([name, value]) => [
            name,
            typeof value === 'string' ? value : value.name,
          ]),
        }),
      },
    })
  const urlencoded = (body: string) => ({
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  const send = async (init: RequestInit, path = '/page', build = echo()) =>
    JSON.parse((await visit(build, path, init)).html) as unknown

  it.each(['PUT', 'PATCH', 'DELETE', 'put', 'Delete'])('makes a POST a %s', async (value) => {
    expect(await send(urlencoded(`_method=${value}&a=1`))).toEqual({
      method: value.toUpperCase(),
      seen: value.toUpperCase(),
      fields: [['a', '1']],
    })
  })

  it.each(['GET', 'HEAD', 'OPTIONS', 'POST', 'TRACE', '', '<script>', '%E0%A4%A'])(
    'ignores the value %j',
    async (value) => {
      expect(await send(urlencoded(`_method=${value}`))).toMatchObject({ method: 'POST' })
    },
  )

  it('obeys the first of several', async () => {
    expect(await send(urlencoded('a=1&_method=PUT&_method=DELETE'))).toEqual({
      method: 'PUT',
      seen: 'PUT',
      fields: [['a', '1']],
    })
  })

  it('is read from the first part of a multipart form', async () => {
    const form = new FormData()
    form.append('_method', 'DELETE')
    form.append('file', new File(['x'.repeat(100_000)], 'big.txt'))
    expect(await send({ method: 'POST', body: form })).toEqual({
      method: 'DELETE',
      seen: 'DELETE',
      fields: [['file', 'big.txt']],
    })
  })

  it('is not read from a later part', async () => {
    const form = new FormData()
    form.append('a', '1')
    form.append('_method', 'DELETE')
    expect(await send({ method: 'POST', body: form })).toMatchObject({ method: 'POST' })
  })

  it('is never read from the query, from other methods or from other bodies', async () => {
    expect(await send(urlencoded('a=1'), '/page?_method=DELETE')).toMatchObject({ method: 'POST' })
    expect(await send({ ...urlencoded('_method=DELETE'), method: 'PATCH' })).toMatchObject({
      method: 'PATCH',
    })
    const build = createBuild({
      root,
      page: { path: '/page', action: ({ request }) => request.method },
    })
    const { html } = await visit(build, '/page', {
      method: 'POST',
      body: '{"_method":"DELETE"}',
      headers: { 'Content-Type': 'application/json', 'X-HTTP-Method-Override': 'DELETE' },
    })
    expect(html).toBe('POST')
  })

  it('leaves the body readable in every other way', async () => {
    const build = createBuild({
      root,
      page: { path: '/page', action: async ({ request }) => request.text() },
    })
    expect((await visit(build, '/page?index', urlencoded('a=1'))).html).toBe('a=1')
    expect((await visit(build, '/page?index', urlencoded('_method=PUT&a=1'))).html).toBe('a=1')
  })
})
