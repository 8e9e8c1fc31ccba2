import { afterEach, describe, expect, it, vi } from 'vitest'
import { post, route } from '../routes/index.ts'
import { RequestError } from '../../internal/exchange/status-errors.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { adoptRequest } from './adopt-request.ts'
import {
  createFetchHandler,
  createRouter,
  type Observer,
  type Router,
  type RouterOptions,
  type ServerEvent,
} from './index.ts'
import { observeWith } from '../../internal/process/global-keys.ts'
import { isObservable } from './observer.ts'

const origin = 'https://shop.test'

/** A router with an observer, and the events it got. */
function createObserved(
  observer: Observer = {},
  options: RouterOptions = {},
): { router: Router; events: ServerEvent[]; names: () => string[] } {
  const events: ServerEvent[] = []
  const router = createRouter({
    ...options,
    observe: [{ ...observer, event: (event) => void events.push(event) }],
  })
  const names = () => events.map(({ type, phase }) => `${type} ${phase}`)
  return { router: router as Router, events, names }
}

function endOf(events: readonly ServerEvent[]): Extract<ServerEvent, { bytes: number }> {
  const end = events.find((event) => event.type === 'request' && event.phase === 'end')
  if (end?.type !== 'request' || end.phase !== 'end') throw new Error('The request has not ended')
  return end
}

function streamOf(...chunks: string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const waiting = [...chunks]
  return new ReadableStream({
    pull(controller) {
      const chunk = waiting.shift()
      if (chunk === undefined) controller.close()
      else controller.enqueue(new TextEncoder().encode(chunk))
    },
  })
}

afterEach(() => vi.restoreAllMocks())

