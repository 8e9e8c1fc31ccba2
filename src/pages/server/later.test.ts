import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { compression } from '../../middleware/compression/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { recorder } from '../../edges/observe/index.ts'
import { Outlet } from '../react/index.ts'
import { data, json, later, redirect } from '../../http/response/index.ts'
import { createMemorySessionStorage, Session } from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createBuild, root, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'
import { createControlled, deferring, readChunks } from './later.fixture.ts'

let errors: ReturnType<typeof vi.fn<(...args: unknown[]) => void>>

beforeEach(() => {
  errors = vi.fn()
  vi.spyOn(console, 'error').mockImplementation(errors)
})
afterEach(() => {
  vi.restoreAllMocks()
})

type Routes = Record<string, FixtureRoute>
type BuildOptions = Parameters<typeof createBuild>[1]

function ask(
  routes: Routes,
  init: RequestInit & { path?: string; build?: BuildOptions; middleware?: Middleware<any>[] } = {},
): Promise<Response> {
  const { path = '/book?_data=book', build, middleware = [], ...request } = init
  const handler = createHandler(createBuild({ root, ...routes }, build), (pages) => {
    const router = createRouter({ middleware })
    router.map('/*', pages)
    return router
  })
  return Promise.resolve(handler(new Request(`http://x.test${path}`, request)))
}

function parseLines(text: string): unknown[] {
  expect(text.endsWith('\n')).toBe(true)
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
}

describe('a data request for deferred values', () => {
  it('gets the data at once, and each value on a line when it settles', async () => {
    const reviews = createControlled()
    const similar = createControlled()
    const response = await ask({
      book: deferring({ reviews: reviews.later, similar: similar.later }),
    })
    const lines = readChunks(response)
    expect(await lines.next()).toBe(
      '{"book":{"data":{"title":"Dune"},"later":["reviews","similar"]}}\n',
    )
    similar.resolve([{ at: new Date(0) }])
    expect(await lines.next()).toBe(
      '{"later":["book","similar"],"data":[{"at":"1970-01-01T00:00:00.000Z"}]}\n',
    )
    reviews.resolve(undefined)
    expect(await lines.next()).toBe('{"later":["book","reviews"],"data":null}\n')
    expect(await lines.next()).toBe('{"end":true}\n')
    expect(await lines.next()).toBeUndefined()
  })

  it('is never public while a value may still read who the visitor is', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const policyOf = async (policy: string): Promise<string | null> => {
      const name = createControlled()
      const response = await ask({
        book: { ...deferring({ name: name.later }), headers: { 'Cache-Control': policy } },
      })
      name.resolve('ann')
      await response.text()
      return response.headers.get('Cache-Control')
    }
    expect(await policyOf('s-maxage=600')).toBe('private, max-age=0, must-revalidate')
    expect(warn.mock.calls.join()).toContain('because its code has values that come later')
    expect(await policyOf('s-maxage=600, same-for-everyone')).toContain('s-maxage=600')
  })

  it('is marked as lines of JSON without a length', async () => {
    const response = await ask({ book: deferring({ a: later(() => 1) }) })
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/jsonl; charset=utf-8',
      'x-framework-response': 'data',
      'x-framework-version': 'v1',
    })
    expect(parseLines(await response.text())).toEqual([
      { book: { data: { title: 'Dune' }, later: ['a'] } },
      { later: ['book', 'a'], data: 1 },
      { end: true },
    ])
  })

  it('keeps a prefetch for the click', async () => {
    const headers = { 'Sec-Purpose': 'prefetch' }
    const response = await ask({ book: deferring({ a: later(() => 1) }) }, { headers })
    expect(response.headers.get('Cache-Control')).toBe('private, max-age=5')
    await response.text()
  })

  it('has the status and headers of data()', async () => {
    const loader = () => data({ a: later(() => 1) }, { status: 203, headers: { 'X-A': '1' } })
    const response = await ask({
      book: {
        ...deferring({}),
        loader,
        headers: ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders,
      } as FixtureRoute,
    })
    expect(response.status).toBe(203)
    expect(response.headers.get('X-A')).toBe('1')
    expect(parseLines(await response.text())[0]).toEqual({ book: { data: {}, later: ['a'] } })
  })

  it('is one JSON object if nothing is deferred', async () => {
    const response = await ask({ book: deferring({}) })
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(await response.text()).toBe('{"book":{"data":{"title":"Dune"}}}')
  })

  it('has one line for all data, even for JSON with line breaks', async () => {
    const text = JSON.stringify({ a: ['b\n'] }, null, 2).replaceAll('\n', '\r\n')
    const headers = { 'Content-Type': 'application/json' }
    const response = await ask(
      {
        root: { ...root, loader: () => new Response(text, { headers }) },
        book: deferring({ a: later(() => 1) }),
      },
      { path: '/book?_data=root,book' },
    )
    const [first] = parseLines(await response.text())
    expect(first).toMatchObject({ root: { data: { a: ['b\n'] } } })
  })

  it('starts a value when its loader has returned, beside the other loaders', async () => {
    const slow = Promise.withResolvers<string>()
    const reviews = createControlled()
    const response = ask(
      {
        root: { ...root, loader: () => slow.promise },
        book: deferring({ reviews: reviews.later }),
      },
      { path: '/book?_data=root,book' },
    )
    await eventually(() => expect(reviews.starts).toBe(1))
    slow.resolve('root')
    reviews.resolve(1)
    expect(parseLines(await (await response).text())[0]).toEqual({
      root: { data: 'root' },
      book: { data: { title: 'Dune' }, later: ['reviews'] },
    })
    expect(reviews.starts).toBe(1)
  })

  it('starts nothing if the loader throws', async () => {
    const reviews = createControlled()
    const loader = () => {
      void reviews.later
      throw redirect('/login')
    }
    await ask({ book: { ...deferring({}), loader } })
    expect(reviews.starts).toBe(0)
  })

  it('starts nothing for HEAD, and has the status and headers of GET', async () => {
    const reviews = createControlled()
    const routes = { book: deferring({ reviews: reviews.later }) }
    const response = await ask(routes, { method: 'HEAD' })
    expect(reviews.starts).toBe(0)
    expect(response.status).toBe(200)
    expect(response.body).toBe(null)
    expect(response.headers.get('Content-Type')).toBe('application/jsonl; charset=utf-8')
  })
})

