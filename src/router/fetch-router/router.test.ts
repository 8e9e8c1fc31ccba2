import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMultiMatcher, ParseError } from '../route-pattern/index.ts'
import { resources, Route, route } from '../routes/index.ts'
import { createRouter, type RouteEntry, type Router } from './index.ts'

const origin = 'https://example.com'
const ok = () => new Response('ok')
const search = z.object({ page: z.int().default(1) })

async function textOf(router: Router<any>, path: string, init?: RequestInit): Promise<string> {
  return (await router.fetch(origin + path, init)).text()
}

describe('createRouter', () => {
  it('copies the middleware list: a later change has no effect', async () => {
    const middleware = [() => new Response('first')]
    const router = createRouter({ middleware })
    middleware.length = 0
    expect(await textOf(router, '/')).toBe('first')
  })

  it('treats an empty list as none', async () => {
    const router = createRouter({ middleware: [] })
    router.get('/', () => new Response('home'))
    expect(await textOf(router, '/')).toBe('home')
  })

  it('refuses an option that it does not know, which could be a guard', () => {
    const middlewares = [() => new Response('for admins', { status: 403 })]
    expect(() => createRouter({ middlewares } as never)).toThrow(
      'createRouter() has no option "middlewares". Its options are middleware,',
    )
    expect(() => createRouter().mount('/admin', { middlewares } as never, () => {})).toThrow(
      'mount() has no option "middlewares". Its options are middleware.',
    )
  })

  it('works when its functions are destructured', async () => {
    const { fetch, get } = createRouter()
    get('/x', () => new Response('x'))
    expect(await (await fetch(`${origin}/x`)).text()).toBe('x')
  })

  it('serves a route that was added after the first request', async () => {
    const router = createRouter()
    expect((await router.fetch(`${origin}/late`)).status).toBe(404)
    router.get('/late', () => new Response('late'))
    expect(await textOf(router, '/late')).toBe('late')
  })

  it('refuses middleware that is not a list of functions', () => {
    expect(() => createRouter({ middleware: ['logger'] as never })).toThrow('list of functions')
  })

  it('passes ignoreCase on to its matcher', async () => {
    const router = createRouter({ ignoreCase: true })
    router.get('/About', () => new Response('about'))
    expect(await textOf(router, '/aBOUT')).toBe('about')
  })

  it('refuses a route with ignoreCase that differs from another one only in its case', () => {
    const router = createRouter({ ignoreCase: true })
    router.get('/A', () => new Response('first'))
    expect(() => router.get('/a', () => new Response('second'))).toThrow(
      'Cannot add route GET "/a": GET "/A" is already there',
    )
    router.post('/a', () => new Response('another method'))
    router.get('/a?Q', () => new Response('a search'))
    router.get('/a?q', () => new Response('the case of a search counts'))
    router.get('/Files/*path', () => new Response('files'))
    expect(() => router.get('/files/*rest', () => new Response(''))).toThrow('is already there')
    expect(() => router.get('/FILES/*rest.:id', () => new Response(''))).not.toThrow()
    const exact = createRouter()
    exact.get('/A', () => new Response('upper'))
    exact.get('/a', () => new Response('lower'))
  })

  it('calls only add and matchAll of a custom matcher', async () => {
    const inner = createMultiMatcher<RouteEntry>()
    const calls: string[] = []
    const router = createRouter({
      matcher: {
        add(pattern, data) {
          calls.push(`add ${pattern}`)
          inner.add(pattern, data)
        },
        matchAll(url) {
          calls.push('matchAll')
          return inner.matchAll(url)
        },
      } as typeof inner,
    })
    router.map('/users/:id', ({ params }) => new Response(`any ${params.id}`))
    router.get('/users/:id', ({ params }) => new Response(`get ${params.id}`))
    router.get('users/new', () => new Response('new'))

    expect(await textOf(router, '/users/7')).toBe('get 7')
    expect(await textOf(router, '/users/7', { method: 'POST' })).toBe('any 7')
    expect(await textOf(router, '/users/new')).toBe('new')
    expect(calls.slice(0, 4)).toEqual([
      'add /users/:id',
      'add /users/:id',
      'add /users/new',
      'matchAll',
    ])
  })
})

