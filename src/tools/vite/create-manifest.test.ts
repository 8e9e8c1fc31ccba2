import { describe, expect, it } from 'vitest'
import { createManifest } from './create-manifest.ts'
import type { RouteConfig } from './route-config.ts'

function route(id: string, parentId?: string): RouteConfig {
  return { id, file: `${id}.tsx`, pattern: `/${id}`, ...(parentId && { parentId }) } as RouteConfig
}

describe('createManifest', () => {
  it('says which pages have no scripts: the deepest module that says it decides', () => {
    const says: Record<string, boolean> = { print: false, live: true, off: false }
    const { routes } = createManifest({
      version: 'v1',
      basename: '/',
      trailingSlash: 'strict',
      routes: [
        route('root'),
        route('home', 'root'),
        route('print', 'root'),
        route('order', 'print'),
        route('live', 'print'),
        route('off', 'live'),
      ],
      moduleOf: ({ id }) => ({ exports: new Set(['default']), scripts: says[id] }),
      assetsOf: () => undefined,
    })
    expect(Object.values(routes).filter(({ scripts }) => scripts === false)).toMatchObject([
      { id: 'print' },
      { id: 'order' },
      { id: 'off' },
    ])
    expect('scripts' in routes['home']!).toBe(false)
  })

  it('says which routes are live, and refuses one that does not say what it reads', () => {
    const create = (...exports: string[]) =>
      createManifest({
        version: 'v1',
        basename: '/',
        trailingSlash: 'strict',
        routes: [route('root'), route('book', 'root')],
        moduleOf: ({ id }) => ({
          exports: new Set(['default', ...exports]),
          isLive: id === 'book',
        }),
        assetsOf: () => undefined,
      }).routes
    const routes = create('reads', 'loader')
    expect([routes['root']!.live, routes['book']!.live]).toEqual([undefined, true])
    expect(() => create('loader')).toThrow(
      'Cannot make "book" live: it does not export `reads`. Export it, or remove `live`.',
    )
    expect(() => create('reads')).toThrow('Cannot make "book" live: it does not export `loader`')
  })

  it('marks the routes with once, which need an action', () => {
    const create = (...exports: string[]) =>
      createManifest({
        version: 'v1',
        basename: '/',
        trailingSlash: 'strict',
        routes: [route('root'), route('book', 'root')],
        moduleOf: ({ id }) => ({ exports: new Set(exports), isOnce: id === 'book' }),
        assetsOf: () => undefined,
      }).routes
    const routes = create('default', 'action')
    expect([routes['root']!.once, routes['book']!.once]).toEqual([undefined, true])
    expect(() => create('default')).toThrow(
      'Cannot use `once` in "book": it does not export an `action`.',
    )
  })

  it('refuses a live route none of whose pages has scripts', () => {
    const create = (scripts: Record<string, boolean>) =>
      createManifest({
        version: 'v1',
        basename: '/',
        trailingSlash: 'strict',
        routes: [route('root'), route('books', 'root'), route('book', 'books')],
        moduleOf: ({ id }) => ({
          exports: new Set(['default', 'reads', 'loader']),
          isLive: id === 'books',
          scripts: scripts[id],
        }),
        assetsOf: () => undefined,
      }).routes
    expect(() => create({ root: false })).toThrow(
      'Cannot make "books" live: its pages have no scripts. Remove `live` or `scripts = false`.',
    )
    expect(create({ root: false, book: true })['books']!.live).toBe(true)
    expect(create({ book: false })['books']!.live).toBe(true)
  })
})
