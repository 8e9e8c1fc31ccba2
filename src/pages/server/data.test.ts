import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { methodOverride } from '../../middleware/method-override/index.ts'
import { Outlet } from '../react/index.ts'
import { json, redirect, redirectDocument, replace } from '../../http/response/index.ts'
import { createBuild, root, visit, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

function tree(leaf: FixtureRoute = {}): ReturnType<typeof createBuild> {
  return createBuild({
    root: { ...root, loader: () => 'root' },
    'routes/a': { path: '/a', default: Outlet, loader: () => 'a' },
    'routes/a.b': {
      path: '/a/b',
      parent: 'routes/a',
      default: () => null,
      loader: () => 'b',
      action: () => 'acted',
      ...leaf,
    },
    secret: { path: '/secret', default: () => null, loader: () => 'secret' },
  })
}

async function ask(build: ReturnType<typeof createBuild>, path: string, init?: RequestInit) {
  const { response, html } = await visit(build, path, init)
  return { response, body: JSON.parse(html) as unknown }
}

describe('a data request (DA)', () => {
  it('runs the loaders that it names and returns their results by route id', async () => {
    const { response, body } = await ask(tree(), '/a/b?_data=root,routes%2Fa.b')
    expect(response.status).toBe(200)
    expect(body).toEqual({ root: { data: 'root' }, 'routes/a.b': { data: 'b' } })
  })

  it('is marked, versioned, JSON and not stored', async () => {
    const { response } = await ask(tree(), '/a/b?_data=root')
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-framework-response': 'data',
      'x-framework-version': 'v1',
    })
  })

  it.each(['secret', 'nowhere', '__proto__', 'constructor', '%zz', ',,,'])(
    'ignores the id %s, which its URL does not match',
    async (id) => {
      const { response, body } = await ask(tree(), `/a/b?_data=${id}`)
      expect(response.status).toBe(200)
      expect(body).toEqual({})
    },
  )

  it('ignores the id of a route without a loader', async () => {
    const build = createBuild({ root, page: { path: '/page', default: () => null } })
    const { response, body } = await ask(build, '/page?_data=page')
    expect(response.status).toBe(200)
    expect(body).toEqual({})
  })

  it('runs no loader for an empty value', async () => {
    expect((await ask(tree(), '/a/b?_data=')).body).toEqual({})
    expect((await ask(tree(), '/a/b?_data')).body).toEqual({})
  })

  it.each([
    ['/a/b?_data=root', ''],
    ['/a/b?x=1&_data=root', '?x=1'],
    ['/a/b?_data=root&x=%20+1&&y', '?x=%20+1&&y'],
    ['/a/b?_data=root&_data=secret', ''],
    ['/a/b?x_data=1&_data=root', '?x_data=1'],
  ])('hides from all code that %s had _data', async (url, search) => {
    const seen: string[] = []
    const build = tree()
    build.routes['root'] = {
      ...(build.routes['root'] as FixtureRoute),
      loader({ request, context }) {
        seen.push(
          new URL(request.url).search,
          context.url.search,
          new URL(context.request.url).search,
        )
        return null
      },
    }
    const handle = createHandler(build, (pages) => {
      const router = createRouter({
        middleware: [
          (context, next) => {
            seen.push(context.url.search)
            return next()
          },
        ],
      })
      router.map('/*', pages)
      return router
    })
    await handle(new Request(`http://x.test${url}`))
    expect(seen).toEqual([search, search, search, search])
  })

  it('has the status of the document, and 200 for statuses that have no body', async () => {
    const status = async (loader: FixtureRoute['loader']) =>
      (await ask(tree({ loader }), '/a/b?_data=routes/a.b')).response.status
    expect(await status(() => json(1, 418))).toBe(418)
    expect(await status(() => new Response(null, { status: 204 }))).toBe(200)
    expect(await status(() => new Response('odd', { status: 302 }))).toBe(200)
    expect(
      await status(() => {
        throw json('x', 404)
      }),
    ).toBe(404)
  })

  it('returns an error beside the data of the others', async () => {
    const { response, body } = await ask(
      tree({
        loader() {
          throw json('x', 404)
        },
      }),
      '/a/b?_data=root,routes/a.b',
    )
    expect(response.status).toBe(404)
    expect(body).toEqual({
      root: { data: 'root' },
      'routes/a.b': {
        error: { type: 'response', status: 404, statusText: 'Not Found', data: 'x' },
      },
    })
  })

  it('responds with 404 as an error of the root where no page matches', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND']) {
      const { response, body } = await ask(tree(), '/nowhere?_data=root', { method })
      expect(response.status).toBe(404)
      expect(body).toMatchObject({ root: { error: { type: 'response', status: 404 } } })
    }
  })

  it('responds with 405 as an error of the root for a method that pages do not have', async () => {
    const { response, body } = await ask(tree(), '/a/b?_data=root', { method: 'PROPFIND' })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE')
    expect(body).toMatchObject({ root: { error: { type: 'response', status: 405 } } })
  })

  it('responds to HEAD without body', async () => {
    const { response, html } = await visit(tree(), '/a/b?_data=root', { method: 'HEAD' })
    expect(response.headers.get('X-Framework-Response')).toBe('data')
    expect(html).toBe('')
  })

  it('returns an error of the root when headers() throws', async () => {
    const headers = () => {
      throw new Error('secret')
    }
    const { response, body } = await ask(tree({ headers }), '/a/b?_data=root')
    expect(response.status).toBe(500)
    expect(response.headers.get('X-Framework-Response')).toBe('data')
    expect(body).toEqual({
      root: { error: { type: 'error', message: 'Unexpected Server Error' } },
    })

    const action = () => null
    const posted = await ask(tree({ headers, action }), '/a/b?_data=routes/a.b', { method: 'POST' })
    expect(posted.body).toEqual({ error: { type: 'error', message: 'Unexpected Server Error' } })
    expect(console.error).toHaveBeenCalledTimes(2)
  })

  it('is recognized by its URL and never by a header', async () => {
    const { response } = await visit(tree(), '/a/b', {
      headers: { 'X-Framework-Response': 'data', Accept: 'application/json' },
    })
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  })

  describe('with a mutation', () => {
    it('runs the target action and no loader', async () => {
      const loader = vi.fn(() => null)
      const { response, body } = await ask(
        tree({ loader, action: () => json({ ok: 1 }, 422) }),
        '/a/b?_data=routes/a.b',
        { method: 'POST' },
      )
      expect(response.status).toBe(422)
      expect(body).toEqual({ data: { ok: 1 } })
      expect(loader).not.toHaveBeenCalled()
    })

    it.each(['root', 'secret', '', 'routes/a,routes/a.b'])(
      'responds with 400 when it names %j instead of the target',
      async (ids) => {
        const action = vi.fn(() => null)
        const { response, body } = await ask(tree({ action }), `/a/b?_data=${ids}`, {
          method: 'POST',
        })
        expect(response.status).toBe(400)
        expect(body).toMatchObject({ error: { status: 400 } })
        expect(action).not.toHaveBeenCalled()
      },
    )

    it('responds with 405 where the target has no action', async () => {
      const { response, body } = await ask(tree(), '/a?_data=routes/a', { method: 'POST' })
      expect(response.status).toBe(405)
      expect(response.headers.get('Allow')).toBe('GET, HEAD')
      expect(body).toMatchObject({ error: { type: 'response', status: 405 } })
    })

    it('delivers the body', async () => {
      const { body } = await ask(
        tree({ action: async ({ request }) => Object.fromEntries(await request.formData()) }),
        '/a/b?_data=routes/a.b',
        { method: 'PUT', body: new URLSearchParams({ a: '1' }) },
      )
      expect(body).toEqual({ data: { a: '1' } })
    })
  })

  describe('with JSON or text', () => {
    const json = 'application/json'
    const text = 'text/plain;charset=UTF-8'

    it.each([
      ['json()', json, '{"a":[1,null]}', (request: Request): unknown => request.json()],
      ['text()', text, 'a=1\nb', (request: Request) => request.text()],
      ['text() of JSON', json, '[]', (request: Request) => request.text()],
    ])('lets the action read it with request.%s', async (_, type, body, read) => {
      const action: FixtureRoute['action'] = async ({ request }) => [
        request.method,
        request.headers.get('Content-Type'),
        await read(request),
      ]
      const init = { method: 'PUT', headers: { 'Content-Type': type }, body }
      for (const middleware of [[], [formData(), methodOverride()]]) {
        const handler = createHandler(tree({ action }), (pages) => {
          const router = createRouter({ middleware })
          router.map('/*', pages)
          return router
        })
        const url = 'http://x.test/a/b?_data=routes%2Fa.b'
        const received = await (await handler(new Request(url, init))).json()
        const sent = _ === 'json()' ? JSON.parse(body) : body
        expect(received).toEqual({ data: ['PUT', type, sent] })
      }
    })
  })

  describe('that is redirected', () => {
    it('responds with a 202, the redirect and its other headers', async () => {
      const { response, body } = await ask(
        tree({
          loader: () =>
            redirect('/login', { status: 303, headers: { 'Set-Cookie': 'a=1', 'X-A': '1' } }),
        }),
        '/a/b?_data=routes/a.b',
      )
      expect(response.status).toBe(202)
      expect(body).toEqual({
        redirect: {
          location: '/login',
          status: 303,
          revalidate: true,
          reload: false,
          replace: false,
        },
      })
      expect(response.headers.get('Location')).toBeNull()
      expect(response.headers.getSetCookie()).toEqual(['a=1'])
      expect(response.headers.get('X-A')).toBe('1')
      expect(response.headers.get('X-Framework-Response')).toBe('data')
    })

    it('tells how the client shall follow', async () => {
      const document = await ask(
        tree({ loader: () => redirectDocument('/x') }),
        '/a/b?_data=routes/a.b',
      )
      expect(document.body).toMatchObject({ redirect: { reload: true, replace: false } })
      const replaced = await ask(tree({ loader: () => replace('/x') }), '/a/b?_data=routes/a.b')
      expect(replaced.body).toMatchObject({ redirect: { reload: false, replace: true } })
    })

    it('is enveloped also when middleware of the front router redirects', async () => {
      const handle = createHandler(tree(), (pages) => {
        const router = createRouter({
          middleware: [() => Response.redirect('http://x.test/login', 302)],
        })
        router.map('/*', pages)
        return router
      })
      const response = await handle(new Request('http://x.test/a/b?_data=root'))
      expect(response.status).toBe(202)
      expect(await response.json()).toMatchObject({ redirect: { location: 'http://x.test/login' } })
      expect((await handle(new Request('http://x.test/a/b'))).status).toBe(302)
    })

    it('is enveloped also for a route of the front router', async () => {
      const handle = createHandler(tree(), (pages) => {
        const router = createRouter()
        router.get('/old', () => redirect('/new', 301))
        router.map('/*', pages)
        return router
      })
      const response = await handle(new Request('http://x.test/old?_data='))
      expect(await response.json()).toMatchObject({ redirect: { location: '/new', status: 301 } })
    })
  })

  describe('that prefetches', () => {
    const prefetch = { headers: { 'Sec-Purpose': 'prefetch' } }
    it('may be kept for five seconds', async () => {
      const { response } = await ask(tree(), '/a/b?_data=root', prefetch)
      expect(response.headers.get('Cache-Control')).toBe('private, max-age=5')
      expect(response.headers.get('Vary')).toBeNull()
    })

    it('is not kept when middleware of the front router sets a cookie', async () => {
      const handle = createHandler(tree(), (pages) => {
        const setCookie: Middleware = async (_, next) => {
          const response = await next()
          response.headers.append('Set-Cookie', 'a=1')
          return response
        }
        const router = createRouter({ middleware: [setCookie] })
        router.map('/*', pages)
        return router
      })
      for (const init of [prefetch, {}]) {
        const response = await handle(new Request('http://x.test/a/b?_data=root', init))
        expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      }
    })

    it('keeps a policy of the routes', async () => {
      const { response } = await ask(
        tree({ headers: { 'Cache-Control': 'max-age=60' } }),
        '/a/b?_data=root',
        prefetch,
      )
      expect(response.headers.get('Cache-Control')).toBe('max-age=60')
    })

    it('is not kept when it sets a cookie, fails, or mutates', async () => {
      const cookie = await ask(
        tree({ loader: () => json(1, { headers: { 'Set-Cookie': 'a=1' } }) }),
        '/a/b?_data=routes/a.b',
        prefetch,
      )
      expect(cookie.response.headers.get('Cache-Control')).toBe('private, no-store')
      const failed = await ask(
        tree({ loader: () => json(1, 404) }),
        '/a/b?_data=routes/a.b',
        prefetch,
      )
      expect(failed.response.headers.get('Cache-Control')).toBe('no-store')
      const action = await ask(tree(), '/a/b?_data=routes/a.b', { ...prefetch, method: 'POST' })
      expect(action.response.headers.get('Cache-Control')).toBe('no-store')
    })
  })
})