describe('registration', () => {
  it('registers a pattern for every method with map, also for methods without a helper', async () => {
    const router = createRouter()
    router.map('/any', ({ method }) => new Response(method))
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PROPFIND']) {
      expect(await textOf(router, '/any', { method })).toBe(method)
    }
  })

  it('registers a route under its own method with map, and a string leaf under every method', async () => {
    const routes = route({ create: { method: 'POST', pattern: '/items' }, list: '/lists' })
    const router = createRouter()
    router.map(routes.create, () => new Response('created'))
    router.map(routes.list, () => new Response('list'))

    expect(await textOf(router, '/items', { method: 'POST' })).toBe('created')
    expect((await router.fetch(`${origin}/items`)).status).toBe(405)
    expect(await textOf(router, '/lists', { method: 'PATCH' })).toBe('list')
  })

  it('restricts an ANY route to the verb of the helper', async () => {
    const routes = route({ x: '/x' })
    const router = createRouter()
    router.get(routes.x, () => new Response('get'))
    router.post(routes.x, () => new Response('post'))
    expect(await textOf(router, '/x')).toBe('get')
    expect(await textOf(router, '/x', { method: 'POST' })).toBe('post')
    expect((await router.fetch(`${origin}/x`, { method: 'PUT' })).status).toBe(405)
  })

  it('has a helper for each of the eight methods', async () => {
    const router = createRouter()
    const handler = ({ method }: { method: string }) => new Response(method)
    router.get('/get', handler)
    router.head('/head', handler)
    router.post('/post', handler)
    router.put('/put', handler)
    router.patch('/patch', handler)
    router.delete('/delete', handler)
    router.options('/options', handler)
    router.query('/query', handler)
    router.route('PUT', '/route', handler)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']) {
      expect(await textOf(router, `/${method.toLowerCase()}`, { method })).toBe(method)
    }
    expect((await router.fetch(`${origin}/head`, { method: 'HEAD' })).status).toBe(200)
    expect(await textOf(router, '/route', { method: 'PUT' })).toBe('PUT')
  })

  it('refuses a route with another method in a verb helper', () => {
    const router = createRouter()
    expect(() =>
      router.get(new Route('POST', '/x') as never, (() => new Response()) as never),
    ).toThrow(
      new TypeError('Cannot add POST "/x" as GET. Use router.map(), or a route without a method.'),
    )
  })

  it('refuses an unknown method', () => {
    const router = createRouter()
    expect(() => router.route('FETCH' as never, '/x', () => new Response())).toThrow(
      'Cannot add a route for method "FETCH"',
    )
  })

  it('refuses an action that is neither a function nor an object with a handler', () => {
    const router = createRouter()
    expect(() => router.get('/x', {} as never)).toThrow(
      'Expected a request handler function or action object with a function `handler` property',
    )
    expect(() => router.get('/x', null as never)).toThrow(TypeError)
  })

  it('keeps `this` of an action object', async () => {
    const router = createRouter()
    router.get('/x', {
      greeting: 'hello',
      handler() {
        return new Response((this as unknown as { greeting: string }).greeting)
      },
    } as never)
    expect(await textOf(router, '/x')).toBe('hello')
  })

  it('reports a pattern that cannot be read at once', () => {
    expect(() => createRouter().get('/x/(:id', () => new Response())).toThrow(ParseError)
  })

  it('refuses a second route with the same method and pattern, param names aside, and names both', () => {
    const router = createRouter()
    router.get('/books/:slug', () => new Response())
    expect(() => router.get('/books/:id', () => new Response())).toThrow(
      'Cannot add route GET "/books/:id": GET "/books/:slug" is already there',
    )
    router.post('/books/:id', () => new Response())
    router.map('/books/:id', () => new Response())
  })
})

