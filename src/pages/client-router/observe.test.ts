import { describe, expect, it, vi, afterEach } from 'vitest'
import { createFakeApp, form, type FakeApp } from './fake-app.fixture.ts'
import { observe, type ClientEvent } from './observe.ts'

interface ObservedApp extends FakeApp {
  readonly events: ClientEvent[]
  /** The events since the last call: `navigation start /cart` and so on. */
  read(...types: ClientEvent['type'][]): string[]
}

function createObservedApp(options: Parameters<typeof createFakeApp>[0] = {}): ObservedApp {
  const events: ClientEvent[] = []
  const app = createFakeApp({ ...options, extend: observe((event) => void events.push(event)) })
  let seen = 0
  const read = (...types: ClientEvent['type'][]): string[] => {
    const fresh = events
      .slice(seen)
      .filter(({ type }) => types.length === 0 || types.includes(type))
    seen = events.length
    return fresh.map(show)
  }
  return Object.defineProperties({ events, read } as ObservedApp, {
    ...Object.getOwnPropertyDescriptors(app),
  })
}

function show(event: ClientEvent): string {
  switch (event.type) {
    case 'navigation': {
      const result = event.phase === 'end' ? ` ${event.result}` : ''
      return `navigation ${event.phase} ${event.to}${result}`
    }
    case 'data': {
      const result = event.phase === 'end' ? ` ${event.result}` : ''
      return `data ${event.phase} ${event.cause} ${event.path}${result}`
    }
    case 'fetcher':
      return `fetcher ${event.key} ${event.state}/${event.stateType}`
    case 'commit':
      return `commit ${event.path}`
    case 'skew':
      return `skew ${event.href}`
    case 'error':
      return `error ${event.routeId}`
    case 'reload':
      return `reload ${event.phase}`
    case 'live':
      return `live ${event.phase} ${event.routes.join()}`
  }
}

afterEach(() => vi.restoreAllMocks())

