import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRouter, RequestId, type RequestContext } from '../../router/fetch-router/index.ts'
import { json, text } from '../../http/response/index.ts'
import { logger, type LoggerOptions } from './index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

type Handler = (context: RequestContext) => Response | Promise<Response>

/** The line that a request leaves in the log, and how it ended. */
async function send(
  handler: Handler = () => text('hello'),
  options: LoggerOptions = {},
  path = '/books/dune?token=secret',
  init: RequestInit = {},
): Promise<{ line: string; entry: Record<string, unknown>; result: Response | Error }> {
  const lines: string[] = []
  const router = createRouter({
    middleware: [
      (context, next) => {
        context.set(RequestId, 'the-id')
        return next()
      },
      logger({ format: 'json', log: (line) => void lines.push(line), ...options }),
    ],
  })
  router.get('/books/:slug', handler)
  const result = await router
    .fetch(`https://example.com${path}`, init)
    .catch((error: unknown) => error as Error)
  expect(lines).toHaveLength(1)
  return { line: lines[0]!, entry: JSON.parse(lines[0]!) as Record<string, unknown>, result }
}

/** Sends a request, and puts the lines that it leaves in a list. */
function open(handler: Handler, lines: string[]): Promise<Response> {
  const router = createRouter({
    middleware: [logger({ format: 'json', log: (line) => void lines.push(line) })],
  })
  router.get('/', handler)
  return router.fetch('https://example.com/')
}

function streamOf(...pieces: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull(controller) {
        const piece = pieces.shift()
        if (piece === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(piece))
      },
    },
    { highWaterMark: 0 },
  )
}

