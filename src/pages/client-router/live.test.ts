import { afterEach, describe, expect, it, vi } from 'vitest'
import { takeDataParam } from '../page-protocol/data-url.ts'
import { form, tick } from './fake-app.fixture.ts'
import type { FakeLocks } from './fake-browser.fixture.ts'
import {
  bring,
  digest,
  openPage,
  openStream,
  pollUntilOpen,
  type LiveApp,
} from './live-page.fixture.ts'
import { observe, type ClientEvent } from './observe.ts'

afterEach(() => vi.restoreAllMocks())

describe('LV-7: the stream of a live page', () => {
  it('opens when the page has been visible and idle for 500 ms, and says what the page holds', async () => {
    const { browser } = await openPage()
    await browser.advance(499)
    expect(browser.sources).toEqual([])
    await browser.advance(1)
    const { url, ids, live, tab, have } = takeDataParam(browser.source!.url)
    expect([url, ids, live]).toEqual(['/books/dune', [], '5000'])
    expect(tab).toMatch(/^[a-z0-9]{12,16}$/)
    expect(have).toBe(`root,books~${digest('a')},book~${digest('b')}`)
  })

  it('waits until a navigation has ended', async () => {
    const app = await openPage()
    await app.browser.advance(400)
    app.router.navigate('/books/dune/reviews')
    await app.browser.advance(2000)
    expect(app.browser.sources).toEqual([])
    await app.request().all(1)
    await app.browser.advance(499)
    expect(app.browser.sources).toEqual([])
    await app.browser.advance(1)
    expect(app.browser.source!.url).toContain('/books/dune/reviews?')
  })

  it('is not there on another page, and the timer is not either', async () => {
    const app = await openStream()
    app.router.navigate('/cart')
    await app.request().all(1)
    await app.browser.advance(1000)
    expect(app.browser.source).toBeUndefined()
    expect(app.browser.timers).toBe(0)
  })

  it('begins at the event that led to the last reload, unless other data came since', async () => {
    const app = await openStream()
    const sinceOf = async () => {
      app.browser.hide()
      app.browser.show()
      await app.browser.advance(500)
      return takeDataParam(app.browser.source!.url).live
    }
    app.browser.source!.send(7000, ['books', 'book'])
    await app.browser.advance(0)
    await bring(app, 1, 6500)
    expect(await sinceOf()).toBe('7000')
    app.router.revalidate()
    await bring(app, 2, 6800)
    expect(await sinceOf()).toBe('6800')
  })

  it('closes when the page is hidden, and opens from where it was when the page is shown', async () => {
    const { browser, steps } = await openStream()
    browser.hide()
    expect(browser.source).toBeUndefined()
    expect(browser.timers).toBe(0)
    browser.show()
    await browser.advance(500)
    expect(takeDataParam(browser.source!.url).live).toBe('6000')
    expect(steps).toEqual(['open books,book', 'end books,book'])
  })

  it('closes on pagehide, and opens again when the page comes back', async () => {
    const { browser } = await openStream()
    browser.fire('pagehide')
    expect(browser.source).toBeUndefined()
    await browser.advance(60_000)
    expect(browser.sources).toHaveLength(1)
    browser.fire('pageshow')
    await browser.advance(500)
    expect(browser.sources).toHaveLength(2)
  })

  it('opens again for another page and for other digests', async () => {
    const app = await openStream()
    app.browser.source!.send(7000, ['book'])
    await app.browser.advance(0)
    await bring(app, 1, 7500, 'c')
    expect(app.browser.source).toBeUndefined()
    await app.browser.advance(500)
    expect(app.browser.source!.url).toContain(digest('c'))
  })

  it('is not opened for a page that shows an error', async () => {
    const app = await openPage()
    app.router.navigate('/books/dune?q=1')
    await app.request().throws('x', 'book')
    await app.browser.advance(300_000)
    expect(app.browser.sources).toEqual([])
    expect(app.pending).toEqual([])
  })

  it('closes when the client router ends', async () => {
    const { browser, router } = await openStream()
    router.dispose()
    await browser.advance(30_000)
    expect(browser.source).toBeUndefined()
    expect(browser.timers).toBe(0)
  })
})