describe('router.routes()', () => {
  const routes = route({
    home: '/',
    api: {
      books: resources('books', { only: ['index', 'show'], contracts: { index: { search } } }),
    },
  })

  it('lists routes in the order in which they were added, with the names of the route map', () => {
    const router = createRouter()
    router.map(routes.api.books, { actions: { index: ok, show: ok } })
    router.map(routes.home, ok)
    router.post('/login', ok)
    const shared = { contract: undefined, kind: 'route' }
    expect(router.routes()).toEqual([
      {
        ...shared,
        method: 'GET',
        pattern: '/books',
        name: 'api.books.index',
        contract: { search },
      },
      { ...shared, method: 'GET', pattern: '/books/:id', name: 'api.books.show' },
      { ...shared, method: 'ANY', pattern: '/', name: 'home' },
      { ...shared, method: 'POST', pattern: '/login', name: undefined },
    ])
  })

  it('lists whole patterns for mounted sections', () => {
    const router = createRouter()
    router.mount('/:tenant', (tenant) => {
      tenant.mount('/admin', (admin) => admin.map(routes.home, ok))
      tenant.get('/', ok)
    })
    expect(router.routes().map(({ pattern, name }) => [pattern, name])).toEqual([
      ['/:tenant/admin', 'home'],
      ['/:tenant', undefined],
    ])
  })

  it('is a copy: changing it does not change the router', async () => {
    const router = createRouter()
    router.get('/x', ok)
    router.routes().length = 0
    expect(router.routes()).toHaveLength(1)
    expect(await textOf(router, '/x')).toBe('ok')
  })

  it('leaves out a route that could not be added', () => {
    const router = createRouter()
    router.get('/:a', ok)
    expect(() => router.get('/:b', ok)).toThrow('is already there')
    expect(router.routes().map(({ pattern }) => pattern)).toEqual(['/:a'])
  })

  it('lists routes of a router with a custom matcher', () => {
    const router = createRouter({ matcher: createMultiMatcher<RouteEntry>() })
    router.get('/x', ok)
    expect(router.routes()).toMatchObject([{ method: 'GET', pattern: '/x' }])
  })
})

describe('router.fetch', () => {
  it('passes the very same Request on', async () => {
    const router = createRouter()
    let seen: Request | undefined
    router.get('/', (context) => {
      seen = context.request
      return new Response()
    })
    const request = new Request(origin)
    await router.fetch(request)
    expect(seen).toBe(request)
  })

  it('takes a string, a URL, and a request with init', async () => {
    const router = createRouter()
    router.map('/x', ({ method }) => new Response(method))
    expect(await (await router.fetch(new URL(`${origin}/x`))).text()).toBe('GET')
    expect(await (await router.fetch(`${origin}/x`, { method: 'PUT' })).text()).toBe('PUT')
    const request = new Request(`${origin}/x`, { method: 'POST' })
    expect(await (await router.fetch(request, { method: 'DELETE' })).text()).toBe('DELETE')
  })

  it('rejects, and does not throw, for a relative string', async () => {
    const promise = createRouter().fetch('/x')
    await expect(promise).rejects.toThrow(TypeError)
    await expect(createRouter().fetch('/x')).rejects.toThrow('give the router a `baseUrl`')
  })

  it('resolves a path against baseUrl by string: another host cannot get in', async () => {
    const router = createRouter({ baseUrl: 'https://shop.test/ignored?x' })
    router.get('/x', ({ url }) => new Response(url.href))
    expect(await (await router.fetch('/x?q=1')).text()).toBe('https://shop.test/x?q=1')
    await expect(router.fetch('//evil.test/x')).rejects.toThrow(TypeError)
  })

  it('rejects with method and pattern when a handler returns no Response', async () => {
    const router = createRouter()
    router.get('/sync', (() => undefined) as never)
    router.post('/async/:id', (async () => 'text') as never)
    await expect(router.fetch(`${origin}/sync`)).rejects.toThrow(
      new TypeError(
        'Cannot send a value of type undefined from the handler of GET "/sync". Return a Response.',
      ),
    )
    await expect(router.fetch(`${origin}/async/1`, { method: 'POST' })).rejects.toThrow(
      'POST "/async/:id"',
    )
  })

  it('accepts a response of another realm', async () => {
    const router = createRouter()
    const foreign = { status: 200, [Symbol.toStringTag]: 'Response' }
    router.get('/x', () => foreign as never)
    expect(await router.fetch(`${origin}/x`)).toBe(foreign)
  })

  it('rejects with the very error that a handler threw', async () => {
    const router = createRouter()
    const error = new Error('boom')
    const response = new Response('thrown')
    router.get('/throws', () => {
      throw error
    })
    router.get('/rejects', () => Promise.reject(error))
    router.get('/response', () => {
      throw response
    })
    await expect(router.fetch(`${origin}/throws`)).rejects.toBe(error)
    await expect(router.fetch(`${origin}/rejects`)).rejects.toBe(error)
    await expect(router.fetch(`${origin}/response`)).rejects.toBe(response)
  })
})

