import { describe, expect, it, vi } from 'vitest'
import { isRouteErrorResponse } from '../page-protocol/errors.ts'
import { IDLE } from '../page-protocol/transition.ts'
import { createFakeApp, form, titleError, type FakeRequest } from './fake-app.fixture.ts'

const sent = () => form({ title: '' })

async function respondToAll(pending: readonly FakeRequest[], value: string): Promise<void> {
  while (pending.length > 0) await pending[0]!.all(value)
}

describe('a form that was refused (CT)', () => {
  it('CT-1: shows the errors on its own page without a request, an entry in the history or data', async () => {
    const app = createFakeApp({ at: ['/books/dune?tab=2'] })
    const { router, request, snapshot, history } = app
    const { loaderData, location, matches } = snapshot()
    const formData = sent()
    router.submit({ action: '/books/dune?tab=2', method: 'post', formData })
    await request().invalid()

    expect(app.transitions).toEqual([
      'idle',
      'submitting/actionSubmission /books/dune?tab=2',
      'loading/actionReload /books/dune?tab=2',
      'idle',
    ])
    expect(app.log).toEqual(['POST /books/dune?tab=2 [book]'])
    expect(snapshot().invalid).toMatchObject({ book: { errors: [titleError], sent: formData } })
    expect(snapshot()).toMatchObject({ transition: IDLE, loaderData, location, matches })
    expect(snapshot().actionData).toBeUndefined()
    expect(snapshot().commit).toMatchObject({ mutation: true })
    expect(history.entries).toHaveLength(1)
  })

  it.each([['/books?index'], ['/books?index&q=1', '/books?q=1']])(
    'CT-1: a bare index belongs to the same page: %s',
    async (action, at = '/books') => {
      const { router, request, snapshot, log, history } = createFakeApp({ at: [at] })
      router.submit({ action, method: 'post', formData: sent() })
      await request().invalid({ ran: true })
      expect(log).toHaveLength(1)
      expect(Object.keys(snapshot().invalid!)).toEqual(['shelf'])
      expect(history.entries).toHaveLength(1)
      expect(snapshot().location.search).toBe(at.slice(6))
    },
  )

  it('CT-1: a reload that another mutation owes still happens', async () => {
    const { router, request, snapshot, log, pending } = createFakeApp({ at: ['/cart'] })
    router.fetcherSubmit('a', { action: '/login', method: 'post', formData: sent() }, 'cart')
    await request('/login').action('done')
    router.submit({ action: '/cart', method: 'post', formData: sent() })
    await pending.find(({ method }) => method === 'POST')!.invalid()
    expect(log.filter((line) => line === 'GET /cart [root,cart]').length).toBeGreaterThan(0)
    await respondToAll(pending, 'fresh')
    expect(snapshot().loaderData).toEqual({ root: 'fresh', cart: 'fresh' })
    expect(snapshot().invalid).toMatchObject({ cart: { errors: [titleError] } })
    expect(snapshot().transition).toBe(IDLE)
  })

  it('CT-1: a reload that the app asked for still happens, before and during the submission', async () => {
    const { router, snapshot, pending } = createFakeApp({ at: ['/cart'] })
    router.revalidate()
    router.submit({ action: '/cart', method: 'post', formData: sent() })
    await pending.find(({ method }) => method === 'POST')!.invalid()
    await respondToAll(pending, 'before')
    expect(snapshot().loaderData).toEqual({ root: 'before', cart: 'before' })

    router.submit({ action: '/cart', method: 'post', formData: sent() })
    router.revalidate()
    await pending[0]!.invalid()
    await respondToAll(pending, 'during')
    expect(snapshot().loaderData).toEqual({ root: 'during', cart: 'during' })
    expect(snapshot().invalid).toMatchObject({ cart: { errors: [titleError] } })
  })

  it('CT-1: a load of a fetcher that waited for it goes on', async () => {
    const { router, request, log, fetcher } = createFakeApp({ at: ['/cart'] })
    router.fetcherMount('f', 'cart')
    router.fetcherLoad('f', '/books', 'cart')
    router.submit({ action: '/cart', method: 'post', formData: sent() })
    await request('/cart').invalid()
    expect(log.filter((line) => line.startsWith('GET /books'))).toHaveLength(2)
    await request('/books').all('x')
    expect(fetcher('f')).toMatchObject({ type: 'done', data: 'x' })
  })

  it.each(['page', 'fetcher'])(
    'CT-1: a reload that the app asked for during the submission of a %s includes the fetchers',
    async (kind) => {
      const { router, request, pending, fetcher, snapshot } = createFakeApp({ at: ['/cart'] })
      router.fetcherMount('f', 'cart')
      router.fetcherLoad('f', '/books', 'cart')
      await request().all('old')
      const post = { action: '/cart', method: 'post', formData: sent() }
      if (kind === 'page') router.submit(post)
      else router.fetcherSubmit('g', post, 'cart')
      router.revalidate()
      await request().invalid()
      await respondToAll(pending, 'new')
      expect(fetcher('f')).toMatchObject({ type: 'done', data: 'new' })
      expect(snapshot().loaderData).toEqual({ root: 'new', cart: 'new' })
      expect(snapshot().revalidation).toBe('idle')
    },
  )

  it('CT-1: a loader that failed before runs again, because its page has no data for it', async () => {
    const { router, request, snapshot, log } = createFakeApp({ at: ['/cart'] })
    router.navigate('/books/dune')
    await request().envelope(
      { books: { data: 'b' }, book: { error: { type: 'error', message: 'x' } } },
      500,
    )
    expect(snapshot().errors).toBeDefined()
    router.submit({ action: '/books/dune', method: 'post', formData: sent() })
    await request().invalid()
    expect(log.at(-1)).toBe('GET /books/dune [book]')
    await request().all('d')
    expect(snapshot()).toMatchObject({ loaderData: { book: 'd' }, errors: undefined })
    expect(snapshot().invalid).toMatchObject({ book: { errors: [titleError] } })
  })

  it('CT-1: every loader is due if the visitor is another one now', async () => {
    const { router, request, snapshot, log } = createFakeApp({ at: ['/cart'] })
    router.submit({ action: '/cart', method: 'post', formData: sent() })
    await request().invalid({ ran: true, reload: true })
    expect(log.at(-1)).toBe('GET /cart [root,cart]')
    expect(snapshot().invalid).toBeDefined()
    await request().all('other')
    expect(snapshot().loaderData).toEqual({ root: 'other', cart: 'other' })
    expect(snapshot().invalid).toMatchObject({ cart: { errors: [titleError] } })
  })

  it('CT-1: the failure is one object while the page reloads, so that a form handles it once', async () => {
    for (const reload of [false, true]) {
      const { router, pending, snapshots } = createFakeApp({ at: ['/cart'] })
      router.submit({ action: '/cart', method: 'post', formData: sent() })
      await pending[0]!.invalid({ ran: true, reload })
      await respondToAll(pending, 'new')
      const failures = snapshots.flatMap(({ invalid }) => invalid?.['cart'] ?? [])
      expect(failures.length).toBeGreaterThan(1)
      expect(new Set(failures).size).toBe(1)
    }
  })

  it('CT-1: the errors go with the next submission or navigation', async () => {
    const { router, request, snapshot, history } = createFakeApp({ at: ['/about', '/cart'] })
    const submit = () => router.submit({ action: '/cart', method: 'post', formData: sent() })
    submit()
    await request().invalid()
    submit()
    await request().action('saved')
    expect(snapshot().invalid).toBeUndefined()
    await request().all(1)
    expect(snapshot().invalid).toBeUndefined()

    submit()
    await request().invalid()
    history.go(-1)
    await request().all(2)
    expect(snapshot().invalid).toBeUndefined()
  })

  it('CT-2: the page of the action loads if another one is on show, and shows the errors', async () => {
    const { router, request, snapshot, history, log } = createFakeApp({ at: ['/about'] })
    const formData = sent()
    router.submit({ action: '/cart', method: 'post', formData })
    await request().invalid()
    expect(snapshot().transition).toMatchObject({ type: 'actionReload' })
    expect(log.at(-1)).toBe('GET /cart [cart]')
    await request().all('c')
    expect(snapshot()).toMatchObject({ location: { pathname: '/cart' }, loaderData: { cart: 'c' } })
    expect(snapshot().invalid).toMatchObject({ cart: { errors: [titleError], sent: formData } })
    expect(history.entries).toHaveLength(2)
  })

  it('CT-3: a fetcher stays where it is', async () => {
    const { router, request, snapshot, fetcher, fetcherStates, log } = createFakeApp({
      at: ['/about'],
    })
    router.fetcherMount('f', 'about')
    router.fetcherSubmit('f', { action: '/cart', method: 'post', formData: sent() }, 'about')
    await request().invalid({ form: 'rename' })
    expect(fetcher('f')).toMatchObject({ state: 'idle', type: 'done', data: undefined })
    expect(fetcher('f')!.invalid).toMatchObject({ form: 'rename', errors: [titleError] })
    expect(fetcherStates('f')).toEqual([
      'submitting/actionSubmission',
      'loading/actionReload',
      'idle/done',
    ])
    expect(log).toHaveLength(1)
    expect(snapshot().invalid).toBeUndefined()

    router.fetcherSubmit('f', { action: '/cart', method: 'post', formData: sent() }, 'about')
    expect(fetcher('f')!.invalid).toBeUndefined()
    await request().action('saved')
    expect(fetcher('f')).toMatchObject({ data: 'saved', invalid: undefined })
  })

  it('CT-3: nothing is due after the form of a fetcher, so no module is asked', async () => {
    const app = createFakeApp({ at: ['/cart'] })
    const { router, request, modules, fetcher, log, pending } = app
    const shouldRevalidate = vi.fn(() => true)
    modules.set('cart', { shouldRevalidate })
    router.fetcherMount('f', 'cart')
    router.fetcherSubmit('f', { action: '/cart', method: 'post', formData: sent() }, 'cart')
    await request().invalid({ ran: true })
    expect(fetcher('f')).toMatchObject({ type: 'done', invalid: { errors: [titleError] } })
    expect(shouldRevalidate).not.toHaveBeenCalled()
    expect(log).toHaveLength(1)

    // A page that loads meanwhile is not requested twice.
    router.fetcherSubmit('f', { action: '/cart', method: 'post', formData: sent() }, 'cart')
    router.navigate('/books/dune')
    await pending.find(({ method }) => method === 'POST')!.invalid()
    expect(pending).toHaveLength(1)
    await respondToAll(pending, 'x')
    const { location, transition } = app.snapshot()
    expect([location.pathname, transition]).toEqual(['/books/dune', IDLE])
    expect(fetcher('f')).toMatchObject({ type: 'done', invalid: { errors: [titleError] } })
  })

  it('CT-3: a fetcher waits for the reload if one is due', async () => {
    const { router, request, fetcher } = createFakeApp({ at: ['/cart'] })
    router.fetcherMount('f', 'cart')
    router.fetcherSubmit('f', { action: '/cart', method: 'post', formData: sent() }, 'cart')
    await request().invalid({ ran: true, reload: true })
    expect(fetcher('f')).toMatchObject({ type: 'actionReload', data: undefined })
    await request().all('x')
    expect(fetcher('f')).toMatchObject({ type: 'done', invalid: { errors: [titleError] } })
  })

  it('CT-4: a form to a resource route shows the errors in the boundary of the page', async () => {
    const { router, request, snapshot, log } = createFakeApp({ at: ['/cart'] })
    router.submit({ action: '/api/likes', method: 'post', formData: sent() })
    await request().invalid()
    const [error] = Object.values(snapshot().errors!)
    expect(isRouteErrorResponse(error)).toBe(true)
    expect(error).toMatchObject({ status: 422, data: [titleError] })
    expect(snapshot().location.pathname).toBe('/cart')
    expect(snapshot().invalid).toBeUndefined()
    expect(log).toHaveLength(1)
  })

  it('CT-5: a fetcher gets the problem document of a route of the router as data', async () => {
    const { router, request, fetcher } = createFakeApp({ at: ['/about'] })
    router.fetcherMount('f', 'about')
    router.fetcherSubmit('f', { action: '/not-a-page', method: 'post', formData: sent() }, 'about')
    const problem = { status: 422, errors: [titleError] }
    await request().respond(
      new Response(JSON.stringify(problem), {
        status: 422,
        headers: { 'Content-Type': 'application/problem+json' },
      }),
    )
    expect(fetcher('f')).toMatchObject({ data: problem, invalid: undefined })
  })
})
