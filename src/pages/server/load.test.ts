import { jsx, jsxs } from 'react/jsx-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createContextKey, createRouter } from '../../router/fetch-router/index.ts'
import { Outlet, Scripts, useActionData, useLoaderData, useMatches } from '../react/index.ts'
import { data, json, redirect } from '../../http/response/index.ts'
import { createBuild, root, visit, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

const page = (loader: FixtureRoute['loader'], extra: FixtureRoute = {}): FixtureRoute => ({
  path: '/page',
  loader,
  default: function Page() {
    return jsx('main', { children: JSON.stringify(useLoaderData()) ?? 'undefined' })
  },
  ErrorBoundary: ({ error }) =>
    jsx('main', {
      children: `boundary: ${error instanceof Error ? error.message : JSON.stringify(error)}`,
    }),
  ...extra,
})

const main = (html: string) => /<main>(.*?)<\/main>/.exec(html)?.[1]?.replaceAll('&quot;', '"')

async function load(loader: FixtureRoute['loader']) {
  const { response, html } = await visit(createBuild({ root, page: page(loader) }), '/page')
  return { status: response.status, main: main(html), html, response }
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('what a loader returns (HA-1 to HA-10)', () => {
  it.each([[null], [false], [0], [''], [{ a: [1, 'x'] }]])(
    'shows the JSON value %j with status 200',
    async (value) => {
      const { status, main } = await load(() => value)
      expect(status).toBe(200)
      expect(main).toBe(JSON.stringify(value))
    },
  )

  it('can read the URL of its context as an argument', async () => {
    const seen: unknown[] = []
    const see = ({ url, context }: { url: URL; context: { url: URL } }) => {
      seen.push(url.search, url === context.url)
      return null
    }
    const build = createBuild({
      root,
      page: page(see, { action: see }),
      plain: { path: '/plain', loader: (args) => new Response(String(see(args))) },
    })
    await visit(build, '/page?a=1')
    await visit(build, '/page?b=1', { method: 'POST' })
    await visit(build, '/plain?c=1')
    expect(seen).toEqual(['?a=1', true, '?b=1', true, '?b=1', true, '?c=1', true])
  })

  it('turns undefined into null', async () => {
    expect((await load(() => undefined)).main).toBe('null')
  })

  it('warns the developer of undefined', async () => {
    const warn = vi.fn()
    await visit(createBuild({ root, page: page(() => undefined) }, { dev: { warn } }), '/page')
    expect(warn).toHaveBeenCalledWith(
      expect.stringContaining('The loader of "page" returned undefined'),
    )
  })

  it.each([
    ['a value', (value: unknown) => value],
    ['data()', (value: unknown) => data(value, 201)],
  ])('names what JSON would lose of %s to the developer', async (_, give) => {
    const loader = () => give({ shelves: [{ books: new Map() }] })
    const build = createBuild({ root, page: page(loader) }, { dev: {} })
    const { response, html } = await visit(build, '/page')
    expect(response.status).toBe(500)
    expect(main(html)).toBe(
      'boundary: Cannot send the return value of the loader of "page": "shelves[0].books" is an instance of Map, which JSON cannot carry. Use an array or a plain object, or give the class a toJSON() method.',
    )
  })

  it('names what JSON would lose of thrown data()', async () => {
    const loader = () => {
      throw data({ books: new Map() }, 404)
    }
    const build = createBuild({ root, page: page(loader) }, { dev: {} })
    const { response, html } = await visit(build, '/page')
    expect(response.status).toBe(500)
    expect(main(html)).toContain('boundary: "books" is an instance of Map')
  })

  it('names what JSON would lose of what an action returned', async () => {
    const action = () => ({ at: new Date(0), left: Promise.resolve(1) })
    const build = createBuild({ root, page: page(() => null, { action }) }, { dev: {} })
    const { response, html } = await visit(build, '/page', { method: 'POST' })
    expect(response.status).toBe(500)
    expect(html).toContain('the action of &quot;page&quot;: &quot;left&quot; is a promise')
  })

  it('names what JSON would lose of what a resource route returned', async () => {
    const build = createBuild({ root, api: { path: '/api', loader: () => [new Set([1])] } })
    expect((await visit(build, '/api')).html).toBe('[{}]')
    const { response, html } = await visit({ ...build, dev: {} }, '/api')
    expect(response.status).toBe(500)
    expect(html).toContain('"[0]" is an instance of Set')
  })

  it('gives components what JSON leaves of a value, on the server too', async () => {
    const { main } = await load(() => ({ at: new Date(0), gone: undefined, f() {} }))
    expect(main).toBe('{"at":"1970-01-01T00:00:00.000Z"}')
  })

  it('reads a JSON response and its status', async () => {
    const { main, status } = await load(() => json({ a: 1 }, 418))
    expect(status).toBe(418)
    expect(main).toBe('{"a":1}')
  })

  it('takes a returned 404 as data, not as an error', async () => {
    const { main, status } = await load(() => json('missing', 404))
    expect(status).toBe(404)
    expect(main).toBe('"missing"')
  })

  it('reads other responses as text', async () => {
    expect((await load(() => new Response('hello'))).main).toBe('"hello"')
  })

  it('reads a native JSON response', async () => {
    expect((await load(() => Response.json({ a: '<b>' }))).main).toContain('"a"')
  })

  it('takes a response without body as null and renders none', async () => {
    const { status, html } = await load(() => new Response(null, { status: 204 }))
    expect(status).toBe(204)
    expect(html).toBe('')
  })

  it('does not take a 302 without location for a redirect', async () => {
    const { status, main } = await load(() => new Response('odd', { status: 302 }))
    expect(status).toBe(302)
    expect(main).toBe('"odd"')
  })

  it('reads data() with its init', async () => {
    const { status, main } = await load(() => data({ a: 1 }, { status: 203 }))
    expect(status).toBe(203)
    expect(main).toBe('{"a":1}')
  })

  it.each([301, 302, 303, 307, 308])('redirects with a returned %d', async (status) => {
    const { response } = await load(() => redirect('/there', status))
    expect(response.status).toBe(status)
    expect(response.headers.get('Location')).toBe('/there')
  })

  it('redirects with a thrown response', async () => {
    const { response } = await load(() => {
      throw redirect('/there')
    })
    expect(response.headers.get('Location')).toBe('/there')
  })

  it('redirects with data() that has the status and the location of a redirect', async () => {
    const moved = data('moved', { status: 302, headers: { Location: '/there', 'X-A': '1' } })
    const thrower = () => {
      throw moved
    }
    for (const loader of [() => moved, thrower]) {
      const { response } = await load(loader)
      expect(response.status).toBe(302)
      expect(response.headers.get('Location')).toBe('/there')
      expect(response.headers.get('X-A')).toBe('1')
    }
  })

  it('resolves a relative redirect against the route', async () => {
    const build = createBuild({
      root,
      books: { path: '/books', default: Outlet },
      book: { path: '/books/:slug', parent: 'books', loader: () => redirect('../new?a=1') },
    })
    const { response } = await visit(build, '/books/dune')
    expect(response.headers.get('Location')).toBe('/books/new?a=1')
  })

  it('puts a redirect below the basename, once', async () => {
    const build = createBuild(
      {
        root,
        page: page(() => redirect('/there')),
        other: { path: '/other', loader: () => redirect('/shop/x') },
      },
      { basename: '/shop' },
    )
    expect((await visit(build, '/shop/page')).response.headers.get('Location')).toBe('/shop/there')
    expect((await visit(build, '/shop/other')).response.headers.get('Location')).toBe('/shop/x')
  })

  it('refuses a location that could run code, returned or thrown', async () => {
    const evil = () =>
      new Response(null, { status: 302, headers: { Location: 'javascript:alert(1)' } })
    expect((await load(() => evil())).status).toBe(500)
    const thrown = await load(() => {
      throw evil()
    })
    expect(thrown.status).toBe(500)
    expect(thrown.main).toBe('boundary: Unexpected Server Error')
  })

  it('shows a thrown response in the boundary, with its status and data', async () => {
    const { status, main } = await load(() => {
      throw json({ why: 'x' }, { status: 410, statusText: 'Gone' })
    })
    expect(status).toBe(410)
    expect(main).toBe('boundary: {"status":410,"statusText":"Gone","data":{"why":"x"}}')
  })

  it('shows thrown data() in the boundary', async () => {
    const { status, main } = await load(() => {
      throw data('no', { status: 403 })
    })
    expect(status).toBe(403)
    expect(main).toBe('boundary: {"status":403,"statusText":"Forbidden","data":"no"}')
  })

  it('shows a thrown value that is JSON as it is, with status 500', async () => {
    const { status, main } = await load(() => {
      // oxlint-disable-next-line no-throw-literal
      throw { odd: true }
    })
    expect(status).toBe(500)
    expect(main).toBe('boundary: {"odd":true}')
  })

  it('shows a thrown value that is not JSON as an error without details', async () => {
    const { main } = await load(() => {
      // oxlint-disable-next-line no-throw-literal
      throw 10n
    })
    expect(main).toBe('boundary: Unexpected Server Error')
  })

  it.each([
    ['a BigInt', () => ({ big: 10n })],
    [
      'a cycle',
      () => {
        const cycle: { self?: unknown } = {}
        cycle.self = cycle
        return cycle
      },
    ],
    [
      'a response that says JSON and is none',
      () => new Response('{', { headers: { 'Content-Type': 'application/json' } }),
    ],
  ])('fails in the handler for %s and names the route', async (_, loader) => {
    const handleError = vi.fn()
    const build = createBuild({ root, page: page(loader) }, { entryServer: { handleError } })
    const { response } = await visit(build, '/page')
    expect(response.status).toBe(500)
    expect((handleError.mock.calls[0]![0] as Error).message).toContain('the loader of "page"')
  })
})

describe('what a loader receives (HA-11 to HA-13)', () => {
  it('gets the request, decoded params and the front router’s context', async () => {
    const User = createContextKey('nobody')
    const seen: unknown[] = []
    const build = createBuild({
      root,
      book: {
        path: '/books/:slug(/:chapter)',
        default: () => null,
        loader({ request, params, context }) {
          seen.push(request.url, { ...params }, context.get(User))
          return null
        },
      },
    })
    const handle = createHandler(build, (pages) => {
      const router = createRouter({
        middleware: [
          (context, next) => {
            context.set(User, 'ada')
            return next()
          },
        ],
      })
      router.map('/*', pages)
      return router
    })
    await handle(new Request('http://x.test/books/caf%C3%A9?a=1'))
    expect(seen).toEqual([
      'http://x.test/books/caf%C3%A9?a=1',
      { slug: 'café', chapter: undefined },
      'ada',
    ])
  })

  it('gets a splat under *', async () => {
    const seen: unknown[] = []
    const build = createBuild({
      root,
      files: {
        path: '/files/*',
        loader: ({ params }) => seen.push(params['*']),
        default: () => null,
      },
    })
    await visit(build, '/files/a/b%2Fc')
    await visit(build, '/files')
    expect(seen).toEqual(['a/b/c', ''])
  })

  it.each([
    ['?index', ''],
    ['?index=', ''],
    ['?a=1&index&b=2', '?a=1&b=2'],
    ['?index=5', '?index=5'],
    ['?a=%20+x', '?a=%20+x'],
  ])('sees the query %s as %s', async (query, expected) => {
    const { main } = await (async () => {
      const build = createBuild({ root, page: page(({ request }) => new URL(request.url).search) })
      const { html } = await visit(build, `/page${query}`)
      return {
        main: /<main>(.*?)<\/main>/
          .exec(html)?.[1]
          ?.replaceAll('&quot;', '"')
          .replaceAll('&amp;', '&'),
      }
    })()
    expect(main).toBe(JSON.stringify(expected))
  })

  it('runs every matched loader once and in parallel', async () => {
    const log: string[] = []
    const step = (name: string) => async () => {
      log.push(`${name} starts`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      log.push(`${name} ends`)
      return name
    }
    const build = createBuild({
      root: { ...root, loader: step('root') },
      page: page(step('page')),
    })
    await visit(build, '/page')
    expect(log).toEqual(['root starts', 'page starts', 'root ends', 'page ends'])
  })
})

describe('a document POST (RU-2, ST)', () => {
  const form = (action: FixtureRoute['action'], extra: FixtureRoute = {}) =>
    page(() => 'loaded', {
      action,
      default: function Page() {
        return jsx('main', { children: JSON.stringify([useLoaderData(), useActionData() ?? null]) })
      },
      ...extra,
    })
  const post = (body = 'a=1') => ({
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: 'c=1' },
  })

  it('runs the action, then all loaders as GET without body but with the other headers', async () => {
    const log: unknown[] = []
    const build = createBuild({
      root: {
        ...root,
        loader({ request }) {
          log.push(
            request.method,
            request.body,
            request.headers.get('Cookie'),
            request.headers.get('Content-Type'),
          )
          return null
        },
      },
      page: form(async ({ request }) => {
        log.push(request.method)
        return Object.fromEntries(await request.formData())
      }),
    })
    const { html, response } = await visit(build, '/page', post())
    expect(log).toEqual(['POST', 'GET', null, 'c=1', null])
    expect(response.status).toBe(200)
    expect(main(html)).toBe('["loaded",{"a":"1"}]')
  })

  it('shows validation errors with status 422', async () => {
    const build = createBuild({ root, page: form(() => json({ name: 'missing' }, 422)) })
    const { html, response } = await visit(build, '/page', post())
    expect(response.status).toBe(422)
    expect(main(html)).toBe('["loaded",{"name":"missing"}]')
  })

  it('stops at a redirect', async () => {
    const loader = vi.fn(() => null)
    const build = createBuild({
      root: { ...root, loader },
      page: form(() => redirect('/done', 303)),
    })
    const { response } = await visit(build, '/page', post())
    expect(response.status).toBe(303)
    expect(loader).not.toHaveBeenCalled()
  })

  it('runs only the loaders above the boundary when the action throws', async () => {
    const log: string[] = []
    const build = createBuild({
      root: {
        ...root,
        loader() {
          log.push('root')
          return null
        },
      },
      page: form(
        () => {
          throw json('no', 409)
        },
        {
          loader() {
            log.push('page')
            return null
          },
        },
      ),
    })
    const { html, response } = await visit(build, '/page', post())
    expect(log).toEqual(['root'])
    expect(response.status).toBe(409)
    expect(main(html)).toContain('"data":"no"')
  })

  it('shows the action’s error in the boundary of a loader above that failed too', async () => {
    const build = createBuild({
      root: {
        ...root,
        loader() {
          throw new Error('loader')
        },
        ErrorBoundary: ({ error }) =>
          jsx('html', {
            children: jsx('body', { children: jsx('main', { children: `root: ${error.status}` }) }),
          }),
      },
      page: form(() => {
        throw json('action', 409)
      }),
    })
    const { html, response } = await visit(build, '/page', post())
    expect(main(html)).toBe('root: 409')
    expect(response.status).toBe(409)
  })

  it('responds with 405 at the target’s boundary when there is no action', async () => {
    const build = createBuild({ root, page: page(() => 1) })
    const { html, response } = await visit(build, '/page', post())
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('GET, HEAD')
    expect(main(html)).toContain('"status":405')
  })

  const tree = (log: string[]) => {
    const action = (name: string) => () => {
      log.push(name)
      return null
    }
    return createBuild({
      root: { ...root, action: action('root') },
      layout: { path: '/a', default: Outlet, action: action('layout') },
      index: {
        path: '/a',
        parent: 'layout',
        index: true,
        default: () => null,
        action: action('index'),
      },
      pathless: { parent: 'layout', default: Outlet, action: action('pathless') },
      leaf: { path: '/a/b', parent: 'pathless', default: () => null, action: action('leaf') },
    })
  }
  it.each([
    ['/a?index', 'index'],
    ['/a?x=1&index=', 'index'],
    ['/a', 'layout'],
    ['/a?index=5', 'layout'],
    ['/a/b', 'leaf'],
    ['/a/b?index', 'leaf'],
  ])('posts %s to the action of %s', async (url, target) => {
    const log: string[] = []
    await visit(tree(log), url, post())
    expect(log).toEqual([target])
  })
})

describe('the status of a document (ST)', () => {
  it('is the status of the deepest route that returned another one than 200', async () => {
    const build = createBuild({
      root: { ...root, loader: () => json(1, 203) },
      a: { path: '/a', default: Outlet, loader: () => json(1, 418) },
      b: { path: '/a/b', parent: 'a', default: () => null, loader: () => json(1) },
    })
    expect((await visit(build, '/a/b')).response.status).toBe(418)
  })

  it('is the root-most thrown one before any returned one', async () => {
    const fail = (status: number) => () => {
      throw json('x', status)
    }
    const build = createBuild({
      root: { ...root, loader: () => json(1, 203) },
      a: { path: '/a', default: Outlet, loader: fail(403) },
      b: { path: '/a/b', parent: 'a', default: () => null, loader: fail(401) },
    })
    expect((await visit(build, '/a/b')).response.status).toBe(403)
  })

  it('is the action’s before any loader’s', async () => {
    const build = createBuild({
      root: { ...root, loader: () => json(1, 418) },
      page: page(() => 1, { action: () => json(1, 422) }),
    })
    expect((await visit(build, '/page', { method: 'POST' })).response.status).toBe(422)
  })

  it('is 500 for a thrown Error of an action', async () => {
    const build = createBuild({
      root,
      page: page(() => 1, {
        action() {
          throw new Error('secret')
        },
      }),
    })
    expect((await visit(build, '/page', { method: 'POST' })).response.status).toBe(500)
  })

  it('is 200 at / with the root alone if no page has that path', async () => {
    const build = createBuild({ root: { ...root, loader: () => 'root' }, page: page(() => 1) })
    const { response } = await visit(build, '/')
    expect(response.status).toBe(200)
  })

  it('is 404 where no page matches, in the root’s boundary, without running its loader', async () => {
    const loader = vi.fn(() => null)
    const build = createBuild({
      root: {
        ...root,
        loader,
        ErrorBoundary: ({ error }) =>
          jsx('html', {
            children: jsx('body', {
              children: jsx('main', { children: `${error.status} ${error.statusText}` }),
            }),
          }),
      },
      page: page(() => 1),
    })
    const { html, response } = await visit(build, '/nowhere')
    expect(response.status).toBe(404)
    expect(main(html)).toBe('404 Not Found')
    expect(loader).not.toHaveBeenCalled()
  })
})

describe('matches of a page', () => {
  it('are shown by useMatches down to the boundary', async () => {
    let seen: readonly { id: string; data: unknown }[] = []
    const build = createBuild({
      root: { ...root, loader: () => 'root data', handle: { crumb: 'Home' } },
      a: {
        path: '/a',
        default: Outlet,
        loader: () => 'a data',
        ErrorBoundary() {
          seen = useMatches().map(({ id, data }) => ({ id, data }))
          return null
        },
      },
      b: {
        path: '/a/b',
        parent: 'a',
        default: () => null,
        loader() {
          throw json('x', 404)
        },
      },
    })
    await visit(build, '/a/b')
    expect(seen).toEqual([
      { id: 'root', data: 'root data' },
      { id: 'a', data: 'a data' },
    ])
  })
})

describe('the handoff', () => {
  const withScripts: FixtureRoute = {
    default: () =>
      jsxs('html', {
        children: [
          jsx('head', {}),
          jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }),
        ],
      }),
  }
  const evil = '</script><script>alert(1)</script><!--\u2028\u2029&'

  it('escapes values, keys and route ids', async () => {
    const build = createBuild({
      root: withScripts,
      'routes/</script>': { path: '/page', default: () => null, loader: () => ({ [evil]: evil }) },
    })
    const { html } = await visit(build, '/page')
    const block = /<script id="__framework" type="application\/json">(.*?)<\/script>/.exec(
      html,
    )![1]!
    expect(block).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(block)).toMatchObject({
      loaderData: { 'routes/</script>': { [evil]: evil } },
    })
  })

  it('names version, manifest and the modules to import', async () => {
    const build = createBuild({ root: withScripts, page: page(() => 1) })
    const { html } = await visit(build, '/page')
    const block = /<script id="__framework" type="application\/json">(.*?)<\/script>/.exec(
      html,
    )![1]!
    expect(JSON.parse(block)).toEqual({
      version: 'v1',
      manifest: '/assets/manifest.js',
      matches: [
        { id: 'root', module: '/assets/root.js', pathname: '/' },
        { id: 'page', module: '/assets/page.js', pathname: '/page' },
      ],
      params: {},
      loaderData: { page: 1 },
    })
  })

  it('brings the routes of the page if the manifest is split', async () => {
    const build = createBuild({ root: withScripts, page: page(() => 1) })
    build.manifest.isSplit = true
    const { html } = await visit(build, '/page')
    const block = /<script id="__framework" type="application\/json">(.*?)<\/script>/.exec(
      html,
    )![1]!
    const { root, page: route } = build.manifest.routes
    expect(JSON.parse(block).matches).toEqual([
      { id: 'root', module: '/assets/root.js', pathname: '/', route: root },
      { id: 'page', module: '/assets/page.js', pathname: '/page', route },
    ])
  })

  it('has no inline code: a JSON block, then one module script', async () => {
    const build = createBuild({ root: withScripts, page: page(() => 1) })
    const { html } = await visit(build, '/page')
    expect(html.match(/<script[^>]*>/g)).toEqual([
      '<script id="__framework" type="application/json">',
      '<script type="module" async="" src="/assets/entry.js">',
    ])
  })

  it('preloads the entry, the manifest and the modules of the page', async () => {
    const build = createBuild({ root: withScripts, page: page(() => 1) })
    const { html } = await visit(build, '/page')
    expect(
      Array.from(html.matchAll(/rel="modulepreload" href="([^"]*)"/g), ([, href]) => href),
    ).toEqual([
      '/assets/entry.js',
      '/assets/react.js',
      '/assets/manifest.js',
      '/assets/root.js',
      '/assets/shared.js',
      '/assets/page.js',
    ])
  })

  it('preloads nothing in WebKit, where a preload that fails once is never asked for again', async () => {
    const build = createBuild({ root: withScripts, page: page(() => 1) })
    const preloadsIn = async (browser: string): Promise<number> => {
      const { html } = await visit(build, '/page', { headers: { 'User-Agent': browser } })
      expect(html).toContain('<script type="module" async="" src="/assets/entry.js">')
      return html.match(/rel="modulepreload"/g)?.length ?? 0
    }
    const kit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
    const safari = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${kit} Version/18.5 Safari/605.1.15`
    const chromeOnPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${kit} CriOS/138.0 Mobile/15E148 Safari/604.1`
    const chrome = `Mozilla/5.0 (X11; Linux x86_64) ${kit} Chrome/138.0.0.0 Safari/537.36`
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    expect(await preloadsIn(safari)).toBe(0)
    expect(await preloadsIn(chromeOnPhone)).toBe(0)
    expect(await preloadsIn(chrome)).toBe(6)
    expect(await preloadsIn(firefox)).toBe(6)
  })
})
