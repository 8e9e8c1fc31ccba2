import { describe, expect, it, vi } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { createManifest, shopRoutes } from '../page-protocol/manifest.fixture.ts'
import { createPageMatcher } from '../page-protocol/match-pages.ts'
import { assembleRouter } from './client-router.ts'
import type * as FetcherCode from './fetchers.ts'
import { lazyFetching } from './lazy-fetching.ts'
import { createMemoryHistory } from './memory-history.ts'

const manifest = createManifest(shopRoutes)

/** A router on the first page, whose fetchers load with `load`. */
function createRouter(load: () => Promise<typeof FetcherCode>) {
  const onMissing = vi.fn()
  const requested: string[] = []
  const router = assembleRouter(
    {
      manifest,
      match: createPageMatcher(manifest),
      history: createMemoryHistory(['/cart']),
      async data({ url }) {
        requested.push(url)
        return new Response('{}', { headers: { 'X-Framework-Response': 'data' } })
      },
      modules: { get: () => ({}), load: () => Promise.resolve() },
      loadDocument: () => new Promise(() => {}),
      skew: { read: () => undefined, write: () => true, clear() {} },
    },
    (state) => lazyFetching(state, onMissing, load),
  )
  return { router, requested, onMissing }
}

describe('fetchers that load later', () => {
  it('load once, and then run the calls that waited', async () => {
    const load = vi.fn(() => import('./fetchers.ts'))
    const { router, requested } = createRouter(load)
    expect(load).not.toHaveBeenCalled()

    router.fetcherMount('a', 'root')
    router.fetcherLoad('a', '/cart')
    router.fetcherLoad('b', '/cart')
    expect(router.getSnapshot().fetchers.size).toBe(0)

    await eventually(() => expect(requested).toHaveLength(2))
    expect(load).toHaveBeenCalledOnce()
    expect([...router.getSnapshot().fetchers.keys()]).toEqual(['a', 'b'])
  })

  it('are there at once for the calls after that', async () => {
    const { router } = createRouter(() => import('./fetchers.ts'))
    router.fetcherMount('a', 'root')
    await eventually(() => {
      router.fetcherLoad('a', '/cart')
      expect(router.getSnapshot().fetchers.get('a')?.type).toBe('load')
    })
    router.fetcherReset('a')
    expect(router.getSnapshot().fetchers.get('a')?.type).toBe('init')
  })

  it('run the other calls if one of them is a mistake, and report that', async () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { router, requested } = createRouter(() => import('./fetchers.ts'))
    router.fetcherLoad('a', 'javascript:alert(1)')
    router.fetcherLoad('b', '/cart')
    await eventually(() => expect(requested).toHaveLength(1))
    expect(reported).toHaveBeenCalledWith(
      expect.objectContaining({ message: expect.stringContaining('javascript:') }),
    )
    vi.restoreAllMocks()
  })

  it('reload the page too', async () => {
    const { router, requested } = createRouter(() => import('./fetchers.ts'))
    router.revalidate()
    await eventually(() => expect(requested).toHaveLength(1))
  })

  it('show an error in a boundary if their code is missing, and try again', async () => {
    const missing = new Error('Failed to fetch dynamically imported module')
    const load = vi.fn(() => import('./fetchers.ts')).mockRejectedValueOnce(missing)
    const { router, onMissing, requested } = createRouter(load)

    router.fetcherMount('a', 'root')
    router.fetcherLoad('a', '/cart')
    await eventually(() => expect(Object.values(router.getSnapshot().errors!)).toEqual([missing]))
    expect(onMissing).toHaveBeenCalledOnce()

    router.fetcherLoad('a', '/cart')
    await eventually(() => expect(requested).toHaveLength(1))
    expect(router.getSnapshot().fetchers.has('a')).toBe(true)
  })

  it('leave the page as it is if a component only shows one', async () => {
    const load = vi.fn(() => import('./fetchers.ts')).mockRejectedValue(new Error('missing'))
    const { router, onMissing } = createRouter(load)
    router.fetcherMount('a', 'root')
    await eventually(() => expect(load).toHaveBeenCalledOnce())
    await new Promise((resolve) => setTimeout(resolve))
    expect(onMissing).not.toHaveBeenCalled()
    expect(router.getSnapshot().errors).toBeUndefined()
  })
})
