import { describe, expect, it } from 'vitest'
import { addBasename, stripBasename } from './basename.ts'
import { createManifest, shopRoutes, type FakeRoute } from './manifest.fixture.ts'
import type { RouteManifest } from './manifest.ts'
import { actionTarget, createPageMatcher, matchRoot } from './match-pages.ts'

/** The branch as `id pathname`, and the params. */
function match(
  pathname: string,
  routes: readonly FakeRoute[] = shopRoutes,
  manifest: Partial<RouteManifest> = {},
): { branch: string[]; params: unknown } | null {
  const matches = createPageMatcher(createManifest(routes, manifest))(pathname)
  return (
    matches && {
      branch: matches.map((one) => `${one.id} ${one.pathname}`),
      params: { ...matches[0]!.params },
    }
  )
}

const nested: readonly FakeRoute[] = [
  { id: 'root', pattern: '/' },
  { id: 'auth' },
  { id: 'login', pattern: '/login', parentId: 'auth' },
  { id: 'docs', pattern: '(/:lang)/docs' },
  { id: 'doc', pattern: '(/:lang)/docs/:name', parentId: 'docs' },
  { id: 'files', pattern: '/files/*' },
  { id: 'team', pattern: '/teams/:team' },
  { id: 'pane', parentId: 'team' },
  { id: 'members', pattern: '/teams/:team', index: true, parentId: 'pane' },
  { id: 'member', pattern: '/teams/:team/*path', parentId: 'team' },
  { id: 'cafe', pattern: '/café', parentId: 'root' },
  { id: 'table', pattern: '/café/:table', parentId: 'cafe' },
]

describe('createPageMatcher', () => {
  it('matches the branch, root first, each with its own pathname', () => {
    expect(match('/books/dune/reviews')).toEqual({
      branch: ['root /', 'books /books', 'book /books/dune', 'reviews /books/dune/reviews'],
      params: { slug: 'dune' },
    })
  })

  it('prefers an index over its parent', () => {
    expect(match('/books')!.branch).toEqual(['root /', 'books /books', 'shelf /books'])
    expect(match('/')!.branch).toEqual(['root /', 'home /'])
  })

  it('matches a route without index alone', () => {
    expect(match('/docs', nested)!.branch).toEqual(['root /', 'docs /docs'])
    expect(match('/', nested)!.branch).toEqual(['root /'])
  })

  it('matches a page at the path of its parent, also one with pages inside', () => {
    const routes = [
      { id: 'root', pattern: '/' },
      { id: 'home', pattern: '/' },
      { id: 'about', pattern: '/about', parentId: 'home' },
    ]
    expect(match('/', routes)!.branch).toEqual(['root /', 'home /'])
    expect(match('/about', routes)!.branch).toEqual(['root /', 'home /', 'about /about'])
    const withIndex = [...routes, { id: 'start', pattern: '/', index: true, parentId: 'home' }]
    expect(match('/', withIndex)!.branch).toEqual(['root /', 'home /', 'start /'])
  })

  it('finds the index under a pathless layout', () => {
    expect(match('/teams/a', nested)!.branch).toEqual([
      'root /',
      'team /teams/a',
      'pane /teams/a',
      'members /teams/a',
    ])
  })

  it('gives a pathless layout the pathname of its parent', () => {
    expect(match('/login', nested)!.branch).toEqual(['root /', 'auth /', 'login /login'])
  })

  it('gives a pathless layout with an address that pathname, and never matches it alone', () => {
    const routes: FakeRoute[] = [
      { id: 'root', pattern: '/' },
      { id: 'public', pattern: '/:lang/app', pathless: true },
      { id: 'about', pattern: '/:lang/app/about', parentId: 'public' },
    ]
    expect(match('/en/app/about', routes)!.branch).toEqual([
      'root /',
      'public /en/app',
      'about /en/app/about',
    ])
    expect(match('/en/app', routes)).toBeNull()
  })

  it('writes an optional part only where it was', () => {
    expect(match('/en/docs/a%20b', nested)).toEqual({
      branch: ['root /', 'docs /en/docs', 'doc /en/docs/a%20b'],
      params: { lang: 'en', name: 'a b' },
    })
    expect(match('/docs/a', nested)).toEqual({
      branch: ['root /', 'docs /docs', 'doc /docs/a'],
      params: { lang: undefined, name: 'a' },
    })
  })

  it('shows a splat as params["*"], also without its slash', () => {
    expect(match('/files/a/b%2Fc', nested)!.params).toEqual({ '*': 'a/b/c' })
    expect(match('/files', nested)!.params).toEqual({ '*': '' })
    expect(match('/files/', nested)!.params).toEqual({ '*': '' })
    const optional = [
      { id: 'root', pattern: '/' },
      { id: 'files', pattern: '/files(/*)' },
    ]
    expect(match('/files', optional)!.params).toEqual({ '*': '' })
  })

  it('names a named wildcard', () => {
    expect(match('/teams/a/b/c', nested)!.params).toEqual({ team: 'a', path: 'b/c' })
  })

  it('is case-sensitive, and one with every percent-encoding', () => {
    expect(match('/Books')).toBeNull()
    expect(match('/%62ooks')!.branch).toContain('books /books')
    expect(match('/caf%C3%A9/4', nested)!.branch).toEqual([
      'root /',
      'cafe /caf%C3%A9',
      'table /caf%C3%A9/4',
    ])
    expect(match('/%zz')).toBeNull()
  })

  it('keeps an encoded slash inside a param', () => {
    expect(match('/teams/a%2Fb', nested)).toMatchObject({ params: { team: 'a/b' } })
    expect(match('/teams/a%2Fb/c', nested)!.branch[1]).toBe('team /teams/a%2Fb')
  })

  it('writes the pathname of a parent with every character of its pattern', () => {
    const routes = [
      { id: 'root', pattern: '/' },
      { id: 'sign', pattern: '/\u{1F82F}' },
      { id: 'one', pattern: '/\u{1F82F}/:one', parentId: 'sign' },
    ]
    expect(match('/%F0%9F%A0%AF/1', routes)!.branch).toEqual([
      'root /',
      'sign /%F0%9F%A0%AF',
      'one /%F0%9F%A0%AF/1',
    ])
  })

  it('freezes what it found, with params that have no prototype', () => {
    const [first] = createPageMatcher(createManifest(shopRoutes))('/books/dune')!
    expect(Object.isFrozen(first)).toBe(true)
    expect(Object.isFrozen(first!.params)).toBe(true)
    expect('constructor' in first!.params).toBe(false)
  })

  it('matches only under its basename', () => {
    const manifest = { basename: '/shop' }
    expect(match('/shop/books/dune', shopRoutes, manifest)!.branch).toEqual([
      'root /shop',
      'books /shop/books',
      'book /shop/books/dune',
    ])
    expect(match('/shop', shopRoutes, manifest)!.branch).toEqual(['root /shop', 'home /shop'])
    expect(match('/shopping', shopRoutes, manifest)).toBeNull()
    expect(match('/books', shopRoutes, manifest)).toBeNull()
  })

  it.each([
    ['strict', '/cart/', null],
    ['ignore', '/cart/', ['root /', 'cart /cart/']],
    ['redirect', '/cart/', null],
  ] as const)('with trailingSlash %s, %s is %j', (trailingSlash, pathname, branch) => {
    expect(match(pathname, shopRoutes, { trailingSlash })?.branch ?? null).toEqual(branch)
  })

  it.each([
    ['strict', '/cart/', ['root /', 'rest /cart/']],
    ['ignore', '/cart/', ['root /', 'cart /cart/']],
    ['redirect', '/cart/', null],
    ['redirect', '/nothing/', ['root /', 'rest /nothing/']],
    ['ignore', '/nothing', ['root /', 'rest /nothing']],
  ] as const)('beside a catch-all, with %s, %s is %j', (trailingSlash, pathname, branch) => {
    const routes = [...shopRoutes, { id: 'rest', pattern: '/*' }]
    expect(match(pathname, routes, { trailingSlash })?.branch ?? null).toEqual(branch)
  })
})

