import { once } from 'node:events'
import * as http from 'node:http'
import * as http2 from 'node:http2'
import * as https from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createFetchHandler,
  createRouter,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { handleIncoming, type IncomingRequest } from '../../internal/exchange/incoming.ts'
import { json, text } from '../../http/response/index.ts'
import { cert, key } from '../../../conformance/certificate.ts'
import { headerOf, RawConnection } from '../../../conformance/raw-connection.ts'
import { createHttp2Target } from '../../../conformance/target.ts'
import {
  clientAddress,
  createRequestListener,
  type RequestListener,
  type RequestListenerOptions,
} from './index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'

const open: Server[] = []

afterEach(async () => {
  for (const server of open.splice(0)) {
    ;(server as Partial<http.Server>).closeAllConnections?.()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function listen(server: Server): Promise<number> {
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return (server.address() as AddressInfo).port
}

async function start(
  handler: Parameters<typeof createRequestListener>[0],
  options?: RequestListenerOptions,
): Promise<string> {
  const port = await listen(http.createServer(createRequestListener(handler, options)))

  return `http://127.0.0.1:${port}`
}

describe('createRequestListener', () => {
  it('serves a function', async () => {
    const url = await start((request) => new Response(`${request.method} ${request.url}`))
    expect(await (await fetch(`${url}/x`)).text()).toBe(`GET ${url}/x`)
  })

  it('serves an object with fetch', async () => {
    const url = await start({ fetch: async () => new Response('fetched') })
    expect(await (await fetch(url)).text()).toBe('fetched')
  })

  it('serves a router', async () => {
    const router = createRouter()
    router.get('/books/:id', ({ params }) => text(`book ${params.id}`))
    const url = await start(router)

    expect(await (await fetch(`${url}/books/7`)).text()).toBe('book 7')
    expect((await fetch(`${url}/nowhere`)).status).toBe(404)
    expect((await fetch(`${url}/books/7`, { method: 'POST' })).status).toBe(405)
  })

  it('serves what createFetchHandler made', async () => {
    const router = createRouter()
    router.get('/', () => {
      throw new Error('secret')
    })
    const onError = vi.fn()
    const url = await start(createFetchHandler(router, { onError }))

    expect((await fetch(url)).status).toBe(500)
    expect(onError).toHaveBeenCalledTimes(1)
  })

  it('sends the Response of onError if the response has not started', async () => {
    const used = new Response('used')
    await used.text()
    const onError = vi.fn(async (error: unknown, request: Request) =>
      text(`${String(error)} at ${new URL(request.url).pathname}`, { status: 503 }),
    )
    const router = createRouter()
    router.get('/thrown', () => Promise.reject(new Error('no database')))
    router.get('/unsendable', () => used)
    const url = await start(router, { onError })

    for (const [path, message] of [
      ['/thrown', 'Error: no database'],
      [
        '/unsendable',
        'TypeError: Cannot send a Response whose body was already read. Return response.clone(), made before it was read.',
      ],
    ] as const) {
      const response = await fetch(url + path)
      expect([response.status, await response.text()]).toEqual([503, `${message} at ${path}`])
    }
    expect(onError).toHaveBeenCalledTimes(2)
  })

  it('sends a 500 if the Response of onError cannot be sent either', async () => {
    const onError = vi.fn(() => Response.error())
    const url = await start(() => Response.error(), { onError })
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error'])
    expect(onError).toHaveBeenCalledTimes(2)
  })

  it('serves on https', async () => {
    const listener: RequestListener = createRequestListener((request) => new Response(request.url))
    const port = await listen(https.createServer({ cert, key }, listener))
    const received = await new Promise<string>((resolve, reject) => {
      https
        .get(`https://127.0.0.1:${port}/x`, { rejectUnauthorized: false }, (res) => {
          res.setEncoding('utf8').on('data', resolve)
        })
        .on('error', reject)
    })

    expect(received).toBe(`https://127.0.0.1:${port}/x`)
  })

  it('serves on http2', async () => {
    const listener: RequestListener = createRequestListener(
      async (request) => new Response(`${request.url} ${await request.text()}`),
    )
    const port = await listen(http2.createSecureServer({ cert, key }, listener))
    const target = createHttp2Target(port, async () => {})
    const received = await target.send({ method: 'POST', path: '/x', body: 'sent' })

    expect(received.body).toBe(`https://127.0.0.1:${port}/x sent`)
  })

  it('refuses an HTTP/2 request whose Host says otherwise than its authority', async () => {
    const listener: RequestListener = createRequestListener(() => new Response('ok'))
    const port = await listen(http2.createSecureServer({ cert, key }, listener))
    const target = createHttp2Target(port, async () => {})

    expect(
      (await target.send({ host: 'a.example', headers: [['Host', 'b.example']] })).status,
    ).toBe(400)
    expect(
      (await target.send({ host: 'a.example', headers: [['Host', 'a.example']] })).status,
    ).toBe(200)
    expect((await target.send({ host: null, headers: [['Host', 'a.example']] })).status).toBe(200)
  })

  it('reads a method in any case over HTTP/2, where no parser looks at it', async () => {
    const onError = vi.fn()
    const router = createRouter()
    router.map('/', async ({ method, request }) => text(`${method} ${request.method}`))
    const listener: RequestListener = createRequestListener(router, { onError })
    const port = await listen(http2.createSecureServer({ cert, key }, listener))
    const target = createHttp2Target(port, async () => {})

    for (const [method, status, received] of [
      ['get', 200, 'GET GET'],
      ['Patch', 200, 'PATCH PATCH'],
      ['trace', 501, 'Not Implemented'],
      ['Track', 501, 'Not Implemented'],
      ['connect', 501, 'Not Implemented'],
    ] as const) {
      const response = await target.send({ method, path: '/', body: 'sent' })
      expect([method, response.status, response.body]).toEqual([method, status, received])
    }
    expect(onError).not.toHaveBeenCalled()
  })

  it('refuses a maxBodySize that is not a number of bytes', () => {
    expect(() => createRequestListener(() => new Response(), { maxBodySize: -1 })).toThrow(
      'Cannot use -1 as "maxBodySize": it must be a number, 0 or more',
    )
    expect(() => createRequestListener(() => new Response(), { maxBodySize: Number.NaN })).toThrow(
      'Cannot use NaN',
    )
  })

  it('refuses a stallTimeout that timers cannot wait for', () => {
    for (const stallTimeout of [-1, Number.NaN, Infinity]) {
      expect(() => createRequestListener(() => new Response(), { stallTimeout })).toThrow(
        `Cannot use ${stallTimeout} as "stallTimeout": it must be a number, from 0 to 2147483647`,
      )
    }
  })

  it('replaces no global', async () => {
    const before = { Request, Response, Headers, URL, fetch }
    const url = await start(() => text('ok'))
    await fetch(url)
    expect({ Request, Response, Headers, URL, fetch }).toEqual(before)
  })
})

describe('a router behind createRequestListener', () => {
  it('makes no Request for a handler that does not touch it', async () => {
    const router = createRouter()
    router.post('/', async (context) =>
      json({
        method: context.method,
        url: context.url.href,
        type: context.headers.get('X-A'),
        body: await context.json(),
      }),
    )
    const url = await start(router)
    const body = JSON.stringify({ a: 1 })
    const port = new URL(url).port
    const connection = await RawConnection.open(Number(port))
    const spy = vi.spyOn(globalThis, 'Request')
    try {
      connection.write(
        `POST / HTTP/1.1\r\nHost: a\r\nX-A: b\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      const received = await connection.read()
      expect(JSON.parse(received.body)).toEqual({
        method: 'POST',
        url: 'http://a/',
        type: 'b',
        body: { a: 1 },
      })
      expect(spy).not.toHaveBeenCalled()
    } finally {
      spy.mockRestore()
      connection.destroy()
    }
  })

  it('gives a genuine Request to a handler that touches it, the same every time', async () => {
    const router = createRouter()
    router.post('/', async ({ request, ...context }) => {
      void context
      return json([
        request instanceof Request,
        request.method,
        request.headers.get('X-A'),
        await request.clone().text(),
        await request.text(),
        request.bodyUsed,
      ])
    })
    router.get('/same', (context) => json([context.request === context.request]))
    const url = await start(router)
    const response = await fetch(url, { method: 'POST', body: 'sent', headers: { 'X-A': 'b' } })

    expect(await response.json()).toEqual([true, 'POST', 'b', 'sent', 'sent', true])
    expect(await (await fetch(`${url}/same`)).json()).toEqual([true])
  })

  it('lets a body be read from the context and then from the request', async () => {
    const router = createRouter()
    router.post('/', async (context) =>
      json([
        await context.text(),
        await context.json(),
        [...(await context.bytes())].length,
        await context.request.json(),
        await context.request.text(),
        context.request.bodyUsed,
      ]),
    )
    const url = await start(router)
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: '{"a":1}' })

    expect(await response.json()).toEqual(['{"a":1}', { a: 1 }, 7, { a: 1 }, '{"a":1}', true])
  })

  it('lets a body be read from the context when the request was touched before', async () => {
    const router = createRouter()
    router.post('/', async (context) => json([context.request.bodyUsed, await context.text()]))
    const url = await start(router)

    expect(await (await fetch(url, { method: 'POST', body: 'x' })).json()).toEqual([false, 'x'])
  })

  it('sends the bytes of a header as they are, also before the body begins', async () => {
    const name = 'caf\u00c3\u00a9' // The bytes of "café" in UTF-8.
    const begun = Promise.withResolvers<void>()
    const url = await start(
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) => begun.promise.then(() => controller.close()),
          }),
          { headers: { 'X-Name': name } },
        ),
    )
    const connection = await RawConnection.open(Number(new URL(url).port))
    connection.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    connection.socket.once('data', () => begun.resolve())

    expect(headerOf(await connection.read(), 'x-name')).toBe(name)
    connection.destroy()
  })

  it('has no body for GET, whatever the client sent', async () => {
    const router = createRouter()
    router.get('/', async (context) => json([await context.text(), context.request.body]))
    const url = await start(router)
    const connection = await RawConnection.open(Number(new URL(url).port))
    connection.write('GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello')

    expect((await connection.read()).body).toBe('["",null]')
    connection.destroy()
  })

  it('sends a 400 for malformed JSON and a 413 for a body over the limit, without onError', async () => {
    const router = createRouter()
    router.post('/', async (context) => json(await context.json()))
    const onError = vi.fn()
    const url = await start(router, { maxBodySize: 10, onError })

    const headers = { 'Content-Type': 'application/json' }

    expect((await fetch(url, { method: 'POST', headers, body: '{' })).status).toBe(400)
    expect((await fetch(url, { method: 'POST', headers, body: '12345678901' })).status).toBe(413)
    expect(
      (
        await fetch(url, {
          method: 'POST',
          headers,
          body: streamOf('123456', '78901'),
          duplex: 'half',
        } as RequestInit)
      ).status,
    ).toBe(413)
    const whole = await fetch(url, { method: 'POST', headers, body: '1234567890' })
    expect(await whole.json()).toBe(1234567890)
    expect(onError).not.toHaveBeenCalled()
  })

  it('sends a 413 even if the handler hides the error', async () => {
    const router = createRouter()
    router.post('/', async (context) => {
      await context.bytes().catch(() => {})
      return text('all is well')
    })
    const url = await start(router, { maxBodySize: 10 })
    const response = await fetch(url, {
      method: 'POST',
      body: streamOf('123456', '78901'),
      duplex: 'half',
    } as RequestInit)

    expect(response.status).toBe(413)
  })

  describe('a body without a length that is over the limit', () => {
    /** What the app did, and what the client was told, on HTTP/1.1 and HTTP/2. */
    async function post(read: (context: RequestContext) => Promise<unknown> | undefined) {
      const effect = vi.fn()
      const router = createRouter()
      router.post('/', async (context) => {
        await read(context)
        effect()
        return text('done')
      })
      const listener: RequestListener = createRequestListener(router, { maxBodySize: 1000 })
      const plain = await RawConnection.open(await listen(http.createServer(listener)))
      const chunk = `100\r\n${'x'.repeat(256)}\r\n`
      plain.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
      plain.write(chunk.repeat(8))
      const first = await plain.read('POST')
      plain.write(chunk.repeat(8))
      const rest = await plain.readToEnd()
      plain.destroy()

      const port = await listen(http2.createSecureServer({ cert, key }, listener))
      const client = http2.connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
      const stream = client.request({ ':method': 'POST', ':path': '/' })
      const errors: unknown[] = []
      stream.on('error', (error) => errors.push(error))
      stream.write(Buffer.alloc(2048))
      const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
      let body = ''
      stream.setEncoding('utf8').on('data', (text: string) => (body += text))
      await once(stream, 'end')
      stream.write(Buffer.alloc(2048), () => {})
      await new Promise((resolve) => client.close(() => resolve(undefined)))

      return {
        responses: [
          [first.status, first.body, rest],
          [headers[':status'], body, ''],
        ],
        errors,
        effects: effect.mock.calls.length,
      }
    }

    it('is a 413 before the effect of a handler that reads it', async () => {
      for (const read of [
        (context: RequestContext) => context.bytes(),
        (context: RequestContext) => context.request.text(),
        async ({ request }: RequestContext) => {
          for await (const _ of request.body!);
        },
      ]) {
        const refused = [413, 'Content Too Large', '']
        expect(await post(read)).toEqual({ responses: [refused, refused], errors: [], effects: 0 })
      }
    })

    it('does not change the response of a handler that does not read it, and is stopped', async () => {
      const done = [200, 'done', '']
      expect(await post(() => undefined)).toEqual({
        responses: [done, done],
        errors: [],
        effects: 2,
      })
    })
  })

  it('cuts a response off that has begun when the body turns out too large', async () => {
    const url = await start(
      (request) => new Response(request.body, { headers: { 'Content-Type': 'text/plain' } }),
      { maxBodySize: 10, onError: () => {} },
    )
    const connection = await RawConnection.open(Number(new URL(url).port))
    connection.write(
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n123456\r\n',
    )
    expect((await connection.readHead()).status).toBe(200)
    connection.write('5\r\n78901\r\n0\r\n\r\n')

    expect(await connection.readToEnd()).not.toContain('78901')
    connection.destroy()
  })

  it('sends cookies that middleware appended to a light response, one header each', async () => {
    const router = createRouter({
      middleware: [
        async (_, next) => {
          const response = await next()
          response.headers.append('Set-Cookie', 'a=1')
          response.headers.append('Set-Cookie', 'b=2')
          return response
        },
      ],
    })
    router.get('/', () => text('ok'))
    const url = await start(router)

    expect((await fetch(url)).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('sends a light response that was cloned or read', async () => {
    const router = createRouter()
    router.get('/clone', async () => {
      const response = text('cloned')
      await response.clone().text()
      return response
    })
    router.get('/body', () => {
      const response = text('touched')
      void response.body
      return response
    })
    const url = await start(router)

    expect(await (await fetch(`${url}/clone`)).text()).toBe('cloned')
    expect(await (await fetch(`${url}/body`)).text()).toBe('touched')
  })

  it('sends only the headers of a GET route for HEAD', async () => {
    const router = createRouter()
    router.get('/', () => text('hello', { headers: { 'X-A': 'b' } }))
    const url = await start(router)
    const response = await fetch(url, { method: 'HEAD' })

    expect([response.status, response.headers.get('X-A'), await response.text()]).toEqual([
      200,
      'b',
      '',
    ])
  })

  it('sends the same length for HEAD as for GET', async () => {
    const router = createRouter()
    router.get('/text', () => text('größer'))
    router.get('/json', () => json({ a: 1 }))
    router.get('/declared', () => text('x', { headers: { 'Content-Length': '1' } }))
    router.map('/any', () => text('any'))
    router.post('/posted', () => text('posted'))
    const url = await start(router)

    for (const path of ['/text', '/json', '/declared', '/any', '/nowhere', '/posted']) {
      const read = async (method: string) => {
        const response = await fetch(url + path, { method })
        return { status: response.status, length: response.headers.get('Content-Length') }
      }
      const get = await read('GET')
      expect(Number(get.length)).toBeGreaterThan(0)
      // The text of a 405 names the method.
      if (path !== '/posted') expect(await read('HEAD')).toEqual(get)
      else expect((await read('HEAD')).length).toBe(String(Number(get.length) + 1))
    }
  })
})

describe('request.formData()', () => {
  const urlencoded = (fields: number): RequestInit => ({
    method: 'POST',
    body: Array.from({ length: fields }, () => 'a=1').join('&'),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  const count = async (request: Request) =>
    text(String(Array.from(await request.formData()).length))

  it('has the fields and files of a form, whatever their size', async () => {
    const url = await start(async (request) => {
      const form = await request.formData()
      return json([form.get('a'), (form.get('file') as File).size])
    })
    const body = new FormData()
    body.append('a', 'ü')
    body.append('file', new File(['x'.repeat(3_000_000)], 'large.txt'))
    expect(await (await fetch(url, { method: 'POST', body })).json()).toEqual(['ü', 3_000_000])
  })

  it('refuses more than 1000 of them with a 413, and other bodies with a 400', async () => {
    const onError = vi.fn()
    const url = await start(count, { onError })
    const other = { ...urlencoded(1), headers: { 'Content-Type': 'text/plain' } }

    expect(await (await fetch(url, urlencoded(1000))).text()).toBe('1000')
    expect((await fetch(url, urlencoded(1002))).status).toBe(413)
    expect((await fetch(url, { ...urlencoded(0), body: '&'.repeat(1_000_000) })).status).toBe(413)
    expect((await fetch(url, other)).status).toBe(400)
    expect(onError).not.toHaveBeenCalled()
  })

  it('is bounded in copies of the request, too', async () => {
    const url = await start((request) => count(request.clone().clone()))

    expect(await (await fetch(url, urlencoded(1000))).text()).toBe('1000')
    expect((await fetch(url, urlencoded(1002))).status).toBe(413)
  })

  it('is an error when the body was already read', async () => {
    const url = await start(
      async (request) => {
        await request.text()
        return count(request)
      },
      { onError: () => {} },
    )
    expect((await fetch(url, urlencoded(3))).status).toBe(500)
  })
})

describe('errors', () => {
  it('are reported once, with the request, and not to the client', async () => {
    const failure = new Error('secret')
    const onError = vi.fn()
    const url = await start(
      () => {
        throw failure
      },
      { onError },
    )
    const response = await fetch(`${url}/x`)

    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
    expect(onError).toHaveBeenCalledTimes(1)
    expect(onError.mock.calls[0]![0]).toBe(failure)
    expect(onError.mock.calls[0]![1].url).toBe(`${url}/x`)
  })

  it('of a stream that has begun are reported once', async () => {
    const failure = new Error('secret')
    const onError = vi.fn()
    let pulls = 0
    const url = await start(
      () =>
        new Response(
          new ReadableStream({
            async pull(controller) {
              if (pulls++ === 0) return controller.enqueue(new Uint8Array(10))
              await new Promise((resolve) => setTimeout(resolve, 20))
              controller.error(failure)
            },
          }),
        ),
      { onError },
    )
    const response = await fetch(url)

    await expect(response.text()).rejects.toThrow()
    expect(onError.mock.calls.map(([error]) => error)).toEqual([failure])
  })

  it('in onError itself do not end the process', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const url = await start(() => Promise.reject(new Error('first')), {
      onError: () => {
        throw new Error('second')
      },
    })

    expect((await fetch(url)).status).toBe(500)
    expect((await fetch(url)).status).toBe(500)
    log.mockRestore()
  })

  it('of a header that no server can send get a 500', async () => {
    const onError = vi.fn()
    const url = await start(() => new Response('x', { headers: { 'X-A': 'a\x01b' } }), { onError })

    expect((await fetch(url)).status).toBe(500)
    expect(onError).toHaveBeenCalledTimes(1)
  })

  it('do not include clients that disconnect', async () => {
    const onError = vi.fn()
    const events: string[] = []
    const url = await start(
      async (request) => {
        events.push('started')
        await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
        events.push((request.signal.reason as Error).name)
        throw request.signal.reason
      },
      { onError },
    )
    const controller = new AbortController()
    const response = fetch(url, { signal: controller.signal })
    await eventually(() => expect(events).toEqual(['started']))
    controller.abort()

    await expect(response).rejects.toThrow()
    await eventually(() => expect(events).toEqual(['started', 'AbortError']))
    expect(onError).not.toHaveBeenCalled()
  })
})

describe('pipelined requests', () => {
  it('are all aborted when their client leaves', async () => {
    const aborted: string[] = []
    const started: string[] = []
    const url = await start(async (request) => {
      const { pathname } = new URL(request.url)
      started.push(pathname)
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
      aborted.push(pathname)
      return new Response('too late')
    })
    const connection = await RawConnection.open(Number(new URL(url).port))
    for (const path of ['/a', '/b', '/c'])
      connection.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await eventually(() => expect(started).toHaveLength(3))
    connection.reset()

    await eventually(() => expect(aborted.sort()).toEqual(['/a', '/b', '/c']))
  })
})

describe('forwarded headers', () => {
  async function ask(headers: Record<string, string>, trustProxy?: string[]): Promise<string> {
    const url = await start(
      (request) => new Response(`${new URL(request.url).origin} ${clientAddress(request)}`),
      trustProxy === undefined ? {} : { trustProxy },
    )
    const connection = await RawConnection.open(Number(new URL(url).port))
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    connection.write(`GET / HTTP/1.1\r\nHost: app.internal\r\n${lines.join('')}\r\n`)
    const received = await connection.read()
    connection.destroy()

    return received.status === 200 ? received.body : String(received.status)
  }

  const forwarded = {
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'example.com',
    'X-Forwarded-For': '203.0.113.5',
  }

  it('of a stranger are ignored', async () => {
    expect(await ask(forwarded)).toBe('http://app.internal 127.0.0.1')
    expect(await ask(forwarded, [])).toBe('http://app.internal 127.0.0.1')
    expect(await ask(forwarded, ['10.0.0.0/8'])).toBe('http://app.internal 127.0.0.1')
  })

  it('of a trusted peer are believed', async () => {
    expect(await ask(forwarded, ['127.0.0.1'])).toBe('https://example.com 203.0.113.5')
    expect(await ask(forwarded, ['127.0.0.0/8'])).toBe('https://example.com 203.0.113.5')
    expect(await ask({ 'X-Forwarded-Host': 'example.com:8443' }, ['127.0.0.1'])).toBe(
      'http://example.com:8443 127.0.0.1',
    )
  })

  it('of a trusted peer count from the right', async () => {
    const headers = {
      'X-Forwarded-Proto': 'http, https',
      'X-Forwarded-Host': 'evil.example, example.com',
      'X-Forwarded-For': '1.1.1.1, 203.0.113.5',
    }
    expect(await ask(headers, ['127.0.0.1'])).toBe('https://example.com 203.0.113.5')
  })

  it.each([':/spoofed', 'user@example.com', 'example.com/x', 'a, b c', 'example.com:99999', ''])(
    'with the host %j are refused',
    async (host) => {
      expect(await ask({ 'X-Forwarded-Host': host }, ['127.0.0.1'])).toBe('400')
    },
  )

  it.each(['x:admin?', 'gopher', 'https://', 'http,', 'javascript'])(
    'with the scheme %j are refused',
    async (proto) => {
      expect(await ask({ 'X-Forwarded-Proto': proto }, ['127.0.0.1'])).toBe('400')
    },
  )

  it('in the form of RFC 7239 are not read at all', async () => {
    const headers = { Forwarded: 'host=evil.example;proto=https;for=1.1.1.1' }
    expect(await ask(headers, ['127.0.0.1'])).toBe('http://app.internal 127.0.0.1')
  })
})

describe('clientAddress', () => {
  it('knows nothing of a request that did not come from Node', () => {
    expect(clientAddress(new Request('http://localhost/'))).toBe(undefined)
  })
})

describe('a response from fetch()', () => {
  it('is passed on with headers that fit its unpacked body', async () => {
    const packed = gzipSync('unpacked '.repeat(100))
    const upstream = await listen(
      http.createServer((_, res) => {
        res.writeHead(200, {
          'Content-Encoding': 'gzip',
          'Content-Length': packed.length,
          'X-Up': '1',
        })
        res.end(packed)
      }),
    )
    const url = await start(() => fetch(`http://127.0.0.1:${upstream}/`))
    const response = await fetch(url)

    expect(await response.text()).toBe('unpacked '.repeat(100))
    expect(response.headers.get('Content-Encoding')).toBe(null)
    expect(response.headers.get('X-Up')).toBe('1')
  })
})

describe('a stream of many chunks', () => {
  it('is written once for each chunk, and the headers once', async () => {
    let flushes = 0
    const listener = createRequestListener(
      () =>
        new Response(
          new ReadableStream({
            start(controller) {
              for (let i = 0; i < 10; i++) controller.enqueue(new Uint8Array(100_000))
              controller.close()
            },
          }),
        ),
    )
    const server = http.createServer((req, res) => {
      const { flushHeaders } = res
      res.flushHeaders = () => {
        flushes++
        flushHeaders.call(res)
      }
      listener(req, res)
    })
    const response = await fetch(`http://127.0.0.1:${await listen(server)}`)
    expect((await response.bytes()).length).toBe(1_000_000)
    expect(flushes).toBeLessThanOrEqual(1)
  })
})

describe('a client that stops reading', () => {
  it('is let go after stallTimeout', async () => {
    let isCancelled = false
    const url = await start(
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) => controller.enqueue(new Uint8Array(262_144)),
            cancel: () => {
              isCancelled = true
            },
          }),
        ),
      { stallTimeout: 100 },
    )
    const connection = await RawConnection.open(Number(new URL(url).port))
    connection.socket.pause()
    connection.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')

    await eventually(() => expect(isCancelled).toBe(true))
    connection.destroy()
  })

  it('is let go after stallTimeout in the middle of a large text', async () => {
    const url = await start(() => text('x'.repeat(50_000_000)), { stallTimeout: 100 })
    const connection = await RawConnection.open(Number(new URL(url).port))
    connection.socket.pause()
    connection.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const server = open.at(-1)!

    await eventually(async () => {
      const count = await new Promise((resolve) =>
        server.getConnections((_, count) => resolve(count)),
      )
      expect(count).toBe(0)
    })
    connection.destroy()
  })
})

function streamOf(...pieces: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
}

describe('what a router reads of a request', () => {
  it('is what the Request says', async () => {
    const names = [
      'host',
      'x-a',
      'user-agent',
      'content-type',
      'cookie',
      '__proto__',
      'constructor',
      'tostring',
      'x-none',
      'set-cookie',
    ]
    const handler = Object.assign(async () => new Response('unused'), {
      [handleIncoming]: async (incoming: IncomingRequest) => {
        const body = await incoming.body.text()
        const again = decoder.decode(await incoming.body.bytes())
        const { request } = incoming
        expect(incoming.url).toBe(request.url)
        expect(incoming.method).toBe(request.method)
        expect(request.bodyUsed).toBe(body !== '')
        expect(await incoming.body.text()).toBe(body)
        expect([...incoming.copyHeaders()]).toEqual([...request.headers])
        for (const name of names) expect(incoming.header(name)).toBe(request.headers.get(name))
        expect([incoming.aborted, request.signal.aborted]).toEqual([false, false])
        return new Response(`${body === again} ${body}`)
      },
    })
    const decoder = new TextDecoder()
    const url = await start(handler, { onError: (error) => console.error(error) })
    const value = fc
      .string({ unit: fc.constantFrom(...'aZ09 ,;="\u00e9') })
      .map((text) => `a${text}z`)
    const headers = fc.array(
      fc.tuple(
        fc.constantFrom(
          'X-A',
          'User-Agent',
          'Content-Type',
          'Cookie',
          '__proto__',
          'constructor',
          'tostring',
          'Set-Cookie',
        ),
        value,
      ),
      { maxLength: 8 },
    )

    await fc.assert(
      fc.asyncProperty(headers, fc.uint8Array({ maxLength: 40 }), async (headers, bytes) => {
        const connection = await RawConnection.open(Number(new URL(url).port))
        const body = Buffer.from(bytes).toString('latin1')
        connection.write(
          `POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
        )
        const received = await connection.read()
        connection.destroy()
        expect(received.status).toBe(200)
        expect(Buffer.from(received.body, 'latin1').toString()).toBe(
          `true ${decoder.decode(bytes)}`,
        )
      }),
      { numRuns: 200 },
    )
  })
})

describe('a light response', () => {
  it.each([
    ['plain', 'x'],
    ['häßlich ✓', 'x'],
    ['plain', 'caf\u00e9'],
    ['häßlich ✓', 'caf\u00e9'],
  ])('with the text %j and the header %j leaves byte by byte', async (body, header) => {
    const router = createRouter()
    router.get('/', () => text(body, { headers: { 'X-A': header } }))
    const url = await start(router)
    const connection = await RawConnection.open(Number(new URL(url).port))
    connection.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const received = await connection.read()
    connection.destroy()

    expect(received.headers).toContainEqual(['x-a', header])
    expect(Buffer.from(received.body, 'latin1').toString()).toBe(body)
  })

  it('may be one and the same for every client, whatever some of them ask for', async () => {
    const shared = text('the same for all')
    const router = createRouter()
    router.get('/', () => shared)
    const url = await start(router)

    for (const method of ['GET', 'HEAD', 'GET', 'HEAD', 'GET']) {
      const response = await fetch(url, { method })
      expect([method, response.status, await response.text()]).toEqual([
        method,
        200,
        method === 'HEAD' ? '' : 'the same for all',
      ])
    }
  })
})
