import { describe, expect, it } from 'vitest'
import { shopRoutes } from '../page-protocol/manifest.fixture.ts'
import { RESPONSE_HEADER, VERSION_HEADER } from '../page-protocol/wire.ts'
import { createFakeApp, type FakeRequest } from './fake-app.fixture.ts'

// The page `about` has no loader.
const routes = shopRoutes.map((route) =>
  ['about', 'cart'].includes(route.id) ? { ...route, hasFields: true } : route,
)
const fields = { body: { title: { type: 'text' } } }

function respond(request: FakeRequest, body: object): Promise<void> {
  return request.respond(
    Response.json(body, { headers: { [RESPONSE_HEADER]: 'data', [VERSION_HEADER]: 'v1' } }),
  )
}

describe('the fields of a page', () => {
  it('come once, also for a page without a loader', async () => {
    const { router, request, snapshot, history, log, pending } = createFakeApp({ routes })
    router.navigate('/about')
    expect(request().url).toBe('/about?_data=about;fields=about')
    await respond(request(), { about: { data: null, fields } })
    expect(snapshot().fields).toEqual({ about: fields })
    expect(snapshot().loaderData).not.toHaveProperty('about')

    router.navigate('/cart')
    expect(request().url).toBe('/cart?_data=cart;fields=cart')
    await respond(request(), { cart: { data: 'c', fields } })
    expect(snapshot().loaderData).toMatchObject({ cart: 'c' })

    router.revalidate()
    expect(request().url).toBe('/cart?_data=root,cart')
    await request().all('c2')
    history.go(-1)
    expect(pending).toEqual([])
    expect(snapshot().location.pathname).toBe('/about')
    expect(snapshot().fields).toEqual({ about: fields, cart: fields })
    expect(log).toHaveLength(3)
  })

  it('are asked for by back and forward if the document did not bring them', async () => {
    const at = ['/about', '/cart', '/']
    const { router, request, snapshot, history, log } = createFakeApp({ routes, at })
    history.go(-2)
    expect(request().url).toBe('/about?_data=about;fields=about')
    await respond(request(), { about: { data: null, fields } })
    expect(snapshot().location.pathname).toBe('/about')
    expect(snapshot().fields).toEqual({ about: fields })

    history.go(1)
    expect(request().url).toContain(';fields=cart')
    await respond(request(), { cart: { data: 'c', fields } })
    history.go(-1)
    expect(snapshot().location.pathname).toBe('/about')
    expect(log).toHaveLength(2)
    expect(router.preview('/cart')!.dataUrl).not.toContain('fields')
  })

  it('are asked for by a prefetch in the same URL', () => {
    const { router } = createFakeApp({ routes })
    expect(router.preview('/cart')!.dataUrl).toBe('/cart?_data=cart;fields=cart')
    expect(router.preview('/about')!.dataUrl).toBe('/about?_data=about;fields=about')
  })

  it('never become old, so a failed request for them does not change the next one', async () => {
    const layout = { hasLoader: false, hasFields: true }
    const { router, request } = createFakeApp({
      routes: shopRoutes.map((route) => (route.id === 'books' ? { ...route, ...layout } : route)),
    })
    router.navigate('/books/dune')
    expect(request().ids).toEqual(['books', 'book'])
    await request().fail()
    router.navigate('/books/emma')
    expect(request()).toMatchObject({ ids: ['books', 'book'], cache: 'default' })
  })

  it('lead to a new document if the server does not send them', async () => {
    const { router, request, departures } = createFakeApp({ routes })
    router.navigate('/about')
    await respond(request(), {})
    expect(departures.map(({ href }) => href)).toEqual(['/about'])
  })
})
