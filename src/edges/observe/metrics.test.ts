import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRouter, type ServerEvent } from '../../router/fetch-router/index.ts'
import { metrics } from './index.ts'

/** The value of one line of the text, by its name and labels. */
function valueOf(text: string, line: string): number | undefined {
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

function createApp() {
  const measured = metrics()
  const router = createRouter({ observe: [measured] })
  router.get('/books/:slug', () => new Response('a book'))
  router.get('/broken', () => {
    throw new Error('The disk is full')
  })
  router.get('/metrics', {
    middleware: [
      (context, next) =>
        context.headers.get('Authorization') === 'Bearer key'
          ? next()
          : new Response('', { status: 401 }),
    ],
    handler: measured.handler,
  })
  const send = async (path: string, init?: RequestInit) => {
    const response = await router.fetch(`https://example.com${path}`, init).catch(() => null)
    return { status: response?.status, text: await response?.text(), response }
  }
  return { measured, send }
}

describe('metrics', () => {
  it('counts requests by the pattern of their route', async () => {
    const { measured, send } = createApp()
    await send('/books/dune')
    await send('/books/emma')
    await send('/nothing/here')
    await send('/broken')
    const text = measured.text()
    const count = (labels: string) =>
      valueOf(text, `http_server_request_duration_seconds_count{${labels}}`)
    const get = 'http_request_method="GET",url_scheme="https"'
    expect(count(`${get},http_route="/books/:slug",http_response_status_code="200"`)).toBe(2)
    expect(count(`${get},http_route="",http_response_status_code="404"`)).toBe(1)
    expect(count(`${get},http_route="/broken",http_response_status_code="500"`)).toBe(1)
    expect(valueOf(text, `http_server_active_requests{${get}}`)).toBe(0)
    expect(valueOf(text, 'framework_errors_total{where="router"}')).toBe(1)
    expect(text).not.toContain('dune')
  })

  it('has no more lines however many paths and methods clients send', async () => {
    const { measured, send } = createApp()
    await send('/books/0')
    await send('/none', { method: 'X0' })
    const before = measured.text().split('\n').length
    for (let i = 1; i < 50; i++) {
      await send(`/books/${i}`)
      await send(`/none/${i}`, { method: `X${i}` })
    }
    expect(measured.text().split('\n')).toHaveLength(before)
  })

  it('responds with the text, behind a guard', async () => {
    const { send } = createApp()
    expect((await send('/metrics')).status).toBe(401)
    const { response, text } = await send('/metrics', {
      headers: { Authorization: 'Bearer key' },
    })
    expect(response!.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(response!.headers.get('Cache-Control')).toBe('no-store')
    expect(text).toContain('# TYPE http_server_request_duration_seconds histogram\n')
  })

  it('adds up the buckets, which never get smaller', () => {
    const measured = metrics()
    const end = { type: 'loader', phase: 'end', id: 1, routeId: 'root', cause: 'document' } as const
    for (const duration of [1, 6, 6, 300, 20_000]) {
      measured.event({ ...end, result: 'data', status: 200, duration })
    }
    const text = measured.text()
    const labels = 'framework_route_id="root",result="data"'
    const bucket = (le: string) =>
      valueOf(text, `framework_loader_duration_seconds_bucket{${labels},le="${le}"}`)
    expect(['0.005', '0.01', '0.25', '0.5', '10', '+Inf'].map(bucket)).toEqual([1, 3, 3, 4, 4, 5])
    expect(valueOf(text, `framework_loader_duration_seconds_count{${labels}}`)).toBe(5)
    expect(valueOf(text, `framework_loader_duration_seconds_sum{${labels}}`)).toBeCloseTo(20.313)
  })

  it('counts what caches, live pages and once() do', () => {
    const measured = metrics()
    const events: Partial<ServerEvent>[] = [
      { type: 'cache', phase: 'once', result: 'hit' },
      { type: 'once', phase: 'once', result: 'repeat', routeId: 'cart' },
      { type: 'live', phase: 'open', routeId: 'books' },
      { type: 'live', phase: 'open', routeId: 'books' },
      { type: 'live', phase: 'tell', routeId: 'books' },
      { type: 'live', phase: 'end', routeId: 'books' },
    ]
    for (const event of events) measured.event({ ...event, id: 1 } as ServerEvent)
    const text = measured.text()
    expect(valueOf(text, 'framework_cache_results_total{result="hit"}')).toBe(1)
    const of = (id: string) => `framework_route_id="${id}"`
    expect(valueOf(text, `framework_once_results_total{${of('cart')},result="repeat"}`)).toBe(1)
    expect(valueOf(text, `framework_live_streams{${of('books')}}`)).toBe(1)
    expect(valueOf(text, `framework_live_messages_total{${of('books')}}`)).toBe(1)
  })

  it('writes one line for each number, whatever a route is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (routeId) => {
        const measured = metrics()
        measured.event({ type: 'live', phase: 'open', id: 1, routeId })
        const line = /^framework_live_streams\{framework_route_id="(?:[^"\\\n]|\\["\\n])*"\} 1$/m
        expect(measured.text()).toMatch(line)
        expect(measured.text().match(/\n(?!#|framework_|http_|$)/g)).toBeNull()
      }),
    )
  })
})
