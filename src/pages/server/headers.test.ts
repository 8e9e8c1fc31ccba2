import { describe, expect, it, vi } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { createIncoming } from '../../router/fetch-router/incoming.fixture.ts'
import { handleIncoming, type IncomingHandler } from '../../internal/exchange/incoming.ts'
import { Outlet } from '../react/index.ts'
import { data, json, text } from '../../http/response/index.ts'
import { secureHeaders, type SecureHeadersOptions } from '../../middleware/secure-headers/index.ts'
import { createBuild, root, visit, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

const nothing = () => null

function tree(routes: {
  root?: FixtureRoute
  parent?: FixtureRoute
  leaf?: FixtureRoute
}): ReturnType<typeof createBuild> {
  return createBuild({
    root: { ...root, ...routes.root },
    parent: { path: '/a', default: Outlet, ...routes.parent },
    leaf: { path: '/a/b', parent: 'parent', default: nothing, ...routes.leaf },
  })
}

const cookies = (...list: string[]) => new Headers(list.map((cookie) => ['Set-Cookie', cookie]))

describe('document headers (HD)', () => {
  it('come from the parents if a route exports no headers', async () => {
    const { response } = await visit(
      tree({ parent: { headers: { 'Cache-Control': 'max-age=60' } } }),
      '/a/b',
    )
    expect(response.headers.get('Cache-Control')).toBe('max-age=60')
  })

  it('are replaced by a route that exports some', async () => {
    const { response } = await visit(
      tree({ parent: { headers: { 'X-A': '1' } }, leaf: { headers: { 'X-B': '2' } } }),
      '/a/b',
    )
    expect(response.headers.get('X-A')).toBeNull()
    expect(response.headers.get('X-B')).toBe('2')
  })

  it('are made from loader, parent and action headers', async () => {
    const { response } = await visit(
      tree({
        parent: { headers: { 'X-Parent': 'p' } },
        leaf: {
          loader: () => json(1, { headers: { 'X-Loader': 'l' } }),
          action: () => json(1, { headers: { 'X-Action': 'a' } }),
          headers: ({ loaderHeaders, parentHeaders, actionHeaders }) => ({
            'X-All': [
              parentHeaders.get('X-Parent'),
              loaderHeaders.get('X-Loader'),
              actionHeaders.get('X-Action'),
            ].join(),
          }),
        },
      }),
      '/a/b',
      { method: 'POST' },
    )
    expect(response.headers.get('X-All')).toBe('p,l,a')
  })

  it('give action headers only to the route whose action ran', async () => {
    const seen = vi.fn()
    await visit(
      tree({
        parent: {
          headers({ actionHeaders }) {
            seen(actionHeaders.get('X-Action'))
            return {}
          },
        },
        leaf: { action: () => json(1, { headers: { 'X-Action': 'a' } }) },
      }),
      '/a/b',
      { method: 'POST' },
    )
    expect(seen).toHaveBeenCalledExactlyOnceWith(null)
  })

  it('stop at the boundary, which alone gets the error’s headers', async () => {
    const { response } = await visit(
      tree({
        root: { headers: ({ errorHeaders }) => ({ 'X-Root': String(errorHeaders) }) },
        parent: {
          ErrorBoundary: nothing,
          headers: ({ errorHeaders, parentHeaders }) => ({
            'X-Root': parentHeaders.get('X-Root')!,
            'X-Parent': errorHeaders!.get('X-Why')!,
          }),
        },
        leaf: {
          headers: { 'X-Leaf': '1' },
          loader() {
            throw json(1, { status: 404, headers: { 'X-Why': 'gone' } })
          },
        },
      }),
      '/a/b',
    )
    expect(response.headers.get('X-Root')).toBe('undefined')
    expect(response.headers.get('X-Parent')).toBe('gone')
    expect(response.headers.get('X-Leaf')).toBeNull()
  })

  it('of a function that returns nothing are none', async () => {
    const { response } = await visit(tree({ leaf: { headers: (() => {}) as never } }), '/a/b')
    expect(response.status).toBe(200)
  })

  it('keep every cookie apart, and equal ones once', async () => {
    const { response } = await visit(
      tree({
        root: { loader: () => data(1, { headers: cookies('a=1', 'shared=1') }) },
        parent: { loader: () => json(1, { headers: cookies('b=2; Expires=Thu, 01 Jan 2032') }) },
        leaf: {
          headers: { 'X-Leaf': '1' },
          loader: () => json(1, { headers: cookies('shared=1', 'c=3') }),
        },
      }),
      '/a/b',
    )
    expect(response.headers.getSetCookie()).toEqual([
      'a=1',
      'shared=1',
      'b=2; Expires=Thu, 01 Jan 2032',
      'c=3',
    ])
    expect(response.headers.get('X-Leaf')).toBe('1')
  })

  it('keep the cookies of an action and of what was thrown', async () => {
    const { response } = await visit(
      tree({
        leaf: {
          action() {
            throw json(1, { status: 400, headers: cookies('e=1') })
          },
        },
      }),
      '/a/b',
      { method: 'POST' },
    )
    expect(response.headers.getSetCookie()).toEqual(['e=1'])
  })

  it('keep the cookies of handlers below the boundary that is shown', async () => {
    const build = tree({
      parent: {
        loader() {
          throw json(1, { status: 403, headers: cookies('parent=1') })
        },
        ErrorBoundary: () => null,
      },
      leaf: {
        loader: () => json(1, { headers: cookies('loader=1') }),
        action: () => json(1, { headers: cookies('action=1') }),
      },
    })
    const get = await visit(build, '/a/b')
    expect(get.response.headers.getSetCookie()).toEqual(['parent=1', 'loader=1'])
    const post = await visit(build, '/a/b', { method: 'POST' })
    expect(post.response.headers.getSetCookie()).toEqual(['parent=1', 'action=1', 'loader=1'])
    const data = await visit(build, '/a/b?_data=parent,leaf')
    expect(data.response.headers.getSetCookie()).toEqual(['parent=1', 'loader=1'])
  })

  it("describe the document's own body", async () => {
    const about = { 'Content-Encoding': 'gzip', 'Content-Length': '7', 'X-A': '1' }
    const build = tree({
      leaf: {
        loader: () => json(1, { headers: about }),
        headers: ({ loaderHeaders }) => loaderHeaders,
      },
    })
    for (const path of ['/a/b', '/a/b?_data=leaf']) {
      const { headers } = (await visit(build, path)).response
      expect(headers.get('X-A')).toBe('1')
      expect(headers.get('Content-Encoding')).toBeNull()
      expect(headers.get('Content-Length')).not.toBe('7')
    }
  })

  it('say HTML, whatever a loader said about its JSON', async () => {
    const { response } = await visit(
      tree({
        leaf: { loader: () => json(1), headers: ({ loaderHeaders }) => loaderHeaders },
      }),
      '/a/b',
    )
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  })

  it('are the same for a data request', async () => {
    const build = tree({
      parent: { headers: { 'Cache-Control': 'max-age=60' } },
      leaf: { loader: () => json(1, { headers: cookies('a=1') }) },
    })
    const document = await visit(build, '/a/b')
    const data = await visit(build, '/a/b?_data=leaf')
    for (const { response } of [document, data]) {
      expect(response.headers.get('Cache-Control')).toBe('max-age=60, private')
      expect(response.headers.getSetCookie()).toEqual(['a=1'])
    }
  })
})

describe('a response that sets a cookie', () => {
  it('is private and not stored without a cache policy', async () => {
    const { response } = await visit(
      tree({ leaf: { loader: () => json(1, { headers: cookies('a=1') }) } }),
      '/a/b',
    )
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  })

  it('is private also when middleware of the front router sets the cookie, on an immutable response', async () => {
    const handle = createHandler(tree({}), (pages) => {
      const router = createRouter({
        middleware: [
          async (_, next) => {
            const { body, status } = await next()
            return new Response(body, { status, headers: cookies('a=1') })
          },
        ],
      })
      router.map('/*', pages)
      return router
    })
    const response = await handle(new Request('http://x.test/a/b'))
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(response.headers.getSetCookie()).toEqual(['a=1'])
  })

  it('is private also if the handler returns one response object for all visitors', async () => {
    const shared = text('hello', { headers: { 'Set-Cookie': 'seen=1' } })
    const handle = createHandler(tree({}), (pages) => {
      const router = createRouter()
      router.get('/shared', () => shared)
      router.map('/*', pages)
      return router
    })
    for (const _ of [1, 2]) {
      const response = await handle(new Request('http://x.test/shared'))
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      expect(await response.text()).toBe('hello')
    }
  })

  it('is private whatever policy it states, and a public policy warns the developer', async () => {
    for (const [stated, sent, warnings] of [
      ['public, max-age=9', 'max-age=9, private', 1],
      ['s-maxage=60, stale-while-revalidate=9', 'private, max-age=0, must-revalidate', 1],
      ['public', 'private, max-age=0, must-revalidate', 1],
      ['max-age=9', 'max-age=9, private', 0],
      ['no-cache', 'no-cache, private', 0],
      ['private, max-age=9', 'private, max-age=9', 0],
      ['no-store, max-age=0', 'no-store, max-age=0', 0],
    ] as const) {
      const warn = vi.fn()
      const build = tree({
        leaf: {
          headers: { 'Cache-Control': stated },
          loader: () => json(1, { headers: cookies('a=1') }),
        },
      })
      for (const path of ['/a/b', '/a/b?_data=leaf']) {
        warn.mockClear()
        const { response } = await visit({ ...build, dev: { warn } }, path)
        expect([stated, path, response.headers.get('Cache-Control')]).toEqual([stated, path, sent])
        expect(warn).toHaveBeenCalledTimes(warnings)
      }
      if (warnings > 0) {
        expect(warn).toHaveBeenCalledWith(
          expect.stringContaining(`sent as private instead of "${stated}"`),
        )
      }
    }
  })

  it.each([
    ['CDN-Cache-Control', 'max-age=60'],
    ['Vercel-CDN-Cache-Control', 'public, s-maxage=60'],
    ['Surrogate-Control', 'max-age=60'],
    ['X-Accel-Expires', '60'],
  ])('has no %s, which a shared cache would follow instead', async (name, value) => {
    for (const policy of [undefined, 'private, max-age=9', 'no-cache']) {
      const warn = vi.fn()
      const init = {
        headers: {
          'Set-Cookie': 'a=1',
          [name]: value,
          ...(policy !== undefined && { 'Cache-Control': policy }),
        },
      }
      const build = createBuild(
        { root, feed: { path: '/feed', loader: () => text('feed', init) } },
        { dev: { warn } },
      )
      const { response } = await visit(build, '/feed')
      expect(response.headers.get(name)).toBeNull()
      expect(response.headers.get('Cache-Control')).toContain('private')
      expect(warn.mock.calls.join()).toContain(`sent as private instead of "${name}: ${value}"`)
    }
  })

  it('keeps a header that forbids shared caches to store it', async () => {
    const headers = { 'Set-Cookie': 'a=1', 'CDN-Cache-Control': 'no-store' }
    const loader = () => text('feed', { headers })
    const { response } = await visit(
      createBuild({ root, feed: { path: '/feed', loader } }),
      '/feed',
    )
    expect(response.headers.get('CDN-Cache-Control')).toBe('no-store')
  })

  it('is private also when a resource route or a route of the front router states a public policy', async () => {
    const init = { headers: { 'Cache-Control': 'public, max-age=9', 'Set-Cookie': 'a=1' } }
    const build = createBuild({ root, feed: { path: '/feed', loader: () => text('feed', init) } })
    const handle = createHandler(build, (pages) => {
      const router = createRouter()
      router.get('/own', () => text('own', init))
      router.map('/*', pages)
      return router
    })
    for (const path of ['/feed', '/own']) {
      const response = await handle(new Request(`http://x.test${path}`))
      expect([path, response.headers.get('Cache-Control')]).toEqual([path, 'max-age=9, private'])
    }
  })

  it('keeps its policy if it sets no cookie', async () => {
    const { response } = await visit(tree({}), '/a/b')
    expect(response.headers.get('Cache-Control')).toBeNull()
  })
})

describe('a page with a nonce', () => {
  const warningsFor = async (policy: string, options: SecureHeadersOptions): Promise<string[]> => {
    const warn = vi.fn()
    const build = { ...tree({ leaf: { headers: { 'Cache-Control': policy } } }), dev: { warn } }
    const handle = createHandler(build, (pages) => {
      const router = createRouter({ middleware: [secureHeaders(options)] })
      router.map('/*', pages)
      return router
    })
    const request = new Request('http://x.test/a/b')
    for (const response of [
      await handle(request),
      await (handle as unknown as IncomingHandler)[handleIncoming](
        createIncoming('http://x.test/a/b'),
      ),
    ]) {
      expect(response.headers.get('Cache-Control')).toBe(policy)
    }
    return warn.mock.calls.map(([message]) => String(message))
  }

  it('is named in development if shared caches may store it', async () => {
    for (const options of [{ nonce: true }, { nonce: true, development: true }]) {
      const warnings = await warningsFor('public, max-age=60', options)
      expect(warnings).toHaveLength(2)
      expect(warnings[0]).toContain(
        'A page with a nonce is publicly cacheable ("public, max-age=60")',
      )
    }
  })

  it('is fine if it is private, and so is a public page without a nonce', async () => {
    expect(await warningsFor('private, max-age=60', { nonce: true })).toEqual([])
    expect(await warningsFor('public, max-age=60', {})).toEqual([])
  })
})
