import { describe, expect, it, vi } from 'vitest'
import { createFakeApp, form, tick, type FakeApp } from './fake-app.fixture.ts'

function createApp(at = '/'): FakeApp {
  const app = createFakeApp({ at: [at] })
  app.router.fetcherMount('f', app.snapshot().matches.at(-1)!.id)
  return app
}

const submit = (app: FakeApp, key: string, action: string, method = 'post'): Promise<void> =>
  app.router.fetcherSubmit(key, { action, method, formData: form({ a: '1' }) })

describe('fetchers (FE)', () => {
  it('FE-0: mounted and never used, it is idle/init', async () => {
    const app = createApp()
    app.router.navigate('/about')
    expect(app.fetcher('f')).toMatchObject({
      key: 'f',
      state: 'idle',
      type: 'init',
      submission: undefined,
      data: undefined,
    })
  })

  it('FE-1, FE-2: load() and its data', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/books/dune?x=1')
    expect(app.fetcher('f')).toMatchObject({ state: 'loading', type: 'load', data: undefined })
    expect(app.request()).toMatchObject({ method: 'GET', url: '/books/dune?x=1&_data=book' })
    await app.request().all('Dune')
    expect(app.fetcher('f')).toMatchObject({ state: 'idle', type: 'done', data: 'Dune' })
    app.router.fetcherLoad('f', '/books/emma')
    expect(app.fetcher('f')).toMatchObject({ state: 'loading', type: 'load', data: 'Dune' })
    await app.request().all('Emma')
    expect(app.fetcherStates('f')).toEqual([
      'loading/load',
      'idle/done',
      'loading/load',
      'idle/done',
    ])
    expect(app.transitions).toEqual(['idle'])
  })

  it('FE-1: addresses an index route by a bare ?index, else its parent', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/books?index')
    expect(app.request().url).toBe('/books?index&_data=shelf')
    app.router.fetcherLoad('f', '/books')
    expect(app.request().url).toBe('/books?_data=books')
  })

  it('FE-3, FE-4: a GET submit', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/cart')
    await app.request().all('before')
    submit(app, 'f', '/books?index&old=1', 'get')
    expect(app.fetcher('f')).toMatchObject({
      state: 'submitting',
      type: 'loaderSubmission',
      data: undefined,
      previousData: 'before',
      submission: { method: 'GET', action: '/books?index&a=1' },
    })
    expect(app.request().url).toBe('/books?index&a=1&_data=shelf')
    await app.request().all('found')
    expect(app.fetcher('f')).toMatchObject({
      state: 'idle',
      type: 'done',
      submission: undefined,
      data: 'found',
    })
  })

  it('FE-5, FE-6, FE-7: a mutation, its data, and the page in one update', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/cart')
    await app.request().all('before')
    submit(app, 'f', '/cart', 'PATCH')
    expect(app.fetcher('f')).toMatchObject({
      state: 'submitting',
      type: 'actionSubmission',
      data: undefined,
      previousData: 'before',
      submission: { method: 'PATCH', action: '/cart' },
      formMethod: 'PATCH',
      formAction: '/cart',
      formEncType: 'application/x-www-form-urlencoded',
    })
    await app.request().action('patched')
    expect(app.fetcher('f')).toMatchObject({
      state: 'loading',
      type: 'actionReload',
      submission: undefined,
      data: 'patched',
    })
    expect(app.fetcher('f')!.formData!.get('a')).toBe('1')
    expect(app.snapshot().loaderData).toEqual({ root: 'root 0', home: 'home 0' })

    await app.request().all('new')
    const done = app.snapshots.find(
      ({ fetchers }) =>
        fetchers.get('f')?.data === 'patched' && fetchers.get('f')?.state === 'idle',
    )!
    expect(done.loaderData).toEqual({ root: 'new', home: 'new' })
    expect(app.fetcher('f')).toMatchObject({ type: 'done', data: 'patched', formData: undefined })
    const reloading = app.snapshots.filter(({ loaderData }) => loaderData.root === 'new')
    expect(reloading.every(({ fetchers }) => fetchers.get('f')!.state === 'idle')).toBe(true)
    expect(app.snapshot().actionData).toBeUndefined()
  })

  it('FE-8: an action redirects, and the form stays until the page is there', async () => {
    const app = createApp()
    submit(app, 'f', '/cart')
    await app.request().redirect('/login')
    expect(app.fetcher('f')).toMatchObject({
      state: 'loading',
      type: 'actionRedirect',
      submission: undefined,
      data: undefined,
      formAction: '/cart',
    })
    await app.request().all(1)
    expect(app.fetcher('f')).toMatchObject({
      state: 'idle',
      type: 'done',
      data: undefined,
      formAction: undefined,
    })
    expect(app.snapshot().location.pathname).toBe('/login')
  })

  it('FE-8: a 307 posts the form to the new page', async () => {
    const app = createApp()
    submit(app, 'f', '/cart', 'put')
    await app.request().redirect('/books', { status: 307 })
    expect(app.request()).toMatchObject({ method: 'PUT', path: '/books' })
    expect(String(app.request().body)).toBe('a=1')
    await app.request().action('moved')
    await app.request().all(1)
    expect(app.snapshot().location.pathname).toBe('/books')
    expect(app.fetcher('f')!.type).toBe('done')
  })

  it('FE-9: a load redirects, and stays loading until the page is there', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/cart')
    await app.request().all('before')
    app.router.fetcherLoad('f', '/cart')
    await app.request().redirect('/login')
    expect(app.fetcher('f')).toMatchObject({ state: 'loading', type: 'load', data: 'before' })
    await app.request().all(1)
    expect(app.fetcher('f')).toMatchObject({ state: 'idle', type: 'done', data: 'before' })
  })

  it('FE-9: a GET submit redirects, and keeps its submission until the page is there', async () => {
    const app = createApp()
    submit(app, 'f', '/cart', 'get')
    await app.request().redirect('/login')
    expect(app.fetcher('f')).toMatchObject({
      state: 'submitting',
      type: 'loaderSubmission',
      submission: { method: 'GET' },
    })
    await app.request().all(1)
    expect(app.fetcher('f')).toMatchObject({ state: 'idle', type: 'done', data: undefined })
  })

  it('FE-10: an error removes it, and the boundary of its owner shows the error', async () => {
    const app = createFakeApp({ at: ['/books/dune/reviews'] })
    app.router.fetcherMount('f', 'reviews')
    app.router.fetcherLoad('f', '/cart')
    await app.request().throws('broken', 'cart')
    expect(app.fetcher('f')).toMatchObject({ state: 'idle', type: 'init', data: undefined })
    expect(app.snapshot().errors).toEqual({ book: new Error('broken') })
    app.router.navigate('/about')
    expect(app.snapshot().errors).toBeUndefined()
  })

  it('FE-10: an action error removes it, and the next navigation loads everything', async () => {
    const app = createApp('/books')
    submit(app, 'f', '/cart')
    await app.request().throws('broken')
    expect(app.fetcher('f')!.type).toBe('init')
    expect(app.snapshot().errors).toEqual({ books: new Error('broken') })
    app.router.navigate('/login')
    expect(app.request().ids).toEqual(['root', 'login'])
  })

  it('FE-10: a network failure is an error of the owner', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/cart')
    await app.request().fail()
    expect(app.snapshot().errors!.root).toMatchObject({
      message: 'Could not load /cart?_data=cart: the network request failed',
    })
  })

  it('FE-11: a page mutation loads a load fetcher again', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/cart')
    await app.request().all('before')
    app.router.submit({ action: '/books', method: 'post', formData: form() })
    await app.request().action(1)
    expect(app.fetcher('f')).toMatchObject({ state: 'loading', type: 'load', data: 'before' })
    expect(app.request('/cart').cache).toBe('reload')
    await app.request('/cart').all('after')
    await app.request('/books').all(1)
    expect(app.fetcher('f')).toMatchObject({ state: 'idle', type: 'done', data: 'after' })
    expect(app.snapshot().transition.state).toBe('idle')
  })

  it('FE-11: the mutation of another fetcher does too, and is done after it', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/cart')
    await app.request().all('before')
    app.router.fetcherMount('g', 'home')
    submit(app, 'g', '/books')
    await app.request().action('added')
    await app.request('/').all('new')
    expect(app.fetcher('g')!.type).toBe('actionReload')
    await app.request('/cart').all('after')
    expect(app.fetcher('f')).toMatchObject({ type: 'done', data: 'after' })
    expect(app.fetcher('g')).toMatchObject({ type: 'done', data: 'added' })
  })

  it('FE-11: after many forms at once, each load fetcher loads once, after the last form', async () => {
    const app = createApp()
    const names = ['a', 'b', 'c', 'd']
    for (const name of names) {
      app.router.fetcherMount(`load ${name}`, 'home')
      app.router.fetcherLoad(`load ${name}`, `/cart?${name}`)
      await app.request(`/cart?${name}`).all('before')
      app.router.fetcherMount(name, 'home')
    }
    const loads = () => app.log.filter((line) => line.startsWith('GET /cart'))
    expect(loads()).toHaveLength(4)
    for (const name of names) submit(app, name, `/books?${name}`)
    for (const name of names.slice(1)) {
      await app.request(`/books?${name}`).action('added')
      expect(loads()).toHaveLength(4)
      expect(app.fetcher('load a')).toMatchObject({ type: 'load', data: 'before' })
    }
    await app.request('/books?a').throws('broken')
    for (const name of names) await app.request(`/cart?${name}`).all('after')
    expect(loads()).toHaveLength(8)
    expect(app.fetcher('load a')).toMatchObject({ type: 'done', data: 'after' })
  })

  it('FE-11: a form that is pending does not keep a fetcher from loading what the app asks for', async () => {
    const app = createApp()
    app.router.fetcherMount('g', 'home')
    submit(app, 'g', '/books')
    app.router.fetcherMount('f', 'home')
    app.router.fetcherLoad('f', '/cart')
    await app.request('/cart').all('now')
    expect(app.fetcher('f')).toMatchObject({ type: 'done', data: 'now' })
  })

  it("FE-11: its route's shouldReload may refuse", async () => {
    const app = createApp()
    app.modules.set('cart', { shouldReload: () => false })
    app.router.fetcherLoad('f', '/cart')
    await app.request().all('before')
    app.router.revalidate()
    expect(app.pending.map(({ path }) => path)).toEqual(['/'])
  })

  it("RE-6: its route's shouldRevalidate decides in both directions, for navigations too", async () => {
    const app = createApp()
    const asked: boolean[] = []
    let isWanted = true
    app.modules.set('cart', {
      shouldRevalidate: ({ defaultShouldRevalidate }) => {
        asked.push(defaultShouldRevalidate)
        return isWanted
      },
    })
    app.router.fetcherLoad('f', '/cart')
    await app.request().all('before')
    app.router.navigate('/about')
    expect(app.pending.map(({ path }) => path)).toEqual(['/cart'])
    await app.request().all('after')
    expect(app.fetcher('f')!.data).toBe('after')
    expect(app.snapshot().location.pathname).toBe('/about')

    isWanted = false
    app.router.navigate('/')
    expect(app.pending.map(({ path }) => path)).toEqual(['/'])
    await app.request().all('home')
    app.router.revalidate()
    expect(app.pending.map(({ path }) => path)).toEqual(['/'])
    expect(asked).toEqual([false, false, true])
  })

  it('RE-6: the module of its route is loaded with its data, so that its shouldRevalidate is asked', async () => {
    const app = createApp()
    app.modules.remove('cart')
    app.router.fetcherLoad('f', '/cart')
    expect(app.modules.loading).toEqual(['cart'])
    await app.request().all('before')
    expect(app.fetcher('f')!.data).toBe('before')
    await app.modules.arrive('cart')
    app.modules.set('cart', { shouldRevalidate: () => false })
    app.router.submit({ action: '/about', method: 'post', formData: form() })
    await app.request().action('saved')
    expect(app.pending.map(({ path }) => path)).toEqual(['/about'])
  })

  it('FE-12: reset() aborts and forgets', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/cart')
    await app.request().all('before')
    app.router.fetcherLoad('f', '/cart')
    const old = app.request()
    app.router.fetcherReset('f')
    expect(old.signal.aborted).toBe(true)
    expect(app.fetcher('f')).toMatchObject({
      state: 'idle',
      type: 'init',
      data: undefined,
      previousData: undefined,
    })
    app.router.revalidate()
    expect(app.pending.map(({ path }) => path)).toEqual(['/'])
  })
})

