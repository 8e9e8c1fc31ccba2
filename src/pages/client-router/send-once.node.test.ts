import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IDLE } from '../page-protocol/transition.ts'
import { createFakeApp, form, type FakeApp, type FakeRequest } from './fake-app.fixture.ts'
import type { FormKey } from './seams.ts'

let clock = 0

beforeEach(() => {
  clock = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Without a variation.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const routes = [
  { id: 'root', pattern: '/' },
  { id: 'order', pattern: '/order', hasAction: true, once: true as const },
  { id: 'plain', pattern: '/plain', hasAction: true },
]
const open = (onceKeys?: WeakMap<object, FormKey>): FakeApp =>
  createFakeApp({
    routes,
    at: ['/order'],
    extend: (options) => ({ ...options, now: () => clock, ...(onceKeys && { onceKeys }) }),
  })

const post = (app: FakeApp, source?: object, book = 'dune', action = '/order'): Promise<void> =>
  app.router.submit({ action, method: 'post', formData: form({ book }), ...(source && { source }) })
const keyOf = ({ headers }: FakeRequest): string | undefined => headers?.['Idempotency-Key']

/** Lets time pass, on the clock and for timers. */
async function pass(ms: number): Promise<void> {
  clock += ms
  vi.advanceTimersByTime(ms)
  await settle()
}
async function settle(): Promise<void> {
  for (let turns = 0; turns < 30; turns++) await Promise.resolve()
}
async function lose(app: FakeApp): Promise<void> {
  void app.request().fail()
  await settle()
}
const gateway = (status: number, headers: Record<string, string> = {}) =>
  new Response('from a proxy', { status, headers })

const failure = (status: number) =>
  Response.json(
    { error: { type: 'error', message: 'busy' } },
    { status, headers: { 'X-Framework-Response': 'data' } },
  )

describe('ON-1 and ON-4: the key of a submission', () => {
  it('is a random header, and the URL says that there is one', () => {
    const app = open()
    void post(app)
    expect(keyOf(app.request())).toMatch(/^"[\d-]{7,43}"$/)
    expect(app.request().url).toBe('/order?_data=order;page=1;once=1')
  })

  it('is not there for a route without `once`, nor for a GET', () => {
    const app = open()
    void post(app, undefined, 'dune', '/plain')
    expect(keyOf(app.request())).toBeUndefined()
    expect(app.request().url).not.toContain('once')
    app.router.navigate('/order')
    expect(keyOf(app.request())).toBeUndefined()
  })

  it('belongs to the form until the app responds', async () => {
    const app = open()
    const source = {}
    void post(app, source)
    const first = keyOf(app.request())
    void app.request().action('first')
    await settle()
    void app.request().all(1)
    await settle()
    void post(app, source)
    const second = keyOf(app.request())
    expect(second).not.toBe(first)
    void post(app, source, 'emma')
    expect(keyOf(app.request())).toBe(second)
    void app.request().action('done')
    await settle()
    void app.request().all(1)
    await settle()
    void post(app, source)
    expect(keyOf(app.request())).not.toBe(second)
  })

  it('is another one for each form, and for each submit() without a form', () => {
    const app = open()
    const keys = [{}, {}, undefined, undefined].map((source) => {
      void post(app, source)
      return keyOf(app.request())
    })
    expect(new Set(keys).size).toBe(4)
  })

  it('stays if a proxy responds, or nothing does', async () => {
    const app = open()
    const source = {}
    void post(app, source)
    const first = keyOf(app.request())
    void app.request().respond(gateway(500))
    await settle()
    expect(app.snapshot().transition).toBe(IDLE)
    void post(app, source)
    expect(keyOf(app.request())).toBe(first)
  })

  const documentKey = `${'k'.repeat(22)}.t9wqo0.-R_1-`

  it('is the one of the document for an hour', () => {
    const [early, late] = [{}, {}]
    const until = 3_600_000
    const keys = new WeakMap([early, late].map((source) => [source, { key: documentKey, until }]))
    const app = open(keys)
    clock = until
    void post(app, early)
    expect(keyOf(app.request())).toBe(`"${documentKey}"`)
    clock++
    void post(app, late, 'emma')
    expect(keyOf(app.request())).toMatch(/^"[\d-]{7,43}"$/)
  })

  it('stays the one of the document if it was sent within the hour, however late it is repeated', async () => {
    const source = {}
    const app = open(new WeakMap([[source, { key: documentKey, until: 3_600_000 }]]))
    void post(app, source)
    void app.request().respond(gateway(500))
    await settle()
    clock = 7_200_000
    void post(app, source)
    expect(keyOf(app.request())).toBe(`"${documentKey}"`)
  })

  it('of the document is used up when the app responds', async () => {
    const source = {}
    const onUsed = vi.fn<() => void>()
    const app = open(new WeakMap([[source, { key: documentKey, onUsed }]]))
    void post(app, source)
    expect(onUsed).not.toHaveBeenCalled()
    void app.request().action('done')
    await settle()
    expect(onUsed).toHaveBeenCalledTimes(1)
  })

  it.each([500, 503])(
    'stays after a %i of the app, which may have come after the effect',
    async (status) => {
      const app = open()
      const source = {}
      void post(app, source)
      const first = keyOf(app.request())
      void app.request().respond(failure(status))
      await settle()
      void post(app, source)
      expect(keyOf(app.request())).toBe(first)
    },
  )

  it('is a new one after a refusal of the app', async () => {
    const app = open()
    const source = {}
    void post(app, source)
    const first = keyOf(app.request())
    void app.request().respond(failure(409))
    await settle()
    void post(app, source)
    expect(keyOf(app.request())).not.toBe(first)
  })

  it('is a new one after a 307, and the submission keeps its own', async () => {
    const app = open()
    const source = {}
    void post(app, source)
    const first = keyOf(app.request())
    const { submission } = app.snapshot().transition
    void app.request().redirect('/order?again', { status: 307 })
    await settle()
    expect(app.request().method).toBe('POST')
    expect(keyOf(app.request())).not.toBe(first)
    expect(app.snapshot().transition.submission!.key).toBe(submission!.key)
  })

  it('comes with a cookie that shows whose it is, unless the browser has one', async () => {
    const page = { cookie: 'theme=dark' }
    vi.stubGlobal('document', page)
    vi.stubGlobal('location', { protocol: 'https:' })
    const app = open()
    void post(app)
    expect(page.cookie).toMatch(/^_once=[\d-]{7,}; Path=\/; SameSite=Lax; Secure$/)
    expect(keyOf(app.request())).not.toContain(/=([\d-]+)/.exec(page.cookie)![1])

    page.cookie = 'theme=dark; _once=1-2-3-4'
    void post(open())
    expect(page.cookie).toBe('theme=dark; _once=1-2-3-4')
  })

  it('is part of a form that the browser submits itself', () => {
    const app = open()
    const source = {}
    void post(app, source, 'dune', '/nowhere')
    const { submission } = app.departures[0]!
    expect((submission as { once?: string }).once).toMatch(/^[\d-]{7,43}$/)
  })
})

describe('ON-15: a submission with a key', () => {
  it('is sent again after 1, 2, 4, 8, 15, then every 30 s, with the same key and body', async () => {
    const app = open()
    void post(app, {})
    const key = keyOf(app.request())
    for (const seconds of [1, 2, 4, 8, 15, 30, 30]) {
      await lose(app)
      await pass(seconds * 1000 - 1)
      expect(app.pending).toEqual([])
      await pass(1)
      expect(keyOf(app.request())).toBe(key)
      expect(String(app.request().body)).toBe('book=dune')
    }
    void app.request().action('done')
    await settle()
    expect(app.snapshot().actionData).toEqual({ order: 'done' })
  })

  it.each([502, 503, 504])('is sent again after a %i of a proxy', async (status) => {
    const app = open()
    void post(app)
    void app.request().respond(gateway(status))
    await settle()
    await pass(1000)
    expect(app.request().method).toBe('POST')
  })

  it.each([
    ['a 500 of a proxy', () => gateway(500)],
    ['a 404 of a proxy', () => gateway(404)],
    ['a captive portal', () => gateway(200)],
    ['a 503 of the app', () => failure(503)],
  ])('is not sent again after %s', async (_name, create) => {
    const app = open()
    void post(app)
    void app.request().respond(create())
    await settle()
    await pass(60_000)
    expect(app.log.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  })

  it.each([
    ['in seconds', () => '7'],
    ['as a date', () => new Date(clock + 7000).toUTCString()],
  ])('waits for Retry-After %s', async (_name, after) => {
    clock = 1_700_000_000_000
    const app = open()
    void post(app)
    void app.request().respond(gateway(503, { 'Retry-After': after() }))
    await settle()
    await pass(6999)
    expect(app.pending).toEqual([])
    await pass(1)
    expect(app.pending).toHaveLength(1)
  })

  it('is sent again at once when the browser is online', async () => {
    const events = new EventTarget()
    vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
    vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
    const app = open()
    void post(app)
    await lose(app)
    events.dispatchEvent(new Event('online'))
    await settle()
    expect(app.request().method).toBe('POST')
  })

  it('leaves no listener behind', async () => {
    const events = new EventTarget()
    const added = vi.spyOn(events, 'addEventListener')
    vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
    const app = open()
    void post(app)
    await lose(app)
    events.dispatchEvent(new Event('online'))
    await settle()
    void app.request().action('done')
    await settle()
    // The fake app listens too, without options.
    const listeners = added.mock.calls.flatMap(
      ([, , options]) => (options as AddEventListenerOptions | undefined)?.signal ?? [],
    )
    expect(listeners.map(({ aborted }) => aborted)).toEqual([true, true, true])
  })

  it('ends 10 minutes after the first try, and the error shows', async () => {
    const app = open()
    void post(app)
    let tries = 0
    for (; app.pending.length > 0; tries++) {
      await lose(app)
      await pass(30_000)
    }
    expect(tries).toBeLessThan(25)
    expect(clock).toBeGreaterThan(500_000)
    await settle()
    expect(app.snapshot().transition.state).not.toBe('submitting')
  })

  it('ends if the computer slept for longer', async () => {
    const app = open()
    void post(app)
    await lose(app)
    clock += 3_600_000
    vi.advanceTimersByTime(1000)
    await settle()
    expect(app.log.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  })

  it('varies by 20 %', async () => {
    vi.mocked(Math.random).mockReturnValue(0)
    const app = open()
    void post(app)
    await lose(app)
    await pass(800)
    expect(app.pending).toHaveLength(1)
  })

  it('is not repeated without a key', async () => {
    const app = open()
    void post(app, {}, 'dune', '/plain')
    await lose(app)
    await pass(60_000)
    expect(app.log.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  })
})

describe('ON-16 and ON-17: while a submission is sent again', () => {
  it('the state and the type stay, and isRetrying says so', async () => {
    const app = open()
    void post(app)
    expect(app.snapshot().transition.isRetrying).toBeUndefined()
    await lose(app)
    expect(app.snapshot().transition).toMatchObject({
      state: 'submitting',
      type: 'actionSubmission',
      isRetrying: true,
    })
    await pass(1000)
    expect(app.snapshot().transition.isRetrying).toBe(true)
    void app.request().action(1)
    await settle()
    expect(app.snapshot().transition).toMatchObject({ type: 'actionReload' })
    expect(app.snapshot().transition.isRetrying).toBeUndefined()
  })

  it('a fetcher says so too', async () => {
    const app = open()
    app.router.fetcherMount('f', 'root')
    void app.router.fetcherSubmit('f', { action: '/order', method: 'post', formData: form() })
    await lose(app)
    expect(app.fetcher('f')).toMatchObject({ state: 'submitting', isRetrying: true })
    await pass(1000)
    void app.request().action('done')
    await settle()
    expect(app.fetcher('f')).toMatchObject({ type: 'actionReload', data: 'done' })
    expect(app.fetcher('f')!.isRetrying).toBeUndefined()
  })

  it('a second click joins', async () => {
    const app = open()
    const source = {}
    void post(app, source)
    await lose(app)
    void post(app, source)
    expect(app.pending).toEqual([])
    await pass(1000)
    expect(app.log).toEqual(['POST /order [order]', 'POST /order [order]'])
  })

  it('a navigation ends it, and every loader of the next page runs', async () => {
    const app = open()
    void post(app)
    await lose(app)
    app.router.navigate('/plain')
    expect(app.request().ids).toEqual(['root', 'plain'])
    expect(app.reasons.at(-1)).toEqual(['root run unknown', 'plain run new'])
    await pass(60_000)
    expect(app.log.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  })

  it('a reset of the fetcher ends it', async () => {
    const app = open()
    app.router.fetcherMount('f', 'root')
    void app.router.fetcherSubmit('f', { action: '/order', method: 'post', formData: form() })
    await lose(app)
    app.router.fetcherReset('f')
    await pass(60_000)
    expect(app.log.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  })

  it.each(['between two tries', 'during a try'])(
    'a visitor who leaves the document %s and comes back has ended it',
    async (when) => {
      const events = new EventTarget()
      vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
      vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
      const app = open()
      app.router.fetcherMount('f', 'root')
      void app.router.fetcherSubmit('f', { action: '/order', method: 'post', formData: form() })
      if (when === 'between two tries') await lose(app)
      events.dispatchEvent(new Event('pagehide'))
      events.dispatchEvent(new Event('pageshow'))
      if (when === 'during a try') await lose(app)
      await settle()
      expect(app.fetcher('f')!.state).not.toBe('submitting')
      await pass(60_000)
      expect(app.log.filter((line) => line.startsWith('POST'))).toHaveLength(1)
      expect(app.snapshot().errors).toBeDefined()
    },
  )
})