describe('which route wins', () => {
  it('ranks by specificity, not by order', async () => {
    const router = createRouter()
    router.get('/users/:id', ({ params }) => new Response(`id ${params.id}`))
    router.get('/users/new', () => new Response('new'))
    router.get('/users/*rest', ({ params }) => new Response(`rest ${params.rest}`))
    expect(await textOf(router, '/users/new')).toBe('new')
    expect(await textOf(router, '/users/1')).toBe('id 1')
    expect(await textOf(router, '/users/1/2')).toBe('rest 1/2')
  })

  it('skips a more specific route with another method', async () => {
    const router = createRouter()
    router.get('/u/new', () => new Response('new'))
    router.post('/u/:id', ({ params }) => new Response(`post ${params.id}`))
    expect(await textOf(router, '/u/new', { method: 'POST' })).toBe('post new')
  })

  it('prefers an explicit method to ANY, whatever the order', async () => {
    const first = createRouter()
    first.map('/x', () => new Response('any'))
    first.get('/x', () => new Response('get'))
    const second = createRouter()
    second.get('/x', () => new Response('get'))
    second.map('/x', () => new Response('any'))
    for (const router of [first, second]) {
      expect(await textOf(router, '/x')).toBe('get')
      expect(await textOf(router, '/x', { method: 'POST' })).toBe('any')
    }
  })

  it('prefers an explicit method to ANY among equally specific patterns of another shape', async () => {
    const router = createRouter()
    router.map('/x?a', () => new Response('any a'))
    router.get('/x?b', () => new Response('get b'))
    expect(await textOf(router, '/x?a&b')).toBe('get b')
    expect(await textOf(router, '/x?a&b', { method: 'POST' })).toBe('any a')
  })

  it('prefers a search constraint, and a host even with a wildcard path', async () => {
    const router = createRouter()
    router.get('/x', () => new Response('path'))
    router.get('/x?q', () => new Response('search'))
    router.get('https://api.example.com/*', () => new Response('host'))
    expect(await textOf(router, '/x?q=1')).toBe('search')
    expect(await textOf(router, '/x')).toBe('path')
    expect(await (await router.fetch('https://api.example.com/x?q')).text()).toBe('host')
  })

  it('matches on what middleware made of url and method', async () => {
    const router = createRouter({
      middleware: [
        (context, next) => {
          context.url = new URL('/rewritten', context.url)
          context.method = 'PUT'
          return next()
        },
      ],
    })
    router.put('/rewritten', ({ request }) => new Response(new URL(request.url).pathname))
    expect(await textOf(router, '/original')).toBe('/original')
  })

  it('sees a change of the URL object itself', async () => {
    const router = createRouter({
      middleware: [
        (context, next) => {
          context.url.pathname = '/b'
          return next()
        },
      ],
    })
    router.get('/b', () => new Response('b'))
    expect(await textOf(router, '/a')).toBe('b')
  })
})

