import { describe, expect, it } from 'vitest'
import { index, layout, page, pages } from '../../router/routes/index.ts'
import { treeRoutes } from './tree-routes.ts'

const route = (pattern: string) => ({ method: 'ANY', pattern })

describe('treeRoutes', () => {
  it('makes a route of every node, parents first', () => {
    const tree = pages([
      index('./home.tsx'),
      layout('./shop/layout.tsx', [
        page(route('/books'), './shop/books.tsx', [
          index('./shop/all.tsx'),
          page(route('/books/:slug'), './shop/book.tsx'),
        ]),
      ]),
      page(route('/files/*path'), './files.ts'),
    ])

    expect(treeRoutes('root.tsx', tree)).toEqual([
      entry('root', undefined, 'root.tsx', '/', { pathless: true }),
      entry('home', 'root', 'home.tsx', '/', { index: true }),
      entry('shop/layout', 'root', 'shop/layout.tsx', '/', { pathless: true }),
      entry('shop/books', 'shop/layout', 'shop/books.tsx', '/books'),
      entry('shop/all', 'shop/books', 'shop/all.tsx', '/books', { index: true }),
      entry('shop/book', 'shop/books', 'shop/book.tsx', '/books/:slug'),
      entry('files', 'root', 'files.ts', '/files/*path'),
    ])
  })

  it('takes a wildcard without a name at the end for the rest of the path, as $ in a file name', () => {
    const tree = pages([
      page(route('/files/*'), './files.tsx'),
      page(route('/docs/*path'), './docs.tsx'),
      page(route('/stars/\\*'), './stars.tsx'),
    ])
    expect(treeRoutes('root.tsx', tree).map(({ id, splat }) => [id, splat])).toEqual([
      ['root', false],
      ['files', true],
      ['docs', false],
      ['stars', false],
    ])
  })

  it('gives a layout with a route its path', () => {
    const tree = pages([layout(route('/account'), './account.tsx', [index('./overview.tsx')])])
    expect(treeRoutes('root.tsx', tree)[1]).toMatchObject({ pattern: '/account', pathless: false })
  })

  it('takes a page with its parent’s path for its index', () => {
    const tree = pages([
      page(route('/'), './home.tsx'),
      page(route('/a'), './a.tsx', [page(route('/a'), './all.tsx')]),
    ])
    expect(treeRoutes('root.tsx', tree).map(({ id, index }) => [id, index])).toEqual([
      ['root', false],
      ['home', true],
      ['a', false],
      ['all', true],
    ])
  })

  it('refuses a child whose pattern does not extend its parent’s', () => {
    const tree = pages([
      page(route('/books'), './books.tsx', [page(route('/bookshelf'), './x.tsx')]),
    ])
    expect(() => treeRoutes('root.tsx', tree)).toThrow(
      'Cannot put "/bookshelf" (app/x.tsx) inside "/books" (app/books.tsx)',
    )
  })

  it('refuses another param name where the parent has one', () => {
    const tree = pages([page(route('/:a'), './a.tsx', [page(route('/:b/c'), './c.tsx')])])
    expect(() => treeRoutes('root.tsx', tree)).toThrow('does not start with the same path')
  })

  it('accepts a child that only adds something optional', () => {
    const tree = pages([page(route('/a'), './a.tsx', [page(route('/a(/:tab)'), './tab.tsx')])])
    expect(treeRoutes('root.tsx', tree)).toHaveLength(3)
  })

  it('refuses a host and a search part', () => {
    const host = pages([page(route('://example.com/a'), './a.tsx')])
    const search = pages([page(route('/a?q'), './a.tsx')])
    expect(() => treeRoutes('root.tsx', host)).toThrow('Use a pattern with only a path')
    expect(() => treeRoutes('root.tsx', search)).toThrow('Use a pattern with only a path')
  })

  it('asks for an id when a module is used twice', () => {
    const twice = (options = {}) =>
      pages([page(route('/a'), './x.tsx'), page(route('/b'), './x.tsx', [], options)])
    expect(() => treeRoutes('root.tsx', twice())).toThrow('Cannot use the route id "x" for both')
    expect(treeRoutes('root.tsx', twice({ id: 'b' })).map(({ id }) => id)).toEqual([
      'root',
      'x',
      'b',
    ])
  })

  it('names both files if they match the same URL', () => {
    const tree = pages([page(route('/:a'), './a.tsx'), page(route('/:b'), './b.tsx')])
    expect(() => treeRoutes('root.tsx', tree)).toThrow('both app/a.tsx and app/b.tsx for "/:b"')
  })

  it('refuses files outside app/, and a value that is not a page tree', () => {
    expect(() => treeRoutes('root.tsx', pages([index('../x.tsx')]))).toThrow('outside app/')
    expect(() => treeRoutes('root.tsx', { home: '/' })).toThrow('not a page tree')
  })
})

function entry(
  id: string,
  parentId: string | undefined,
  file: string,
  pattern: string,
  flags: { index?: boolean; pathless?: boolean } = {},
) {
  return { id, parentId, file, pattern, index: false, pathless: false, splat: false, ...flags }
}
