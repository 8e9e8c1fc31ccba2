import { describe, expect, it } from 'vitest'
import {
  createFetchHandler,
  createRouter,
  type MiddlewareList,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { formData } from '../form-data/index.ts'
import { bodyLimit } from './index.ts'

/** A body of 4-byte pieces, without a length. */
function chunked(
  text: string,
  onPull: () => void = () => {},
  type = 'application/json',
): RequestInit & { duplex: 'half' } {
  const bytes = new TextEncoder().encode(text)
  let sent = 0
  const body = new ReadableStream(
    {
      pull(controller) {
        onPull()
        if (sent >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(sent, (sent += 4)))
      },
    },
    { highWaterMark: 0 },
  )
  return { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': type } }
}

function createApp(
  handler: (context: RequestContext) => Promise<unknown>,
  limit = 8,
  middleware: MiddlewareList = [],
) {
  const router = createRouter({
    middleware: [bodyLimit(limit), ...middleware],
    defaultHandler: async (context) => new Response(String(await handler(context))),
  })
  const handle = createFetchHandler(router, {
    onError: (error) => new Response(String(error), { status: 500 }),
  })
  return async (init: RequestInit) => {
    const response = await handle(new Request('https://example.com/', init))
    return [response.status, await response.text()]
  }
}

const readers: Record<string, (context: RequestContext) => Promise<unknown>> = {
  'context.text()': (context) => context.text(),
  'context.json()': async (context) => JSON.stringify(await context.json()),
  'context.bytes()': async (context) => new TextDecoder().decode(await context.bytes()),
  'request.text()': ({ request }) => request.text(),
  'request.json()': async ({ request }) => JSON.stringify(await request.json()),
  'request.bytes()': async ({ request }) => new TextDecoder().decode(await request.bytes()),
  'request.arrayBuffer()': async ({ request }) =>
    new TextDecoder().decode(await request.arrayBuffer()),
  'request.blob()': async ({ request }) => (await request.blob()).text(),
  'request.body': async ({ request }) => new Response(request.body).text(),
  'request.clone().text()': async ({ request }) => {
    const [clone] = await Promise.all([request.clone().text(), request.text()])
    return clone
  },
  'a copy by new Request(request.clone())': ({ request }) => new Request(request.clone()).text(),
}

describe('bodyLimit', () => {
  it.each(Object.entries(readers))('counts what %s reads', async (_name, read) => {
    const send = createApp(read)
    expect(await send(chunked('12345678'))).toEqual([200, '12345678'])
    expect(await send(chunked('123456789'))).toEqual([413, 'Content Too Large'])
    const headers = { 'Content-Type': 'application/json' }
    expect(await send({ method: 'POST', headers, body: '1234567' })).toEqual([200, '1234567'])
  })

  it('counts what request.formData() and formData() read', async () => {
    const type = 'application/x-www-form-urlencoded'
    const form = async ({ request }: RequestContext) => (await request.formData()).get('a')
    expect(await createApp(form)(chunked('a=123456', undefined, type))).toEqual([200, '123456'])
    expect((await createApp(form)(chunked('a=1234567', undefined, type)))[0]).toBe(413)

    const parsed = async (context: RequestContext) => context.get(FormData)?.get('a')
    const send = createApp(parsed, 8, [formData()])
    expect(await send(chunked('a=123456', undefined, type))).toEqual([200, '123456'])
    expect((await send(chunked('a=1234567', undefined, type)))[0]).toBe(413)
  })

  it('refuses a larger Content-Length before anything is read', async () => {
    let pulls = 0
    let ran = false
    const send = createApp(async () => (ran = true))
    const init = chunked('123456789', () => pulls++)
    const headers = { 'Content-Length': '9' }
    expect(await send({ ...init, headers })).toEqual([413, 'Content Too Large'])
    expect([pulls, ran]).toEqual([0, false])
  })

  it('does not believe a length that is too small, or that is not a number', async () => {
    const send = createApp((context) => context.text())
    for (const length of ['1', '0', '-1', 'x', '1, 1']) {
      const init = { ...chunked('123456789'), headers: { 'Content-Length': length } }
      expect((await send(init))[0]).toBe(413)
    }
  })

  it('stops reading at the limit', async () => {
    let pulls = 0
    const send = createApp((context) => context.text())
    expect((await send(chunked('x'.repeat(4000), () => pulls++)))[0]).toBe(413)
    expect(pulls).toBeLessThanOrEqual(4)
  })

  it('reads nothing that the handler does not read', async () => {
    let pulls = 0
    const send = createApp(async () => 'unread')
    expect(await send(chunked('123456789', () => pulls++))).toEqual([200, 'unread'])
    expect(pulls).toBe(0)
  })

  it('refuses every body with 0, but not an empty one', async () => {
    const send = createApp((context) => context.text(), 0)
    expect(await send({ method: 'POST' })).toEqual([200, ''])
    expect((await send(chunked('x')))[0]).toBe(413)
  })

  it('leaves GET and HEAD alone', async () => {
    const send = createApp(async () => 'ok')
    expect(await send({ headers: { 'Content-Length': '100' } })).toEqual([200, 'ok'])
    expect(await send({ method: 'HEAD' })).toEqual([200, ''])
  })

  it('can only lower the limit for a part of the site', async () => {
    const lower = createApp((context) => context.text(), 8, [bodyLimit(4)])
    expect((await lower(chunked('12345')))[0]).toBe(413)
    const higher = createApp((context) => context.text(), 4, [bodyLimit(8)])
    expect((await higher(chunked('12345')))[0]).toBe(413)
    expect(await higher(chunked('1234'))).toEqual([200, '1234'])
  })

  it('keeps the very request, which knows that its body was read', async () => {
    let given: Request | undefined
    const router = createRouter({
      middleware: [bodyLimit(8)],
      defaultHandler: async ({ request }) => {
        given = request
        expect(request.bodyUsed).toBe(false)
        await request.text()
        expect(request.bodyUsed).toBe(true)
        return new Response()
      },
    })
    const request = new Request('https://example.com/', { method: 'POST', body: 'x' })
    await router.fetch(request)
    expect(given).toBe(request)
  })

  it('returns the very response of next()', async () => {
    const response = new Response('ok', { status: 404 })
    const router = createRouter({ middleware: [bodyLimit(8)], defaultHandler: () => response })
    expect(await router.fetch('https://example.com/', { method: 'POST', body: 'x' })).toBe(response)
  })

  it('passes on errors of the handler', async () => {
    const failure = new Error('broken')
    const router = createRouter({
      middleware: [bodyLimit(8)],
      defaultHandler: () => Promise.reject(failure),
    })
    await expect(router.fetch('https://example.com/', { method: 'POST' })).rejects.toBe(failure)
  })

  it('refuses a wrong limit when it is created', () => {
    for (const wrong of [-1, 1.5, NaN, Infinity, '1mb', undefined]) {
      expect(() => bodyLimit(wrong as never)).toThrow(
        'bodyLimit() takes a whole number of bytes, 0 or more, not ',
      )
    }
    expect(() => bodyLimit('1mb' as never)).toThrow('not "1mb"')
  })
})
