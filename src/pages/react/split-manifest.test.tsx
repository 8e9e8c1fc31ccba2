// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createManifest, shopRoutes } from '../page-protocol/manifest.fixture.ts'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import { createPageMatcher, matchRoot } from '../page-protocol/match-pages.ts'
import { createSnapshot } from '../page-protocol/snapshot.ts'
import { openManifest, type RouterCode } from './split-manifest.tsx'

const whole = createManifest(shopRoutes)
const code: RouterCode = {
  createMatcher: createPageMatcher,
  loadPrefetcher: () => Promise.reject(new Error('No test prefetches')),
}

/** A document of the page at `rendered`, shown at `shown`. */
function openShop(respond: () => Response, rendered = '/cart', shown = rendered) {
  const found = createPageMatcher(whole)(rendered)
  history.replaceState(null, '', shown)
  const fetched = vi.fn(async (_url: string) => respond())
  vi.stubGlobal('fetch', fetched)
  const manifest: RouteManifest = {
    ...whole,
    routes: {},
    parts: {
      base: '/m-',
      routes: [[0, whole.routes['root']!]],
      tree: { at: 0, from: ['', 'm'], to: [0, 1] },
    },
  }
  const page = createSnapshot({
    location: { ...location, state: null, key: '' },
    matches: found ?? matchRoot(whole),
    errors: found ? undefined : { root: 404 },
  })
  return { fetched, manifest, opened: openManifest(manifest, page, code) }
}

const part = (): Response =>
  Response.json({ routes: Object.values(whole.routes).map((route, place) => [place, route]) })

/** Points at an element of the document. */
async function point(html: string): Promise<void> {
  document.body.innerHTML = html
  const target = document.body.querySelector('[data-here]')!
  target.dispatchEvent(new Event('mouseover', { bubbles: true }))
  await new Promise((resolve) => setTimeout(resolve))
}

describe('openManifest', () => {
  // Another document would not have the listeners of this one.
  const added = vi.spyOn(window, 'addEventListener')
  afterEach(() => {
    for (const [type, listener] of added.mock.calls)
      removeEventListener(type, listener as () => void)
    added.mockClear()
    Reflect.deleteProperty(navigator, 'connection')
    vi.unstubAllGlobals()
    document.body.innerHTML = ''
  })

  it('needs no part for the page of the document, and knows its routes', async () => {
    const { fetched, manifest, opened } = openShop(part)
    const { match } = await opened
    expect(match('/cart')!.map(({ id }) => id)).toEqual(['root', 'cart'])
    expect(Object.keys(manifest.routes)).toEqual(['root', 'cart'])
    expect(fetched).not.toHaveBeenCalled()
  })

  it('learns first what the address is, if it is another one', async () => {
    const { fetched, opened } = openShop(part, '/cart', '/login')
    const { match } = await opened
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(match('/login')!.map(({ id }) => id)).toEqual(['root', 'login'])
  })

  it('does not take the root for a page because of a document that is not a page', async () => {
    const { fetched, opened } = openShop(part, '/nowhere')
    const { learn, match } = await opened
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(match('/nowhere')).toBeNull()
    expect(await learn(new URL('/', location.href))).toBeUndefined()
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(match('/')!.map(({ id }) => id)).toEqual(['root', 'home'])
  })

  it('does not open if it cannot know that', async () => {
    const { opened } = openShop(() => new Response('', { status: 404 }), '/cart', '/login')
    await expect(opened).rejects.toThrow('Failed to load /m-0.json')
  })

  it.each([
    ['a link', '<a href="/login"><b data-here></b></a>'],
    ['a form', '<form action="/login"><input name="action" data-here></form>'],
  ])('learns the routes of %s that is pointed at', async (_what, html) => {
    const { fetched, opened } = openShop(part)
    const { match } = await opened
    await point('<p data-here></p><a data-here></a>')
    await point('<a href="https://other.test/login" data-here></a>')
    expect(fetched).not.toHaveBeenCalled()
    await point(html)
    expect(match('/login')).not.toBeNull()
    await point(html)
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('stops to do so when a part cannot be loaded', async () => {
    const { fetched, opened } = openShop(() => new Response('', { status: 404 }))
    await opened
    for (let i = 0; i < 3; i++) await point('<a href="/login" data-here></a>')
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('does not do so for visitors who save data', async () => {
    Object.defineProperty(navigator, 'connection', {
      value: { saveData: true },
      configurable: true,
    })
    const { fetched, opened } = openShop(part)
    await opened
    await point('<a href="/login" data-here></a>')
    expect(fetched).not.toHaveBeenCalled()
  })
})
