import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFetchHandler, createRouter } from '../../router/fetch-router/index.ts'
import { RequestId, requestId, type RequestIdOptions } from './index.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The id of one request, as the handler and the client see it. */
async function send(
  options?: RequestIdOptions,
  headers?: Record<string, string>,
): Promise<{ id: string; response: Response }> {
  const router = createRouter({ middleware: [requestId(options)] })
  router.get('/', (context) => {
    expect(context.get(RequestId)).toBe(context.requestId)
    return new Response(context.requestId)
  })
  const response = await router.fetch('https://example.com/', { headers: headers ?? {} })
  return { id: await response.text(), response }
}

describe('requestId', () => {
  it('is a new UUID for each request, on the context and on the response', async () => {
    const first = await send()
    const second = await send()
    expect(first.id).toMatch(uuid)
    expect(first.response.headers.get('X-Request-Id')).toBe(first.id)
    expect(second.id).not.toBe(first.id)
  })

  it('does not use the id of the request by default', async () => {
    expect((await send({}, { 'X-Request-Id': 'abcdefgh' })).id).toMatch(uuid)
  })

  it('uses the id of the request with trust', async () => {
    const { id, response } = await send({ trust: true }, { 'X-Request-Id': 'Root-1.67_89' })
    expect(id).toBe('Root-1.67_89')
    expect(response.headers.get('X-Request-Id')).toBe('Root-1.67_89')
    expect((await send({ trust: true })).id).toMatch(uuid)
  })

  it('uses another header', async () => {
    const options = { header: 'X-Correlation-Id', trust: true }
    const { id, response } = await send(options, {
      'X-Correlation-Id': 'from the proxy'.replaceAll(' ', '-'),
    })
    expect(id).toBe('from-the-proxy')
    expect(response.headers.get('X-Correlation-Id')).toBe(id)
    expect(response.headers.has('X-Request-Id')).toBe(false)
  })

  it('never accepts an id that is too short, too long, or has other characters', async () => {
    for (const id of [
      '1234567',
      'a'.repeat(129),
      'abc defgh',
      'abcdefgh"',
      'abcdefgh,x',
      'äbcdefgh',
    ]) {
      expect((await send({ trust: true }, { 'X-Request-Id': id })).id).toMatch(uuid)
    }
    expect((await send({ trust: true }, { 'X-Request-Id': 'a'.repeat(128) })).id).toHaveLength(128)
    expect((await send({ trust: true }, { 'X-Request-Id': '12345678' })).id).toBe('12345678')
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary-ascii', maxLength: 20 }), async (text) => {
        const value = text.replaceAll(/[^ -~]/g, '').trim()
        const { id } = await send({ trust: true }, { 'X-Request-Id': value })
        expect(id).toMatch(/^[A-Za-z0-9._-]{8,128}$/)
      }),
      { numRuns: 50 },
    )
  })

  it('refuses wrong options when it is created', () => {
    expect(() => requestId({ header: 'X Request' })).toThrow(
      new TypeError('requestId() takes the name of a header as header, not "X Request"'),
    )
    expect(() => requestId({ trust: 'yes' as never })).toThrow(
      new TypeError('requestId() takes true or false as trust, not "yes"'),
    )
    expect(() => requestId({ name: 'x' } as never)).toThrow('requestId() has no option "name"')
  })
})

describe('the response of next()', () => {
  it('gets the header also if it is immutable, a redirect, a 404 or without a body', async () => {
    const router = createRouter({ middleware: [requestId()] })
    router.get('/', () => Response.redirect('https://example.com/x'))
    router.post('/', () => new Response(null, { status: 204 }))
    for (const [path, method, status] of [
      ['', 'GET', 302],
      ['', 'HEAD', 302],
      ['', 'POST', 204],
      ['none', 'GET', 404],
    ] as const) {
      const response = await router.fetch(`https://example.com/${path}`, { method })
      expect(response.status).toBe(status)
      expect(response.headers.get('X-Request-Id')).toMatch(uuid)
    }
  })

  it('has the id of the request, even if the handler copied another one', async () => {
    const router = createRouter({
      middleware: [requestId()],
      defaultHandler: () => new Response('', { headers: { 'X-Request-Id': 'upstream' } }),
    })
    const response = await router.fetch('https://example.com/')
    expect(response.headers.get('X-Request-Id')).toMatch(uuid)
  })

  it('has the id also for an error, which passes on', async () => {
    const failure = new Error('broken')
    const ids: unknown[] = []
    const router = createRouter({
      middleware: [requestId()],
      defaultHandler({ requestId }) {
        ids.push(requestId)
        return Promise.reject(failure)
      },
    })
    await expect(router.fetch('https://example.com/')).rejects.toBe(failure)
    const plain = createFetchHandler(router, { onError() {} })
    const custom = createFetchHandler(router, { onError: () => new Response('', { status: 502 }) })
    for (const [handler, status] of [
      [plain, 500],
      [custom, 502],
    ] as const) {
      const response = await handler(new Request('https://example.com/'))
      expect([response.status, response.headers.get('X-Request-Id')]).toEqual([status, ids.at(-1)])
    }
  })

  it('has the id of its own request when all fail with the same error', async () => {
    const failure = new Error('the database is down')
    const router = createRouter({
      middleware: [
        async (_, next) => {
          try {
            return await next()
          } finally {
            await new Promise((resolve) => setTimeout(resolve, 0))
          }
        },
        requestId({ trust: true }),
      ],
      defaultHandler: () => Promise.reject(failure),
    })
    const handler = createFetchHandler(router, { onError() {} })
    const sent = Array.from({ length: 20 }, (_, i) => `request-${i}`)
    const responses = await Promise.all(
      sent.map((id) =>
        handler(new Request('https://example.com/', { headers: { 'X-Request-Id': id } })),
      ),
    )
    expect(responses.map(({ headers }) => headers.get('X-Request-Id'))).toEqual(sent)
  })

  it('has the id also for a body that cannot be read', async () => {
    const router = createRouter({ middleware: [requestId()] })
    router.post('/', async (context) => Response.json(await context.json()))
    const handler = createFetchHandler(router)
    const headers = { 'Content-Type': 'application/json' }
    const response = await handler(
      new Request('https://example.com/', { method: 'POST', headers, body: '{' }),
    )
    expect(response.status).toBe(400)
    expect(response.headers.get('X-Request-Id')).toMatch(uuid)
  })
})