describe('LV-8: a stale route', () => {
  it('runs again, alone, for the reason `live`, past the HTTP cache', async () => {
    const app = await openStream()
    app.browser.source!.send(7000, ['book'])
    await tick()
    const { cache, purpose, url } = app.request()
    const { ids, live, tab } = takeDataParam(url)
    expect([ids, live, cache, purpose]).toEqual([['book'], '', 'reload', { cause: 'live' }])
    expect(tab).toBe(takeDataParam(app.browser.source!.url).tab)
    expect(app.reasons.at(-1)).toEqual(['root keep kept', 'books keep kept', 'book run live'])
    await bring(app, 1)
    expect(app.snapshot().loaderData).toEqual({ root: 0, books: 0, book: 1 })
    expect(app.steps).toEqual(['open books,book', 'stale book'])
  })

  it('is paid by a pending load, which started later', async () => {
    const app = await openStream()
    app.browser.source!.send(7000, ['book'])
    await tick()
    await bring(app, 1)
    app.browser.source!.send(7100, ['books'])
    app.router.navigate('/books/dune?q=1')
    expect(app.request().ids).toContain('books')
    await bring(app, 2)
    await app.browser.advance(5000)
    expect(app.pending).toEqual([])
  })

  it('is not used if the stream tells of a write after the form was sent', async () => {
    const app = await openStream()
    app.router.submit({ action: '/books/dune', method: 'post', formData: form() })
    const sent = app.request()
    app.browser.source!.send(7000, ['book'])
    const entry = { data: 'old', reads: digest('b'), live: 6500 }
    const body = { root: entry, books: entry, book: entry }
    const page = { url: '/books/dune', type: 'envelope', version: 'v1', status: 200, body }
    await sent.envelope({ data: 1, page })
    // The page may have been loaded before that write.
    expect(app.request()).toMatchObject({ method: 'GET', ids: ['root', 'books', 'book'] })
  })

  it('runs when the page is idle if the pending load started earlier', async () => {
    const app = await openStream()
    app.router.navigate('/books/dune')
    const [pending] = app.pending
    app.browser.source!.send(7000, ['books'])
    await tick()
    expect(app.pending).toEqual([pending])
    await bring(app, 1)
    expect(app.request().ids).toEqual(['books'])
  })

  it('waits 1 s between the starts of two reloads, and rests after each three times as long as it took', async () => {
    const app = await openStream()
    app.browser.source!.send(7000, ['book'])
    await app.browser.advance(100)
    await bring(app, 1)
    app.browser.source!.send(7100, ['book'])
    await app.browser.advance(899)
    expect(app.pending).toEqual([])
    await app.browser.advance(1)
    await app.browser.advance(800)
    await bring(app, 2)
    app.browser.source!.send(7200, ['book'])
    await app.browser.advance(2399)
    expect(app.pending).toEqual([])
    await app.browser.advance(1)
    expect(app.request().ids).toEqual(['book'])
  })

  it('waits 3 s at most after a reload, also if the process was stopped for 5 s', async () => {
    const app = await openStream()
    app.browser.source!.send(7000, ['book'])
    await app.browser.advance(5000)
    await bring(app, 1)
    app.browser.source!.send(7100, ['book'])
    await app.browser.advance(2999)
    expect(app.pending).toEqual([])
    await app.browser.advance(1)
    expect(app.request().ids).toEqual(['book'])
  })

  it('runs again soon if the computer slept during the last reload', async () => {
    const app = await openStream()
    app.browser.source!.send(7000, ['book'])
    await tick()
    app.browser.clock.now += 8 * 3_600_000
    await bring(app, 1)
    app.browser.show()
    await app.browser.advance(3000)
    expect(app.request().ids).toEqual(['books'])
    await bring(app, 2)
  })

  it('is every route after a mutation whose response is lost, which no stream tells', async () => {
    const app = await openStream()
    app.router.fetcherMount('f', 'root')
    app.router.fetcherSubmit('f', { action: '/cart', method: 'post', formData: form() }, 'book')
    app.router.fetcherReset('f')
    await tick()
    const { ids, purpose } = app.request()
    expect([ids, purpose]).toEqual([['root', 'books', 'book'], { cause: 'live' }])
  })

  it('belongs to mutations of a live page by its tab', async () => {
    const app = await openStream()
    const { tab } = takeDataParam(app.browser.source!.url)
    app.router.submit({ action: '/books/dune', method: 'post', formData: form() })
    const { tab: sent, have } = takeDataParam(app.request().url)
    expect([sent, have]).toEqual([tab, `root,books~${digest('a')},book~${digest('b')}`])
    await app.request().redirect('/cart')
    await app.request().all(1)
    app.router.submit({ action: '/cart', method: 'post', formData: form() })
    expect(takeDataParam(app.request().url).tab).toBeUndefined()
  })
})

