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
})