describe('logger({ format: "json" })', () => {
  it('writes one object for each request, without the query', async () => {
    const { entry } = await send(() => text('hello', { headers: { 'Content-Length': '5' } }))
    expect(entry).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      level: 'info',
      requestId: 'the-id',
      method: 'GET',
      path: '/books/dune',
      route: '/books/:slug',
      kind: 'route',
      status: 200,
      duration: expect.any(Number) as number,
      bytes: 5,
    })
  })

  it('is written when the body was sent, with the bytes of every response', async () => {
    for (const [handler, bytes] of [
      [() => new Response('grün'), 5],
      [() => Response.json({ a: 1 }), 7],
      [() => new Response(null, { status: 204 }), 0],
      [() => new Response(streamOf('ab', 'cd')), 4],
    ] as const) {
      const lines: string[] = []
      const response = await open(handler, lines)
      await response.arrayBuffer()
      expect(lines.map((line) => (JSON.parse(line) as { bytes: number }).bytes)).toEqual([bytes])
    }
  })

  it('calls a client that leaves during the body 499, with the bytes that were sent', async () => {
    const lines: string[] = []
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('ab')),
      pull: () => new Promise<void>(() => {}),
    })
    const response = await open(() => new Response(endless), lines)
    const reader = response.body!.getReader()
    await reader.read()
    expect(lines).toEqual([])
    await reader.cancel()
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ status: 499, level: 'info', bytes: 2 }),
    ])
  })

  it('has one line for a client that leaves while the source has nothing to send', async () => {
    const lines: string[] = []
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    const source = new ReadableStream<Uint8Array>(
      {
        pull() {
          resolve()
          return new Promise<void>(() => {})
        },
      },
      { highWaterMark: 0 },
    )
    const response = await open(() => new Response(source), lines)
    const reader = response.body!.getReader()
    const chunk = reader.read()
    await asked
    await reader.cancel()
    await chunk
    await new Promise((resolve) => setTimeout(resolve))
    expect(lines.map((line) => (JSON.parse(line) as { status: number }).status)).toEqual([499])
  })

  it('has the error of a body that fails while it is sent', async () => {
    const lines: string[] = []
    const response = await open(
      () =>
        new Response(
          new ReadableStream({
            pull() {
              throw new Error('the source broke')
            },
          }),
        ),
      lines,
    )
    await expect(response.text()).rejects.toThrow()
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        status: 200,
        level: 'error',
        error: { name: 'Error', message: 'the source broke' },
      }),
    ])
  })

  it('writes no secret of a URL, and none of an error that repeats it: MA-3', async () => {
    const fail: Handler = ({ url }) => {
      throw new Error(`Cannot show ${url}`)
    }
    const { line, entry } = await send(
      fail,
      { query: true, stack: true },
      '/books/a;sid=s1?code=s1',
    )
    expect(entry).toMatchObject({
      path: '/books/a;sid=•••?code=•••',
      error: { message: 'Cannot show https://example.com/books/a;sid=•••?code=•••' },
    })
    expect(line).not.toContain('s1')
  })

  it('writes the query if it is asked to', async () => {
    const { entry } = await send(undefined, { query: true })
    expect(entry['path']).toBe('/books/dune?token=•••')
  })

  it('writes the user and more fields, which cannot replace its own', async () => {
    const { entry } = await send(undefined, {
      user: (context) => `user of ${context.url.pathname}`,
      fields: (context) => ({ slug: context.params, status: 999, level: 'fake' }),
    })
    expect(entry).toMatchObject({
      user: 'user of /books/dune',
      slug: { slug: 'dune' },
      status: 200,
      level: 'info',
    })
  })

  it('writes the line without user and fields if they fail, and keeps what happened', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const failure = new Error('nobody is logged in')
    const user = () => {
      throw failure
    }
    const { entry, result } = await send(undefined, { user, fields: () => ({ plan: 'free' }) })
    expect((result as Response).status).toBe(200)
    expect(entry).toMatchObject({ path: '/books/dune', status: 200 })
    expect(log.mock.calls).toEqual([[failure]])

    const thrown = new Error('the handler failed')
    const broken = () => {
      throw thrown
    }
    expect((await send(broken, { user })).result).toBe(thrown)
    const { entry: large } = await send(undefined, { fields: () => ({ count: 1n }) })
    expect(large).toMatchObject({ status: 200 })
    expect(large).not.toHaveProperty('count')
  })

  it('has no route for a URL that nothing matches', async () => {
    const { entry } = await send(undefined, {}, '/none')
    expect(entry['status']).toBe(404)
    expect('route' in entry || 'kind' in entry).toBe(false)
  })

  it('has the level error for a 5xx', async () => {
    expect((await send(() => json({}, 503))).entry).toMatchObject({ level: 'error', status: 503 })
  })

  it('tells name and message of a thrown error, which passes on', async () => {
    const failure = new RangeError('out of range')
    const { entry, result } = await send(() => Promise.reject(failure))
    expect(result).toBe(failure)
    expect(entry).toMatchObject({ level: 'error', status: 500 })
    expect(entry['error']).toEqual({ name: 'RangeError', message: 'out of range' })
  })

  it('tells the stack if it is asked to, and what was thrown that is not an error', async () => {
    const failing = await send(() => Promise.reject(new Error('broken')), { stack: true })
    expect(failing.entry['error']).toMatchObject({ stack: expect.stringContaining('broken') })
    const odd = await send(() => Promise.reject('just text'))
    expect(odd.entry['error']).toEqual({ name: 'string', message: '"just text"' })
  })

  it('calls a mistake of the client by its status, not an error', async () => {
    const router: Handler = async (context) => json(await context.json())
    const lines: string[] = []
    const app = createRouter({
      middleware: [logger({ format: 'json', log: (line) => void lines.push(line) })],
    })
    app.post('/', router)
    const headers = { 'Content-Type': 'application/json' }
    await app.fetch('https://example.com/', { method: 'POST', headers, body: '{' }).catch(() => {})
    const entry = JSON.parse(lines[0]!) as Record<string, unknown>
    expect(entry).toMatchObject({ level: 'info', status: 400, route: '/' })
    expect('error' in entry).toBe(false)
  })

  it('calls a client that left 499', async () => {
    const client = new AbortController()
    const { entry } = await send(
      () => {
        client.abort()
        return new Promise(() => {})
      },
      {},
      '/books/dune',
      { signal: client.signal },
    )
    expect(entry).toMatchObject({ level: 'info', status: 499 })
    expect('error' in entry).toBe(false)
  })

  it('stays one line, whatever a path or an error contains', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (message) => {
        const path = `/books/${encodeURIComponent(message.replaceAll(/[\ud800-\udfff]/g, ''))}`
        const { line, entry } = await send(() => Promise.reject(new Error(message)), {}, path)
        // eslint-disable-next-line no-control-regex
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
        if (entry['error']) expect((entry['error'] as Error).message).toBe(message)
      }),
      { numRuns: 100 },
    )
  })

  it('is used only for the format "json"', async () => {
    const lines: string[] = []
    const router = createRouter({
      middleware: [logger({ format: 'json ', colors: false, log: (line) => lines.push(line) })],
    })
    await router.fetch('https://example.com/')
    expect(lines).toEqual(['json '])
  })

  it('refuses wrong options, and its options with another format', () => {
    const create = (options: unknown) => () => logger(options as never)
    expect(create({ format: 'json', user: 'me' })).toThrow(
      new TypeError('logger() takes a function as user, not "me"'),
    )
    expect(create({ format: 'json', fields: {} })).toThrow('a function as fields, not {}')
    expect(create({ format: 'json', query: 1 })).toThrow('true or false as query, not 1')
    expect(create({ format: 'json', stack: 'no' })).toThrow('true or false as stack, not "no"')
    expect(create({ user: () => 'me' })).toThrow(
      'logger() cannot use user with the format "[%date] %method %path %status %contentLength %duration ms": set format to "json", or leave out user',
    )
  })
})

describe('tokens of text formats', () => {
  it('%requestId and %route tell what is known, or -', async () => {
    const lines: string[] = []
    const log = (line: string): void => void lines.push(line)
    const router = createRouter({
      middleware: [logger({ format: '%requestId %route', colors: false, log })],
    })
    router.get('/books/:slug', (context) => {
      context.set(RequestId, 'an-id')
      return text('ok')
    })
    await router.fetch('https://example.com/books/dune')
    await router.fetch('https://example.com/none')
    expect(lines).toEqual(['an-id /books/:slug', '- -'])
  })
})