describe('LV-9: a page without a stream', () => {
  it.each([
    ['the browser gives up', (app: LiveApp) => app.browser.source!.giveUp()],
    ['no message comes within 5 s', (app: LiveApp) => app.browser.advance(5000)],
  ])('reloads once, and then every 30 s, if %s', async (_, lose) => {
    const app = await openPage()
    await app.browser.advance(500)
    await lose(app)
    await tick()
    expect(app.browser.source).toBeUndefined()
    expect(app.request().ids).toEqual(['books', 'book'])
    await bring(app, 1)
    await app.browser.advance(23_999)
    expect(app.pending).toEqual([])
    await app.browser.advance(12_002)
    expect(app.request().ids).toEqual(['books', 'book'])
    expect(app.steps.slice(0, 1)).toEqual(['poll books,book'])
  })

  it('tries again each time, and stops to poll when a stream works', async () => {
    const app = await openPage({ maxAge: 1e9 })
    await app.browser.advance(500)
    app.browser.source!.giveUp()
    await pollUntilOpen(app)
    app.browser.source!.giveUp()
    await pollUntilOpen(app)
    for (let i = 0; i < 10; i++) {
      app.browser.source!.send(9000 + i, [])
      await app.browser.advance(8000)
    }
    expect(app.pending).toEqual([])
    expect(app.browser.sources).toHaveLength(3)
  })

  it('does not reload while it is hidden', async () => {
    const app = await openPage()
    await app.browser.advance(500)
    app.browser.source!.giveUp()
    await tick()
    await bring(app, 1)
    app.browser.hide()
    await app.browser.advance(600_000)
    expect(app.pending).toEqual([])
    expect(app.browser.timers).toBe(0)
    app.browser.show()
    expect(app.request().ids).toEqual(['books', 'book'])
  })

  it('polls if the URL would be too long', async () => {
    const app = await openPage({ at: [`/books/dune?q=${'x'.repeat(2000)}`] })
    await app.browser.advance(500)
    expect(app.browser.sources).toEqual([])
    expect(app.request().ids).toEqual(['books', 'book'])
  })

  it('opens a silent stream again after 30 s', async () => {
    const { browser } = await openStream({ maxAge: 1_000_000 })
    await browser.advance(29_999)
    expect(browser.sources).toHaveLength(1)
    await browser.advance(1)
    expect(browser.sources).toHaveLength(2)
    expect(browser.sources[0]!.readyState).toBe(2)
    expect(takeDataParam(browser.source!.url).live).toBe('6000')
  })

  it.each(['{"a":1}', '"book"', '7', 'null', 'not JSON'])(
    'polls if something else than the app sends messages: %s',
    async (text) => {
      const app = await openPage()
      await app.browser.advance(500)
      app.browser.source!.sendText(text)
      await app.browser.advance(5000)
      expect(app.steps).toEqual(['poll books,book'])
    },
  )

  it('does nothing until the response is there while it reloads', async () => {
    const app = await openPage()
    await app.browser.advance(500)
    app.browser.source!.giveUp()
    await tick()
    const setTimer = vi.spyOn(app.browser.window, 'setTimeout')
    app.browser.show()
    await app.browser.advance(1000)
    expect(setTimer).not.toHaveBeenCalled()
    await bring(app, 1)
    expect(setTimer).toHaveBeenCalled()
  })

  it('leaves it to the browser to connect again', async () => {
    const { browser } = await openStream({ maxAge: 1_000_000 })
    browser.source!.reconnect()
    await browser.advance(5000)
    browser.source!.send(8000, [])
    expect(browser.sources).toHaveLength(1)
  })
})

