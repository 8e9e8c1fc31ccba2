import * as fc from 'fast-check'
import * as z from 'zod'
import type { ReactNode } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auth, createBearerTokenAuthScheme, requireAuth } from '../../middleware/auth/index.ts'
import { cache } from '../../middleware/cache/index.ts'
import { createClientRouter, createMemoryHistory } from '../client-router/index.ts'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import {
  Outlet,
  Scripts,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from '../react/index.ts'
import { data, json, redirect, text } from '../../http/response/index.ts'
import { createMemoryStorage } from '../../state/storage/index.ts'
import { createBuild, visit, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'
import { createControlled } from './later.fixture.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** An app that shows its visitor in the layout of the root, with a section, a page in it and a resource route. */
function createApp(given: Record<string, Partial<FixtureRoute>>) {
  const runs: string[] = []
  const routeOf = (id: string): FixtureRoute => ({
    default: () => jsxs('div', { children: [id, jsx(Outlet, {})] }),
    loader() {
      runs.push(id)
      return `data of ${id}`
    },
    action() {
      runs.push(`action of ${id}`)
      return null
    },
    ...given[id],
  })
  const build = createBuild({
    root: { ...routeOf('root'), Layout, default: Outlet },
    section: { path: '/a', ...routeOf('section') },
    page: { path: '/a/b', parent: 'section', ...routeOf('page') },
    other: { path: '/a/other', parent: 'section', ...routeOf('other') },
    api: { path: '/a/api', parent: 'section', ...routeOf('api'), default: undefined as never },
  })

  return { build, runs, visit: (path: string, init?: RequestInit) => visit(build, path, init) }
}

function Layout({ children }: { children?: ReactNode }): ReactNode {
  const visitor = useRouteLoaderData('root') as string | undefined
  return jsx('html', {
    children: jsxs('body', { children: [`[${visitor}]`, children, jsx(Scripts, {})] }),
  })
}

function Boundary(): ReactNode {
  const { status, data } = useRouteError() as { status?: number; data?: unknown }
  const own = useLoaderData()
  return jsx('main', { children: `${status}: ${JSON.stringify(data)} ${JSON.stringify(own)}` })
}

const refuse: Middleware = () => text('members only', { status: 403, headers: { 'X-A': '1' } })
const throwing =
  (thrown: unknown): Middleware =>
  () => {
    throw thrown
  }
const throwingAfter =
  (thrown: unknown): Middleware =>
  async (_, next) => {
    await next()
    throw thrown
  }
const handoffOf = (html: string) =>
  JSON.parse(/type="application\/json">(.*?)<\/script>/.exec(html)![1]!)

describe('a document that middleware refuses', () => {
  it.each([
    ['returned', refuse],
    ['thrown', throwing(text('members only', { status: 403, headers: { 'X-A': '1' } }))],
    ['thrown as data()', throwing(data('members only', { status: 403, headers: { 'X-A': '1' } }))],
  ])(
    'shows the refusal in the root’s boundary, in a layout that knows the visitor: %s',
    async (_, guard) => {
      const app = createApp({ root: { ErrorBoundary: Boundary }, page: { middleware: [guard] } })
      const { response, html } = await app.visit('/a/b')
      expect([response.status, response.headers.get('X-A')]).toEqual([403, '1'])
      expect(html).toContain('[data of root]')
      expect(html).toContain('403: &quot;members only&quot;')
      expect(app.runs).toEqual(['root'])
    },
  )

  it('runs no loader if the root refused', async () => {
    const app = createApp({ root: { ErrorBoundary: Boundary, middleware: [refuse] } })
    const { response, html } = await app.visit('/a/b')
    expect(response.status).toBe(403)
    expect(html).toContain('[undefined]')
    expect(app.runs).toEqual([])
  })

  it('runs the loaders above the boundary, if it is the one of the route that refused', async () => {
    const app = createApp({ page: { ErrorBoundary: Boundary, middleware: [refuse] } })
    const { html } = await app.visit('/a/b')
    expect(html).toMatch(/section.*403: &quot;members only&quot;/)
    expect(app.runs).toEqual(['root', 'section'])
  })

  it('runs the loaders above the boundary, if it is one between the root and the route', async () => {
    const app = createApp({
      section: { ErrorBoundary: Boundary },
      page: { middleware: [refuse] },
    })
    expect((await app.visit('/a/b')).html).toContain('403: &quot;members only&quot;')
    expect(app.runs).toEqual(['root'])
  })

  it('is a built-in document if no route has a boundary', async () => {
    const app = createApp({ page: { middleware: [refuse] } })
    const { response, html } = await app.visit('/a/b')
    expect(response.status).toBe(403)
    expect(html).toContain('403 Forbidden')
  })

  it('shows the refusal in the boundary of a loader that failed too, and reports that error', async () => {
    const app = createApp({
      root: { ErrorBoundary: Boundary },
      section: { loader: () => Promise.reject(new Error('broken')) },
      page: { ErrorBoundary: () => 'not here', middleware: [refuse] },
    })
    const { response, html } = await app.visit('/a/b')
    expect(response.status).toBe(403)
    expect(html).toContain('403: &quot;members only&quot;')
    expect(vi.mocked(console.error).mock.calls).toEqual([[new Error('broken')]])
  })

  it('redirects if a loader above does', async () => {
    const app = createApp({
      root: { loader: () => redirect('/login') },
      page: { middleware: [refuse] },
    })
    const { response } = await app.visit('/a/b')
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/login'])
  })

  it('runs neither the action nor another loader for a form, and has no body for HEAD', async () => {
    const app = createApp({ page: { middleware: [refuse] } })
    expect((await app.visit('/a/b', { method: 'POST' })).response.status).toBe(403)
    const { response, html } = await app.visit('/a/b', { method: 'HEAD' })
    expect([response.status, html]).toEqual([403, ''])
    expect(app.runs).toEqual(['root', 'root'])
  })

  it('has the headers of the refusal, except for those that describe its body', async () => {
    const headers = {
      'WWW-Authenticate': 'Basic',
      'Retry-After': '7',
      'Content-Language': 'la',
      ETag: '"1"',
      'Last-Modified': 'Mon, 16 Nov 2026 00:00:00 GMT',
      'Set-Cookie': 'a=1',
    }
    const app = createApp({
      root: { headers: { 'Cache-Control': 'public, max-age=60', 'X-Root': '1' } },
      page: { middleware: [() => new Response('who?', { status: 401, headers })] },
    })
    for (const path of ['/a/b', '/a/b?_data=page']) {
      const { response } = await app.visit(path)
      const { date: _, ...sent } = Object.fromEntries(response.headers)
      expect(sent).toMatchObject({
        'www-authenticate': 'Basic',
        'retry-after': '7',
        'cache-control': 'private, no-store',
        'x-root': '1',
        'set-cookie': 'a=1',
      })
      expect(Object.keys(sent)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(etag|last-modified|content-language)$/)]),
      )
    }
  })

  it('may allow caches to store it', async () => {
    const headers = { 'Cache-Control': 'public, max-age=9' }
    const app = createApp({
      page: { middleware: [() => new Response('gone', { status: 410, headers })] },
    })
    expect((await app.visit('/a/b')).response.headers.get('Cache-Control')).toBe(
      'public, max-age=9',
    )
  })

  it('does not say which fields the guarded routes take', async () => {
    const contract = { body: z.object({ secretField: z.string() }) }
    const guards: Middleware[] = []
    const app = createApp({
      section: { contract },
      page: { contract, middleware: [(_, next) => guards[0]?.(_, next) ?? next()] },
    })
    expect(Object.keys(handoffOf((await app.visit('/a/b')).html).fields)).toEqual([
      'section',
      'page',
    ])
    guards.push(refuse)
    expect(Object.keys(handoffOf((await app.visit('/a/b')).html).fields)).toEqual(['section'])
    const { html } = await app.visit('/a/b?_data=section,page;fields=section,page')
    expect(Object.keys(JSON.parse(html).section)).toEqual(['data', 'fields'])
    expect(Object.keys(JSON.parse(html).page)).toEqual(['error'])
  })
})

