import { describe, expect, it, vi } from 'vitest'
import { cache } from '../../middleware/cache/index.ts'
import { etag } from '../../middleware/etag/index.ts'
import { RequestError } from '../../internal/exchange/status-errors.ts'
import { editHeaders, text } from '../../http/response/index.ts'
import { createMatcher } from '../route-pattern/index.ts'
import { createMemoryStorage } from '../../state/storage/index.ts'
import { createFetchHandler, createRouter, type Middleware } from './index.ts'

const request = () => new Request('https://example.com/x')

describe('a response that sets a cookie', () => {
  const addCookie: Middleware = async (_, next) =>
    editHeaders(await next(), (headers) => headers.append('Set-Cookie', 'group=b'))

  it('is private whatever policy it states, and a public policy is printed once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    try {
      for (const [policy, sent] of [
        ['public, max-age=60', 'max-age=60, private'],
        ['s-maxage=60', 'private, max-age=0, must-revalidate'],
        ['max-age=60', 'max-age=60, private'],
        ['private, max-age=60', 'private, max-age=60'],
        ['no-store', 'no-store'],
      ] as const) {
        const headers = { 'Cache-Control': policy, 'Set-Cookie': 'id=1' }
        const router = createRouter()
        router.get('/x', () => new Response('x', { headers }))
        router.get('/light', () => text('x', { headers }))
        for (const source of [router, () => new Response('x', { headers })]) {
          for (const path of ['/x', '/light', '/x']) {
            const response = await createFetchHandler(source)(
              new Request(`https://example.com${path}`),
            )
            expect(response.headers.get('Cache-Control')).toBe(sent)
            expect(response.headers.get('Set-Cookie')).toBe('id=1')
            expect(await response.text()).toBe('x')
          }
        }
      }
      expect(warn.mock.calls).toHaveLength(2)
      expect(warn.mock.calls[0]![0]).toContain(
        'was sent as private instead of "public, max-age=60"',
      )
    } finally {
      warn.mockRestore()
    }
  })

  it('is private also when it comes from the cache, or says that nothing has changed', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    try {
      const responses = cache({ storage: createMemoryStorage(), routes: ['/x'] })
      const router = createRouter({ middleware: [addCookie, etag(), responses] })
      const headers = { 'Cache-Control': 'public, max-age=30' }
      router.get('/x', () => text('x', { headers }))
      const handler = createFetchHandler(router)
      const [first, hit] = [await handler(request()), await handler(request())]
      const condition = { 'If-None-Match': first.headers.get('ETag')! }
      const unchanged = await handler(new Request('https://example.com/x', { headers: condition }))
      expect([hit.headers.has('Age'), unchanged.status]).toEqual([true, 304])
      for (const response of [first, hit, unchanged]) {
        expect(response.headers.get('Cache-Control')).toBe('max-age=30, private')
        expect(response.headers.get('Set-Cookie')).toBe('group=b')
      }
    } finally {
      warn.mockRestore()
    }
  })

  it('is sent as it is if it states no policy', async () => {
    const handler = createFetchHandler(
      () => new Response('x', { headers: { 'Set-Cookie': 'a=1' } }),
    )
    expect((await handler(request())).headers.has('Cache-Control')).toBe(false)
  })
})