describe('LV-10: a route that the stream cannot follow', () => {
  it('runs again, and then the stream opens again', async () => {
    const app = await openStream()
    app.browser.source!.send(7000, ['!book'])
    await tick()
    expect(app.request().ids).toEqual(['book'])
    await bring(app, 1)
    expect(app.browser.source).toBeUndefined()
    await app.browser.advance(500)
    expect(app.browser.sources).toHaveLength(2)
  })

  it('is polled if that happens twice in a row, and the console says so once', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const app = await openStream({ maxAge: 1_000_000 })
    app.browser.source!.send(7000, ['!book'])
    await tick()
    await bring(app, 1)
    await app.browser.advance(1000)
    app.browser.source!.send(7100, [])
    app.browser.source!.send(7200, ['!book'])
    await app.browser.advance(8000)
    expect(app.pending).toEqual([])
    expect(app.browser.source).toBeDefined()
    expect(warned).toHaveBeenCalledOnce()
    expect(String(warned.mock.calls[0])).toContain('Cannot follow "book": its `reads`')

    // The others are still followed.
    app.browser.source!.send(7300, ['books'])
    await tick()
    expect(app.request().ids).toEqual(['books'])
    await bring(app, 2)
    for (let i = 0; i < 4; i++) {
      await app.browser.advance(8000)
      if (app.pending.length > 0) break
      app.browser.source!.send(7400 + i, ['!book'])
    }
    expect(app.request().ids).toEqual(['book'])
    expect(warned).toHaveBeenCalledOnce()
  })
})

describe('LV-11: a visible live page', () => {
  it('reloads what was not loaded for two minutes', async () => {
    const app = await openStream()
    const pass = async (time: number): Promise<void> => {
      for (let left = time; left > 0; left -= 8000) {
        app.browser.source!.send(8000, [])
        await app.browser.advance(Math.min(8000, left))
      }
    }
    await pass(95_000)
    expect(app.pending).toEqual([])
    await pass(50_000)
    expect(app.request().ids).toEqual(['books', 'book'])
    await bring(app, 1)
    await pass(95_000)
    expect(app.pending).toEqual([])
  })

  it('asks so seldom at rest that 10,000 of them ask less than 90 times a second', async () => {
    const { random } = Math
    const hours = 0.5
    // Each tab varies its times by chance, so these stand for all of them.
    const chances = [0.1, 0.3, 0.5, 0.7, 0.9]
    let requests = 0
    try {
      for (const chance of chances) {
        Math.random = () => chance + random() / 100
        const app = await openStream()
        for (let beat = 0; beat < hours * 450; beat++) {
          app.browser.source?.send(8000 + beat, [])
          await app.browser.advance(8000)
          if (app.pending.length > 0) await bring(app, 0, 8000 + beat)
        }
        requests += app.log.length
      }
    } finally {
      Math.random = random
    }
    const perSecond = requests / (chances.length * hours * 3600)
    expect(perSecond * 10_000).toBeLessThan(90)
    expect(perSecond * 10_000).toBeGreaterThan(70)
  })

  it('takes another time from the options', async () => {
    const app = await openStream({ maxAge: 20_000 })
    await app.browser.advance(15_000)
    expect(app.pending).toEqual([])
    await app.browser.advance(10_000)
    expect(app.request().ids).toEqual(['books', 'book'])
  })

  it('does not count a load that kept the data', async () => {
    const app = await openStream({ maxAge: 20_000 })
    await app.browser.advance(15_000)
    app.router.navigate('/books/dune/reviews')
    await app.request().envelope({ reviews: { data: 1, reads: digest('r'), live: 9000 } })
    await app.browser.advance(500)
    app.browser.source!.send(9000, [])
    await app.browser.advance(9500)
    expect(app.request().ids).toEqual(['books', 'book'])
  })

  it('asks a module that refuses once for each time', async () => {
    const app = await openPage({ maxAge: 20_000 })
    const shouldReload = vi.fn(() => false)
    app.modules.set('book', { shouldReload })
    app.modules.set('books', { shouldReload })
    await app.browser.advance(500)
    app.browser.source!.send(6000, [])
    await app.browser.advance(25_000)
    expect(app.log).toEqual([])
    expect(shouldReload).toHaveBeenCalledTimes(2)
  })
})

