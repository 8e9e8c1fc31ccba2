import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ClientAddress, createRouter } from '../../router/fetch-router/index.ts'
import { createBuild } from '../../pages/server/app.fixture.ts'
import { createHandler } from '../../pages/server/index.ts'
import { proxy, type ProxyOptions } from './index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly redirect: unknown
}

/** A router whose only handler is a proxy. `respond` is the other server. */
function createApp(
  respond: (url: string, init: RequestInit) => Response | Promise<Response> = () => new Response(),
  options: ProxyOptions = {},
) {
  const sent: Sent[] = []
  const router = createRouter({
    middleware: [
      (context, next) => {
        context.set(ClientAddress, '203.0.113.7')
        return next()
      },
    ],
    defaultHandler: proxy('http://old.internal:3001', {
      fetch: async (url, init) => {
        const { method, redirect } = init
        sent.push({ url, method: method!, headers: new Headers(init.headers), redirect })
        return respond(url, init)
      },
      ...options,
    }),
  })
  const send = (path: string, init: RequestInit = {}) =>
    router.fetch(`https://shop.example.com${path}`, init)
  return { send, sent }
}

describe('the request', () => {
  it('keeps method, path, query, headers and body', async () => {
    const { send, sent } = createApp(async (url, init) => {
      const { body, method } = new Request(url, { ...init, duplex: 'half' } as RequestInit)
      return new Response(`${method} ${await new Response(body).text()}`)
    })
    const response = await send('/books/d%C3%BCne%2F?q=a%20b&q=%zz', {
      method: 'PUT',
      body: 'spice',
      headers: { 'X-Custom': 'yes', Cookie: 'a=b', 'Content-Type': 'text/x-spice' },
    })
    expect(await response.text()).toBe('PUT spice')
    expect(sent[0]!.url).toBe('http://old.internal:3001/books/d%C3%BCne%2F?q=a%20b&q=%zz')
    const { headers } = sent[0]!
    expect([headers.get('X-Custom'), headers.get('Cookie')]).toEqual(['yes', 'a=b'])
    expect(headers.get('Content-Type')).toBe('text/x-spice')
  })

  it('has no header of the connection, and none that Connection names', async () => {
    const { send, sent } = createApp()
    await send('/', {
      headers: {
        Connection: 'close, X-Hop, "bad name"',
        'Keep-Alive': 'timeout=5',
        'Proxy-Authorization': 'Basic eA==',
        TE: 'trailers',
        Trailer: 'X-Last',
        Upgrade: 'h2c',
        'X-Hop': '1',
        'X-Stays': '1',
      },
    })
    const names = [...sent[0]!.headers.keys()]
    expect(names).toEqual([
      'accept-encoding',
      'via',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-stays',
    ])
  })

  it('says who the client is, whatever the client says', async () => {
    const { send, sent } = createApp()
    await send('/', {
      headers: {
        Forwarded: 'for=1.1.1.1',
        'X-Forwarded-For': '1.1.1.1',
        'X-Forwarded-Port': '1',
        'X-Real-IP': '1.1.1.1',
        // CGI, WSGI and PHP read these two as the same name.
        X_Forwarded_For: '1.1.1.1',
        'X-Original-URL': '/admin?1.1.1.1',
        'X-Rewrite-URL': '/admin?1.1.1.1',
        'X-Cluster-Client-IP': '1.1.1.1',
        'Client-IP': '1.1.1.1',
        'X-Forwarded': 'for=1.1.1.1',
        'Proxy-Client-IP': '1.1.1.1',
        'WL-Proxy-Client-IP': '1.1.1.1',
        'X-Remote-User': '1.1.1.1',
        X_Remote_Addr: '1.1.1.1',
        'Remote-User': '1.1.1.1',
        'X-Host': '1.1.1.1',
        'X-HTTP-Host-Override': '1.1.1.1',
        'X-Scheme': '1.1.1.1',
        'X-Url-Scheme': '1.1.1.1',
        'Front-End-Https': '1.1.1.1',
        'X-SSL-Client-Verify': '1.1.1.1',
        Proxy: '1.1.1.1',
        'Forwarded-For': '1.1.1.1',
        'X-Auth-Request-User': '1.1.1.1',
        'X-Client-Cert': '1.1.1.1',
        'X-Client-Verify': '1.1.1.1',
        'X-ARR-ClientCert': '1.1.1.1',
        'WL-Proxy-SSL': '1.1.1.1',
        'Incap-Client-IP': '1.1.1.1',
      },
    })
    const { headers } = sent[0]!
    expect(headers.get('X-Forwarded-For')).toBe('203.0.113.7')
    expect(headers.get('X-Forwarded-Host')).toBe('shop.example.com')
    expect(headers.get('X-Forwarded-Proto')).toBe('https')
    expect([...headers.values()].join()).not.toContain('1.1.1.1')
  })

  it('changes path and headers by the options', async () => {
    const { send, sent } = createApp(undefined, {
      path: (path) => path.replace(/^\/api/, ''),
      headers(headers) {
        headers.set('Authorization', 'Bearer key')
        headers.set('Connection', 'X-Bad')
        headers.set('Transfer-Encoding', 'chunked')
      },
    })
    await send('/api/books?page=2')
    expect(sent[0]!.url).toBe('http://old.internal:3001/books?page=2')
    expect(sent[0]!.headers.get('Authorization')).toBe('Bearer key')
    expect(sent[0]!.headers.has('Transfer-Encoding')).toBe(false)
    expect(sent[0]!.headers.has('Connection')).toBe(false)
  })

  it('gets another prefix by `from` and `to`, however it is spelled', async () => {
    for (const [from, to, asked, expected] of [
      ['/api/', '/', '/api/books?page=2', '/books?page=2'],
      ['/api/', '/', '/api', '/'],
      ['/api/', '/', '/api/', '/'],
      ['/api/', '/v1/', '/api', '/v1'],
      ['/api/', '/v1/', '/%61PI/b%20c/', '/v1/b%20c/'],
      ['/api/', '/v1/', '/api//b', '/v1//b'],
      ['/', '/app/', '/', '/app/'],
      ['/', '/app/', '/books', '/app/books'],
      ['/a/b/', '/', '/a/b/c', '/c'],
    ] as const) {
      const { send, sent } = createApp(undefined, { path: { from, to } })
      await send(asked)
      expect(sent.map(({ url }) => url)).toEqual([`http://old.internal:3001${expected}`])
    }
  })

  it('is an error for a path that is not below `from`', async () => {
    for (const path of ['/apis/books', '/other', '/', '//api/books']) {
      const { send, sent } = createApp(undefined, { path: { from: '/api/', to: '/' } })
      await expect(send(path)).rejects.toThrow('is not below "/api/"')
      expect(sent).toEqual([])
    }
  })

  it('is a 400 if the other server could find a dot segment in the path', async () => {
    for (const path of [
      '/api/..%2fadmin',
      '/api/..%2Fadmin%2Fconfig.json',
      '/api/..%5cadmin',
      '/api/%2e%2e%2fadmin',
      '/api/..%252fadmin',
      '/api/%252e%252e/admin',
      '/api/%25%32%65./admin',
      '/api/..;/admin',
      '/api/..;a=b/admin',
      '/api/..%3b/admin',
      '/api/.;/admin',
      '/api/..%00/admin',
      '/api/..%20/admin',
      '/api/a/..%2f..%2fadmin',
      '/api/a%2f..',
    ]) {
      for (const option of [
        undefined,
        { from: '/api/', to: '/' },
        (asked: string) => asked.replace('/api/', '/'),
      ]) {
        const { send, sent } = createApp(undefined, option && { path: option })
        expect((await send(path)).status, path).toBe(400)
        expect(sent).toEqual([])
      }
    }
  })

  it('is a 400 for an encoded slash if the path is changed, and is passed on if it is not', async () => {
    for (const path of ['/api/a%2fb', '/api/a%5Cb', '/api/a%252Fb']) {
      const changed = createApp(undefined, { path: { from: '/api/', to: '/' } })
      expect((await changed.send(path)).status).toBe(400)
      const same = createApp()
      expect((await same.send(path)).status).toBe(200)
      expect(same.sent[0]!.url).toBe(`http://old.internal:3001${path}`)
    }
  })

  it('has dots that no server reads as a segment', async () => {
    for (const path of [
      '/.well-known/a',
      '/a..b/..c/d..',
      '/...',
      '/a;b=c',
      '/100%25..',
      '/a%2e',
    ]) {
      const { send, sent } = createApp()
      await send(path)
      expect(sent[0]!.url).toBe(`http://old.internal:3001${path}`)
    }
  })

  it('waits for `headers`, so that nothing is sent before it has ended', async () => {
    const { send, sent } = createApp(undefined, {
      async headers(headers) {
        await new Promise((resolve) => setTimeout(resolve, 0))
        headers.delete('Cookie')
      },
    })
    await send('/', { headers: { Cookie: 'session=1' } })
    expect(sent[0]!.headers.has('Cookie')).toBe(false)
  })

  it('is not sent if `headers` fails', async () => {
    const { send, sent } = createApp(undefined, { headers: () => Promise.reject(new Error('no')) })
    await expect(send('/')).rejects.toThrow('no')
    expect(sent).toEqual([])
  })

  it('has the whole query in an app with pages: the other server may have data requests of its own', async () => {
    const sent: string[] = []
    const old = proxy('http://old.internal', {
      fetch: async (url) => {
        sent.push(url)
        return new Response()
      },
    })
    const handler = createHandler(createBuild({}), (pages) => {
      const router = createRouter()
      router.map('/old/*', old)
      router.map('/*', pages)
      return router
    })
    for (const query of ['?a=1&_data=routes%2Fold&b=%20', '?_wait', '?_data', '?a=1', '']) {
      await handler(new Request(`https://shop.example.com/old/books${query}`))
      expect(sent.pop()).toBe(`http://old.internal/old/books${query}`)
    }
  })

  it('reaches no other origin, whatever the path', async () => {
    const { send, sent } = createApp()
    for (const path of ['//evil.example/x', '/@evil.example', '/\\evil.example', '/.:80@evil/']) {
      await send(path)
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary-ascii' }), async (text) => {
        if (!URL.canParse(`https://shop.example.com/${text}`)) return
        await send(`/${text}`)
      }),
      { numRuns: 200 },
    )
    expect([...new Set(sent.map(({ url }) => new URL(url).origin))]).toEqual([
      'http://old.internal:3001',
    ])
  })

  it('refuses what `path` returns if it could be another host', async () => {
    for (const path of [
      '//evil.example',
      '@evil.example',
      '',
      undefined,
      '/a?b',
      '/\\evil',
      '/a/../b',
    ]) {
      const { send, sent } = createApp(undefined, { path: () => path as string })
      await expect(send('/')).rejects.toThrow('`path` of proxy() must return a path')
      expect(sent).toEqual([])
    }
  })

  it('refuses a promise of `path`, which nothing awaits', async () => {
    const path = () => Promise.reject(new Error('gone'))
    const { send, sent } = createApp(undefined, { path: path as never })
    await expect(send('/')).rejects.toThrow('`path` of proxy() must return a path')
    expect(sent).toEqual([])
  })
})