describe('a refusal whose body cannot be read', () => {
  const endless = () =>
    new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(65_536)) })
  const silent = () => new ReadableStream<Uint8Array>()
  const broken = () => new ReadableStream({ pull: () => Promise.reject(new Error('secret')) })
  const json = { 'Content-Type': 'application/json' }
  const cases: [string, () => BodyInit, HeadersInit?][] = [
    ['a body without an end', endless],
    ['a body that never comes', silent],
    ['a body that breaks', broken],
    ['text that is not JSON', () => '{', json],
  ]

  it.each(cases)('keeps its status and its headers: %s', async (_, body, headers = {}) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const create = () =>
        new Response(body(), { status: 403, headers: { 'X-A': '1', ...headers } })
      for (const guard of [
        create,
        () => throwing(create())(undefined as never, undefined as never),
      ])
        for (const path of ['/a/b', '/a/b?_data=page']) {
          const app = createApp({
            root: { ErrorBoundary: Boundary },
            page: { middleware: [guard] },
          })
          const visiting = app.visit(path)
          let isDone = false
          void visiting.finally(() => (isDone = true))
          await eventually(async () => {
            await vi.advanceTimersByTimeAsync(10_000)
            if (!isDone) throw new Error('It waits for the body.')
          }, 1)
          const { response, html } = await visiting
          expect([response.status, response.headers.get('X-A')]).toEqual([403, '1'])
          expect(html).not.toContain('secret')
          expect(html).toContain(path === '/a/b' ? '403: null' : '"status":403')
          expect(console.error).toHaveBeenCalledOnce() // The developer learns of it.
          vi.mocked(console.error).mockClear()
        }
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends its source', async () => {
    const ended = Promise.withResolvers<void>()
    const body = new ReadableStream({
      pull: (to) => to.enqueue(new Uint8Array(65_536)),
      cancel: () => ended.resolve(),
    })
    const app = createApp({ page: { middleware: [() => new Response(body, { status: 403 })] } })
    expect((await app.visit('/a/b')).response.status).toBe(403)
    await ended.promise
  })
})