describe('an observer of a router', () => {
  it('sees a request from its start to the end of its body', async () => {
    const { router, events, names } = createObserved()
    router.get('/books/:slug', () => new Response('héllo'))
    const response = await router.fetch(`${origin}/books/dune?q=1`)
    expect(await response.text()).toBe('héllo')
    // Bun adds the type of a text when it sends the response.
    expect(response.headers.get('Content-Type') ?? 'text/plain;charset=UTF-8').toMatch(/^text/)

    expect(names()).toEqual(['request start', 'route once', 'request end'])
    const [start, found] = events
    expect(start).toEqual({
      type: 'request',
      phase: 'start',
      id: start!.id,
      method: 'GET',
      url: `${origin}/books/dune?q=1`,
    })
    expect(found).toEqual({
      type: 'route',
      phase: 'once',
      id: found!.id,
      parent: start!.id,
      pattern: '/books/:slug',
      kind: 'route',
      params: ['slug'],
    })
    const end = endOf(events)
    expect(end).toEqual({
      ...start,
      phase: 'end',
      status: 200,
      result: 'ok',
      duration: end.duration,
      bytes: 6,
    })
    expect(end.duration).toBeGreaterThanOrEqual(0)
  })

  it('sees the end of a stream when all of it was read', async () => {
    const { router, events, names } = createObserved()
    router.get(
      '/',
      () => new Response(streamOf('one', 'two'), { headers: { 'Content-Type': 'a/b' } }),
    )
    const response = await router.fetch(`${origin}/`)
    expect(response.headers.get('Content-Type')).toBe('a/b')
    expect(names()).not.toContain('request end')
    expect(await response.text()).toBe('onetwo')
    expect(endOf(events)).toMatchObject({ status: 200, result: 'ok', bytes: 6 })
  })

  it('reads a stream only as fast as the client does', async () => {
    let pulled = 0
    const { router } = createObserved()
    const source = new ReadableStream(
      { pull: (controller) => (pulled++, controller.enqueue(new Uint8Array(10))) },
      { highWaterMark: 0 },
    )
    router.get('/', () => new Response(source, { headers: { 'Content-Type': 'a/b' } }))
    const response = await router.fetch(`${origin}/`)
    const reader = response.body!.getReader()
    // Whatever the router reads ahead, it has read when a later chunk arrives.
    for (let chunks = 1; chunks <= 20; chunks++) {
      await reader.read()
      expect(pulled).toBeLessThanOrEqual(chunks + 1)
    }
    await reader.cancel()
  })

  it('sees that a client left during the body', async () => {
    const { router, events } = createObserved()
    let reason: unknown
    const source = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(10)),
      cancel: (given) => void (reason = given),
    })
    router.get('/', () => new Response(source, { headers: { 'Content-Type': 'a/b' } }))
    const response = await router.fetch(`${origin}/`)
    const reader = response.body!.getReader()
    await reader.read()
    await reader.cancel('gone')
    expect(reason).toBe('gone')
    expect(endOf(events)).toMatchObject({ status: 499, result: 'aborted', bytes: 10 })
  })

  it('sees one end of a request whose client left while the source had nothing to send', async () => {
    const { router, events } = createObserved()
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    const pull = () => {
      resolve()
      return new Promise<void>(() => {})
    }
    router.get('/', () => new Response(new ReadableStream({ pull }, { highWaterMark: 0 })))
    const reader = (await router.fetch(`${origin}/`)).body!.getReader()
    const chunk = reader.read()
    await asked
    await reader.cancel()
    await chunk
    await new Promise((resolve) => setTimeout(resolve))
    const ends = events.filter(({ type, phase }) => type === 'request' && phase === 'end')
    expect(ends).toMatchObject([{ status: 499, result: 'aborted' }])
  })

  it('sees a body that fails', async () => {
    const { router, events } = createObserved()
    const source = new ReadableStream({ pull: () => Promise.reject(new Error('disk')) })
    router.get('/', () => new Response(source, { headers: { 'Content-Type': 'a/b' } }))
    const response = await router.fetch(`${origin}/`)
    await expect(response.text()).rejects.toThrow('disk')
    expect(endOf(events)).toMatchObject({ status: 200, result: 'error', bytes: 0 })
  })

  it('sees that a client left before the response', async () => {
    const { router, events, names } = createObserved()
    router.get('/', () => new Promise<never>(() => {}))
    const controller = new AbortController()
    const response = router.fetch(`${origin}/`, { signal: controller.signal })
    await new Promise((resolve) => setTimeout(resolve, 1))
    controller.abort()
    await expect(response).rejects.toThrow()
    expect(endOf(events)).toMatchObject({ status: 499, result: 'aborted', bytes: 0 })
    expect(names()).not.toContain('error once')
  })

  it('sees an error with the status that the client gets', async () => {
    const failure = new Error('boom')
    const { router, events, names } = createObserved()
    router.get('/', () => {
      throw failure
    })
    await expect(router.fetch(`${origin}/`)).rejects.toBe(failure)
    expect(names()).toEqual(['request start', 'route once', 'error once', 'request end'])
    expect(events[2]).toMatchObject({ error: failure, where: 'router', parent: events[0]!.id })
    expect(endOf(events)).toMatchObject({ status: 500, result: 'error', bytes: 0 })
  })

  it('sees a mistake of the client without an error', async () => {
    const { router, events, names } = createObserved()
    router.post('/', async (context) => {
      await context.json()
      return new Response()
    })
    const headers = { 'Content-Type': 'application/json' }
    await expect(
      router.fetch(`${origin}/`, { method: 'POST', headers, body: '{' }),
    ).rejects.toBeInstanceOf(RequestError)
    expect(endOf(events)).toMatchObject({ status: 400, result: 'ok', bytes: 0 })
    expect(names()).not.toContain('error once')
  })

  it('sees 404 and 405 without a route', async () => {
    const { router, events, names } = createObserved()
    router.post('/form', () => new Response())
    await router.fetch(`${origin}/nothing`)
    await router.fetch(`${origin}/form`)
    expect(names()).toEqual(['request start', 'request end', 'request start', 'request end'])
    expect(events.map((event) => 'status' in event && event.status)).toEqual([
      false,
      404,
      false,
      405,
    ])
  })

  it('counts no bytes for HEAD and for a redirect', async () => {
    const { router, events } = createObserved()
    router.get('/', () => new Response('hello'))
    router.get('/old', () => Response.redirect(`${origin}/`, 301))
    await router.fetch(`${origin}/`, { method: 'HEAD' })
    expect(endOf(events)).toMatchObject({ method: 'HEAD', status: 200, bytes: 0 })
    events.length = 0
    await router.fetch(`${origin}/old`)
    expect(endOf(events)).toMatchObject({ status: 301, result: 'ok', bytes: 0 })
  })

  it('says which part of a request did not fit its contract', async () => {
    const routes = route({ add: post('/add', { body: { '~standard': schema } }) })
    const { router, events } = createObserved()
    router.map(routes.add, () => new Response('added'))
    const init = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }
    const response = await router.fetch(`${origin}/add`, init)
    expect(response.status).toBe(422)
    await response.text()
    expect(endOf(events)).toMatchObject({ status: 422, result: 'ok', input: 'body' })
  })

  it('gets the headers of a request only by asking for one', async () => {
    let seen: string | null | undefined
    const { router, events } = createObserved({
      run(event, call) {
        if (event.type === 'request') seen = event.header('traceparent')
        return call()
      },
    })
    router.get('/', () => new Response('secret body'))
    const headers = { traceparent: '00-abc', Cookie: 'session=secret', Authorization: 'secret' }
    await router.fetch(`${origin}/`, { headers })
    expect(seen).toBe('00-abc')
    expect(JSON.stringify(events)).not.toMatch(/secret|00-abc/)
    expect(Object.keys(events[0]!)).not.toContain('header')
  })

  it('sees the middleware of each level, if it asks for it', async () => {
    const { router, events } = createObserved(
      { middleware: true },
      {
        middleware: [
          function outer(_context, next) {
            return next()
          },
        ],
      },
    )
    const routes = route({ one: '/one' })
    router.mount(
      '/shop',
      {
        middleware: [
          async function mounted(_context, next) {
            return await next()
          },
        ],
      },
      (section) => {
        section.map(routes, {
          middleware: [
            function shared(_context, next) {
              return next()
            },
          ],
          actions: {
            one: {
              middleware: [
                function own() {
                  return new Response('own')
                },
              ],
              handler: () => new Response(),
            },
          },
        })
      },
    )
    expect(await (await router.fetch(`${origin}/shop/one`)).text()).toBe('own')
    const seen = events.flatMap((event) =>
      event.type === 'middleware' ? [`${event.phase} ${event.name} ${event.level}`] : [],
    )
    expect(seen.slice(0, 5)).toEqual([
      'start outer router',
      'start mounted mount',
      'start shared controller',
      'start own action',
      'end own action',
    ])
    expect(seen.slice(5).sort()).toEqual([
      'end mounted mount',
      'end outer router',
      'end shared controller',
    ])
  })

  it('sees no middleware by default', async () => {
    const { router, names } = createObserved({}, { middleware: [(_context, next) => next()] })
    router.get('/', () => new Response())
    await router.fetch(`${origin}/`)
    expect(names()).toEqual(['request start', 'route once', 'request end'])
  })

  it('runs a request, the first observer outermost', async () => {
    const order: string[] = []
    const named = (name: string): Observer => ({
      run(event, call) {
        order.push(`${name} ${event.type}`)
        const result = call()
        order.push(`${name} left`)
        return result
      },
    })
    const router = createRouter({ observe: [named('first'), named('second')] })
    router.get('/', () => {
      order.push('handler')
      return new Response()
    })
    await router.fetch(`${origin}/`)
    expect(order).toEqual([
      'first request',
      'second request',
      'handler',
      'second left',
      'first left',
    ])
  })

  it('adds headers before the first byte, once', async () => {
    const { router, events } = createObserved({
      response(event, headers) {
        headers.append('X-Observed', `${event.method} ${headers.get('X-Own')}`)
      },
    })
    const shared = new Response('hello', { headers: { 'X-Own': 'yes' } })
    router.get('/', () => shared)
    const response = await router.fetch(`${origin}/`)
    expect(response.headers.get('X-Observed')).toBe('GET yes')
    expect(await response.text()).toBe('hello')
    expect(endOf(events).bytes).toBe(5)
  })

  it('adds no headers if the handler throws', async () => {
    let calls = 0
    const { router } = createObserved({ response: () => void calls++ })
    router.get('/', () => Promise.reject(new Error('boom')))
    await expect(router.fetch(`${origin}/`)).rejects.toThrow('boom')
    expect(calls).toBe(0)
  })

  it('changes nothing if it throws, and is reported once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    let calls = 0
    const broken: Observer = {
      event() {
        calls++
        throw new Error('broken event')
      },
      run: () => {
        throw new Error('broken run')
      },
      response(_event, headers) {
        headers.set('bad\nname', 'x')
      },
    }
    const router = createRouter({ observe: [broken] })
    router.get('/', () => new Response('fine'))
    for (let i = 0; i < 3; i++) {
      expect(await (await router.fetch(`${origin}/`)).text()).toBe('fine')
    }
    expect(calls).toBe(9)
    const printed = warn.mock.calls.map(([message]) => String(message))
    expect(printed.filter((text) => text.includes('broken event'))).toHaveLength(1)
    expect(printed.filter((text) => text.includes('broken run'))).toHaveLength(1)
  })

  it('runs a handler once, whatever it does with the call', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    let ran = 0
    const odd: Observer[] = [
      { run: () => undefined as never },
      { run: (_event, call) => (call(), call()) },
      { run: (_event, call) => (call(), 'something else' as never) },
      { run: async (_event: unknown, call: () => unknown) => await call() } as never,
      {
        run(_event, call) {
          call()
          throw new Error('after the call')
        },
      },
      { event: (() => Promise.reject(new Error('an async event'))) as never },
    ]
    const router = createRouter({ observe: odd })
    router.get('/', () => (ran++, new Response('fine')))
    router.get('/fails', () => Promise.reject(new Error('of the handler')))
    expect(await (await router.fetch(`${origin}/`)).text()).toBe('fine')
    expect(ran).toBe(1)
    await expect(router.fetch(`${origin}/fails`)).rejects.toThrow('of the handler')
    await eventually(() =>
      expect(warn.mock.calls.join()).toContain('An observer failed with "Error: an async event"'),
    )
  })

  it('that fails for each request prints its first error only', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const failing: Observer = {
      event(event) {
        throw new Error(`cannot write event ${event.id}`)
      },
    }
    const router = createRouter({ observe: [failing], defaultHandler: () => new Response() })
    for (let i = 0; i < 100; i++) await router.fetch(`${origin}/`)
    expect(warn.mock.calls).toHaveLength(1)
  })

  it('is read once: changing the list later has no effect', async () => {
    const list: Observer[] = []
    const router = createRouter({ observe: list })
    let calls = 0
    list.push({ event: () => void calls++ })
    router.get('/', () => new Response())
    await router.fetch(`${origin}/`)
    expect(calls).toBe(0)
  })

  it('sees what provide throws', async () => {
    const { router, events } = createObserved()
    const handler = createFetchHandler(router, {
      onError: () => {},
      provide() {
        throw new Error('no binding')
      },
    })
    expect((await handler(new Request(`${origin}/`))).status).toBe(500)
    expect(endOf(events)).toMatchObject({ status: 500, result: 'error' })
  })

  it('knows the request that sent another one from inside the process', async () => {
    const { router, events } = createObserved()
    const sentBy = { id: 4711, cause: 'cache' } as const
    await router.fetch(adoptRequest(new Request(`${origin}/`), { sentBy }))
    expect(events[0]!.parent).toBe(4711)
    expect(endOf(events).parent).toBe(4711)
  })

  it('can be added to a router, also through a fetch handler, and removed', async () => {
    const router = createRouter()
    router.get('/', () => new Response())
    const handler = createFetchHandler(router, { provide: () => {} })
    let calls = 0
    if (!isObservable(handler)) throw new Error('Cannot be observed')
    const remove = handler[observeWith]({ event: () => void calls++ })
    await handler(new Request(`${origin}/`))
    expect(calls).toBe(3)
    remove()
    await handler(new Request(`${origin}/`))
    expect(calls).toBe(3)
    expect(isObservable(createFetchHandler(() => new Response()))).toBe(false)
  })

  it('must be an object with functions', () => {
    const wrong = (observe: unknown) => () => createRouter({ observe: observe as never })
    expect(wrong({})).toThrow('createRouter() takes a list of observers as `observe`, not {}')
    expect(wrong([{}])).toThrow('takes observers with an `event`, `run` or `response` function')
    expect(wrong([{ event: 1 }])).toThrow('not {"event":1}')
    expect(wrong([() => {}])).toThrow('not () => {}')
  })
})

const schema = {
  version: 1,
  vendor: 'test',
  validate: () => ({ issues: [{ message: 'is wrong', path: ['title'] }] }),
} as const
