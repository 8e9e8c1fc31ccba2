import { describe, expect, it } from 'vitest'
import { explainPath, pageSpelling, type ServedRoute } from '../vite/shared.ts'
import { formatExplanation, formatRoutes } from './routes-command.ts'

const page = (pattern: string, file: string, rest: Partial<ServedRoute> = {}): ServedRoute => ({
  kind: 'page',
  methods: ['GET'],
  pattern,
  file,
  id: file,
  ...rest,
})
const route = (method: string, pattern: string): ServedRoute => ({
  kind: 'route',
  methods: [method],
  pattern,
})

function explain(routes: ServedRoute[], path: string, method = 'GET') {
  return explainPath(routes, path, method).map(
    ({ route, verdict, reason }) => `${route.pattern}: ${verdict}, ${reason}`,
  )
}

describe('explainPath', () => {
  it('says why the more specific page wins', () => {
    const routes = [
      page('/books/:slug', 'book.tsx'),
      page('/books/new', 'new.tsx'),
      page('/*', 'rest.tsx'),
    ]
    expect(explain(routes, '/books/new')).toEqual([
      '/books/new: wins, wins over book.tsx: static text beats a param (:slug) in the path',
      '/books/:slug: loses, loses to new.tsx: static text beats a param (:slug) in the path',
      '/*: loses, loses to new.tsx: static text beats a wildcard in the path',
    ])
  })

  it('prefers a page without a wildcard where the wildcard is empty', () => {
    const routes = [page('/*', '$.tsx'), page('/', 'root.tsx')]
    expect(explain(routes, '/')).toEqual([
      '/: wins, wins over $.tsx: it has no wildcard',
      '/*: loses, loses to root.tsx: it has no wildcard',
    ])
  })

  it('puts routes of the router before pages', () => {
    const routes = [page('/books', 'books.tsx'), route('ANY', '/:anything')]
    expect(explain(routes, '/books')).toEqual([
      '/:anything: wins, wins over books.tsx: routes of app/router.ts come before pages',
      '/books: loses, loses to ANY /:anything: routes of app/router.ts come before pages',
    ])
  })

  it('says when an index wins over its page', () => {
    const routes = [page('/a', 'a.tsx'), page('/a', 'all.tsx', { index: true })]
    expect(explain(routes, '/a')[0]).toBe(
      '/a: wins, wins over a.tsx: an index wins over its parent',
    )
  })

  it('says which action a form runs: the one of the layout, or with ?index the one of its index', () => {
    const methods = ['GET', 'POST']
    const routes = [
      page('/a', 'a.tsx', { methods }),
      page('/a', 'all.tsx', { methods, index: true }),
    ]
    const namesOf = (path: string) =>
      explainPath(routes, path, 'POST').map(({ route, verdict, reason }) => [
        route.file,
        verdict,
        reason,
      ])
    expect(namesOf('/a')).toEqual([
      ['a.tsx', 'wins', 'nothing else matches'],
      ['all.tsx', 'other method', 'handles POST only with ?index in the URL'],
    ])
    expect(namesOf('/a?page=2&index')).toEqual([
      ['all.tsx', 'wins', 'nothing else matches'],
      ['a.tsx', 'other method', 'handles POST only without ?index in the URL'],
    ])
    expect(explain([page('/a', 'a.tsx'), routes[1]!], '/a', 'POST')[0]).toContain('other method')
    expect(explain([routes[1]!], '/a', 'POST')[0]).toContain('wins')
  })

  it('prefers a route that names the method', () => {
    expect(explain([route('ANY', '/a'), route('GET', '/a')], '/a')[0]).toContain(
      'it names the method',
    )
  })

  it('says which route does not match, and which does not handle the method', () => {
    const routes = [route('POST', '/a'), route('GET', '/a'), route('GET', '/b')]
    expect(explain(routes, '/a', 'POST')).toEqual([
      '/a: wins, nothing else matches',
      '/a: other method, does not handle POST',
      '/b: no match, the pattern does not match',
    ])
    expect(explain([route('GET', '/a')], '/a', 'HEAD')[0]).toContain('wins')
  })

  it('says that a catch-all page gives way to a route with other methods', () => {
    const routes = [page('/*', 'rest.tsx', { methods: ['ANY'] }), route('GET', '/a')]
    expect(explain(routes, '/a', 'PUT')).toEqual([
      '/a: other method, does not handle PUT',
      '/*: no match, the router has this path for other methods, and comes before this page',
    ])
    expect(explain(routes, '/b', 'PUT')[0]).toContain('/*: wins')
  })
})

