import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { createPageMatcher } from '../page-protocol/match-pages.ts'
import { Outlet } from '../react/index.ts'
import { createBuild, root, visit, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

const patterns = [
  '/',
  '/about',
  '/About',
  '/books',
  '/books/new',
  '/books/:slug',
  '/books/:slug/edit',
  '/books/:slug.:ext',
  '/:a/:b',
  '/:page',
  '/café',
  '/a%2Fb',
  '/shop(/:section)',
  '/files/*path',
  '/x/*rest/end',
]

/** Text of a path, in any spelling: plain, encoded, doubly encoded, broken. */
const piece = fc.oneof(
  fc.constantFrom(
    'about',
    'books',
    'new',
    'edit',
    'a',
    'b',
    'shop',
    'files',
    'x',
    'end',
    'café',
    'dune.txt',
  ),
  fc.constantFrom(
    '%2F',
    '%2f',
    '%252F',
    '%61bout',
    '%41bout',
    'b%6Foks',
    '%zz',
    '%E0%A4%A',
    '%00',
    '%2e%2e',
    '..',
    '.',
    '',
    ' ',
    '\\',
    ';x=1',
    '%C3%A9',
  ),
  fc.string({ maxLength: 3 }),
)
const path = fc
  .array(piece, { maxLength: 5 })
  .map((pieces) => `/${pieces.join('/')}`)
  // What the parts of a URL mean elsewhere would not be part of the path.
  .map((text) => text.replaceAll(/[?#]/g, '!'))

describe('the front router and the page matcher', () => {
  const routes: Record<string, FixtureRoute> = { root }
  for (const pattern of patterns) routes[pattern] = { path: pattern, default: () => null }
  const match = createPageMatcher(createBuild(routes).manifest)
  const router = createRouter()
  for (const pattern of patterns) {
    router.map(pattern, ({ params }) =>
      Response.json({ pattern, params: { ...(params as object) } }),
    )
  }

  it('never disagree about a URL', async () => {
    await fc.assert(
      fc.asyncProperty(path, async (path) => {
        const url = new URL(`http://x.test${path}`)
        const response = await router.fetch(url)
        const front =
          response.status === 200
            ? ((await response.json()) as { pattern: string; params: object })
            : null
        const page = match(url.pathname)?.at(-1)
        expect(page?.route.pattern ?? null).toBe(front?.pattern ?? null)
        if (page && front) expect(JSON.parse(JSON.stringify(page.params))).toEqual(front.params)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('an app of 10,000 pages', () => {
  const name = (at: number): string => `${'long-name-'.repeat(10)}${at}`
  const routes: Record<string, FixtureRoute> = { root }
  for (let at = 0; at < 10_000; at++) {
    routes[`page${at}`] = {
      path: `(/:lang)/${name(at)}/:id`,
      loader: ({ params }) => Response.json([at, params['lang'] ?? null, params['id']]),
    }
  }
  const handler = createHandler(createBuild(routes))

  it('serves the last page as it serves the first', async () => {
    for (const at of [0, 9_999]) {
      const response = await handler(new Request(`http://x.test/${name(at)}/7`))
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual([at, null, '7'])
      const other = await handler(new Request(`http://x.test/en/${name(at)}/8`))
      expect(await other.json()).toEqual([at, 'en', '8'])
    }
  })

  it('has no page at another URL', async () => {
    const response = await handler(new Request(`http://x.test/${name(10_000)}/7`))
    expect(response.status).toBe(404)
  })
})

describe('a guarded branch', () => {
  function guardedApp() {
    const secret = vi.fn(() => 'secret')
    const handlers = { loader: secret, action: secret }
    const isAllowed = { value: false }
    const build = createBuild({
      root,
      admin: {
        path: '/admin',
        default: Outlet,
        middleware: [
          (_, next) => (isAllowed.value ? next() : new Response('guarded', { status: 401 })),
        ],
        ...handlers,
      },
      index: { path: '/admin', parent: 'admin', index: true, default: () => null, ...handlers },
      layout: { parent: 'admin', default: Outlet, ...handlers },
      users: { path: '/admin/users', parent: 'layout', default: () => null, ...handlers },
      user: { path: '/admin/users/:id', parent: 'layout', default: () => null, ...handlers },
      api: { path: '/admin/api', parent: 'admin', ...handlers },
      rest: { path: '/admin/*', parent: 'admin', default: () => null, ...handlers },
      page: { path: '/:page', default: () => null, loader: () => null },
      splat: { path: '/*', default: () => null, loader: () => null },
    })
    return { build, secret, isAllowed }
  }

  const ids = ['admin', 'index', 'layout', 'users', 'user', 'api', 'rest', 'page', 'splat', 'root']
  const spelled = fc
    .tuple(
      fc.constantFrom(
        '/admin',
        '/admin/',
        '/admin/users',
        '/admin/users/1',
        '/admin/api',
        '/admin/x/y',
      ),
      fc.array(fc.nat(), { maxLength: 4 }),
      fc.constantFrom('', '/', '//', '/.', '/..', '/x/..', ';x=1', '%2F', '%00', '\\'),
      fc.constantFrom('', '/.', '//', '/x/..', '/%2e', '\\'),
    )
    .map(([text, places, end, start]) => {
      const letters = Array.from(text)
      for (const place of places) {
        const i = 1 + (place % (letters.length - 1))
        const letter = letters[i]!
        letters[i] =
          place % 3 === 0
            ? `%${letter.codePointAt(0)!.toString(16)}`
            : place % 3 === 1
              ? letter.toUpperCase()
              : letter
      }
      return start + letters.join('') + end
    })
  const query = fc.oneof(
    fc.constant(''),
    fc.subarray(ids).map((list) => `?_data=${list.join(',')}`),
    fc.constantFrom(
      '?index',
      '?_data',
      '?index&_data=index',
      '?id=1&page=2',
      '?_data=admin&_data=users',
      '?%5Fdata=users',
    ),
  )
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND')

  it('is never reached by any spelling, variant or method of its URL', async () => {
    const { build, secret } = guardedApp()
    const handle = createHandler(build)
    await fc.assert(
      fc.asyncProperty(
        spelled,
        query,
        method,
        fc.boolean(),
        async (path, query, method, isPrefetch) => {
          const url = URL.parse(`http://x.test${path}${query}`)
          fc.pre(url !== null && url.host === 'x.test')
          const headers: Record<string, string> = {
            'X-Framework-Response': 'data',
            'X-Middleware-Subrequest': 'admin',
            ...(isPrefetch && { 'Sec-Purpose': 'prefetch' }),
          }
          const response = await handle(new Request(url, { method, headers }))
          await response.text()
          expect(secret).not.toHaveBeenCalled()
          if (url.pathname === '/admin' || url.pathname === '/admin/users') {
            expect(response.status).toBe(401)
          }
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('is reached when its guard lets it', async () => {
    const { build, secret, isAllowed } = guardedApp()
    isAllowed.value = true
    await visit(build, '/admin/users')
    expect(secret).toHaveBeenCalledTimes(3)
    await visit(build, '/%61dmin/users?_data=users')
    expect(secret).toHaveBeenCalledTimes(4)
  })

  it('cannot be reached by `_data` of a page beside it', async () => {
    const { build, secret } = guardedApp()
    const { html } = await visit(build, '/other?_data=admin,users,user,index')
    expect(JSON.parse(html)).toEqual({})
    expect(secret).not.toHaveBeenCalled()
  })

  it('cannot be reached by an action of a page beside it', async () => {
    const { build, secret } = guardedApp()
    const { response } = await visit(build, '/other?_data=admin', { method: 'POST' })
    expect(response.status).toBe(400)
    expect(secret).not.toHaveBeenCalled()
  })
})

describe('trailing slashes', () => {
  const routes = { root, about: { path: '/about', default: () => 'about' } }

  it('are another page by default', async () => {
    expect((await visit(createBuild(routes), '/about/')).response.status).toBe(404)
  })

  it('are the same page with "ignore"', async () => {
    const build = createBuild(routes, { trailingSlash: 'ignore' })
    expect((await visit(build, '/about/')).response.status).toBe(200)
  })

  it('lead to the page with "redirect", for documents and data', async () => {
    const build = createBuild(routes, { trailingSlash: 'redirect' })
    const { response } = await visit(build, '/about/?a=%20')
    expect(response.status).toBe(308)
    expect(response.headers.get('Location')).toBe('/about?a=%20')
    const data = await visit(build, '/about/?_data=')
    expect(data.response.status).toBe(202)
  })

  describe('beside a catch-all page', () => {
    const all = { ...routes, rest: { path: '/*', default: () => 'rest' } }
    const visited = async (trailingSlash: 'strict' | 'ignore' | 'redirect', path: string) => {
      const { response, html } = await visit(createBuild(all, { trailingSlash }), path)
      return response.headers.get('Location') ?? /<body>(\w+)/.exec(html)?.[1]
    }

    it('belong to it by default', async () => {
      expect(await visited('strict', '/about/')).toBe('rest')
    })

    it('are the page itself with "ignore"', async () => {
      expect(await visited('ignore', '/about/')).toBe('about')
    })

    it('lead to the page itself with "redirect"', async () => {
      expect(await visited('redirect', '/about/')).toBe('/about')
    })

    it.each(['ignore', 'redirect'] as const)(
      'with "%s", leave URLs without a page to it',
      async (mode) => {
        for (const path of ['/nothing', '/nothing/', '/about/more/']) {
          expect(await visited(mode, path)).toBe('rest')
        }
      },
    )
  })
})

describe('a basename', () => {
  const build = createBuild(
    {
      root,
      home: { path: '/', index: true, default: () => 'home' },
      about: { path: '/about', default: () => 'about' },
    },
    { basename: '/shop' },
  )
  it.each([
    ['/shop', 200],
    ['/shop/about', 200],
    ['/about', 404],
    ['/shopping', 404],
    ['/', 404],
  ])('%s responds with %d', async (path, status) => {
    expect((await visit(build, path)).response.status).toBe(status)
  })
})

describe('a path that would take too long to match', () => {
  const routes: Record<string, FixtureRoute> = { root }
  for (let i = 0; i < 20; i++) {
    const path = `/*a/x/*b/x/*c/x/*d/x/*e/y${i}/:id`
    routes[path] = { path, default: () => null }
  }
  const build = createBuild(routes)

  it('is a 414, and the next one gets its response', async () => {
    expect((await visit(build, `/${'x/'.repeat(8_000)}`)).response.status).toBe(414)
    expect((await visit(build, '/x/x/x/x/x/x/x/x/x/y3/1')).response.status).toBe(200)
  })
})
