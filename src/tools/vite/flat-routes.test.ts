import { describe, expect, it } from 'vitest'
import { createPageMatcher } from '../../pages/page-protocol/match-pages.ts'
import { createManifest } from './create-manifest.ts'
import { flatRoutes } from './flat-routes.ts'

function patternOf(...names: string[]) {
  return flatRoutes(
    'root.tsx',
    names.map((name) => `routes/${name}.tsx`),
  ).at(-1)!.pattern
}

function parents(...names: string[]) {
  const routes = flatRoutes(
    'root.tsx',
    names.map((name) => `routes/${name}.tsx`),
  )
  return Object.fromEntries(routes.map((route) => [route.id, route.parentId]))
}

/** The ids of the routes that a path matches. */
function branchFinder(names: string[]) {
  const routes = flatRoutes(
    'root.tsx',
    names.map((name) => `routes/${name}.tsx`),
  )
  const match = createPageMatcher(
    createManifest({
      version: '',
      basename: '/',
      trailingSlash: 'strict',
      routes,
      moduleOf: () => ({ exports: new Set(['default']) }),
      assetsOf: () => undefined,
    }),
  )
  return (path: string) => match(path)?.map(({ id }) => id)
}

describe('flatRoutes', () => {
  it('puts the root around everything', () => {
    expect(flatRoutes('root.tsx', ['routes/about.tsx'])).toEqual([
      {
        id: 'root',
        parentId: undefined,
        file: 'root.tsx',
        pattern: '/',
        index: false,
        pathless: true,
        splat: false,
      },
      {
        id: 'routes/about',
        parentId: 'root',
        file: 'routes/about.tsx',
        pattern: '/about',
        index: false,
        pathless: false,
        splat: false,
      },
    ])
  })

  it('shows an optional page at the path of the root, and the root alone without one', () => {
    for (const name of ['($lang)._index', '($lang)', '(de)', '($lang).($region)']) {
      const find = branchFinder([name, '$', 'about'])
      expect(find('/')).toEqual(['root', `routes/${name}`])
      expect(find('/about')).toEqual(['root', 'routes/about'])
    }
    expect(branchFinder(['_index', '($lang)'])('/')).toEqual(['root', 'routes/_index'])
    expect(branchFinder(['$', '$page'])('/')).toEqual(['root'])
  })

  it.each([
    ['_index', '/'],
    ['about', '/about'],
    ['books._index', '/books'],
    ['books.$slug', '/books/:slug'],
    ['books.$slug.edit', '/books/:slug/edit'],
    ['books_.$slug', '/books/:slug'],
    ['_auth.login', '/login'],
    ['_auth._index', '/'],
    ['files.$', '/files/*'],
    ['$', '/*'],
    ['sitemap[.]xml', '/sitemap.xml'],
    ['[sitemap.xml]', '/sitemap.xml'],
    ['report.$id[.pdf]', '/report/:id.pdf'],
    ['[_]private', '/_private'],
    ['weird[_]', '/weird_'],
    ['[$]price', '/$price'],
    ['a[:]b[*]', '/a\\:b\\*'],
    ['dollar$inside', '/dollar$inside'],
    ['($lang)._index', '(/:lang)'],
    ['($lang).about', '(/:lang)/about'],
    ['($lang).($region).about', '(/:lang)(/:region)/about'],
    ['($lang).($region)', '(/:lang)(/:region)'],
    ['($lang).$', '(/:lang)/*'],
    ['about.($tab)', '/about(/:tab)'],
    ['shop.(sale).all', '/shop(/sale)/all'],
    ['[(]literal[)]', '/\\(literal\\)'],
  ])('reads %s as %s', (name, pattern) => {
    expect(patternOf(name)).toBe(pattern)
  })

  it('nests a file in the longest name it begins with', () => {
    expect(parents('books', 'books.$slug', 'books.$slug.edit', 'bookshelf')).toEqual({
      root: undefined,
      'routes/books': 'root',
      'routes/bookshelf': 'root',
      'routes/books.$slug': 'routes/books',
      'routes/books.$slug.edit': 'routes/books.$slug',
    })
  })

  it('skips levels that have no file', () => {
    expect(parents('books', 'books.$slug.edit')['routes/books.$slug.edit']).toBe('routes/books')
  })

  it('opts out of nesting with a trailing underscore', () => {
    expect(parents('books', 'books_.$slug')['routes/books_.$slug']).toBe('root')
  })

  it('nests in a layout without a path', () => {
    const routes = flatRoutes('root.tsx', ['routes/_auth.tsx', 'routes/_auth.login.tsx'])
    expect(routes[1]).toMatchObject({ id: 'routes/_auth', pathless: true, pattern: '/' })
    expect(routes[2]).toMatchObject({ parentId: 'routes/_auth', pathless: false })
  })

  it('takes a layout below a path for pathless, with its parent’s pattern', () => {
    const routes = flatRoutes('root.tsx', ['routes/books.tsx', 'routes/books._wide.tsx'])
    expect(routes[2]).toMatchObject({ pathless: true, pattern: '/books' })
  })

  it('takes a layout below a path that has no file for pathless, unless its index gives it the path', () => {
    const isPathless = (...names: string[]) =>
      flatRoutes(
        'root.tsx',
        names.map((name) => `routes/${name}.tsx`),
      ).find(({ id }) => id === 'routes/app._wide')!.pathless
    expect(isPathless('app._wide', 'app._wide.about')).toBe(true)
    expect(isPathless('app._wide', 'app._wide._inner._index')).toBe(false)
    expect(isPathless('app._wide', 'app._index')).toBe(true)
    expect(isPathless('app._wide', 'app._wide.about._index')).toBe(true)
  })

  it('nests in layouts below a path that has no file', () => {
    const branch = branchFinder(['nested._index', 'nested._wide', 'nested._wide.foo'])
    expect(branch('/nested')).toEqual(['root', 'routes/nested._index'])
    expect(branch('/nested/foo')).toEqual([
      'root',
      'routes/nested._wide',
      'routes/nested._wide.foo',
    ])
  })

  it('has several layouts at one path, with and without a page there', () => {
    const names = ['app._public', 'app._public.about', 'app._private', 'app._private.account']
    const branch = branchFinder(names)
    expect(branch('/app')).toBeUndefined()
    expect(branch('/app/about')).toEqual(['root', 'routes/app._public', 'routes/app._public.about'])
    expect(branch('/app/account')).toEqual([
      'root',
      'routes/app._private',
      'routes/app._private.account',
    ])

    const withIndex = branchFinder([...names, 'app._public._index'])
    expect(withIndex('/app')).toEqual(['root', 'routes/app._public', 'routes/app._public._index'])
  })

  it('names both files when two layouts at one path have the same page', () => {
    expect(() => branchFinder(['a._x', 'a._x._index', 'a._y', 'a._y._index'])).toThrow(
      'both app/routes/a._x._index.tsx and app/routes/a._y._index.tsx for "/a"',
    )
  })

  it('marks the rest of a path', () => {
    expect(flatRoutes('root.tsx', ['routes/files.$.tsx'])[1]!.splat).toBe(true)
    expect(flatRoutes('root.tsx', ['routes/files.[*].tsx'])[1]!.splat).toBe(false)
  })

  it('marks index routes', () => {
    const routes = flatRoutes('root.tsx', ['routes/books.tsx', 'routes/books._index.tsx'])
    expect(routes[2]).toMatchObject({ index: true, parentId: 'routes/books', pathless: false })
  })

  it('takes the route or index file of a folder and leaves the rest alone', () => {
    const routes = flatRoutes('root.tsx', [
      'routes/books/route.tsx',
      'routes/books/card.tsx',
      'routes/books.$slug/index.tsx',
      'routes/books.$slug/parts/route.tsx',
    ])
    expect(routes.map(({ id, parentId, pattern }) => [id, parentId, pattern])).toEqual([
      ['root', undefined, '/'],
      ['routes/books/route', 'root', '/books'],
      ['routes/books.$slug/index', 'routes/books/route', '/books/:slug'],
    ])
  })

  it('leaves files alone that are no modules', () => {
    const files = ['routes/a.css', 'routes/.hidden.tsx', 'routes/types.d.ts', 'entry.client.tsx']
    expect(flatRoutes('root.tsx', files)).toHaveLength(1)
  })

  it('takes Markdown for a module', () => {
    expect(flatRoutes('root.tsx', ['routes/post.mdx'])[1]!.pattern).toBe('/post')
  })

  it('names both files when they are the same route', () => {
    expect(() => flatRoutes('root.tsx', ['routes/a.tsx', 'routes/a/route.tsx'])).toThrow(
      'both app/routes/a.tsx and app/routes/a/route.tsx: they are the same route',
    )
  })

  it('names both files if they match the same URL', () => {
    expect(() =>
      flatRoutes('root.tsx', ['routes/books.$id.tsx', 'routes/_shop.books.$slug.tsx']),
    ).toThrow(
      'both app/routes/books.$id.tsx and app/routes/_shop.books.$slug.tsx for "/books/:slug"',
    )
    expect(() => flatRoutes('root.tsx', ['routes/_a._index.tsx', 'routes/_index.tsx'])).toThrow(
      'for "/".',
    )
    expect(() =>
      flatRoutes('root.tsx', ['routes/books.tsx', 'routes/_a.books._index.tsx']),
    ).toThrow('for "/books".')
  })

  it('lets an index stand in the page with the same path', () => {
    const files = ['routes/books.tsx', 'routes/books._wide.tsx', 'routes/books._wide._index.tsx']
    expect(flatRoutes('root.tsx', files)).toHaveLength(4)
  })

  it.each([
    ['books..edit', 'nothing between two dots'],
    ['_index.more', '"_index" is only allowed at the end'],
    ['$.more', '"$" is only allowed at the end'],
    ['open[', 'is not closed'],
    ['a(b)', 'Put parentheses around a whole segment'],
    ['()', 'Put parentheses around a whole segment'],
    ['$user-id', 'an invalid param name'],
    ['($)', 'not needed'],
  ])('refuses %s', (name, reason) => {
    expect(() => patternOf(name)).toThrow(reason)
  })
})