describe('the signal of a deferred value', () => {
  it('aborts when the body is cancelled', async () => {
    const reviews = createControlled()
    const lines = readChunks(await ask({ book: deferring({ reviews: reviews.later }) }))
    await lines.next()
    expect(reviews.isAborted).toBe(false)
    await lines.cancel()
    expect(reviews.isAborted).toBe(true)
    reviews.reject(new Error('dropped'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(errors).not.toHaveBeenCalled()
  })

  it('aborts when the client leaves, and the lines end without an end', async () => {
    const reviews = createControlled()
    const leave = new AbortController()
    const routes = { book: deferring({ reviews: reviews.later }) }
    const lines = readChunks(await ask(routes, { signal: leave.signal }))
    await lines.next()
    leave.abort()
    expect(await lines.next()).toBeUndefined()
    expect(reviews.isAborted).toBe(true)
    reviews.reject(new Error('dropped'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(errors).not.toHaveBeenCalled()
  })

  it('aborts when another loader redirects', async () => {
    const reviews = createControlled()
    const response = await ask(
      {
        root: { ...root, loader: () => reviewsStarted(reviews).then(() => redirect('/login')) },
        book: deferring({ reviews: reviews.later }),
      },
      { path: '/book?_data=root,book' },
    )
    expect(response.status).toBe(202)
    expect(reviews.isAborted).toBe(true)
  })

  it('aborts when a boundary hides its route', async () => {
    const reviews = createControlled()
    const shown = createControlled()
    const response = await ask(
      {
        root: {
          ...root,
          ErrorBoundary: () => null,
          loader: () => ({ shown: shown.later }),
        } as FixtureRoute,
        layout: {
          path: '/book',
          default: Outlet,
          loader: () => reviewsStarted(reviews).then(() => Promise.reject(new Error('broken'))),
        },
        book: { ...deferring({ reviews: reviews.later }), parent: 'layout' },
      },
      { path: '/book?_data=root,layout,book' },
    )
    expect(reviews.isAborted).toBe(true)
    expect(shown.isAborted).toBe(false)
    shown.resolve('root')
    expect(parseLines(await response.text())).toEqual([
      {
        root: { data: {}, later: ['shown'] },
        layout: { error: { type: 'error', message: 'Unexpected Server Error' } },
        book: { data: { title: 'Dune' } },
      },
      { later: ['root', 'shown'], data: 'root' },
      { end: true },
    ])
  })

  it('aborts after the timeout, and the value is rejected with status 504', async () => {
    const reviews = createControlled({ timeout: 5 })
    const response = await ask({ book: deferring({ reviews: reviews.later }) })
    const [, line] = parseLines(await response.text())
    expect(line).toEqual({
      later: ['book', 'reviews'],
      error: {
        type: 'response',
        status: 504,
        statusText: 'Gateway Timeout',
        data: '"reviews" took longer than 5 ms',
      },
    })
    expect(reviews.isAborted).toBe(true)
    expect((reviews.reason as Error).name).toBe('TimeoutError')
    reviews.reject(new Error('too late'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(errors).not.toHaveBeenCalled()
  })

  it('aborts if the headers of the page cannot be written', async () => {
    const reviews = createControlled()
    const headers = () => {
      throw new Error('headers')
    }
    const response = await ask({ book: { ...deferring({ reviews: reviews.later }), headers } })
    expect(response.status).toBe(500)
    expect(reviews.isAborted).toBe(true)
  })
})

function reviewsStarted(reviews: { starts: number }): Promise<void> {
  return eventually(() => expect(reviews.starts).toBe(1))
}

describe('a deferred value that fails', () => {
  const error = async (run: () => unknown, options: BuildOptions = {}): Promise<unknown> => {
    const response = await ask({ book: deferring({ a: later(run) }) }, { build: options })
    const [, line] = parseLines(await response.text()) as { error: unknown }[]
    return line!.error
  }

  it('is rejected with an error that has no details, and is reported once', async () => {
    const failure = new Error('password')
    expect(await error(() => Promise.reject(failure))).toEqual({
      type: 'error',
      message: 'Unexpected Server Error',
    })
    expect(errors.mock.calls).toEqual([[failure]])
  })

  it('is rejected if it throws before it returns a promise', async () => {
    const failure = new Error('at once')
    const run = (): never => {
      throw failure
    }
    expect(await error(run)).toEqual({ type: 'error', message: 'Unexpected Server Error' })
    expect(errors.mock.calls).toEqual([[failure]])
  })

  it('shows its details in development', async () => {
    const dev = { fixStack: vi.fn() }
    expect(await error(() => Promise.reject(new RangeError('why')), { dev })).toMatchObject({
      message: 'why',
      name: 'RangeError',
    })
  })

  it('is an error response if it throws a Response or data()', async () => {
    const expected = { type: 'response', status: 404, statusText: 'Not Found', data: { id: 1 } }
    expect(await error(() => Promise.reject(json({ id: 1 }, 404)))).toEqual(expected)
    expect(await error(() => Promise.reject(data({ id: 1 }, 404)))).toEqual(expected)
    expect(errors).not.toHaveBeenCalled()
  })

  it('keeps its status if its error has more than 16 MiB', async () => {
    const long = 'x'.repeat(16 * 1024 * 1024)
    expect(await error(() => Promise.reject(data(long, 404)))).toMatchObject({
      status: 404,
      data: null,
    })
  })

  it('cannot redirect', async () => {
    await error(() => Promise.reject(redirect('/login')))
    expect(String(errors.mock.calls[0]![0])).toBe(
      'TypeError: Cannot redirect from a deferred value: redirect in the loader',
    )
  })

  it.each([
    ['a BigInt', () => 1n, /BigInt/],
    ['a Response', () => new Response('x'), /it is a response/],
    ['another deferred value', () => ({ b: later(() => 1) }), /"b" is deferred/],
    [
      'more than 16 MiB',
      () => 'x'.repeat(16 * 1024 * 1024 - 30),
      /Cannot send the deferred value "a": it has more than 16 MiB/,
    ],
  ])('is rejected if it is %s', async (_, run, message) => {
    expect(await error(run)).toEqual({ type: 'error', message: 'Unexpected Server Error' })
    expect(String(errors.mock.calls[0]![0])).toMatch(message)
  })

  it('cannot change a session that was saved', async () => {
    const cookie = createCookie('session', { secrets: ['a-secret-of-16-bytes'] })
    const started = Promise.withResolvers<void>()
    const response = await ask(
      {
        book: {
          ...deferring({}),
          loader: ({ context }) => ({
            a: later(async () => {
              await started.promise
              context.get(Session)!.set('name', 'late')
            }),
          }),
        } as FixtureRoute,
      },
      { middleware: [session(cookie, createMemorySessionStorage())] },
    )
    started.resolve()
    await response.text()
    expect(String(errors.mock.calls[0]![0])).toContain('Cannot change the session')
  })
})

describe('what can be deferred', () => {
  const messageOf = async (leaf: Partial<FixtureRoute>, init?: RequestInit): Promise<string> => {
    const response = await ask({ book: { ...deferring({}), ...leaf } as FixtureRoute }, init)
    expect(response.status).toBe(500)
    await response.text()
    return String(errors.mock.calls[0]![0])
  }

  it('is not a member of a member', async () => {
    const message = await messageOf({ loader: () => ({ books: [{ a: later(() => 1) }] }) })
    expect(message).toContain(
      'Cannot send the return value of the loader of "book": "books[0].a" is deferred.',
    )
  })

  it('is not the data itself', async () => {
    const message = await messageOf({ loader: () => later(() => 1) })
    expect(message).toContain('"book": it is deferred.')
  })

  it('is not a member of what an action returns', async () => {
    const run = vi.fn()
    const message = await messageOf(
      { action: () => ({ a: later(run) }) },
      { method: 'POST', headers: { Origin: 'http://x.test' } },
    )
    expect(message).toContain(
      'Cannot send the return value of the action of "book": "a" is deferred.',
    )
    expect(run).not.toHaveBeenCalled()
  })

  it('is not a member in json()', async () => {
    const message = await messageOf({ loader: () => json({ a: later(() => 1) }) })
    expect(message).toContain('"a" is deferred.')
  })

  it('is not a part of an error, or of a resource', async () => {
    const loader = () => {
      throw data({ a: later(() => 1) }, 404)
    }
    expect(await messageOf({ loader })).toContain('"a" is deferred.')
    errors.mockClear()
    const resource = { path: '/file', loader: () => ({ a: later(() => 1) }) }
    const response = await ask({ resource }, { path: '/file' })
    expect(response.status).toBe(500)
    expect(String(errors.mock.calls[0]![0])).toContain('"a" is deferred.')
  })

  it('is not a promise, which cannot end the process', async () => {
    const message = await messageOf({
      loader: () => ({ a: Promise.reject(new Error('unhandled')), b: Promise.reject(new Error()) }),
    })
    expect(message).toContain(
      'Cannot send the return value of the loader of "book": "a" is a promise. Await it, or write later(() => …)',
    )
    await new Promise((resolve) => setTimeout(resolve))
  })

  const member = (name: string, value: unknown) => ({ [name]: value })

  it('is not the query of a database library, which would start when it is awaited', async () => {
    const then = vi.fn()
    const query = member('then', then)
    const message = await messageOf({ loader: () => ({ a: 1, query }) })
    expect(message).toContain('"query" is a promise. Await it, or write later(() => …)')
    expect(then).not.toHaveBeenCalled()
  })

  it('can be named like a method of promises', async () => {
    const data = { ...member('then', 'text'), catch: member('then', 1) }
    const response = await ask({ book: deferring(data) })
    expect(await response.json()).toEqual({ book: { data: { title: 'Dune', ...data } } })
  })

  it('is not a promise in data(), or of an action', async () => {
    const loader = () => data({ a: Promise.resolve(1) })
    expect(await messageOf({ loader })).toContain('"a" is a promise')
    errors.mockClear()
    const action = () => ({ a: Promise.resolve(1) })
    const init = { method: 'POST', headers: { Origin: 'http://x.test' } }
    expect(await messageOf({ action }, init)).toContain('"a" is a promise')
  })

  it('is not the prototype of the data', async () => {
    const loader = () => Object.fromEntries([['__proto__', later(() => 1)]])
    expect(await messageOf({ loader })).toContain('"__proto__" cannot be deferred')
  })

  it('is at most 64 members of a page', async () => {
    const run = vi.fn()
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, later(run)]))
    const routes = (count: number): Routes => ({
      layout: { path: '/book', default: Outlet, loader: () => members(32) },
      book: { ...deferring(members(count)), parent: 'layout' },
    })
    const path = '/book?_data=layout,book'
    const response = await ask(routes(32), { path })
    expect(parseLines(await response.text())).toHaveLength(66)
    expect(run).toHaveBeenCalledTimes(64)

    const refused = await ask(routes(33), { path })
    expect(refused.status).toBe(500)
    await refused.text()
    expect(String(errors.mock.calls[0]![0])).toContain('the page defers more than 64 values')
  })

  it('is nothing on a page whose other data has more than 16 MiB', async () => {
    const reviews = createControlled()
    const response = await ask(
      {
        root: { ...root, loader: () => 'x'.repeat(16 * 1024 * 1024) },
        book: deferring({ reviews: reviews.later }),
      },
      { path: '/book?_data=root,book' },
    )
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      root: { error: { type: 'error', message: 'Unexpected Server Error' } },
      book: { data: { title: 'Dune' } },
    })
    expect(reviews.isAborted).toBe(true)
    expect(String(errors.mock.calls[0]![0])).toContain(
      'Cannot send the return value of the loader of "root": it has more than 16 MiB',
    )
  })
})

describe('a compressed response with lines', () => {
  it('sends each line at once, or is not compressed', async () => {
    const reviews = createControlled()
    const response = await ask(
      { book: deferring({ reviews: reviews.later }) },
      { middleware: [compression()], headers: { 'Accept-Encoding': 'gzip' } },
    )
    const isCompressed = response.headers.get('Content-Encoding') === 'gzip'
    const body = isCompressed
      ? response.body!.pipeThrough(new DecompressionStream('gzip'))
      : response.body!
    const lines = readChunks(new Response(body))
    expect(await lines.next()).toContain('"later":["reviews"]')
    reviews.resolve('good')
    expect(await lines.next()).toContain('good')
    expect(await lines.rest()).toContain('{"end":true}\n')
  })
})

describe('observers', () => {
  it('get an event for each value that has settled', async () => {
    const observer = recorder()
    const handler = createHandler(
      createBuild({
        root,
        book: deferring({ a: later(() => 1), b: later(() => Promise.reject(new Error('b'))) }),
      }),
      (pages) => {
        const router = createRouter({ observe: [observer] })
        router.map('/*', pages)
        return router
      },
    )
    await (await handler(new Request('http://x.test/book?_data=book'))).text()
    const events = observer.events.filter(({ type }) => type === 'deferred')
    expect(events).toEqual([
      expect.objectContaining({ phase: 'end', routeId: 'book', key: 'a', result: 'data' }),
      expect.objectContaining({ phase: 'end', routeId: 'book', key: 'b', result: 'error' }),
    ])
  })
})