describe('no match', () => {
  it('responds with 404 and 405 in plain text as a Response of a string has it', async () => {
    const router = createRouter()
    router.post('/x', () => new Response())
    for (const path of ['/nowhere', '/x']) {
      const { headers } = await router.fetch(origin + path)
      expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    }
  })

  it('responds with 404 with the encoded pathname and without the query', async () => {
    const response = await createRouter().fetch(`${origin}/caf%C3%A9?secret=1`)
    expect(response.status).toBe(404)
    expect(await response.text()).toBe('Not Found: /caf%C3%A9')
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/i)
  })

  it('responds with 405 with a sorted Allow where only the method is wrong', async () => {
    const router = createRouter()
    router.put('/x', () => new Response())
    router.get('/x', () => new Response())
    router.delete('/:name', () => new Response())
    const response = await router.fetch(`${origin}/x?q`, { method: 'POST' })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('DELETE, GET, HEAD, PUT')
    expect(await response.text()).toBe('Method Not Allowed: POST /x')
  })

  it('does not handle OPTIONS by itself', async () => {
    const router = createRouter()
    router.get('/x', () => new Response())
    const response = await router.fetch(`${origin}/x`, { method: 'OPTIONS' })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('GET, HEAD')
  })

  it('calls defaultHandler instead, which finds allowedMethods, inside the middleware', async () => {
    const seen: unknown[] = []
    const router = createRouter({
      middleware: [
        async (_context, next) => {
          const response = await next()
          seen.push(response.status)
          return response
        },
      ],
      defaultHandler: (context) => {
        seen.push(context.allowedMethods)
        return new Response('nothing', { status: 410 })
      },
    })
    router.get('/x', () => new Response())
    await router.fetch(`${origin}/x`, { method: 'POST' })
    await router.fetch(`${origin}/y`)
    expect(seen).toEqual([['GET', 'HEAD'], 410, [], 410])
  })

  it('tells a catch-all, too, which methods the routes at its URL name', async () => {
    const router = createRouter()
    router.post('/api/books', () => new Response())
    router.get('/api/:name', () => new Response())
    router.map('/*', ({ allowedMethods }) => new Response(allowedMethods.join()))
    expect(await textOf(router, '/api/books', { method: 'DELETE' })).toBe('GET,HEAD,POST')
    expect(await textOf(router, '/elsewhere')).toBe('')
  })

  it('lets middleware see the built-in 404', async () => {
    let status = 0
    const router = createRouter({
      middleware: [
        async (_context, next) => {
          const response = await next()
          status = response.status
          return response
        },
      ],
    })
    await router.fetch(`${origin}/x`)
    expect(status).toBe(404)
  })

  it('responds with 414 also when it is the search for other methods that goes over the limit', async () => {
    for (let work = 0; work < 20; work++) {
      const router = createRouter({ limits: { work } })
      router.post('/a/:b', () => new Response())
      const { status } = await router.fetch(`${origin}/a/b`)
      expect([405, 414]).toContain(status)
    }
  })

  it('responds with 414 over the limit of the matcher', async () => {
    const router = createRouter()
    router.get('/*a/x/*b/y/*c', () => new Response())
    const response = await router.fetch(`${origin}/${'x/'.repeat(2_000_000)}`)
    expect(response.status).toBe(414)
  })
})