describe('createFetchHandler', () => {
  it('responds as the router does, and ignores further arguments', async () => {
    const router = createRouter()
    router.get('/x', () => new Response('x'))
    const handler = createFetchHandler(router) as (...args: unknown[]) => Promise<Response>
    const response = await handler(request(), { method: 'POST' }, {})
    expect(await response.text()).toBe('x')
  })

  it('calls the `fetch` of a copy of a router', async () => {
    const router = createRouter()
    router.get('/x', () => text('inside'))
    const copy = {
      ...router,
      fetch: async (asked: Request) => text(`around ${await (await router.fetch(asked)).text()}`),
    }
    expect(await (await createFetchHandler(copy as typeof router)(request())).text()).toBe(
      'around inside',
    )
  })

  it('takes a plain function', async () => {
    const handler = createFetchHandler(() => new Response('plain'))
    expect(await (await handler(request())).text()).toBe('plain')
  })

  it('responds with a 500 without details, and reports the error once', async () => {
    const error = new Error('the password is 1234')
    const seen: unknown[] = []
    const handler = createFetchHandler(
      () => {
        throw error
      },
      { onError: (...args) => seen.push(args) },
    )
    const sent = request()
    const response = await handler(sent)
    expect(response.status).toBe(500)
    expect(await response.text()).toBe('Internal Server Error')
    expect(seen).toEqual([[error, sent]])
  })

  it.each<[string, (error: unknown, request: Request) => Response | Promise<Response>]>([
    ['returns', (error, { url }) => Response.json([String(error), url], { status: 503 })],
    ['resolves to', async (error, { url }) => Response.json([String(error), url], { status: 503 })],
  ])('responds with the Response that onError %s', async (_, onError) => {
    const throws = () => {
      throw new Error('no database')
    }
    const router = createRouter()
    router.get('/x', throws)
    for (const source of [router, throws]) {
      const response = await createFetchHandler(source, { onError })(request())
      expect(response.status).toBe(503)
      expect(await response.json()).toEqual(['Error: no database', 'https://example.com/x'])
    }
  })

  it('responds also when onError itself fails', async () => {
    const failure = new Error('the collector is down')
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    try {
      const handler = createFetchHandler(() => Promise.reject(new Error('secret')), {
        onError() {
          throw failure
        },
      })
      const response = await handler(request())
      expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error'])
      expect(log.mock.calls).toEqual([[failure]])
    } finally {
      log.mockRestore()
    }
  })

  it('responds with 414 when a handler matches a URL over a limit', async () => {
    const matcher = createMatcher('/*a(x)', { limits: { work: 1 } })
    const handler = createFetchHandler(({ url }) => new Response(String(matcher.match(url))))
    const response = await handler(request())
    expect([response.status, await response.text()]).toEqual([414, 'URI Too Long'])
  })

  it('responds to a framework error with its 4xx status and reason phrase, and does not report it', async () => {
    const seen: unknown[] = []
    const handler = createFetchHandler(
      () => Promise.reject(new RequestError(413, 'Too large: 12 bytes of 10')),
      { onError: (error) => seen.push(error) },
    )
    const response = await handler(request())
    expect(response.status).toBe(413)
    expect(await response.text()).toBe('Content Too Large')
    expect(seen).toEqual([])
  })

  it("does not take the status of the app's own errors for the client's mistake", async () => {
    const handler = createFetchHandler(
      () => Promise.reject(Object.assign(new Error('upstream'), { status: 404 })),
      { onError: () => {} },
    )
    expect((await handler(request())).status).toBe(500)
  })

  it('refuses an option that it does not know', () => {
    const options = { onErrors: () => {} } as never
    expect(() => createFetchHandler(createRouter(), options)).toThrow(
      'createFetchHandler() has no option "onErrors". Its options are onError, provide.',
    )
  })

  it('responds to malformed JSON with 400', async () => {
    const router = createRouter()
    router.post('/x', async (context) => Response.json(await context.json()))
    const headers = { 'Content-Type': 'application/json' }
    const response = await createFetchHandler(router)(
      new Request('https://example.com/x', { method: 'POST', headers, body: '{' }),
    )
    expect(response.status).toBe(400)
    expect(await response.text()).toBe(
      'Cannot read the request body as JSON: there is a mistake in line 1, column 2',
    )
  })

  it('responds to a body of another type than JSON with 415', async () => {
    const router = createRouter()
    router.post('/x', async (context) => Response.json(await context.json()))
    const send = async (type: string | undefined): Promise<number> => {
      const headers = new Headers(type === undefined ? {} : { 'Content-Type': type })
      const body = new TextEncoder().encode('{"a":1}')
      const sent = new Request('https://example.com/x', { method: 'POST', headers, body })
      return (await createFetchHandler(router)(sent)).status
    }
    const json = ['application/json', 'Application/JSON; charset=utf-8', 'application/ld+json']
    for (const type of [undefined, ...json]) expect([type, await send(type)]).toEqual([type, 200])
    const others = [
      'text/plain',
      'text/plain;charset=UTF-8',
      'application/json garbage',
      'application/json, text/plain',
      'application/jsonp',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'json',
      '',
    ]
    for (const type of others) expect([type, await send(type)]).toEqual([type, 415])
  })

  it('responds with 500 when a plain function returns no Response', async () => {
    const seen: unknown[] = []
    const handler = createFetchHandler((() => 'text') as never, {
      onError: (error) => seen.push(String(error)),
    })
    expect((await handler(request())).status).toBe(500)
    expect(seen).toEqual([
      'TypeError: Cannot send a value of type string from the handler. Return a Response.',
    ])
  })

  it.each<[string, () => Promise<Response>]>([
    ['Response.error()', async () => Response.error()],
    [
      'a Response that was read',
      async () => {
        const response = new Response('read')
        await response.text()
        return response
      },
    ],
  ])('responds with 500 when a handler returns %s', async (_, respond) => {
    const errors: unknown[] = []
    const handler = createFetchHandler(respond, { onError: (error) => void errors.push(error) })
    const response = await handler(request())
    expect(response.status).toBe(500)
    expect(await response.text()).toBe('Internal Server Error')
    expect(String(errors)).toContain('Cannot send')
  })

  it('responds with 501 to a method that Request does not allow', async () => {
    const handler = createFetchHandler(() => new Response('reached'))
    const trace = new Proxy(request(), {
      get: (target, name) => (name === 'method' ? 'TRACE' : Reflect.get(target, name, target)),
    })
    expect((await handler(trace)).status).toBe(501)
  })

  it('responds with 400 to an invalid Host', async () => {
    const received = new Proxy(request(), {
      get: (target, name) =>
        name === 'headers' ? new Headers({ Host: 'a/b' }) : Reflect.get(target, name, target),
    })
    expect((await createFetchHandler(() => new Response())(received)).status).toBe(400)
  })

  it('shows the router the URL that a URL parser reads, whatever the runtime hands over', async () => {
    const router = createRouter()
    router.get('/admin', ({ request: { url } }) => new Response(url))
    const raw = new Proxy(request(), {
      get(target, name) {
        if (name === 'url') return 'https://example.com/public/../admin'
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const response = await createFetchHandler(router)(raw)
    expect(await response.text()).toBe('https://example.com/admin')
  })

  it('lets an abort end quietly', async () => {
    const seen: unknown[] = []
    const router = createRouter()
    router.get('/x', () => new Promise<never>(() => {}))
    const handler = createFetchHandler(router, { onError: (error) => seen.push(error) })
    const controller = new AbortController()
    const promise = handler(new Request('https://example.com/x', { signal: controller.signal }))
    controller.abort()
    await promise
    expect(seen).toEqual([])
  })
})
