import { describe, expect, it } from 'vitest'
import { IDLE } from '../page-protocol/transition.ts'
import { createFakeApp, form, tick, type FakeApp } from './fake-app.fixture.ts'

const post = (app: FakeApp, action: string): Promise<void> =>
  app.router.submit({ action, method: 'post', formData: form() })

describe('a visitor who left the document and came back to it', () => {
  it('finds the page that they left, at rest', async () => {
    const app = createFakeApp()
    app.router.navigate('/cart')
    const { signal } = app.request()
    app.router.abandon()
    await tick()
    expect(signal.aborted).toBe(true)
    expect(app.snapshot().transition).toBe(IDLE)
    expect(app.snapshot().location.pathname).toBe('/')
    expect(app.snapshot().errors).toBeUndefined()
    expect(app.history.entries).toHaveLength(1)
  })

  it('sees what their submission may have changed', async () => {
    const app = createFakeApp()
    post(app, '/cart')
    app.router.abandon()
    expect(app.snapshot().location.pathname).toBe('/')
    await app.request('/').all('new')
    expect(app.snapshot().loaderData).toEqual({ root: 'new', home: 'new' })
    expect(app.snapshot().transition).toBe(IDLE)
    expect(app.history.entries).toHaveLength(1)
  })

  it('finds nothing changed if nothing was pending', () => {
    const app = createFakeApp()
    const before = app.snapshot()
    app.router.abandon()
    expect(app.snapshot()).toBe(before)
  })
})