describe('a data request that middleware refuses', () => {
  it('gets the refusal and what the loaders around its boundary returned', async () => {
    const app = createApp({ page: { ErrorBoundary: Boundary, middleware: [refuse] } })
    const { response, html } = await app.visit('/a/b?_data=section,page')
    expect(response.status).toBe(403)
    expect(JSON.parse(html)).toMatchObject({
      section: { data: 'data of section' },
      page: { error: { status: 403, data: 'members only' } },
    })
    expect(app.runs).toEqual(['section'])
  })

  it('gets the refusal for a loader above that fails too', async () => {
    const app = createApp({
      section: { loader: () => Promise.reject(new Error('broken')) },
      page: { ErrorBoundary: Boundary, middleware: [refuse] },
    })
    const { html } = await app.visit('/a/b?_data=section,page')
    const error = { error: { status: 403 } }
    expect(JSON.parse(html)).toMatchObject({ section: error, page: error })
  })

  it('gets only the refusal for a mutation', async () => {
    const app = createApp({ page: { middleware: [refuse] } })
    const { response, html } = await app.visit('/a/b?_data=page', { method: 'POST' })
    expect([response.status, response.headers.get('X-A')]).toEqual([403, '1'])
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(JSON.parse(html)).toMatchObject({ error: { status: 403 } })
    expect(app.runs).toEqual([])
  })

  it('is not kept as a prefetch, whatever the status', async () => {
    const app = createApp({ page: { middleware: [throwing(data('no', { status: 200 }))] } })
    const headers = { 'Sec-Purpose': 'prefetch' }
    const { response } = await app.visit('/a/b?_data=page', { headers })
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  })

  it('is an error of a fetcher, also if a route below its target refused', async () => {
    const app = createApp({})
    const build = createBuild({
      root: { loader: () => 'root', ErrorBoundary: Boundary },
      section: { path: '/a', default: Outlet, loader: () => 'section' },
      index: { path: '/a', parent: 'section', index: true, default: Outlet, middleware: [refuse] },
    })
    const router = open({ ...app, build, visit: (path, init) => visit(build, path, init) })
    router.fetcherMount('f', 'root')
    router.fetcherLoad('f', '/a')
    await eventually(() => expect(router.getSnapshot().errors).toBeDefined(), 2)
    expect(router.getSnapshot().errors).toMatchObject({ root: { status: 403 } })
    expect(router.getSnapshot().fetchers.get('f')!.data).toBeUndefined()
  })
})