describe('observe', () => {
  it('sees a navigation from its start to its commit', async () => {
    const app = createObservedApp()
    app.router.navigate('/cart?a=1')
    await app.request().all(1)
    expect(app.read()).toEqual([
      'data start navigation /cart?a=1',
      'navigation start /cart?a=1',
      'data end navigation /cart?a=1 response',
      'navigation end /cart?a=1 commit',
      'commit /cart?a=1',
    ])
    const [start, end] = app.events.filter(({ type }) => type === 'navigation')
    expect(end).toEqual({
      ...start,
      phase: 'end',
      result: 'commit',
      action: 'PUSH',
      duration: expect.any(Number),
    })
    expect(start).toMatchObject({ from: '/', to: '/cart?a=1', transition: 'load' })
  })

  it('has the request id of the server, the routes and the cache mode of a request for data', async () => {
    const app = createObservedApp()
    app.router.navigate('/cart')
    const { ids } = app.request()
    const headers = { 'X-Framework-Response': 'data', 'X-Request-Id': 'abc-123' }
    const body = Object.fromEntries(ids!.map((id) => [id, { data: 1 }]))
    await app.request().respond(Response.json(body, { headers }))
    const [start, end] = app.events.filter(({ type }) => type === 'data')
    expect(start).toEqual({
      type: 'data',
      phase: 'start',
      id: start!.id,
      cause: 'navigation',
      method: 'GET',
      path: '/cart',
      routes: ids,
      reasons: Object.fromEntries(ids!.map((id) => [id, 'new'])),
      cache: 'default',
    })
    expect(end).toMatchObject({ id: start!.id, status: 200, requestId: 'abc-123' })
  })

  it('sees a redirect as the end of one navigation and the start of the next', async () => {
    const app = createObservedApp()
    app.router.navigate('/cart')
    await app.request().redirect('/books')
    await app.request().all(1)
    expect(app.read('navigation')).toEqual([
      'navigation start /cart',
      'navigation end /cart redirect',
      'navigation start /books',
      'navigation end /books commit',
    ])
  })

  it('sees that a second navigation ends the first', async () => {
    const app = createObservedApp()
    app.router.navigate('/cart')
    app.router.navigate('/books')
    await app.request('/books').all(1)
    expect(app.read('navigation', 'data')).toEqual([
      'data start navigation /cart',
      'navigation start /cart',
      'data start navigation /books',
      'navigation end /cart abort',
      'navigation start /books',
      'data end navigation /cart abort',
      'data end navigation /books response',
      'navigation end /books commit',
    ])
  })

  it('sees a submission as one navigation, with its action and its loaders', async () => {
    const app = createObservedApp({ at: ['/cart'] })
    app.router.submit({ action: '/cart', method: 'POST', formData: form({ a: 'secret' }) } as never)
    await app.request().action('added')
    await app.request().all(1)
    expect(app.read('navigation', 'data')).toEqual([
      'data start mutation /cart',
      'navigation start /cart',
      'data end mutation /cart response',
      'data start navigation /cart',
      'data end navigation /cart response',
      'navigation end /cart commit',
    ])
    expect(JSON.stringify(app.events)).not.toContain('secret')
    const [action, load] = app.events.filter(
      ({ type, phase }) => type === 'data' && phase === 'start',
    )
    expect(action).not.toHaveProperty('reasons')
    expect(Object.values((load as { reasons: object }).reasons)).toContain('undeclared')
  })

  it('sees a page that is committed at once, such as another hash', () => {
    const app = createObservedApp()
    app.router.navigate('/#top')
    expect(app.read()).toEqual(['navigation start /', 'navigation end / commit', 'commit /'])
    expect(app.events.at(-1)).toMatchObject({ hashOnly: true, mutation: false })
  })

  it('sees that the browser leaves for a document', async () => {
    const app = createObservedApp()
    app.router.navigate('https://other.test/x')
    expect(app.read('navigation')).toEqual([
      'navigation start https://other.test/x',
      'navigation end https://other.test/x leave',
    ])
    await app.departures[0]!.stay()
    expect(app.read()).toEqual([])
  })

  it('sees a failed page as an error, with the boundary that shows it', async () => {
    const app = createObservedApp()
    app.router.navigate('/cart')
    await app.request().fail()
    expect(app.read()).toEqual([
      'data start navigation /cart',
      'navigation start /cart',
      'data end navigation /cart error',
      'navigation end /cart error',
      'commit /cart',
      'error root',
    ])
  })

  it('sees each state of a fetcher, and its request', async () => {
    const app = createObservedApp()
    app.router.fetcherMount('f', 'root')
    app.router.fetcherLoad('f', '/cart')
    await app.request().all(1)
    expect(app.read()).toEqual([
      'data start fetcher /cart',
      'fetcher f loading/load',
      'data end fetcher /cart response',
      'fetcher f idle/done',
    ])
    expect(app.events[0]).toMatchObject({ key: 'f' })
  })

  it('sees a reload', async () => {
    const app = createObservedApp()
    app.router.revalidate()
    await app.request().all(2)
    expect(app.read()).toEqual([
      'data start revalidate /',
      'reload start',
      'data end revalidate / response',
      'reload end',
    ])
    const [start, end] = app.events.filter(({ type }) => type === 'reload')
    expect(end).toEqual({ ...start, phase: 'end', duration: expect.any(Number) })
  })

  it('sees that the server has another build', async () => {
    const app = createObservedApp()
    app.modules.remove('cart')
    app.router.navigate('/cart')
    await app.modules.lose('cart')
    await app.request().all(1)
    expect(app.read('skew', 'navigation')).toEqual([
      'navigation start /cart',
      'skew /cart',
      'navigation end /cart leave',
    ])
  })

  it('changes nothing if the listener throws', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const extend = observe(() => {
      throw new Error('broken')
    })
    const app = createFakeApp({ extend })
    app.router.navigate('/cart')
    await app.request().all(1)
    expect(app.snapshot().location.pathname).toBe('/cart')
    expect(logged).toHaveBeenCalled()
  })

  it('can be used twice', async () => {
    const [first, second]: ClientEvent[][] = [[], []]
    const one = observe((event) => void first!.push(event))
    const two = observe((event) => void second!.push(event))
    const app = createFakeApp({ extend: (options) => two(one(options)) })
    app.router.navigate('/cart')
    await app.request().all(1)
    expect(first!.map(show).sort()).toEqual(second!.map(show).sort())
    expect(first!).not.toEqual([])
  })
})