describe('the response', () => {
  it('keeps status, headers and body, and the limits of caches', async () => {
    const { send } = createApp(
      () =>
        new Response('gone', {
          status: 410,
          headers: { ETag: '"1"', 'Cache-Control': 'no-store' },
        }),
    )
    const response = await send('/')
    expect([response.status, await response.text()]).toEqual([410, 'gone'])
    expect(response.headers.get('ETag')).toBe('"1"')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it('may be a 204 or a 304, which have no body', async () => {
    for (const status of [204, 304]) {
      const { send } = createApp(() => new Response(null, { status }))
      expect((await send('/')).status).toBe(status)
    }
  })

  it('has no header of the connection', async () => {
    const headers = { Connection: 'X-Hop', 'X-Hop': '1', 'Alt-Svc': 'h3=":443"', 'X-Stays': '1' }
    const { send } = createApp(() => new Response('', { headers }))
    const names = [...(await send('/')).headers.keys()]
    expect(names).toContain('x-stays')
    for (const name of ['connection', 'x-hop', 'alt-svc']) expect(names).not.toContain(name)
  })

  it('never follows a redirect, and points one of the other server to a path of this site', async () => {
    for (const [location, expected] of [
      ['http://old.internal:3001/login?next=%2F#top', '/login?next=%2F#top'],
      ['//old.internal:3001/login', '/login'],
      ['/login', '/login'],
      ['login', 'login'],
      ['../login?a#b', '../login?a#b'],
      ['http://old.internal:3001//evil.example/', '/.//evil.example/'],
      ['https://shop.example.com/login', 'https://shop.example.com/login'],
      ['https://id.example/authorize', 'https://id.example/authorize'],
      ['//id.example/authorize', '//id.example/authorize'],
    ] as const) {
      const { send, sent } = createApp(
        () => new Response(null, { status: 302, headers: { Location: location } }),
      )
      const received = (await send('/a/b')).headers.get('Location')!
      expect(received).toBe(expected)
      expect(new URL(received, 'https://shop.example.com').origin).toMatch(/shop|id/)
      expect(sent.map(({ redirect }) => redirect)).toEqual(['manual'])
    }
  })

  it('changes the path of a redirect back by `from` and `to`', async () => {
    for (const [from, to, location, expected] of [
      ['/api/', '/', '/login', '/api/login'],
      ['/api/', '/', 'http://old.internal:3001/login?a#b', '/api/login?a#b'],
      ['/api/', '/', '/', '/api/'],
      ['/api/', '/', '../../login', '/api/login'],
      ['/api/', '/', 'login', '/api/books/login'],
      ['/api/', '/v1/', '/v1/login', '/api/login'],
      ['/api/', '/v1/', '/v1', '/api'],
      ['/api/', '/v1/', '/v10/login', '/v10/login'],
      ['/', '/app/', '/app/login', '/login'],
      ['/', '/app/', '/app', '/'],
      ['/', '/app/', '/app//evil.example', '/.//evil.example'],
      ['/api/', '/', 'https://id.example/authorize', 'https://id.example/authorize'],
    ] as const) {
      for (const [name, status] of [
        ['Location', 302],
        ['Location', 201],
        ['Content-Location', 200],
      ] as const) {
        const { send } = createApp(
          () => new Response('', { status, headers: { [name]: location } }),
          { path: { from, to } },
        )
        expect((await send(`${from}books/1`)).headers.get(name)).toBe(expected)
      }
    }
  })

  it('keeps the path of a redirect if a function changes the path', async () => {
    for (const [location, expected] of [
      ['/login', '/login'],
      ['login', 'login'],
    ] as const) {
      const { send } = createApp(
        () => new Response(null, { status: 302, headers: { Location: location } }),
        { path: (path) => path.replace('/api/', '/') },
      )
      expect((await send('/api/books')).headers.get('Location')).toBe(expected)
    }
  })

  it('sets cookies for this site', async () => {
    const cookies = [
      'a=1; Path=/; Domain=old.internal; HttpOnly',
      'b=2; domain=.internal; Secure',
      'c=3; Domain=example.com',
      'd=domain=old.internal; Path=/',
      'e=5; Domain=other.example',
      'domain=old.internal; Path=/',
    ]
    const { send } = createApp(
      () => new Response('', { headers: cookies.map((cookie) => ['Set-Cookie', cookie]) }),
    )
    expect((await send('/')).headers.getSetCookie()).toEqual([
      'a=1; Path=/; HttpOnly',
      'b=2; Secure',
      'c=3; Domain=example.com',
      'd=domain=old.internal; Path=/',
      'e=5; Domain=other.example',
      'domain=old.internal; Path=/',
    ])
  })

  it('changes the path of cookies back by `from` and `to`', async () => {
    for (const [from, to, path, expected] of [
      ['/', '/app/', '/app', '/'],
      ['/', '/app/', '/app/', '/'],
      ['/', '/app/', '/app/cart', '/cart'],
      ['/', '/app/', '/', '/'],
      ['/', '/app/', '/application', '/application'],
      ['/api/', '/', '/', '/api'],
      ['/api/', '/', '/cart/', '/api/cart/'],
      ['/api/', '/v1/', '/', '/api'],
      ['/api/', '/v1/', '/v1', '/api'],
      ['/api/', '/v1/', 'none', 'none'],
    ] as const) {
      const cookie = `a=1; path=${path}; HttpOnly`
      const { send } = createApp(() => new Response('', { headers: { 'Set-Cookie': cookie } }), {
        path: { from, to },
      })
      const received = (await send(`${from}x`)).headers.getSetCookie()
      expect(received).toEqual([`a=1; path=${expected}; HttpOnly`])
    }
  })

  it('keeps the path of a cookie that must have `/`, and of one whose name is `path`', async () => {
    const cookies = ['__Host-a=1; Path=/; Secure', 'path=/']
    const { send } = createApp(
      () => new Response('', { headers: cookies.map((cookie) => ['Set-Cookie', cookie]) }),
      { path: { from: '/api/', to: '/' } },
    )
    expect((await send('/api/x')).headers.getSetCookie()).toEqual(cookies)
  })

  it('keeps a coding that no `fetch` decodes', async () => {
    for (const [coding, kept] of [
      ['aes128gcm', 'aes128gcm'],
      ['gzip, aes128gcm', 'gzip, aes128gcm'],
    ]) {
      const headers = { 'Content-Encoding': coding!, 'Content-Length': '4' }
      const { send } = createApp(() => new Response('body', { headers }))
      const response = await send('/')
      expect(response.headers.get('Content-Encoding')).toBe(kept)
      expect(response.headers.get('Content-Length')).toBe(kept && '4')
    }
  })
})

describe('what goes wrong', () => {
  it('is a 502 if the other server cannot be reached, and the log says why', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const failure = new TypeError('fetch failed')
    const { send } = createApp(() => Promise.reject(failure))
    const response = await send('/')
    expect([response.status, await response.text()]).toEqual([502, 'Bad Gateway'])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(log.mock.calls).toEqual([['proxy() could not reach http://old.internal:3001:', failure]])
  })

  it('is a 504 if the other server takes too long', async () => {
    const { send } = createApp(untilAborted, { timeout: 5 })
    const response = await send('/')
    expect([response.status, await response.text()]).toEqual([504, 'Gateway Timeout'])
  })

  it('is a 504 if `headers` never settles, and the log names it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { send, sent } = createApp(undefined, {
      timeout: 5,
      headers: () => new Promise(() => {}),
    })
    expect((await send('/')).status).toBe(504)
    expect(sent).toEqual([])
    expect(log.mock.calls).toEqual([['`headers` of proxy() took longer than 5 ms.']])
  })

  it('is a 504 if an own `fetch` ignores its signal, and a response that comes too late is dropped', async () => {
    const late = Promise.withResolvers<Response>()
    const { send } = createApp(() => late.promise, { timeout: 5 })
    expect((await send('/')).status).toBe(504)

    const cancelled = Promise.withResolvers<void>()
    late.resolve(new Response(new ReadableStream({ cancel: () => cancelled.resolve() })))
    await cancelled.promise
  })

  it('sends nothing if the client leaves while `headers` runs', async () => {
    const client = new AbortController()
    const { send, sent } = createApp(undefined, {
      headers: () => {
        client.abort(new Error('closed the tab'))
        return new Promise(() => {})
      },
    })
    await expect(send('/', { signal: client.signal })).rejects.toThrow('closed the tab')
    expect(sent).toEqual([])
  })

  it('ends the request to the other server when the client leaves', async () => {
    const client = new AbortController()
    const started = Promise.withResolvers<void>()
    let signal: AbortSignal | undefined
    const { send } = createApp((url, init) => {
      signal = init.signal!
      started.resolve()
      return untilAborted(url, init)
    })
    const response = send('/', { signal: client.signal })
    await started.promise
    client.abort(new Error('closed the tab'))
    await expect(response).rejects.toThrow('closed the tab')
    expect(signal!.aborted).toBe(true)
  })

  it('is a 508 if the request has been here before', async () => {
    const handler: ReturnType<typeof proxy> = proxy('http://old.internal', {
      fetch: (url, init) => router.fetch(url, init),
    })
    const router = createRouter({ defaultHandler: handler })
    expect((await router.fetch('http://old.internal/')).status).toBe(508)
  })

  it('is an error at the start for wrong options', () => {
    for (const origin of [
      'ftp://x.example',
      'http://x.example/path',
      'x.example',
      '',
      'http://u:p@x',
    ]) {
      expect(() => proxy(origin)).toThrow(TypeError)
    }
    expect(() => proxy('chrome-extension://abc')).toThrow('an origin of http: or https:')
    expect(() => proxy('http://x', { timeout: 0 })).toThrow('above 0 as timeout, not 0')
    expect(() => proxy('http://x', { rewrite: true } as never)).toThrow('no option "rewrite"')
    for (const path of [
      '/',
      null,
      {},
      { from: '/api', to: '/' },
      { from: '/api/', to: 'http://x/' },
      { from: '/api/', to: '//x/' },
      { from: '/a/../b/', to: '/' },
      { from: '/%61/', to: '/' },
    ]) {
      expect(() => proxy('http://x', { path: path as never })).toThrow(
        'takes a function as path, or two paths with a slash at both ends',
      )
    }
  })
})

function untilAborted(_url: string, { signal }: RequestInit): Promise<Response> {
  return new Promise((_, reject) =>
    signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
  )
}
