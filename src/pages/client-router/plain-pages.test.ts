import { describe, expect, it } from 'vitest'
import { shopRoutes } from '../page-protocol/manifest.fixture.ts'
import { createFakeApp, form, tick, type FakeApp } from './fake-app.fixture.ts'

/** The shop with a page that has no scripts. */
function createShop(at = ['/']): FakeApp {
  return createFakeApp({
    at,
    routes: [...shopRoutes, { id: 'print', pattern: '/print', scripts: false }],
  })
}

describe('a page without scripts', () => {
  it('is a document for a link, a GET form and a redirect', async () => {
    const linked = createShop()
    linked.router.navigate('/print?a=1#b')
    expect(linked.departures).toMatchObject([{ href: '/print?a=1#b', how: 'assign' }])
    expect(linked.log).toEqual([])

    const searched = createShop()
    searched.router.submit({ action: '/print', formData: form({ q: '1' }) })
    expect(searched.departures).toMatchObject([{ href: '/print?q=1', how: 'assign' }])

    const redirected = createShop()
    redirected.router.navigate('/cart')
    await redirected.request().redirect('/print')
    expect(redirected.departures).toMatchObject([{ href: '/print', how: 'assign' }])
  })

  it('gets a form as the browser submits it', () => {
    const { router, departures, log } = createShop()
    router.submit({ action: '/print', method: 'post', formData: form({ a: '1' }) })
    expect(departures).toMatchObject([{ href: '/print', submission: { method: 'POST' } }])
    expect(log).toEqual([])
  })

  it('cannot get JSON from a form, because a browser cannot submit it', async () => {
    const { router, departures, snapshot } = createShop()
    router.submit({ action: '/print', method: 'post', json: { a: 1 } })
    await tick()
    expect(departures).toEqual([])
    expect(Object.values(snapshot().errors ?? {})).toMatchObject([
      { message: expect.stringContaining('Cannot submit application/json to "/print"') },
    ])
  })

  it('has a loader and an action that fetchers can use', async () => {
    const { router, request, fetcher, departures } = createShop()
    router.fetcherMount('f', 'root')
    router.fetcherLoad('f', '/print')
    await request().all('loaded')
    expect(fetcher('f')).toMatchObject({ state: 'idle', data: 'loaded' })
    router.fetcherSubmit('f', { action: '/print', method: 'post', formData: form() })
    await request('/print').action('saved')
    expect(fetcher('f')!.data).toBe('saved')
    expect(departures).toEqual([])
  })

  it('is not prefetched', () => {
    const { router } = createShop()
    expect(router.preview('/print')).toBeNull()
    expect(router.preview('/cart')).not.toBeNull()
  })
})