describe('LV-12: a live reload', () => {
  it('leaves transition, revalidation, commit and fetchers as they are', async () => {
    const app = await openStream()
    app.router.fetcherMount('f', 'root')
    app.router.fetcherLoad('f', '/cart', 'root')
    await app.request().all(1)
    const { commit } = app.snapshot()
    const count = app.snapshots.length
    app.browser.source!.send(7000, ['book'])
    await tick()
    await bring(app, 1)
    const seen = app.snapshots.slice(count)
    expect(seen).toHaveLength(1)
    expect(seen[0]!.transition.state).toBe('idle')
    expect(seen[0]!.revalidation).toBe('idle')
    expect(seen[0]!.commit).toBe(commit)
    expect(app.log.filter((line) => line.includes('/cart'))).toHaveLength(1)
  })

  it('creates no snapshot for equal data', async () => {
    const app = await openStream()
    const count = app.snapshots.length
    app.browser.source!.send(7000, ['book'])
    await tick()
    await bring(app, 0)
    expect(app.snapshots).toHaveLength(count)
    await app.browser.advance(5000)
    expect(app.pending).toEqual([])
  })

  it('does not run if shouldReload refuses', async () => {
    const app = await openPage()
    app.modules.set('book', { shouldReload: () => false })
    await app.browser.advance(500)
    app.browser.source!.send(7000, ['book'])
    await app.browser.advance(5000)
    expect(app.log).toEqual([])
  })
})

describe('LV-13: a live reload that fails', () => {
  it.each([
    ['there is no response', (app: LiveApp) => app.request().fail()],
    ['a proxy responds with 429', (app: LiveApp) => respond(app, 429)],
    ['a proxy responds with 503', (app: LiveApp) => respond(app, 503)],
    ['a loader throws', (app: LiveApp) => app.request().throws('x', 'book')],
    [
      'a proxy redirects',
      (app: LiveApp) => app.request().respond({ type: 'opaqueredirect' } as Response),
    ],
  ])('keeps the page, and is repeated after 2, 4 … 60 s, if %s', async (_, fail) => {
    const app = await openStream({ maxAge: 1_000_000 })
    app.browser.source!.send(7000, ['book'])
    await tick()
    for (const wait of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
      await fail(app)
      expect(app.snapshot().errors).toBeUndefined()
      expect(app.snapshot().loaderData).toEqual({ root: 0, books: 0, book: 0 })
      for (let left = wait - 1; left > 0; left -= 8000) {
        app.browser.source?.send(7000, [])
        await app.browser.advance(Math.min(8000, left))
      }
      expect(app.pending).toEqual([])
      await app.browser.advance(1)
      expect(app.request().ids).toEqual(['book'])
    }
    await bring(app, 1)
    expect(app.snapshot().loaderData.book).toBe(1)
    expect(app.departures).toEqual([])
  })

  it('is repeated if its response does not come within a minute', async () => {
    const app = await openStream({ maxAge: 1_000_000 })
    app.browser.source!.send(7000, ['book'])
    await app.browser.advance(59_999)
    expect(app.log).toHaveLength(1)
    await app.browser.advance(1)
    expect(app.pending).toEqual([])
    await app.browser.advance(2000)
    expect(app.request().ids).toEqual(['book'])
    await bring(app, 1)
    expect(app.snapshot().loaderData.book).toBe(1)
  })

  it('shows another 4xx, and the page is no longer followed', async () => {
    const app = await openStream()
    app.browser.source!.send(7000, ['book'])
    await tick()
    const error = { type: 'response', status: 404, statusText: '', data: 'gone' }
    await app.request().envelope({ book: { error } }, 404)
    expect(app.snapshot().errors).toMatchObject({ book: { status: 404 } })
    expect(app.browser.source).toBeUndefined()
    await app.browser.advance(300_000)
    expect(app.pending).toEqual([])
  })

  it('follows a redirect', async () => {
    const app = await openStream()
    app.browser.source!.send(7000, ['book'])
    await tick()
    await app.request().redirect('/login')
    expect(app.request().path).toBe('/login')
    await app.request().all(1)
    expect(app.snapshot().location.pathname).toBe('/login')
  })

  it('stays if a blocker refuses the redirect', async () => {
    const app = await openStream()
    app.router.block(() => true)
    app.browser.source!.send(7000, ['book'])
    await tick()
    await app.request().redirect('/login')
    const { blocker, location } = app.snapshot()
    expect([blocker.state, location.pathname]).toEqual(['blocked', '/books/dune'])
    await app.browser.advance(300_000)
    expect(app.pending).toEqual([])
    if (blocker.state === 'blocked') blocker.proceed()
    expect(app.request().path).toBe('/login')
  })
})

