import { jsx } from 'react/jsx-runtime'
import { describe, expect, it, vi } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { createIncoming } from '../../router/fetch-router/incoming.fixture.ts'
import { handleIncoming, type IncomingHandler } from '../../internal/exchange/incoming.ts'
import { Session } from '../../state/session/index.ts'
import { createMemoryBus } from '../../state/bus/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import { createCookieSessionStorage } from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { redirect } from '../../http/response/index.ts'
import { createBuild, root, visit, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

const page: FixtureRoute = {
  path: '/page',
  default: () => jsx('main', { children: 'page' }),
  loader: ({ params }) => Object.keys(params),
  action: async ({ request }) => request.text(),
}

describe('createHandler', () => {
  it('makes the app once, also when that takes time', async () => {
    const createApp = vi.fn(async (pages) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      const router = createRouter()
      router.map('/*', pages)
      return router
    })
    const handle = createHandler(createBuild({ root, page }), createApp)
    const responses = await Promise.all(
      [1, 2, 3].map(() => handle(new Request('http://x.test/page'))),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(createApp).toHaveBeenCalledOnce()
  })

  it('is ready when the app is created', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let isReady = false
    const handle = createHandler(createBuild({ root, page }), async (pages) => {
      await promise
      const router = createRouter()
      router.map('/*', pages)
      return router
    })
    const ready = handle.ready.then(() => (isReady = true))
    await Promise.resolve()
    expect(isReady).toBe(false)
    resolve()
    await ready
    expect((await handle(new Request('http://x.test/page'))).status).toBe(200)
  })

  it('is never ready if the app cannot be created, and every request is a 500', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    for (const createApp of [throwing, async () => throwing()]) {
      const handle = createHandler(createBuild({ root, page }), createApp)
      await expect(handle.ready).rejects.toThrow('no database')
      expect((await handle(new Request('http://x.test/page'))).status).toBe(500)
    }
    expect(errors).toHaveBeenCalledTimes(2)
    errors.mockRestore()

    function throwing(): never {
      throw new Error('no database')
    }
  })

  it('is never ready if live pages have a shared bus and no tagSecret', async () => {
    const bus = { ...createMemoryBus(), isShared: true }
    const build = createBuild({ root, page: { ...page, live: true } as FixtureRoute })
    const handle = createHandler(build, (pages) => {
      const router = createRouter({ bus })
      router.map('/*', pages)
      return router
    })
    await expect(handle.ready).rejects.toThrow('without a `tagSecret`')
  })

  it.each([undefined, null, {}, 'router'])('refuses %o as the router of the app', async (value) => {
    const handle = createHandler(createBuild({ root, page }), () => value as never)
    await expect(handle.ready).rejects.toThrow('as the router of the app. Let the default export')
  })

  it('serves routes of the front router before pages', async () => {
    const handle = createHandler(createBuild({ root, page }), (pages) => {
      const router = createRouter()
      router.get('/page', () => new Response('api'))
      router.map('/*', pages)
      return router
    })
    expect(await (await handle(new Request('http://x.test/page'))).text()).toBe('api')
    expect((await handle(new Request('http://x.test/page', { method: 'POST' }))).status).toBe(200)
  })

  it('lists the pages as one route of the front router, with or without options', async () => {
    const routes: unknown[] = []
    const handle = createHandler(createBuild({ root, page }), (pages) => {
      const router = createRouter()
      router.get('/health', () => new Response('ok'))
      router.map('/shop/*', pages)
      router.map('/*', { handler: pages.with({ trustedOrigins: ['https://a.test'] }) })
      routes.push(...router.routes().map(({ pattern, kind }) => [pattern, kind]))
      return router
    })
    await handle(new Request('http://x.test/health'))
    expect(routes).toEqual([
      ['/health', 'route'],
      ['/shop/*', 'pages'],
      ['/*', 'pages'],
    ])
  })

  it('ignores the further arguments of a runtime', async () => {
    const handle = createHandler(createBuild({ root, page })) as (
      ...args: unknown[]
    ) => Promise<Response>
    expect((await handle(new Request('http://x.test/page'), { ENV: 1 }, {})).status).toBe(200)
  })

  it('loads modules when they are needed, where the build gives functions', async () => {
    const build = createBuild({ root, page, other: { path: '/other', default: () => null } })
    const modules = build.routes
    const loaded: string[] = []
    const lazy = Object.fromEntries(
      Object.entries(modules).map(([id, module]) => [
        id,
        async () => {
          loaded.push(id)
          return module as FixtureRoute
        },
      ]),
    )
    const { html } = await visit({ ...build, routes: lazy }, '/page')
    expect(html).toContain('<main>page</main>')
    expect(loaded).toEqual(['root', 'page'])
  })

  it('responds with 500 when a module is missing from the build', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const build = createBuild({ root, page })
    delete build.routes['page']
    expect((await visit(build, '/page')).response.status).toBe(500)
    vi.restoreAllMocks()
  })

  it('commits a session of the front router once, for documents, data and redirects', async () => {
    const build = createBuild({
      root: {
        ...root,
        loader({ context }) {
          context.get(Session).set('root', 1)
          return null
        },
      },
      page: {
        path: '/page',
        default: () => null,
        loader({ context }) {
          context.get(Session).set('page', 1)
          return null
        },
        action({ context }) {
          context.get(Session).flash('saved', true)
          return redirect('/page')
        },
      },
    })
    const handle = createHandler(build, (pages) => {
      const router = createRouter({
        middleware: [
          session(
            createCookie('s', { secrets: ['sixteen bytes or more'] }),
            createCookieSessionStorage(),
          ),
        ],
      })
      router.map('/*', pages)
      return router
    })
    for (const [path, method, status] of [
      ['/page', 'GET', 200],
      ['/page?_data=root,page', 'GET', 200],
      ['/page', 'POST', 302],
      ['/page?_data=page', 'POST', 202],
    ] as const) {
      const response = await handle(new Request(`http://x.test${path}`, { method }))
      expect(response.status).toBe(status)
      expect(response.headers.getSetCookie()).toHaveLength(1)
      if (status === 202)
        expect(await response.json()).toMatchObject({ redirect: { revalidate: true } })
    }
  })

  it.each([
    ['a document', 'GET', '/page', undefined],
    ['the index', 'GET', '/page?index', undefined],
    ['a form', 'POST', '/page', 'a=1'],
    ['a form of the index', 'POST', '/page?index', 'a=1'],
    ['a form with another method', 'POST', '/page', '_method=PUT&a=1'],
    ['a data request', 'GET', '/page?_data=root,page', undefined],
    ['a data request of an action', 'PUT', '/page?_data=page', 'a=1'],
  ])(
    'gives all handlers one session by getSession(request), for %s',
    async (_, method, path, body) => {
      const storage = createCookieSessionStorage({
        cookie: { name: 's', secrets: ['sixteen bytes or more'] },
      })
      const seen = new Set<unknown>()
      const count: FixtureRoute['loader'] = async ({ request, context }) => {
        const current = await storage.getSession(request)
        seen.add(current).add(context.get(Session))
        current.set('visits', ((current.get('visits') as number | undefined) ?? 0) + 1)
        return null
      }
      const build = createBuild({
        root: { ...root, loader: count },
        page: { path: '/page', default: () => null, loader: count, action: count },
      })
      const handle = createHandler(build, (pages) => {
        const router = createRouter({ middleware: [session(storage)] })
        router.map('/*', pages)
        return router
      })

      const response = await handle(
        new Request(`http://x.test${path}`, {
          method,
          ...(body !== undefined && {
            body,
            headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          }),
        }),
      )
      const cookies = response.headers.getSetCookie()
      const ran = path.includes('_data=page') ? 1 : method === 'GET' ? 2 : 3

      expect(response.status).toBe(200)
      expect(seen.size).toBe(1)
      expect(cookies).toHaveLength(1)
      expect((await storage.getSession(cookies[0])).get('visits')).toBe(ran)
    },
  )
})