describe('HEAD', () => {
  it('runs the GET action, keeps status and headers, and drops and cancels the body', async () => {
    let cancelled = false
    const router = createRouter()
    router.get('/x', ({ method, request }) => {
      expect(method).toBe('HEAD')
      expect(request.method).toBe('HEAD')
      const body = new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1)),
        cancel: () => {
          cancelled = true
        },
      })
      return new Response(body, { status: 201, headers: { 'X-Total': '42' } })
    })
    const response = await router.fetch(`${origin}/x`, { method: 'HEAD' })
    expect(response.status).toBe(201)
    expect(response.headers.get('X-Total')).toBe('42')
    expect(response.body).toBe(null)
    expect(cancelled).toBe(true)
  })

  it('keeps a GET route from losing HEAD to a catch-all', async () => {
    const router = createRouter()
    router.map('/*', () => new Response('all', { status: 404 }))
    router.get('/x', () => new Response('x'))
    expect((await router.fetch(`${origin}/x`, { method: 'HEAD' })).status).toBe(200)
  })

  it('goes where GET goes among equally specific routes', async () => {
    const router = createRouter()
    router.get('/:a', () => new Response('', { headers: { 'X-Route': 'first' } }))
    router.get('/:a(/:b)', () => new Response('', { headers: { 'X-Route': 'second' } }))
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await router.fetch(`${origin}/x`, { method })
      expect([method, headers.get('X-Route')]).toEqual([method, 'first'])
    }
  })

  it('prefers HEAD, then GET, then ANY among equally specific routes', async () => {
    const status = async (...methods: ('ANY' | 'GET' | 'HEAD')[]) => {
      const router = createRouter()
      for (const method of methods) {
        router.route(method, '/x', () => new Response(null, { headers: { 'X-Route': method } }))
      }
      return (await router.fetch(`${origin}/x`, { method: 'HEAD' })).headers.get('X-Route')
    }
    expect(await status('ANY', 'GET', 'HEAD')).toBe('HEAD')
    expect(await status('HEAD', 'GET', 'ANY')).toBe('HEAD')
    expect(await status('ANY', 'GET')).toBe('GET')
    expect(await status('GET', 'ANY')).toBe('GET')
    expect(await status('ANY')).toBe('ANY')
  })
})

describe('URL details', () => {
  const rows: readonly [path: string, pattern: string, params: object | null][] = [
    ['/about/', '/about', null],
    ['/about', '/about/', null],
    ['', '/', {}],
    ['/F/x', '/f/:x', null],
    ['/f/a%2Fb', '/f/:n', { n: 'a/b' }],
    ['/f/a%20b', '/f/:n', { n: 'a b' }],
    ['/f/a+b', '/f/:n', { n: 'a+b' }],
    ['/f/%F0%9F%98%80', '/f/:n', { n: '😀' }],
    ['/f/😀', '/f/:n', { n: '😀' }],
    ['/f/%252F', '/f/:n', { n: '%2F' }],
    ['/f/%E0%A4%A', '/f/:n', null],
    ['/f/%zz', '/f/:n', null],
    ['/f/', '/f/:n', null],
    ['/w/', '/w/*p', { p: '' }],
    ['/w', '/w/*p', null],
    ['/w/a%2Fb/c', '/w/*p', { p: 'a/b/c' }],
    ['/a//b', '/a/b', null],
    ['/a//b', '/a/:x/b', null],
    ['/f/%2e%2e', '/f/:n', null],
    ['/f/..', '/', {}],
    ['/x#fragment', '/x', {}],
    ['/files/a.b', '/files/:name', { name: 'a.b' }],
    ['/promo', '(/:lang)/promo', { lang: undefined }],
    ['/en/promo', '(/:lang)/promo', { lang: 'en' }],
  ]
  for (const [path, pattern, params] of rows) {
    it(`${path || '(no path)'} ${params ? 'matches' : 'does not match'} ${pattern}`, async () => {
      const router = createRouter()
      let seen: object | null = null
      router.get(pattern, (context) => {
        seen = { ...context.params }
        return new Response()
      })
      const response = await router.fetch(origin + path)
      expect(seen).toEqual(params)
      expect(response.status).toBe(params ? 200 : 404)
    })
  }

  it('keeps params on a null prototype, also one named __proto__', async () => {
    const router = createRouter()
    let params: object | undefined
    router.get('/x/:__proto__', (context) => {
      params = context.params
      return new Response()
    })
    await router.fetch(`${origin}/x/y`)
    expect(Object.getPrototypeOf(params)).toBe(null)
    expect(Object.entries(params!)).toEqual([['__proto__', 'y']])
  })
})