describe('LV-14: a server of another build', () => {
  it('never makes a live page load a document, but the next navigation may', async () => {
    const app = await openStream()
    app.browser.source!.send(7000, ['book'])
    await tick()
    await app.request().data({}, 'v2')
    expect(app.departures).toEqual([])
    expect(app.browser.source).toBeUndefined()
    await app.browser.advance(300_000)
    expect(app.pending).toEqual([])
    app.router.navigate('/cart')
    await app.request().data({}, 'v2')
    expect(app.departures).toMatchObject([{ href: '/cart', how: 'assign' }])
  })
})

describe('LV-15: over HTTP/1.1', () => {
  it('four tabs have a stream, and the others poll until one of them closes', async () => {
    const locks: FakeLocks = new Set()
    const tabs: LiveApp[] = []
    for (let i = 0; i < 10; i++) tabs.push(await openPage({ protocol: 'http/1.1', locks }))
    for (const { browser } of tabs) await browser.advance(500)
    const open = (): number => tabs.filter(({ browser }) => browser.source).length
    expect(open()).toBe(4)
    expect(locks.size).toBe(4)
    expect(tabs.at(-1)!.steps).toEqual(['poll books,book'])
    tabs[0]!.browser.hide()
    await tick()
    expect(locks.size).toBe(3)
    await pollUntilOpen(tabs.at(-1)!)
    expect(locks.size).toBe(4)
  })

  it('every tab polls if the browser has no locks', async () => {
    const app = await openPage({ protocol: 'http/1.1', locks: null })
    await app.browser.advance(500)
    expect(app.browser.sources).toEqual([])
    expect(app.request().ids).toEqual(['books', 'book'])
  })

  it('gives a lock back that it no longer needs when it gets it', async () => {
    const locks: FakeLocks = new Set()
    const app = await openPage({ protocol: 'http/1.1', locks })
    const passing = app.browser.advance(500)
    app.browser.hide()
    await passing
    expect(locks.size).toBe(0)
    expect(app.browser.sources).toEqual([])
  })
})

describe('an observer of the client router', () => {
  it('sees what a live page does, without tags', async () => {
    const events: ClientEvent[] = []
    const app = await openStream({ extend: observe((event) => void events.push(event)) })
    app.browser.source!.send(7000, ['book'])
    await tick()
    await bring(app, 1)
    app.browser.hide()
    app.browser.show()
    await app.browser.advance(500)
    app.browser.source!.giveUp()
    await tick()
    const seen = events.flatMap((event) =>
      event.type === 'live' ? `${event.phase} ${event.routes.join()}` : [],
    )
    expect(seen).toEqual(['open books,book', 'stale book', 'end books,book', 'poll books,book'])
    expect(app.steps).toEqual(seen)
  })
})

describe('a page from a cache', () => {
  it('is reloaded once, and not in a loop, however old its response is', async () => {
    const app = await openStream({ maxAge: 1_000_000 })
    app.browser.source!.send(2_000_000, ['books', 'book'])
    await tick()
    // `cache()` on the server sends an old response, which says when it was made.
    await bring(app, 1, 10)
    app.browser.hide()
    app.browser.show()
    await app.browser.advance(500)
    expect(takeDataParam(app.browser.source!.url).live).toBe('2000000')
  })
})

function respond(app: LiveApp, status: number): Promise<void> {
  return app.request().respond(new Response('', { status }))
}