describe('a resource route whose middleware refuses', () => {
  it.each([
    ['a returned response', () => json({ error: 'no' }, 403), 403, '{"error":"no"}'],
    ['a thrown response', throwing(json({ error: 'no' }, 403)), 403, '{"error":"no"}'],
    ['thrown data()', throwing(data({ error: 'no' }, { status: 401 })), 401, '{"error":"no"}'],
    ['an error', throwing(new Error('secret')), 500, 'Unexpected Server Error'],
  ] as [string, Middleware, number, string][])(
    'sends %s without a document',
    async (_, guard, status, body) => {
      const app = createApp({ section: { middleware: [guard] } })
      const { response, html } = await app.visit('/a/api')
      expect([response.status, html]).toEqual([status, body])
      expect(app.runs).toEqual([])
    },
  )

  it('redirects as the route of the middleware does', async () => {
    const app = createApp({ section: { middleware: [throwing(redirect('login'))] } })
    expect((await app.visit('/a/api')).response.headers.get('Location')).toBe('/a/login')
  })
})

describe('middleware that fails after next()', () => {
  it('runs no loader twice, and its boundary has the data of its loader', async () => {
    const app = createApp({
      page: { ErrorBoundary: Boundary, middleware: [throwingAfter(json('late', 418))] },
    })
    const { response, html } = await app.visit('/a/b')
    expect(response.status).toBe(418)
    expect(html).toContain('418: &quot;late&quot; &quot;data of page&quot;')
    expect(app.runs).toEqual(['root', 'section', 'page'])

    const { html: body } = await app.visit('/a/b?_data=page')
    expect(JSON.parse(body)).toMatchObject({ page: { error: { status: 418 } } })
    expect(app.runs).toEqual(['root', 'section', 'page', 'page'])
  })

  it("gives a boundary above it the data of the boundary's loader", async () => {
    const app = createApp({
      section: { ErrorBoundary: Boundary },
      page: { middleware: [throwingAfter(json('late', 418))] },
    })
    expect((await app.visit('/a/b')).html).toContain('&quot;data of section&quot;')
    expect(app.runs).toEqual(['root', 'section', 'page'])
  })

  it('gives its boundary the data of its loader after a link too', async () => {
    const app = createApp({
      section: { ErrorBoundary: Boundary, middleware: [throwingAfter(json('late', 418))] },
    })
    const router = open(app)
    router.navigate('/a/b')
    await eventually(() => expect(router.getSnapshot().location.pathname).toBe('/a/b'), 2)
    const { errors, loaderData } = router.getSnapshot()
    expect(Object.keys(errors!)).toEqual(['section'])
    expect(loaderData['section']).toBe('data of section')
  })

  it('keeps the deferred values of the routes that are shown', async () => {
    const value = createControlled()
    const app = createApp({
      section: {
        loader: () => ({ reviews: value.later }),
        default: () => jsxs('div', { children: [jsx(Outlet, {})] }),
      },
      page: { ErrorBoundary: Boundary, middleware: [throwingAfter(json('late', 418))] },
    })
    value.resolve('five stars')
    const { html } = await app.visit('/a/b')
    expect(html).toContain('five stars')
    expect(value.starts).toBe(1)
  })

  it('runs a loader again whose deferred values were dropped', async () => {
    const values = [createControlled(), createControlled()]
    const starts = () => values.map((value) => value.starts)
    const app = createApp({
      section: { loader: () => ({ reviews: values[starts()[0]!]!.later }) },
      page: {
        ErrorBoundary: Boundary,
        middleware: [throwingAfter(json('late', 418))],
        loader: () => new Response(null, { status: 204 }),
      },
    })
    values[1]!.resolve('five stars')
    const { html } = await app.visit('/a/b')
    expect(html).toContain('five stars')
    expect(starts()).toEqual([1, 1])
  })
})