describe('a fetcher', () => {
  it('sends JSON and text, to pages and to other URLs', async () => {
    const app = createApp()
    app.router.fetcherSubmit('f', { action: '/cart', method: 'post', json: [1] })
    expect(app.fetcher('f')).toMatchObject({
      formEncType: 'application/json',
      formData: undefined,
      json: [1],
      submission: { json: [1] },
    })
    expect((app.request().body as Blob).type).toMatch(/^application\/json\b/)
    app.router.fetcherSubmit('f', { action: '/hook', method: 'post', text: 'hi' })
    expect(app.request()).toMatchObject({ url: '/hook', body: 'hi' })
    expect(app.fetcher('f')).toMatchObject({ json: undefined, text: 'hi' })
  })

  it('has the path of a GET form as its formAction', () => {
    const app = createApp()
    app.router.fetcherSubmit('f', { action: '/books?index', formData: form({ q: '1' }) })
    expect(app.fetcher('f')).toMatchObject({
      formAction: '/books',
      submission: { action: '/books?index&q=1' },
    })
  })

  it('aborts its previous request, and ignores its response', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/cart')
    const old = app.request()
    app.router.fetcherLoad('f', '/login')
    expect(old.signal.aborted).toBe(true)
    await old.all('late')
    await app.request().all('new')
    expect(app.fetcher('f')!.data).toBe('new')
  })

  it('goes on when it is unmounted, and a successful action still reloads the page', async () => {
    const app = createApp()
    submit(app, 'f', '/cart')
    app.router.fetcherUnmount('f')
    await tick()
    expect(app.fetcher('f')!.state).toBe('submitting')
    await app.request().action('done')
    expect(app.fetcher('f')!.type).toBe('actionReload')
    await app.request().all('new')
    expect(app.fetcher('f')).toBeUndefined()
    expect(app.snapshot().loaderData).toEqual({ root: 'new', home: 'new' })
  })

  it('redirects the page although it is unmounted', async () => {
    const app = createApp()
    submit(app, 'f', '/cart')
    app.router.fetcherUnmount('f')
    await app.request().redirect('/login')
    await app.request().all(1)
    expect(app.snapshot().location.pathname).toBe('/login')
  })

  it('shows its error in the boundary of its former owner', async () => {
    const app = createApp('/books')
    submit(app, 'f', '/cart')
    app.router.fetcherUnmount('f')
    await app.request().throws('broken')
    expect(app.snapshot().errors).toEqual({ books: new Error('broken') })
  })

  it('logs its error when its former owner is gone', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const app = createApp('/books')
    submit(app, 'f', '/cart')
    app.router.fetcherUnmount('f')
    app.router.navigate('/about')
    await app.request().throws('broken')
    expect(app.snapshot().errors).toBeUndefined()
    expect(logged).toHaveBeenCalledWith(new Error('broken'))
    logged.mockRestore()
  })

  it('keeps its data when another component takes it over at once, whatever happens in between', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/cart')
    await app.request().all('kept')
    app.router.fetcherUnmount('f')
    app.router.navigate('/about')
    app.router.fetcherMount('f', 'about')
    await tick()
    expect(app.fetcher('f')!.data).toBe('kept')
  })

  it('is forgotten when it is at rest and no component uses it, and not before', async () => {
    const app = createApp()
    app.router.fetcherMount('f', 'home')
    app.router.fetcherLoad('f', '/cart')
    await app.request().all('forgotten')
    app.router.fetcherUnmount('f')
    await tick()
    expect(app.fetcher('f')!.data).toBe('forgotten')
    const before = app.snapshots.length
    app.router.fetcherUnmount('f')
    await tick()
    expect(app.fetcher('f')).toBeUndefined()
    expect(app.snapshots).toHaveLength(before + 1)
    app.router.fetcherMount('f', 'home')
    app.router.revalidate()
    expect(app.log).toEqual(['GET /cart [cart]', 'GET / [root,home]'])
  })

  it('is independent of another one with the same target', async () => {
    const app = createApp()
    app.router.fetcherMount('g', 'home')
    app.router.fetcherLoad('f', '/cart')
    app.router.fetcherLoad('g', '/cart')
    const [first, second] = [...app.pending]
    await second!.all('second')
    await first!.all('first')
    expect(app.fetcher('f')!.data).toBe('first')
    expect(app.fetcher('g')!.data).toBe('second')
  })

  it('whose reload lands aborts older reloads, and their fetchers are done with their own data', async () => {
    const app = createApp()
    app.router.fetcherMount('g', 'home')
    submit(app, 'f', '/cart')
    submit(app, 'g', '/books')
    await app.request('/cart').action('from f')
    const older = app.request('/')
    await app.request('/books').action('from g')
    const newer = app.pending.find((request) => request.path === '/' && request !== older)!
    await newer.all('newest')
    expect(older.signal.aborted).toBe(true)
    expect(app.fetcher('f')).toMatchObject({ type: 'done', data: 'from f' })
    expect(app.fetcher('g')).toMatchObject({ type: 'done', data: 'from g' })
    await older.all('stale')
    expect(app.snapshot().loaderData).toEqual({ root: 'newest', home: 'newest' })
  })

  it('commits an older reload that lands first, then the newer', async () => {
    const app = createApp()
    app.router.fetcherMount('g', 'home')
    submit(app, 'f', '/cart')
    submit(app, 'g', '/books')
    await app.request('/cart').action('from f')
    const older = app.request('/')
    await app.request('/books').action('from g')
    await older.all('older')
    expect(app.snapshot().loaderData.home).toBe('older')
    expect(app.fetcher('g')!.type).toBe('actionReload')
    await app.request('/').all('newer')
    expect(app.snapshot().loaderData.home).toBe('newer')
  })

  it('that submits again while the page reloads lets that reload finish', async () => {
    const app = createApp()
    submit(app, 'f', '/cart')
    await app.request('/cart').action('first')
    const reload = app.request('/')
    submit(app, 'f', '/cart')
    expect(app.fetcher('f')).toMatchObject({ type: 'actionSubmission', previousData: 'first' })
    await reload.all('one change')
    expect(app.snapshot().loaderData).toEqual({ root: 'one change', home: 'one change' })
    expect(app.fetcher('f')!.type).toBe('actionSubmission')
    await app.request('/cart').action('second')
    await app.request('/').all('two changes')
    expect(app.fetcher('f')).toMatchObject({ type: 'done', data: 'second' })
    expect(app.snapshot().loaderData).toEqual({ root: 'two changes', home: 'two changes' })
  })

  it('that was loading when a mutation starts is cancelled and runs with the reload', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/login')
    const old = app.request()
    app.router.submit({ action: '/books', method: 'post', formData: form() })
    expect(old.signal.aborted).toBe(true)
    expect(app.fetcher('f')).toMatchObject({ state: 'loading', type: 'load' })
    await app.request().action(1)
    await app.request('/login').all('after')
    expect(app.fetcher('f')!.data).toBe('after')
  })

  it('that a mutation cancelled runs again when the mutation fails', async () => {
    const app = createApp()
    app.router.fetcherMount('g', 'home')
    app.router.fetcherLoad('f', '/login')
    submit(app, 'g', '/cart')
    expect(app.pending.map(({ path }) => path)).toEqual(['/cart'])
    await app.request().throws('broken')
    await app.request('/login').all('after')
    expect(app.fetcher('f')).toMatchObject({ type: 'done', data: 'after' })
  })

  it('keeps an error that came while a reload was on its way', async () => {
    const app = createApp('/books')
    app.router.fetcherLoad('f', '/cart')
    await app.request().all('before')
    app.router.revalidate()
    await app.request('/cart').throws('broken', 'cart')
    await app.request('/books').all('new')
    expect(app.snapshot().errors).toEqual({ books: new Error('broken') })
    app.router.revalidate()
    await app.request('/books').all('newer')
    expect(app.snapshot().errors).toBeUndefined()
  })

  it('drops its reload when the page it was for is gone, and is done', async () => {
    const app = createApp()
    submit(app, 'f', '/cart')
    await app.request().action('x')
    const reload = app.request()
    app.router.navigate('/login')
    expect(app.request('/login').ids).toEqual(['root', 'login'])
    await app.request('/login').all('login')
    expect(reload.signal.aborted).toBe(true)
    expect(app.fetcher('f')).toMatchObject({ type: 'done', data: 'x' })
    expect(app.snapshot().loaderData).toEqual({ root: 'login', login: 'login' })
  })

  it('whose action returned while a page action is pending reloads the page that is there', async () => {
    const app = createApp()
    submit(app, 'f', '/cart')
    app.router.submit({ action: '/books', method: 'post', formData: form() })
    await app.request('/cart').action('x')
    expect(app.request('/').ids).toEqual(['root', 'home'])
    await app.request('/').all('new')
    expect(app.fetcher('f')!.type).toBe('done')
    expect(app.snapshot().transition.type).toBe('actionSubmission')
  })

  it('posts to a resource route and reads its enveloped response', async () => {
    const app = createApp()
    submit(app, 'f', '/api/likes')
    expect(app.request().url).toBe('/api/likes?_data=api')
    await app.request().action({ likes: 2 })
    expect(app.fetcher('f')!.data).toEqual({ likes: 2 })
  })

  it('drops the redirect of a load when a navigation started after it', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/cart')
    app.router.navigate('/about')
    await app.request().redirect('/login')
    expect(app.snapshot().location.pathname).toBe('/about')
    expect(app.fetcher('f')!.type).toBe('done')
  })

  it('shows a redirect to a script as an error', async () => {
    const app = createApp()
    submit(app, 'f', '/cart')
    await app.request().redirect('javascript:alert(1)')
    expect(String(app.snapshot().errors!.root)).toContain('only http and https')
    expect(app.departures).toEqual([])
  })
})