describe('pageSpelling', () => {
  const pages = [page('/shop', 'home.tsx'), page('/shop/about', 'about.tsx')]
  const spell = (path: string, trailingSlash: 'strict' | 'ignore' | 'redirect') =>
    pageSpelling(pages, path, { basename: '/shop', trailingSlash })

  it('is the path as it was asked for, by default', () => {
    expect(spell('/shop/about/', 'strict')).toBe('/shop/about/')
  })

  it('is the spelling that is a page where a slash at the end does not matter', () => {
    expect(spell('/shop/about/?a=1', 'ignore')).toBe('/shop/about?a=1')
    expect(spell('/shop/about/', 'redirect')).toBe('/shop/about')
    expect(spell('/shop/nothing/', 'ignore')).toBe('/shop/nothing/')
  })

  it('is the spelling of the page itself beside a catch-all page', () => {
    const spelling = { basename: '/', trailingSlash: 'redirect' } as const
    const all = [page('/about', 'about.tsx'), page('/*', 'rest.tsx')]
    expect(pageSpelling(all, '/about/', spelling)).toBe('/about')
    expect(pageSpelling(all, '/nothing/', spelling)).toBe('/nothing/')
  })

  it('is the spelling of a catch-all page that has no other', () => {
    const spelling = { basename: '/', trailingSlash: 'ignore' } as const
    expect(pageSpelling([page('/files/*path', 'files.tsx')], '/files', spelling)).toBe('/files/')
  })

  it('is the same page at the basename, with or without a slash', () => {
    expect(spell('/shop/', 'strict')).toBe('/shop')
  })
})

describe('formatExplanation', () => {
  it('names the winner first', () => {
    const candidates = explainPath([page('/a', 'a.tsx')], '/a', 'GET')
    expect(formatExplanation(candidates, '/a', 'GET')).toBe(
      'GET /a is handled by a.tsx (/a)\n\n  ✓ /a  a.tsx: nothing else matches',
    )
  })

  it('shows the layouts and guards of the winner, and only counts routes that do not match', () => {
    const others = ['/b', '/c'].map((pattern) => page(pattern, `${pattern}.tsx`))
    const candidates = explainPath([...others, page('/a', 'a.tsx')], '/a', 'GET')
    const parts = [
      { file: 'app/root.tsx', exports: ['middleware', 'default'] },
      { file: 'a.tsx', exports: ['loader', 'default'] },
    ]
    expect(formatExplanation(candidates, '/a', 'GET', { parts })).toBe(
      [
        'GET /a is handled by a.tsx (/a)',
        '',
        '  ✓ /a  a.tsx: nothing else matches',
        '',
        'It runs, from the outside to the page:',
        '  app/root.tsx  middleware, default',
        '  a.tsx         loader, default',
        '',
        '2 other routes do not match.',
      ].join('\n'),
    )
  })

  it('says when no route matches', () => {
    expect(formatExplanation([], '/a', 'GET')).toBe('GET /a gets a 404: no route matches')
    const candidates = explainPath([page('/b', 'b.tsx'), route('POST', '/a')], '/a', 'GET')
    expect(formatExplanation(candidates, '/a', 'GET')).toContain(
      'GET /a gets a 405: the path matches only for other methods',
    )
  })

  it('says when a page is redirected to', () => {
    const candidates = explainPath([page('/a', 'a.tsx')], '/a/', 'GET', '/a')
    expect(formatExplanation(candidates, '/a/', 'GET', { location: '/a' })).toContain(
      'GET /a/ is redirected to /a, which is handled by a.tsx (/a)',
    )
  })
})

describe('formatRoutes', () => {
  it('is one table of pages and routes, sorted by pattern', () => {
    expect(formatRoutes([page('/b', 'app/b.tsx'), route('DELETE', '/a/:id')])).toBe(
      [
        'Method  Pattern  Where',
        'DELETE  /a/:id   app/router.ts',
        'GET     /b       app/b.tsx',
      ].join('\n'),
    )
  })
})
