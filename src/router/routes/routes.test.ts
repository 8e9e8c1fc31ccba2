import { describe, expect, it } from 'vitest'
import { RoutePattern } from '../route-pattern/index.ts'
import {
  createFormRoutes,
  createResourceRoutes,
  createResourcesRoutes,
  createRoutes,
  del,
  form,
  get,
  head,
  isRequestMethod,
  options,
  patch,
  post,
  put,
  RequestMethods,
  resource,
  resources,
  Route,
  route,
  type RouteMap,
} from './index.ts'

function table(map: RouteMap): string[] {
  return Object.entries(map).map(([name, entry]) =>
    entry instanceof Route ? `${name} ${entry.method} ${entry.pattern}` : `${name} {}`,
  )
}

describe('route', () => {
  it('returns routes of the same shape, in the same order', () => {
    const routes = route({ z: '/', a: { c: '/c', b: 'b' } })
    expect(Object.keys(routes)).toEqual(['z', 'a'])
    expect(Object.keys(routes.a)).toEqual(['c', 'b'])
    expect(table(routes.a)).toEqual(['c ANY /c', 'b ANY /b'])
  })

  it('takes a string, a parsed pattern, { method, pattern } and a route as a leaf', () => {
    const routes = route({
      string: '/string',
      parsed: RoutePattern.parse('/parsed'),
      any: { pattern: '/any' },
      post: { method: 'POST', pattern: '/post' },
      route: new Route('PUT', '/route'),
      verb: get('verb'),
    })
    expect(table(routes)).toEqual([
      'string ANY /string',
      'parsed ANY /parsed',
      'any ANY /any',
      'post POST /post',
      'route PUT /route',
      'verb GET /verb',
    ])
  })

  it('joins every pattern to the base', () => {
    expect(table(route('api', { a: '/', b: 'b', c: '/c', d: get(':id') }))).toEqual([
      'a ANY /api',
      'b ANY /api/b',
      'c ANY /api/c',
      'd GET /api/:id',
    ])
    expect(String(route('api/', { a: '/' }).a.pattern)).toBe('/api/')
    expect(String(route(RoutePattern.parse('/v1'), { a: 'x' }).a.pattern)).toBe('/v1/x')
    expect(String(route('posts', { n: { show: ':id' } }).n.show.pattern)).toBe('/posts/:id')
  })

  it('lets results be spread, used as a value, and wrapped again', () => {
    const inner = route({ a: 'a' })
    expect(table(route({ ...inner, b: 'b' }))).toEqual(['a ANY /a', 'b ANY /b'])
    expect(table(route({ group: inner }).group)).toEqual(['a ANY /a'])
    expect(route(inner)).toEqual(inner)
    expect(table(route('x', inner))).toEqual(['a ANY /x/a'])
  })

  it('returns deep-equal routes for equal inputs', () => {
    expect(route({ a: 'about' }).a).toEqual(new Route('ANY', '/about', undefined, 'a'))
    expect(route('books', { a: ':id' }).a).toEqual(new Route('ANY', '/books/:id', undefined, 'a'))
  })

  it('reads a group with a key named pattern as a group', () => {
    const routes = route({
      help: { pattern: '/help/pattern', method: { pattern: '/m' }, more: '/m' },
    } as never) as Record<string, RouteMap>
    expect(table(routes['help']!)).toEqual([
      'pattern ANY /help/pattern',
      'method ANY /m',
      'more ANY /m',
    ])
  })

  it('keeps a key named __proto__', () => {
    const routes = route(JSON.parse('{"__proto__":"/x"}') as { [key: string]: string })
    expect(Object.keys(routes)).toEqual(['__proto__'])
  })

  it('refuses anything but an object of routes', () => {
    expect(() => route('/books' as never)).toThrow(
      new TypeError(
        'Cannot create routes from /books: use an object of patterns, routes and groups',
      ),
    )
    expect(() => route('/books', undefined as never)).toThrow('Cannot create routes from undefined')
  })

  it('refuses an invalid leaf, and an unknown or lower-case method', () => {
    expect(() => route({ a: { b: undefined } } as never)).toThrow(
      new TypeError(
        'Cannot create the route a.b from undefined: use a pattern, a route or a group of routes',
      ),
    )
    expect(() => route({ a: 42 } as never)).toThrow('Cannot create the route a from 42')
    expect(() => route({ a: { method: 'get', pattern: '/' } } as never)).toThrow(
      'Cannot create a route for the method "get"',
    )
  })

  it('is createRoutes too', () => {
    expect(createRoutes).toBe(route)
  })
})