describe('a fetcher to a URL that is not a page', () => {
  it('reads JSON, whatever its status', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/feed.json?x=1')
    expect(app.request()).toMatchObject({ url: '/feed.json?x=1', ids: undefined })
    await app.request().respond(Response.json({ items: [] }))
    expect(app.fetcher('f')!.data).toEqual({ items: [] })
    submit(app, 'f', '/feed.json')
    await app.request('/feed.json').respond(Response.json({ title: 'required' }, { status: 422 }))
    expect(app.fetcher('f')).toMatchObject({ type: 'actionReload', data: { title: 'required' } })
  })

  it('reads anything else as text, and an empty response as null', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/feed.txt')
    await app.request().respond(new Response('hello'))
    expect(app.fetcher('f')!.data).toBe('hello')
    app.router.fetcherLoad('f', '/feed.txt')
    await app.request().respond(new Response(null, { status: 204 }))
    expect(app.fetcher('f')!.data).toBeNull()
  })

  it('is a 404 in the boundary of its owner when nothing exists there', async () => {
    const app = createApp('/books')
    app.router.fetcherLoad('f', '/nowhere')
    await app
      .request()
      .respond(new Response('<h1>Not Found</h1>', { status: 404, statusText: 'Not Found' }))
    expect(app.snapshot().errors).toMatchObject({ books: { status: 404, statusText: 'Not Found' } })
  })

  it('is an error when the JSON is broken', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', '/feed.json')
    await app
      .request()
      .respond(new Response('{"a', { headers: { 'Content-Type': 'application/json' } }))
    expect(app.snapshot().errors).toMatchObject({ root: { status: 502 } })
  })

  it('redirects the page where it was redirected', async () => {
    const app = createApp()
    submit(app, 'f', '/legacy')
    await app.request().respond({
      status: 200,
      statusText: '',
      type: 'basic',
      redirected: true,
      url: 'https://shop.test/login',
      headers: new Headers(),
      text: async () => '<html>',
    } as never)
    expect(app.snapshot().transition).toMatchObject({ type: 'fetchActionRedirect' })
    await app.request('/login').all(1)
    expect(app.snapshot().location.pathname).toBe('/login')
  })

  it('asks another origin without looking for a page there', async () => {
    const app = createApp()
    app.router.fetcherLoad('f', 'https://api.test/cart')
    expect(app.request()).toMatchObject({
      url: 'https://api.test/cart',
      redirect: expect.anything(),
    })
  })

  it.each(['post', 'get'])('sends a form with %s to another origin', async (method) => {
    const app = createApp()
    submit(app, 'f', 'https://api.test/cart?b=2', method)
    const url = method === 'get' ? 'https://api.test/cart?a=1' : 'https://api.test/cart?b=2'
    expect(app.request()).toMatchObject({ url, method: method.toUpperCase() })
    expect(app.fetcher('f')).toMatchObject({
      submission: { action: url },
      formAction: method === 'get' ? 'https://api.test/cart' : url,
    })
  })
})