describe('actionTarget', () => {
  const target = (pathname: string, search = '', routes = shopRoutes): string =>
    actionTarget(createPageMatcher(createManifest(routes))(pathname)!, search).id

  it('is the deepest match that contributes a path', () => {
    expect(target('/books/dune')).toBe('book')
    expect(target('/books')).toBe('books')
    expect(target('/')).toBe('root')
    expect(target('/teams/a', '', nested)).toBe('team')
  })

  it('is the index when the search has a bare index', () => {
    expect(target('/books', '?index')).toBe('shelf')
    expect(target('/books', '?q=1&index=')).toBe('shelf')
    expect(target('/books', '?index=5')).toBe('books')
    expect(target('/books/dune', '?index')).toBe('book')
  })

  it('is the index, with and without a bare index, if its path has no layout', () => {
    const routes = [
      { id: 'root', pattern: '/' },
      { id: 'shelf', pattern: '/books', index: true },
    ]
    expect(target('/books', '', routes)).toBe('shelf')
    expect(target('/books', '?index', routes)).toBe('shelf')
  })
})

describe('matchRoot', () => {
  it('is the root alone', () => {
    const manifest = createManifest(shopRoutes, { basename: '/shop' })
    expect(matchRoot(manifest).map(({ id, pathname }) => [id, pathname])).toEqual([
      ['root', '/shop'],
    ])
  })

  it('says what is wrong with a manifest that has none', () => {
    expect(() => matchRoot(createManifest([]))).toThrow('Cannot match the root')
  })
})

describe('pathnames', () => {
  it('go under a basename and out of it', () => {
    expect(addBasename('/', '/shop')).toBe('/shop')
    expect(addBasename('/cart', '/shop')).toBe('/shop/cart')
    expect(addBasename('/cart', '/')).toBe('/cart')
    expect(stripBasename('/shop/cart', '/shop')).toBe('/cart')
    expect(stripBasename('/shop/', '/shop')).toBe('/')
    expect(stripBasename('/cart', '/shop')).toBeNull()
  })
})