describe('trailingSlash', () => {
  it('is strict by default', async () => {
    const router = createRouter()
    router.get('/about', () => new Response())
    expect((await router.fetch(`${origin}/about/`)).status).toBe(404)
  })

  it('ignore serves the other spelling and leaves the URL alone', async () => {
    const router = createRouter({ trailingSlash: 'ignore' })
    router.get('/about', ({ url }) => new Response(url.pathname))
    expect(await textOf(router, '/about/')).toBe('/about/')
  })

  it('ignore serves it behind the same middleware, also with ignoreCase', async () => {
    const router = createRouter({ trailingSlash: 'ignore', ignoreCase: true })
    const guard = () => new Response('guarded', { status: 401 })
    router.mount('/admin', { middleware: [guard] }, (section) => {
      section.get('/', () => new Response('secret'))
      section.get('/users', () => new Response('secret'))
    })
    for (const path of ['/admin', '/admin/', '/Admin/users', '/admin/users/', '/%41DMIN/USERS/']) {
      expect([path, await textOf(router, path)]).toEqual([path, 'guarded'])
    }
  })

  it('redirect responds with 308 with the query kept', async () => {
    const router = createRouter({ trailingSlash: 'redirect' })
    router.get('/about', () => new Response())
    router.post('/form/', () => new Response())
    const response = await router.fetch(`${origin}/about/?a=1&b`)
    expect(response.status).toBe(308)
    expect(response.headers.get('Location')).toBe('/about?a=1&b')
    const post = await router.fetch(`${origin}/form`, { method: 'POST' })
    expect(post.headers.get('Location')).toBe('/form/')
  })

  it('redirects only to what serves this method', async () => {
    const router = createRouter({ trailingSlash: 'redirect' })
    router.post('/form/', () => new Response())
    expect((await router.fetch(`${origin}/form`)).status).toBe(404)
  })

  it('never redirects to another host', async () => {
    const router = createRouter({ trailingSlash: 'redirect' })
    router.get('/*rest/', () => new Response())
    const response = await router.fetch(`${origin}//evil.test`)
    expect(response.status).toBe(308)
    expect(response.headers.get('Location')).toBe('/evil.test/')
  })

  it('leaves the root alone, however many slashes it is written with', async () => {
    for (const trailingSlash of ['ignore', 'redirect'] as const) {
      const router = createRouter({ trailingSlash })
      router.get('/', () => new Response('home'))
      expect((await router.fetch(`${origin}//`)).status).toBe(404)
      expect((await router.fetch(`${origin}/`)).status).toBe(200)
    }
  })

  it('refuses a value other than strict, ignore and redirect', () => {
    expect(() => createRouter({ trailingSlash: 'always' as 'strict' })).toThrow(
      new TypeError(
        'Cannot use "always" as `trailingSlash`. Use "strict", "ignore" or "redirect".',
      ),
    )
  })

  it('lets an exact match win', async () => {
    const router = createRouter({ trailingSlash: 'redirect' })
    router.get('/', () => new Response('home'))
    router.get('/both', () => new Response('both'))
    router.get('/both/', () => new Response('both/'))
    expect(await textOf(router, '/both')).toBe('both')
    expect(await textOf(router, '/both/')).toBe('both/')
    expect(await textOf(router, '/')).toBe('home')
  })
})