describe('a page with middleware', () => {
  const anyRoute = fc.record({
    hasLoader: fc.boolean(),
    hasBoundary: fc.boolean(),
    guard: fc.constantFrom('none', 'none', 'next', 'return', 'throw', 'error', 'late'),
  })
  const ids = ['root', 'section', 'page', 'leaf']

  it('runs a loader only if all middleware at and above it went on, and a link shows what the document shows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(anyRoute, anyRoute, anyRoute, anyRoute), async (routes) => {
        const passed = new Set<string>()
        const runs: string[] = []
        const build = createBuild(
          Object.fromEntries(
            routes.map(({ guard, hasBoundary, hasLoader }, i): [string, FixtureRoute] => {
              const id = ids[i]!
              const middleware = guards[guard]?.(() => passed.add(id))
              return [
                id,
                {
                  path: `/${ids.slice(1, i + 1).join('/')}`,
                  parent: ids[i - 1] ?? 'root',
                  default: Outlet,
                  ...(i === 0 && { Layout }),
                  ...(middleware && i > 0 && { middleware: [middleware] }),
                  ...(hasBoundary && { ErrorBoundary: Boundary }),
                  ...(hasLoader && {
                    loader() {
                      runs.push(id)
                      return id
                    },
                  }),
                },
              ]
            }),
          ),
        )
        const url = '/section/page/leaf'
        const { errors = {}, loaderData } = handoffOf((await visit(build, url)).html)
        for (const id of runs) {
          const above = ids.slice(1, ids.indexOf(id) + 1)
          const guarded = above.filter((_, i) => guards[routes[i + 1]!.guard])
          expect(guarded.filter((one) => !passed.has(one))).toEqual([])
        }
        expect(runs.length).toBe(new Set(runs).size)

        const router = open({ build, visit: (path, init) => visit(build, path, init) })
        router.navigate(url)
        await eventually(() => expect(router.getSnapshot().location.pathname).toBe(url), 2)
        const page = router.getSnapshot()
        expect(Object.keys(page.errors ?? {})).toEqual(Object.keys(errors))
        const boundary = ids.indexOf(Object.keys(errors)[0] ?? '')
        for (const id of boundary < 0 ? ids : ids.slice(0, boundary + 1)) {
          expect(page.loaderData[id]).toEqual(loaderData[id])
        }
      }),
      { numRuns: 100 },
    )
  })
})

const guards: Record<string, ((pass: () => void) => Middleware) | undefined> = {
  next: (pass) => (_, next) => {
    pass()
    return next()
  },
  return: () => refuse,
  throw: () => throwing(json('no', 403)),
  error: () => throwing(new Error('broken')),
  late: (pass) => async (_, next) => {
    pass()
    await next()
    throw json('late', 418)
  },
}

/** Opens the home page of an app in a browser, with the data of its root. */
function open({ build, visit }: Pick<ReturnType<typeof createApp>, 'build' | 'visit'>) {
  const modules = Object.fromEntries(Object.keys(build.routes).map((id) => [id, {}]))
  return createClientRouter({
    manifest: build.manifest,
    history: createMemoryHistory(['/']),
    modules: { get: (id) => modules[id], load: async () => ({}) },
    data: async ({ url, method }) => (await visit(url, { method })).response,
    loadDocument: async () => {},
    skew: { read: () => undefined, write: () => false, clear: () => undefined },
    origin: 'http://x.test',
    page: { loaderData: build.manifest.routes['root']!.hasLoader ? { root: 'root' } : {} },
  })
}

