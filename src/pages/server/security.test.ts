import { Suspense, use } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRouter, Nonce } from '../../router/fetch-router/index.ts'
import { Outlet, Scripts } from '../react/index.ts'
import { redirect } from '../../http/response/index.ts'
import { createBuild, root, visit, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

const scripts: FixtureRoute = {
  default: () =>
    jsxs('html', {
      children: [jsx('head', {}), jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] })],
    }),
}

describe('a nonce', () => {
  const app = (
    nonce: string,
    page: FixtureRoute = { default: () => null },
    dev?: { warn(message: string): void },
  ) => {
    const build = createBuild(
      { root: scripts, page: { path: '/page', ...page } },
      dev ? { dev } : {},
    )
    return createHandler(build, (pages) => {
      const router = createRouter({
        middleware: [
          async (context, next) => {
            if (nonce) context.set(Nonce, nonce)
            const response = await next()
            response.headers.set('Content-Security-Policy', "script-src 'self'")
            return response
          },
        ],
      })
      router.map('/*', pages)
      return router
    })
  }
  const suspend = (): FixtureRoute => {
    const late = new Promise((resolve) => setTimeout(resolve, 5, 'late'))
    const Slow = () => use(late) as string
    return { default: () => jsx(Suspense, { fallback: '', children: jsx(Slow, {}) }) }
  }

  it('is on every script and preload', async () => {
    const html = await (await app('abc123==')(new Request('http://x.test/page'))).text()
    const tags = html.match(/<script[^>]*>|<link rel="modulepreload"[^>]*>/g)!
    expect(tags.filter((tag) => tag.startsWith('<script'))).toHaveLength(2)
    for (const tag of tags) expect(tag).toContain('nonce="abc123=="')
  })

  it('is on what React adds for boundaries that arrive later', async () => {
    const html = await (await app('abc', suspend())(new Request('http://x.test/page'))).text()
    const inline = html.match(/<script(?![^>]*(?:src|application\/json))[^>]*>/g)!
    expect(inline.length).toBeGreaterThan(0)
    for (const tag of inline) expect(tag).toContain('nonce="abc"')
  })

  it.each(['"><script>', 'a b', "x'", 'a;b', '=a'])(
    'is refused when it could say more: %j',
    async (nonce) => {
      const response = await app(nonce)(new Request('http://x.test/page'))
      expect(response.status).toBe(500)
      expect(await response.text()).not.toContain(nonce)
    },
  )

  it('causes a warning in development if it is missing and a page suspends under a policy', async () => {
    const warn = vi.fn()
    const handle = app('', suspend(), { warn })
    await (await handle(new Request('http://x.test/page'))).text()
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('Set Nonce on the context'))
  })
})

describe('keys that come from a request', () => {
  it('are inert as params, ids and loader data', async () => {
    const build = createBuild({
      root: scripts,
      page: {
        path: '/p/:__proto__/:constructor',
        default: () => null,
        loader: ({ params }) => Object.entries(params),
      },
    })
    const { html } = await visit(build, '/p/a/b?_data=page,__proto__,constructor')
    expect(JSON.parse(html)).toEqual({
      page: {
        data: [
          ['__proto__', 'a'],
          ['constructor', 'b'],
        ],
      },
    })
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })

  it('do nothing with a polluted Object.prototype', async () => {
    const polluted = Object.prototype as unknown as Record<string, unknown>
    polluted['nowhere'] = { loader: () => 'polluted' }
    try {
      const build = createBuild({
        root,
        page: { path: '/page', default: () => null, loader: () => 1 },
      })
      const { html } = await visit(build, '/page?_data=page,nowhere')
      expect(JSON.parse(html)).toEqual({ page: { data: 1 } })
    } finally {
      delete polluted['nowhere']
    }
  })
})

describe('a redirect', () => {
  it.each(['//evil.test', '/\\evil.test', '\\\\evil.test', '/\t/evil.test', 'http:evil.test'])(
    'to %j stays on the site or names its host plainly',
    async (location) => {
      const build = createBuild({
        root,
        page: {
          path: '/page',
          default: () => null,
          loader: () => new Response(null, { status: 302, headers: { Location: location } }),
        },
      })
      const { response } = await visit(build, '/page')
      const target = response.headers.get('Location')
      if (location.startsWith('http')) expect(target).toBe('http://evil.test/')
      else expect(new URL(target!, 'http://x.test/page').host).toBe('x.test')
    },
  )

  describe.each([
    'mailto:x',
    'tel:1',
    'sms:1',
    'javascript:alert(1)',
    'ftp://x',
    'app:/x',
    'data:,x',
  ])('to %j', (location) => {
    const away = () => new Response(null, { status: 302, headers: { Location: location } })
    const thrown = () => {
      throw away()
    }
    const cases: [string, FixtureRoute][] = [
      ['a loader', { default: () => null, loader: away }],
      ['a loader that throws it', { default: () => null, loader: thrown }],
      ['an action', { default: () => null, action: away }],
      ['an action that throws it', { default: () => null, action: thrown }],
      ['middleware', { default: () => null, middleware: [away] }],
      ['middleware that throws it', { default: () => null, middleware: [thrown] }],
      ['a resource', { loader: away, action: away }],
      ['a resource that throws it', { loader: thrown, action: thrown }],
    ]
    it.each(cases)('is an error of %s, never a redirect', async (_, route) => {
      const build = createBuild({ root, page: { path: '/page', loader: () => 1, ...route } })
      const method = route.action && !route.loader ? 'POST' : 'GET'
      for (const path of ['/page', '/page?_data=page']) {
        const { response, html } = await visit(build, path, { method })
        expect(response.status).toBe(500)
        expect(response.headers.get('Location')).toBeNull()
        expect(html).not.toContain('"redirect"')
      }
    })

    it('is an error of a data request when the front router made it', async () => {
      const build = createBuild({ root, page: { path: '/page', loader: () => 1 } })
      const handle = createHandler(build, () => createRouter({ middleware: [away] }))
      const response = await handle(new Request('http://x.test/page?_data=page'))
      expect(response.status).toBe(500)
      expect(await response.text()).toBe('Internal Server Error')
    })
  })

  it('has no body that could reflect its URL', async () => {
    const build = createBuild({
      root,
      page: { path: '/page', default: () => null, loader: () => redirect('/<b>') },
    })
    const { html } = await visit(build, '/page')
    expect(html).toBe('')
  })
})

describe('two users at once', () => {
  it('never get each other’s data', async () => {
    const build = createBuild({
      root: scripts,
      page: {
        path: '/page',
        default: () => null,
        async loader({ request }) {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 5))
          return { user: request.headers.get('X-User') }
        },
      },
    })
    const handle = createHandler(build)
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const query = i % 2 ? '?_data=page' : ''
        const response = await handle(
          new Request(`http://x.test/page${query}`, { headers: { 'X-User': `u${i}.` } }),
        )
        const text = await response.text()
        expect(text.match(/u\d+\./g)).toEqual([`u${i}.`])
      }),
    )
  })
})