describe('Route', () => {
  it('makes its URL', () => {
    expect(new Route('GET', '/books/:slug').href({ slug: 'a b' })).toBe('/books/a%20b')
    expect(new Route('ANY', '/about').href()).toBe('/about')
    expect(new Route('ANY', '/x').href(null, { searchParams: { page: 2 } })).toBe('/x?page=2')
  })

  it('matches its own href back, with a base', () => {
    const { show } = resources('books', { param: 'slug' })
    const path = show.href({ slug: 'the left hand' })
    const match = show.match(path, { baseURL: 'https://example.com' })
    expect(match?.params.slug).toBe('the left hand')
    expect(() => show.match(path)).toThrow('Invalid URL')
  })

  it('matches a URL, whatever the method', () => {
    const show = new Route('POST', '/books/:slug')
    const match = show.match('https://example.com/books/dune?page=2')
    expect(match?.params.slug).toBe('dune')
    expect(match?.pattern).toBe(show.pattern)
    expect(show.match(new URL('https://example.com/authors/herbert'))).toBe(null)
    expect(show).toEqual(new Route('POST', '/books/:slug')) // It remembers nothing.
  })

  it('reads a string and a parsed pattern', () => {
    expect(new Route('GET', RoutePattern.parse('/x'))).toEqual(new Route('GET', '/x'))
  })
})

describe('verb helpers', () => {
  it('make a route of their method, not yet joined', () => {
    expect(table({ a: get('/x'), b: head('/x'), c: post('/x'), d: put('/x') })).toEqual([
      'a GET /x',
      'b HEAD /x',
      'c POST /x',
      'd PUT /x',
    ])
    expect(table({ a: patch('/x'), b: del('/x'), c: options('/x') })).toEqual([
      'a PATCH /x',
      'b DELETE /x',
      'c OPTIONS /x',
    ])
  })
})

describe('form', () => {
  it('makes index and action on one path', () => {
    expect(table(form('contact'))).toEqual(['index GET /contact', 'action POST /contact'])
  })

  it('takes a parsed pattern', () => {
    expect(table(form(RoutePattern.parse('contact')))).toEqual(table(form('contact')))
  })

  it('takes another method and other names', () => {
    expect(
      table(form('profile', { formMethod: 'PUT', names: { index: 'edit', action: 'save' } })),
    ).toEqual(['edit GET /profile', 'save PUT /profile'])
  })

  it('is createFormRoutes too', () => {
    expect(createFormRoutes).toBe(form)
  })
})

describe('resources', () => {
  it('creates the seven routes of a collection, in order', () => {
    expect(table(resources('books'))).toEqual([
      'index GET /books',
      'new GET /books/new',
      'show GET /books/:id',
      'create POST /books',
      'edit GET /books/:id/edit',
      'update PUT /books/:id',
      'destroy DELETE /books/:id',
    ])
  })

  it('takes a parsed pattern', () => {
    expect(table(resources(RoutePattern.parse('books')))).toEqual(table(resources('books')))
  })

  it('keeps the params of the path, and names the item param', () => {
    expect(table(resources('shops/:shop/books', { only: ['edit'], param: 'slug' }))).toEqual([
      'edit GET /shops/:shop/books/:slug/edit',
    ])
  })

  it('generates only or all except, by default names, in the order of the table', () => {
    expect(Object.keys(resources('x', { only: ['show', 'index'] }))).toEqual(['index', 'show'])
    expect(Object.keys(resources('x', { exclude: ['new', 'edit'] }))).toEqual([
      'index',
      'show',
      'create',
      'update',
      'destroy',
    ])
    expect(resources('x', { only: [] })).toEqual({})
  })

  it('renames some, and ignores names of routes that are not generated', () => {
    expect(
      table(resources('x', { only: ['show'], names: { show: 'view', index: 'list' } })),
    ).toEqual(['view GET /x/:id'])
  })

  it('refuses what cannot be meant', () => {
    expect(() => resources('x', { only: ['show'], exclude: ['new'] } as never)).toThrow(
      new Error('Cannot specify both "only" and "exclude" options'),
    )
    expect(() => resources('x', { only: ['shwo'] } as never)).toThrow('Unknown route name "shwo"')
    expect(() => resources('x', { names: { lst: 'list' } } as never)).toThrow(
      'Unknown route name "lst"',
    )
    expect(() => resources('x', { names: { show: 'index' } })).toThrow('Cannot name two routes')
    expect(() => resources('x', { param: 'a-b' })).toThrow('Cannot use "a-b" as the param')
  })

  it('is createResourcesRoutes too', () => {
    expect(createResourcesRoutes).toBe(resources)
  })
})

describe('resource', () => {
  it('creates the six routes of a single resource, without index', () => {
    expect(table(resource('account'))).toEqual([
      'new GET /account/new',
      'show GET /account',
      'create POST /account',
      'edit GET /account/edit',
      'update PUT /account',
      'destroy DELETE /account',
    ])
  })

  it('takes the same options', () => {
    expect(
      table(resource('users/:id/avatar', { only: ['show'], names: { show: 'view' } })),
    ).toEqual(['view GET /users/:id/avatar'])
    expect(createResourceRoutes).toBe(resource)
  })
})

describe('request methods', () => {
  it('are listed in order, and recognised in upper case only', () => {
    expect(RequestMethods).toEqual([
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'QUERY',
    ])
    expect(isRequestMethod('GET')).toBe(true)
    expect(isRequestMethod('get')).toBe(false)
    expect(isRequestMethod('ANY')).toBe(false)
  })
})