describe('context.params in middleware', () => {
  it('has the params of the page', async () => {
    const seen: unknown[] = []
    const build = createBuild({
      root: { default: Outlet },
      org: {
        path: '/org/:id/middle',
        default: () => null,
        middleware: [
          (context, next) => {
            seen.push({ ...context.params })
            return next()
          },
        ],
        loader: ({ context }) => void seen.push({ ...context.params }),
      },
    })
    await createHandler(build)(new Request('http://x.test/org/7/middle'))
    expect(seen).toEqual([{ id: '7' }, { id: '7' }])
  })
})

describe('requireAuth({ allow }) on a page', () => {
  const scheme = createBearerTokenAuthScheme({ verify: (role) => ({ role }) })
  const guard = requireAuth<{ role: string }>({ allow: ({ role }) => role === 'admin' })
  const kinds: Record<string, [path: string, method?: string]> = {
    document: ['/a/b'],
    data: ['/a/b?_data=root,section,page'],
    'a form': ['/a/b', 'POST'],
    'a mutation': ['/a/b?_data=page', 'POST'],
    HEAD: ['/a/b', 'HEAD'],
    'a resource': ['/a/api'],
    'a mutation of a resource': ['/a/api', 'DELETE'],
    'a live stream': ['/a/b?_data=;live=1;have=root,section,page'],
  }
  /** The loaders that may run, for a guard on each route. The boundary is the one of the root. */
  const allowed: Record<string, readonly string[]> = { root: [], section: ['root'], page: ['root'] }

  it.each(
    Object.keys(kinds).flatMap((kind) =>
      Object.keys(allowed).map((place) => [kind, place] as const),
    ),
  )('refuses %s if the guard is on the %s, and nothing behind it runs', async (kind, place) => {
    const identify = auth({ schemes: [scheme] })
    const isResource = kind.includes('resource')
    const target = place === 'page' && isResource ? 'api' : place
    const app = createApp({
      [target]: { middleware: [guard] },
      root: {
        middleware: target === 'root' ? [identify, guard] : [identify],
        ErrorBoundary: Boundary,
        live: true,
      },
    })
    const [path, method = 'GET'] = kinds[kind]!
    for (const [role, status] of [
      ['', 401],
      ['reader', 403],
    ] as const) {
      app.runs.length = 0
      const headers = new Headers(role === '' ? [] : [['Authorization', `Bearer ${role}`]])
      const { response, html } = await app.visit(path, { method, headers })
      expect(response.status).toBe(status)
      expect(app.runs.filter((run) => !allowed[place]!.includes(run))).toEqual([])
      expect(html).not.toMatch(/data of (?:section|page|api)/)
      expect(String(response.headers.get('Cache-Control'))).not.toContain('public')
    }
  })

  it('is never stored by a cache, neither for those who may see it nor for those who may not', async () => {
    const policy = { 'Cache-Control': 'public, max-age=60' }
    const { build, runs } = createApp({
      root: { middleware: [auth({ schemes: [scheme] })], headers: policy, ErrorBoundary: Boundary },
      page: { middleware: [guard], headers: policy },
    })
    const storage = createMemoryStorage()
    const handler = createHandler(build, (pages) => {
      const router = createRouter({ middleware: [cache({ storage, routes: ['/*'] })] })
      router.map('/*', pages)
      return router
    })
    const read = async (role: string): Promise<number> => {
      const headers = { Authorization: `Bearer ${role}` }
      return (await handler(new Request('https://example.com/a/b', { headers }))).status
    }
    expect([await read('reader'), await read('admin'), await read('reader')]).toEqual([
      403, 200, 403,
    ])
    expect([await read('admin'), await read('reader')]).toEqual([200, 403])
    expect(runs.filter((run) => run === 'page')).toHaveLength(2)
  })
})