describe('interruptions (IN)', () => {
  it('a link aborts a pending load, whose history is never touched', async () => {
    const app = createFakeApp()
    app.router.navigate('/cart')
    const old = app.request()
    app.router.navigate('/login')
    expect(old.signal.aborted).toBe(true)
    await app.request().all(1)
    expect(app.history.entries.map(({ pathname }) => pathname)).toEqual(['/', '/login'])
    expect(app.transitions).toEqual(['idle', 'loading/load /cart', 'loading/load /login', 'idle'])
  })

  it('a pop aborts a pending redirect', async () => {
    const app = createFakeApp({ at: ['/', '/books'] })
    app.router.navigate('/cart')
    await app.request().redirect('/login')
    app.router.navigate(-1)
    await app.request('/').all(1)
    expect(app.snapshot()).toMatchObject({ historyAction: 'POP', location: { pathname: '/' } })
    expect(app.history.entries).toHaveLength(2)
  })

  it('a mutation aborts a pending load', async () => {
    const app = createFakeApp()
    app.router.navigate('/cart')
    const old = app.request()
    post(app, '/books')
    expect(old.signal.aborted).toBe(true)
    await app.request().action(1)
    await app.request().all(1)
    expect(app.snapshot().location.pathname).toBe('/books')
  })

  it('a link aborts a pending action, and every loader of the new page runs', async () => {
    const app = createFakeApp()
    post(app, '/books')
    const old = app.request()
    app.router.navigate('/cart')
    expect(old.signal.aborted).toBe(true)
    expect(app.snapshot().transition).toMatchObject({ type: 'load', submission: undefined })
    expect(app.request()).toMatchObject({ ids: ['root', 'cart'], cache: 'reload' })
    await app.request().all(1)
    app.router.navigate('/login')
    expect(app.request()).toMatchObject({ ids: ['login'], cache: 'no-cache' })
  })

  it('a pop aborts a pending action, and every loader runs', async () => {
    const app = createFakeApp({ at: ['/', '/cart'] })
    post(app, '/books')
    app.router.navigate(-1)
    expect(app.request().ids).toEqual(['root', 'home'])
  })

  it('a hash link after an interrupted action is a load, for the page is out of date', () => {
    const app = createFakeApp()
    post(app, '/books')
    app.router.navigate('/#x')
    expect(app.request().ids).toEqual(['root', 'home'])
  })

  it('a new mutation aborts the pending one and has a new key', async () => {
    const app = createFakeApp()
    post(app, '/books')
    const old = app.request()
    const { key } = app.snapshot().transition.submission!
    post(app, '/books')
    expect(old.signal.aborted).toBe(true)
    expect(app.snapshot().transition).toMatchObject({ type: 'actionSubmission' })
    expect(app.snapshot().transition.submission!.key).not.toBe(key)
    await app.request().action('second')
    expect(app.snapshot().actionData).toEqual({ books: 'second' })
  })

  it('a link aborts the reload after an action, and still loads everything', async () => {
    const app = createFakeApp()
    post(app, '/books')
    await app.request().action(1)
    const old = app.request()
    app.router.navigate('/cart')
    expect(old.signal.aborted).toBe(true)
    expect(app.request().ids).toEqual(['root', 'cart'])
    await app.request().all(1)
    expect(app.snapshot().actionData).toBeUndefined()
  })

  it('a link aborts the redirect after an action, and still loads everything', async () => {
    const app = createFakeApp()
    post(app, '/login')
    await app.request().redirect('/books')
    app.router.navigate('/cart')
    expect(app.request()).toMatchObject({ path: '/cart', ids: ['root', 'cart'] })
  })

  it('a mutation aborts the reload after an action', async () => {
    const app = createFakeApp()
    post(app, '/books')
    await app.request().action(1)
    post(app, '/cart')
    expect(app.snapshot().transition).toMatchObject({
      type: 'actionSubmission',
      submission: { action: '/cart' },
      location: { pathname: '/cart' },
    })
    expect(app.request()).toMatchObject({ method: 'POST', path: '/cart' })
  })

  it('an identical link again restarts with a new location', async () => {
    const app = createFakeApp()
    app.router.navigate('/cart')
    const old = app.request()
    const first = app.snapshot().transition.location
    app.router.navigate('/cart')
    expect(old.signal.aborted).toBe(true)
    expect(app.snapshot().transition.location).not.toBe(first)
    await app.request().all(1)
    expect(app.snapshot().historyAction).toBe('PUSH')
    expect(app.history.entries).toHaveLength(2)
  })

  it('an identical link again keeps its REPLACE', async () => {
    const app = createFakeApp({ at: ['/', '/books'] })
    app.router.navigate('/cart', { replace: true })
    app.router.navigate('/cart')
    await app.request().all(1)
    expect(app.history.entries.map(({ pathname }) => pathname)).toEqual(['/', '/cart'])
  })

  it('a link to where the page is replaces the entry', async () => {
    const app = createFakeApp({ at: ['/cart'] })
    app.router.navigate('/cart')
    await app.request().all(1)
    expect(app.snapshot().historyAction).toBe('REPLACE')
    expect(app.history.entries).toHaveLength(1)
  })

  it('a link to where the page is adds an entry if the app says so', async () => {
    const app = createFakeApp({ at: ['/cart'] })
    app.router.navigate('/cart', { replace: false })
    await app.request().all(1)
    expect(app.snapshot().historyAction).toBe('PUSH')
    expect(app.history.entries).toHaveLength(2)
  })

  it('drops the redirect of a fetcher when a navigation started after its submit', async () => {
    const app = createFakeApp()
    app.router.fetcherMount('f', 'home')
    app.router.fetcherSubmit('f', { action: '/cart', method: 'post', formData: form() })
    app.router.navigate('/books')
    await app.request('/cart').redirect('/login')
    expect(app.fetcher('f')).toMatchObject({ state: 'idle', type: 'done', data: undefined })
    expect(app.snapshot().transition).toMatchObject({
      type: 'load',
      location: { pathname: '/books' },
    })
    // The action ran, so the page that comes must be newer than it.
    expect(app.pending.map(({ ids }) => ids)).toEqual([
      ['books', 'shelf'],
      ['root', 'books', 'shelf'],
    ])
    await app.pending[1]!.all('fresh')
    expect(app.snapshot().location.pathname).toBe('/books')
    expect(app.snapshot().loaderData).toEqual({ root: 'fresh', books: 'fresh', shelf: 'fresh' })
    expect(app.pending).toEqual([])
  })

  it('follows the redirect of a fetcher when the navigation is older', async () => {
    const app = createFakeApp()
    app.router.fetcherMount('f', 'home')
    app.router.navigate('/books')
    const old = app.request()
    app.router.fetcherSubmit('f', { action: '/cart', method: 'post', formData: form() })
    await app.request('/cart').redirect('/login')
    expect(old.signal.aborted).toBe(true)
    expect(app.snapshot().transition).toMatchObject({
      type: 'fetchActionRedirect',
      location: { pathname: '/login' },
    })
    await app.request().all(1)
    expect(app.history.entries.map(({ pathname }) => pathname)).toEqual(['/', '/login'])
  })

  it('completes an older navigation with the fresher data of a fetcher that lands first', async () => {
    const app = createFakeApp()
    app.router.fetcherMount('f', 'home')
    app.router.navigate('/books')
    const old = app.request()
    app.router.fetcherSubmit('f', { action: '/cart', method: 'post', formData: form() })
    await app.request('/cart').action('added')
    const reload = app.pending.find((request) => request !== old)!
    expect(reload).toMatchObject({ path: '/books', ids: ['root', 'books', 'shelf'] })

    await reload.all('fresh')
    expect(old.signal.aborted).toBe(true)
    expect(app.snapshot().transition).toBe(IDLE)
    expect(app.snapshot().location.pathname).toBe('/books')
    expect(app.snapshot().loaderData).toEqual({ root: 'fresh', books: 'fresh', shelf: 'fresh' })
    expect(app.fetcher('f')).toMatchObject({ type: 'done', data: 'added' })
  })

  it('lets a navigation commit first, and the fresher reload after it', async () => {
    const app = createFakeApp()
    app.router.fetcherMount('f', 'home')
    app.router.navigate('/books')
    const old = app.request()
    app.router.fetcherSubmit('f', { action: '/cart', method: 'post', formData: form() })
    await app.request('/cart').action('added')
    await old.all('stale')
    expect(app.snapshot().loaderData).toMatchObject({ books: 'stale' })
    expect(app.fetcher('f')!.type).toBe('actionReload')
    await app.request().all('fresh')
    expect(app.snapshot().loaderData).toMatchObject({ root: 'fresh', books: 'fresh' })
    expect(app.fetcher('f')!.type).toBe('done')
  })

  it('follows the browser on a pop, and moves it back when blocked', async () => {
    const app = createFakeApp({ at: ['/', '/books', '/cart'] })
    let isDirty = true
    const unblock = app.router.block(() => isDirty)
    app.history.go(-2)
    expect(app.history.index).toBe(2)
    expect(app.pending).toEqual([])
    expect(app.snapshot().blocker).toMatchObject({ state: 'blocked', location: { pathname: '/' } })

    const { blocker } = app.snapshot()
    if (blocker.state === 'blocked') blocker.proceed()
    expect(app.history.index).toBe(0)
    expect(app.snapshot().blocker.state).toBe('proceeding')
    await app.request().all(1)
    expect(app.snapshot().blocker.state).toBe('unblocked')

    isDirty = false
    app.router.navigate('/about')
    expect(app.snapshot().location.pathname).toBe('/about')
    isDirty = true
    unblock()
    app.router.navigate('/about#x')
    expect(app.snapshot().location.hash).toBe('#x')
  })

  it.each([
    ['at once', false],
    ['while the history is still on its way back', true],
  ])('goes where a blocked pop wanted to go when the user agrees %s', async (_, isHistoryLate) => {
    const app = createFakeApp({ at: ['/', '/books', '/cart'], isHistoryLate })
    app.router.block(() => true)
    app.router.subscribe(({ blocker }) => {
      if (blocker.state === 'blocked') blocker.proceed()
    })
    app.history.go(-1)
    for (let i = 0; i < 4; i++) await tick()
    expect(app.history.index).toBe(1)
    expect(app.snapshot().blocker).toMatchObject({ state: 'proceeding' })
    await app.request().all(1)
    expect(app.snapshot()).toMatchObject({
      historyAction: 'POP',
      location: { pathname: '/books' },
      blocker: { state: 'unblocked' },
    })
    expect(app.log).toEqual(['GET /books [books,shelf]'])
  })

  it('goes there although the blocking component is gone by then', async () => {
    const app = createFakeApp({ at: ['/', '/books', '/cart'], isHistoryLate: true })
    const unblock = app.router.block(() => true)
    app.history.go(-1)
    await tick()
    const { blocker } = app.snapshot()
    if (blocker.state === 'blocked') blocker.proceed()
    unblock()
    for (let i = 0; i < 3; i++) await tick()
    await app.request('/books').all(1)
    expect(app.snapshot().location.pathname).toBe('/books')
  })

  it('stays when the user changes their mind while the history is on its way back', async () => {
    const app = createFakeApp({ at: ['/', '/books', '/cart'], isHistoryLate: true })
    app.router.block(() => true)
    app.history.go(-1)
    await tick()
    const { blocker } = app.snapshot()
    if (blocker.state === 'blocked') blocker.proceed()
    app.router.navigate('/about')
    expect(app.snapshot().blocker).toMatchObject({ location: { pathname: '/about' } })
    for (let i = 0; i < 3; i++) await tick()
    expect(app.history.index).toBe(2)
    expect(app.pending).toEqual([])
  })

  it('forgets a blocked pop once the user goes elsewhere', async () => {
    const app = createFakeApp({ at: ['/', '/books', '/cart'] })
    let isDirty = true
    app.router.block(() => isDirty)
    app.history.go(-1)
    const { blocker } = app.snapshot()
    isDirty = false
    app.history.go(-2)
    expect(app.snapshot().blocker.state).toBe('unblocked')

    // It would go back by one entry from another one than before.
    if (blocker.state === 'blocked') blocker.proceed()
    await app.request().all(1)
    expect(app.history.index).toBe(0)
    expect(app.snapshot().location.pathname).toBe('/')
  })

  it('blocks links and forms until the user agrees', async () => {
    const app = createFakeApp()
    const asked: string[] = []
    app.router.block(({ currentLocation, nextLocation, historyAction }) => {
      asked.push(`${currentLocation.pathname} ${historyAction} ${nextLocation.pathname}`)
      return true
    })
    app.router.navigate('/cart')
    let { blocker } = app.snapshot()
    if (blocker.state === 'blocked') blocker.reset()
    expect(app.snapshot().blocker.state).toBe('unblocked')
    expect(app.pending).toEqual([])

    post(app, '/books')
    blocker = app.snapshot().blocker
    if (blocker.state === 'blocked') blocker.proceed()
    expect(app.request().method).toBe('POST')
    expect(asked).toEqual(['/ PUSH /cart', '/ PUSH /books'])
  })

  it('ignores responses that come after an abort', async () => {
    const app = createFakeApp()
    app.router.navigate('/cart')
    const old = app.request()
    app.router.navigate('/login')
    await old.all('late')
    await app.request().all('new')
    expect(app.snapshot().loaderData).toEqual({ root: 'root 0', login: 'new' })
  })

  it('shows no mixture of an old submission and a new location', async () => {
    const app = createFakeApp()
    post(app, '/books')
    app.router.navigate('/cart')
    await app.request().all(1)
    post(app, '/login')
    await app.request().redirect('/books')
    app.router.navigate(-1)
    await tick()
    for (const { transition } of app.snapshots) {
      if (transition.type === 'actionSubmission' || transition.type === 'actionReload') {
        expect(transition.submission.action).toBe(transition.location.pathname)
      }
      if (transition.type === 'load') expect(transition.submission).toBeUndefined()
      expect(Object.isFrozen(transition)).toBe(true)
    }
  })

  it('stops everything when disposed', async () => {
    const app = createFakeApp()
    app.router.navigate('/cart')
    app.router.fetcherLoad('f', '/books')
    const before = app.snapshots.length
    app.router.dispose()
    expect(app.pending).toEqual([])
    app.history.go(-1)
    await tick()
    expect(app.snapshots).toHaveLength(before)
  })

  it('loads what the address shows when a pop was interrupted by a download', async () => {
    const app = createFakeApp({ at: ['/cart', '/'] })
    app.router.navigate(-1)
    app.router.navigate('/report.pdf')
    await app.departures[0]!.stay()
    expect(app.snapshot().transition).toMatchObject({ location: { pathname: '/cart' } })
    await app.request().all(1)
    expect(app.snapshot()).toMatchObject({ historyAction: 'POP', location: { pathname: '/cart' } })
  })

  it('reloads the page after a mutation that ended in a download', async () => {
    const app = createFakeApp()
    post(app, '/books')
    await app.request().redirect('/report.pdf')
    expect(app.departures).toMatchObject([{ href: '/report.pdf' }])
    await app.departures[0]!.stay()
    expect(app.request().ids).toEqual(['root', 'home'])
    await app.request().all('new')
    expect(app.snapshot()).toMatchObject({
      location: { pathname: '/' },
      loaderData: { home: 'new' },
    })
    expect(app.history.entries).toHaveLength(1)
  })

  it('loads what the address shows when a pop was interrupted by a form to a resource route', async () => {
    const app = createFakeApp({ at: ['/cart', '/'] })
    app.router.navigate(-1)
    post(app, '/api/likes')
    await app.request().action(1)
    await app.request('/cart').all(1)
    expect(app.snapshot()).toMatchObject({ historyAction: 'POP', location: { pathname: '/cart' } })
  })

  it('never shows a resource route as a page, whatever its action returns', async () => {
    const app = createFakeApp()
    post(app, '/api/likes')
    await app.request().redirect('javascript:alert(1)')
    expect(app.snapshot().location.pathname).toBe('/')
    expect(app.snapshot().errors).toHaveProperty('root')
    expect(app.history.entries).toHaveLength(1)
  })

  it('keeps fresher data of the page when a navigation that could not leave ends in a boundary', async () => {
    const app = createFakeApp()
    app.modules.remove('cart')
    app.router.navigate('/cart?x=1')
    await app.modules.lose('cart')
    await app.request().all('old')
    app.router.revalidate()
    await app.request('/').all('fresh')
    await app.departures[0]!.stay()
    expect(app.snapshot().location.pathname).toBe('/cart')
    expect(app.snapshot().loaderData.root).toBe('fresh')
  })

  it('loads again what a failed reload took away from the page to come', async () => {
    const app = createFakeApp()
    app.modules.set('root', { shouldReload: ({ url }) => url.pathname === '/' })
    app.router.revalidate()
    app.router.navigate('/cart')
    const navigation = app.request('/cart')
    expect(navigation.ids).toEqual(['cart'])
    await app.request('/').throws('broken', 'root')
    await navigation.all(1)
    expect(app.request('/cart').ids).toEqual(['root', 'cart'])
    await app.request('/cart').all(2)
    expect(app.snapshot()).toMatchObject({ errors: undefined, loaderData: { root: 2, cart: 2 } })
  })

  it('drops the reload of a page that is not wanted any more', async () => {
    const app = createFakeApp({ at: ['/books/emma'] })
    app.router.fetcherMount('f', 'root')
    app.router.fetcherSubmit('f', { action: '/cart', method: 'post', formData: form() })
    app.router.navigate('/books/dune')
    await app.request('/cart').action('added')
    const reload = app.pending.find(({ ids }) => ids!.includes('root'))!
    app.router.navigate('/login')
    await reload.all('of dune')
    expect(app.snapshot().loaderData).toMatchObject({ book: 'book 0' })
    expect(app.fetcher('f')).toMatchObject({ type: 'done', data: 'added' })
    await app.request('/login').all('fresh')
    expect(app.snapshot().loaderData).toEqual({ root: 'fresh', login: 'fresh' })
  })
})
