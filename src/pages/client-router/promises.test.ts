import { describe, expect, it } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { createFakeApp, form, tick } from './fake-app.fixture.ts'

/** Whether a promise has resolved. A rejection fails the test. */
function watch(promise: Promise<void>): { isDone: boolean } {
  const watched = { isDone: false }
  void promise.then(() => (watched.isDone = true))
  return watched
}

const post = { method: 'post', formData: form({ a: '1' }) }

describe('the promise of navigate() and submit()', () => {
  it('resolves when the page is there, after its redirects', async () => {
    const app = createFakeApp()
    const left = watch(app.router.navigate('/cart'))
    await app.request().redirect('/books')
    expect(left.isDone).toBe(false)
    await app.request().all(1)
    await tick()
    expect(left.isDone).toBe(true)
    expect(app.snapshot().location.pathname).toBe('/books')
  })

  it('resolves when the page has reloaded after an action', async () => {
    const app = createFakeApp()
    const sent = watch(app.router.submit({ action: '/cart', ...post }))
    await app.request().action('added')
    expect(sent.isDone).toBe(false)
    await app.request().all(1)
    await tick()
    expect(sent.isDone).toBe(true)
  })

  it('resolves when another navigation replaces it', async () => {
    const app = createFakeApp()
    const first = watch(app.router.navigate('/cart'))
    const second = watch(app.router.navigate('/books'))
    await tick()
    expect([first.isDone, second.isDone]).toEqual([true, false])
  })

  it('resolves when the navigation fails', async () => {
    const app = createFakeApp()
    const left = watch(app.router.navigate('/cart'))
    await app.request().fail()
    await tick()
    expect(left.isDone).toBe(true)
  })

  it('resolves at once for a hash and if a blocker stops it', async () => {
    const app = createFakeApp()
    const results = [watch(app.router.navigate('/#a'))]
    app.router.block(() => true)
    results.push(watch(app.router.navigate('/cart')))
    await tick()
    expect(results.map(({ isDone }) => isDone)).toEqual([true, true])
  })

  describe.each([true, false])('for a number, if the history moves later: %s', (isHistoryLate) => {
    const at = ['/books', '/cart', '/']

    it('resolves when the page is there', async () => {
      const app = createFakeApp({ at, isHistoryLate })
      const left = app.router.navigate(-1)
      const watched = watch(left)
      await eventually(() => expect(app.pending).toHaveLength(1))
      expect(watched.isDone).toBe(false)
      await app.request().all(1)
      await left
      expect(app.snapshot().location.pathname).toBe('/cart')
    })

    it('resolves when another navigation replaces it', async () => {
      const app = createFakeApp({ at, isHistoryLate })
      const left = app.router.navigate(-1)
      await eventually(() => expect(app.pending).toHaveLength(1))
      app.router.navigate('/books')
      await left
      expect(app.snapshot().transition.location?.pathname).toBe('/books')
    })

    it('resolves when a blocker stops it', async () => {
      const app = createFakeApp({ at, isHistoryLate })
      app.router.block(() => true)
      await app.router.navigate(-1)
      expect(app.snapshot().blocker.state).toBe('blocked')
    })

    it('resolves twice if it is called twice', async () => {
      const app = createFakeApp({ at, isHistoryLate })
      const left = Promise.all([app.router.navigate(-1), app.router.navigate(-1)])
      await eventually(() => expect(app.history.index).toBe(0))
      while (app.pending.length > 0) await app.pending[0]!.all(1)
      await left
      expect(app.snapshot().location.pathname).toBe('/books')
    })

    it('resolves after a second if there is no such entry', async () => {
      const app = createFakeApp({ at, isHistoryLate })
      const left = watch(app.router.navigate(-9))
      await tick()
      expect(left.isDone).toBe(false)
      await eventually(() => expect(left.isDone).toBe(true))
    })
  })

  it('is the same for a form that joins the pending one', async () => {
    const app = createFakeApp()
    const source = {}
    const sent = [1, 2].map(() => watch(app.router.submit({ action: '/cart', source, ...post })))
    await app.request().action('added')
    await app.request().all(1)
    await tick()
    expect(sent.map(({ isDone }) => isDone)).toEqual([true, true])
  })
})

describe('the promise of a fetcher', () => {
  it('resolves when the data is there', async () => {
    const app = createFakeApp()
    const loaded = watch(app.router.fetcherLoad('f', '/cart'))
    await tick()
    expect(loaded.isDone).toBe(false)
    await app.request().all('data')
    await tick()
    expect(loaded.isDone).toBe(true)
  })

  it('resolves when the page has reloaded after its action', async () => {
    const app = createFakeApp()
    const sent = watch(app.router.fetcherSubmit('f', { action: '/cart', ...post }))
    await app.request().action('added')
    expect(sent.isDone).toBe(false)
    await app.request().all(1)
    await tick()
    expect(sent.isDone).toBe(true)
  })

  it('resolves when the fetcher is used again, is reset, or fails', async () => {
    const app = createFakeApp()
    app.router.fetcherMount('f', 'root')
    const first = watch(app.router.fetcherLoad('f', '/cart'))
    const second = watch(app.router.fetcherLoad('f', '/books'))
    await tick()
    expect([first.isDone, second.isDone]).toEqual([true, false])
    app.router.fetcherReset('f')
    const third = watch(app.router.fetcherLoad('f', '/cart'))
    await app.request().fail()
    await tick()
    expect([second.isDone, third.isDone]).toEqual([true, true])
  })
})

describe('the promise of revalidate()', () => {
  it('resolves when the loaders have run', async () => {
    const app = createFakeApp()
    const reloaded = watch(app.router.revalidate())
    await tick()
    expect(reloaded.isDone).toBe(false)
    await app.request().all(1)
    await tick()
    expect(reloaded.isDone).toBe(true)
  })

  it('resolves with the navigation that overtakes it', async () => {
    const app = createFakeApp()
    const reloaded = watch(app.router.revalidate())
    app.router.navigate('/cart')
    await tick()
    expect(reloaded.isDone).toBe(false)
    while (app.pending.length > 0) await app.pending[0]!.all(1)
    await tick()
    expect(reloaded.isDone).toBe(true)
  })
})
