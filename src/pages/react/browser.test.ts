import { describe, expect, it, vi } from 'vitest'
import {
  createClientRouter,
  createMemoryHistory,
  type ClientRouterOptions,
} from '../client-router/index.ts'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import { matchRoot } from '../page-protocol/match-pages.ts'
import { createSnapshot } from '../page-protocol/snapshot.ts'
import { createBrowser, type Prefetcher } from './browser.ts'

const manifest: RouteManifest = {
  version: 'v1',
  basename: '/',
  trailingSlash: 'strict',
  routes: {
    root: {
      id: 'root',
      path: ['=/'],
      hasLoader: true,
      hasAction: false,
      hasMiddleware: false,
      hasComponent: true,
      hasErrorBoundary: false,
      module: '/root.js',
      imports: [],
      css: [],
    },
  },
}
const page = createSnapshot({
  location: { pathname: '/', search: '', hash: '', state: null, key: 'default' },
  matches: matchRoot(manifest),
  loaderData: { root: 1 },
})

const prefetcher: Prefetcher = { PrefetchTags: () => null, watch: () => () => {} }

function createRouter() {
  const { location, matches, loaderData, actionData, errors } = page
  return createClientRouter({
    manifest,
    history: createMemoryHistory(['/']),
    data: () => Promise.reject(new Error('no network')),
    modules: { get: () => ({}), load: () => Promise.resolve() },
    loadDocument: () => Promise.resolve(),
    skew: { read: () => undefined, write: () => true, clear() {} },
    page: { location, matches, loaderData, actionData, errors } as ClientRouterOptions['page'] & {},
  })
}

describe('the client router that loads after the page', () => {
  it('begins with the very objects that the page shows, so that nothing renders again', () => {
    const snapshot = createRouter().getSnapshot()
    expect(snapshot.location).toBe(page.location)
    expect(snapshot.matches).toBe(page.matches)
    expect(snapshot.loaderData).toBe(page.loaderData)
    expect(snapshot.actionData).toBe(page.actionData)
    expect(snapshot.errors).toBe(page.errors)
    expect(snapshot.transition).toBe(page.transition)
    expect(snapshot.commit.initial).toBe(true)
  })

  it('is awaited, and then available at once', () => {
    const browser = createBrowser(page, '/entry.js', new Map())
    const early = vi.fn()
    browser.whenStarted(early)
    expect(early).not.toHaveBeenCalled()
    expect(browser.getSnapshot()).toBe(page)

    const router = createRouter()
    browser.start(router, async () => prefetcher)
    expect(early).toHaveBeenCalledExactlyOnceWith(router)
    expect(browser.getSnapshot()).toBe(router.getSnapshot())

    const next = vi.fn()
    browser.whenStarted(next)
    expect(next).toHaveBeenCalledExactlyOnceWith(router)
  })

  it('loads the code that prefetches when a component first asks for it, and once', async () => {
    const browser = createBrowser(page, '/entry.js', new Map())
    const load = vi.fn(async () => prefetcher)
    const early = vi.fn()
    const gone = vi.fn()
    browser.start(createRouter(), load)
    expect(load).not.toHaveBeenCalled()

    browser.whenPrefetching(early)
    browser.whenPrefetching(gone)()
    await Promise.resolve()
    expect(load).toHaveBeenCalledOnce()
    expect(early).toHaveBeenCalledExactlyOnceWith(prefetcher)
    expect(gone).not.toHaveBeenCalled()
    expect(browser.prefetcher).toBe(prefetcher)
  })

  it('is not awaited after the visitor has left', () => {
    const browser = createBrowser(page, '/entry.js', new Map())
    const use = vi.fn()
    browser.whenStarted(use)()
    browser.start(createRouter(), async () => prefetcher)
    expect(use).not.toHaveBeenCalled()
  })

  it('is cleaned up with the function that its user returned', () => {
    const browser = createBrowser(page, '/entry.js', new Map())
    const end = vi.fn()
    const stop = browser.whenStarted(() => end)
    browser.start(createRouter(), async () => prefetcher)
    expect(end).not.toHaveBeenCalled()
    stop()
    expect(end).toHaveBeenCalledOnce()
  })
})
