import { describe, expect, it } from 'vitest'
import { createManifest, shopRoutes } from '../page-protocol/manifest.fixture.ts'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import { createPageMatcher, type PageMatch } from '../page-protocol/match-pages.ts'
import { createRouteParts } from './route-parts.ts'

const origin = 'https://shop.test'
const whole = createManifest(shopRoutes)
const url = (path: string): URL => new URL(path, origin)

/** A shop in two parts and a first one: paths up to `b…`, and the others. */
function openShop(page?: { pathname: string; matches: PageMatch[] }) {
  const entries = Object.values(whole.routes).map((route, place) => [place, route] as const)
  const inBooks = ([, { path }]: (typeof entries)[number]): boolean =>
    path!.length > 1 || path![0]! < '=/c'
  const files: Record<string, string> = {
    '/m-0.json': JSON.stringify({ routes: entries.filter(inBooks) }),
    '/m-1.json': JSON.stringify({ routes: entries.filter((entry) => !inBooks(entry)) }),
  }
  const manifest: RouteManifest = {
    ...whole,
    routes: {},
    parts: {
      base: '/m-',
      routes: entries.slice(0, 1),
      tree: { at: 0, from: ['', 'c'], to: [0, 1] },
    },
  }
  const requests: string[] = []
  let load = async (path: string): Promise<Response> => new Response(files[path])
  const routes = createRouteParts({
    manifest,
    page: page ?? { pathname: '/', matches: createPageMatcher(whole)('/')! },
    origin,
    createMatcher: createPageMatcher,
    load(path) {
      requests.push(path)
      return load(path)
    },
  })
  return {
    ...routes,
    manifest,
    requests,
    respondWith: (next: typeof load) => {
      load = next
    },
    recover: () => {
      load = async (path) => new Response(files[path])
    },
  }
}

describe('createRouteParts', () => {
  it('knows the page of the document, whatever else is unknown', () => {
    const { learn, match, requests } = openShop()
    expect(learn(url('/?a=1#b'))).toBeUndefined()
    expect(match('/')!.map(({ id }) => id)).toEqual(['root', 'home'])
    expect(requests).toEqual([])
  })

  it('finds nothing before it has learned, and then what the whole manifest finds', async () => {
    const { learn, match, manifest, requests } = openShop()
    expect(match('/books/dune')).toBeNull()
    expect(await learn(url('/books/dune'))).toBeUndefined()
    expect(match('/books/dune')).toEqual(createPageMatcher(whole)('/books/dune'))
    expect(match('/')!.map(({ id }) => id)).toEqual(['root', 'home'])
    expect(requests).toEqual(['/m-0.json'])
    expect(Object.keys(manifest.routes)).toContain('book')
  })

  it('loads a part once, for everything that waits for it', async () => {
    const { learn, requests } = openShop()
    await Promise.all(
      ['/books', '/api/x', '/cart', '/zoo', '/books'].map((path) => learn(url(path))),
    )
    expect(requests).toEqual(['/m-0.json', '/m-1.json'])
    expect(learn(url('/about'))).toBeUndefined()
  })

  it('loads no parts for other origins, and for what is not a path', () => {
    const { learn, match, requests } = openShop()
    expect(learn(new URL('https://other.test/cart'))).toBeUndefined()
    expect(learn(url('/%'))).toBeUndefined()
    expect(match('/%')).toBeNull()
    expect(requests).toEqual([])
  })

  it.each([
    ['a 404', () => new Response('', { status: 404 })],
    ['a page instead of it', () => new Response('<!DOCTYPE html>')],
    ['other JSON', () => new Response('null')],
    ['an error of a server', () => new Response('{"routes":[]}', { status: 503 })],
  ])('says that a part is missing after %s, and asks again', async (_what, respond) => {
    const { respondWith, learn, match, recover, requests } = openShop()
    respondWith(async () => respond())
    expect(await learn(url('/cart'))).toMatchObject({
      type: 'missing',
      error: { message: 'Failed to load /m-1.json' },
    })
    expect(match('/cart')).toBeNull()
    recover()
    expect(await learn(url('/cart'))).toBeUndefined()
    expect(match('/cart')).not.toBeNull()
    expect(requests).toHaveLength(2)
  })

  it('says that the network failed', async () => {
    const { respondWith, learn } = openShop()
    const cause = new TypeError('fetch failed')
    respondWith(() => Promise.reject(cause))
    expect(await learn(url('/cart'))).toMatchObject({
      type: 'error',
      error: { message: 'Could not load /m-1.json: the network request failed', cause },
    })
  })
})