describe('createHandler without a Request', () => {
  const start = async () => {
    const handle = createHandler(createBuild({ root, page })) as ReturnType<typeof createHandler> &
      IncomingHandler
    await handle(new Request('http://x.test/page'))
    return handle
  }

  it('renders a document without making one', async () => {
    const handle = await start()
    const incoming = createIncoming('http://x.test/page')
    const response = await handle[handleIncoming](incoming)
    expect(await response.text()).toContain('<main>page</main>')
    expect(incoming.created).toBe(0)
  })

  it('handles data requests and actions', async () => {
    const handle = await start()
    const load = createIncoming('http://x.test/page?_data=page')
    const data = await handle[handleIncoming](load)
    expect(await data.json()).toEqual({ page: { data: [] } })
    expect(load.created).toBe(0)
    const submit = createIncoming('http://x.test/page?_data=page', 'POST', 'x')
    const action = await handle[handleIncoming](submit)
    expect(await action.json()).toEqual({ data: 'x' })
    expect(submit.created).toBe(1)
    const document = await handle[handleIncoming](createIncoming('http://x.test/page', 'POST', 'x'))
    expect(document.status).toBe(200)
  })

  it('responds before the app is there', async () => {
    const handle = createHandler(createBuild({ root, page })) as ReturnType<typeof createHandler> &
      IncomingHandler
    const response = await handle[handleIncoming](createIncoming('http://x.test/page'))
    expect(response.status).toBe(200)
  })
})
