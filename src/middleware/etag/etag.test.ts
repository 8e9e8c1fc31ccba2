import { describe, expect, it } from 'vitest'
import { createRouter, type MiddlewareList } from '../../router/fetch-router/index.ts'
import { compression } from '../compression/index.ts'
import { editHeaders, json, redirect, text } from '../../http/response/index.ts'
import { etag, type ETagOptions } from './index.ts'

async function send(
  response: () => Response,
  init: RequestInit = {},
  options?: ETagOptions,
  inner: MiddlewareList = [],
): Promise<Response> {
  const router = createRouter({ middleware: [etag(options), ...inner] })
  router.get('/', response)
  router.post('/', response)
  return router.fetch('https://example.com/', init)
}

const hello = () => text('hello')
// SHA-256 of "hello" in base64url.
const tag = 'W/"LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ"'

describe('etag', () => {
  it('adds a weak tag of the body, and keeps the rest', async () => {
    const response = await send(() => text('hello', { headers: { 'X-Other': '1' } }))
    expect(response.headers.get('ETag')).toBe(tag)
    expect(response.headers.get('X-Other')).toBe('1')
    expect(await response.text()).toBe('hello')
    expect((await send(() => json({ a: 1 }))).headers.get('ETag')).toMatch(/^W\/"[\w-]{43}"$/)
  })

  it('responds with a 304 to the same tag, weak or strong, alone or in a list, or to *', async () => {
    for (const condition of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const response = await send(hello, { headers: { 'If-None-Match': condition } })
      expect([response.status, await response.text()]).toEqual([304, ''])
      expect(response.headers.get('ETag')).toBe(tag)
    }
  })

  it('responds with a 304 to a QUERY whose result the client has, but not to a POST', async () => {
    const router = createRouter({ middleware: [etag()] })
    router.map('/search', async ({ request }) => text(`found ${await request.text()}`))
    const search = (method: string, body: string, condition = '*') =>
      router.fetch('https://example.com/search', {
        method,
        body,
        headers: { 'If-None-Match': condition },
      })

    const first = await search('QUERY', 'dune', '"other"')
    const found = first.headers.get('ETag')!
    expect([first.status, await first.text()]).toEqual([200, 'found dune'])
    expect((await search('QUERY', 'dune', found)).status).toBe(304)
    expect((await search('QUERY', 'emma', found)).status).toBe(200)
    const posted = await search('POST', 'dune')
    expect([posted.status, posted.headers.get('ETag')]).toEqual([200, null])
  })

  it('keeps in a 304 only what belongs there', async () => {
    const headers = {
      'Cache-Control': 'private, max-age=0',
      'Content-Location': '/hello',
      Date: 'Sun, 06 Nov 1994 08:49:37 GMT',
      Expires: 'Sun, 06 Nov 1994 08:49:37 GMT',
      Vary: 'Accept',
      'X-Other': '1',
      'Content-Language': 'en',
    }
    const init = { headers: { 'If-None-Match': tag } }
    const response = await send(() => text('hello', { headers }), init)
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'private, max-age=0',
      'content-location': '/hello',
      date: 'Sun, 06 Nov 1994 08:49:37 GMT',
      expires: 'Sun, 06 Nov 1994 08:49:37 GMT',
      vary: 'Accept',
      etag: tag,
    })
  })

  it('sends the body for another tag, and for text that is not a tag', async () => {
    for (const condition of ['"other"', 'hello', '']) {
      const response = await send(hello, { headers: { 'If-None-Match': condition } })
      expect([response.status, await response.text()]).toEqual([200, 'hello'])
    }
  })

  it('gives HEAD the tag of the GET', async () => {
    const head = await send(hello, { method: 'HEAD' })
    expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, tag, ''])
    const same = await send(hello, { method: 'HEAD', headers: { 'If-None-Match': tag } })
    expect(same.status).toBe(304)
  })

  it('sees the body behind middleware that changes headers', async () => {
    const inner: MiddlewareList = [
      async (_context, next) => editHeaders(await next(), (headers) => headers.set('X-Inner', '1')),
    ]
    for (const method of ['GET', 'HEAD']) {
      const response = await send(hello, { method }, {}, inner)
      expect([response.headers.get('ETag'), response.headers.get('X-Inner')]).toEqual([tag, '1'])
    }
  })

  it('has the same tag whether or not the response is compressed outside', async () => {
    const router = createRouter({ middleware: [compression({ threshold: 0 }), etag()] })
    router.get('/', hello)
    const response = await router.fetch('https://example.com/', {
      headers: { 'Accept-Encoding': 'gzip' },
    })
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expect(response.headers.get('ETag')).toBe(tag)

    const headers = { 'Accept-Encoding': 'gzip', 'If-None-Match': tag }
    const same = await router.fetch('https://example.com/', { headers })
    expect(same.status).toBe(304)
    expect(same.headers.get('Vary')).toBe(response.headers.get('Vary'))
  })

  it('tags bodies up to the limit, in bytes', async () => {
    const tagOf = async (body: string) =>
      (await send(() => text(body), {}, { limit: 5 })).headers.get('ETag')
    expect(await tagOf('hello')).toBe(tag)
    expect(await tagOf('hello!')).toBe(null)
    expect(await tagOf('hellö')).toBe(null)
  })

  it('leaves alone what should have no tag', async () => {
    const tagOf = async (response: () => Response, init?: RequestInit) =>
      (await send(response, init)).headers.get('ETag')
    expect(await tagOf(() => text('x', { headers: { ETag: '"own"' } }))).toBe('"own"')
    expect(await tagOf(() => text('x', { headers: { 'Set-Cookie': 'a=1' } }))).toBe(null)
    expect(
      await tagOf(() => text('x', { headers: { 'Cache-Control': 'private, No-Store' } })),
    ).toBe(null)
    expect(await tagOf(() => text('x', 404))).toBe(null)
    expect(await tagOf(() => redirect('/x'))).toBe(null)
    expect(await tagOf(hello, { method: 'POST' })).toBe(null)
    const missing = await createRouter({ middleware: [etag()] }).fetch('https://example.com/none')
    expect([missing.status, missing.headers.get('ETag')]).toEqual([404, null])
  })

  it('adds the tag to every body in memory, also of a native Response', async () => {
    for (const response of [
      () => new Response('hello'),
      () => new Response(new TextEncoder().encode('hello')),
      () => new Response(new Blob(['hello'])),
    ]) {
      expect((await send(response)).headers.get('ETag')).toBe(tag)
      expect(await (await send(response)).text()).toBe('hello')
      const again = await send(response, { headers: { 'If-None-Match': tag } })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
    const data = await send(() => Response.json({ a: 1 }))
    expect(data.headers.get('ETag')).toMatch(/^W\/"[\w-]{43}"$/)
    expect(data.headers.get('Content-Type')).toContain('application/json')
    expect(await data.json()).toEqual({ a: 1 })
    const large = await send(() => new Response('hello'), {}, { limit: 4 })
    expect([large.headers.get('ETag'), await large.text()]).toEqual([null, 'hello'])
  })

  it('passes a stream on without a tag, and reads no more than is ready', async () => {
    let release = () => {}
    const stream = () =>
      new Response(
        new ReadableStream(
          {
            start(controller) {
              controller.enqueue(new TextEncoder().encode('ready, '))
              release = () => {
                controller.enqueue(new TextEncoder().encode('late'))
                controller.close()
              }
            },
          },
          { highWaterMark: 0 },
        ),
      )
    const response = await send(stream, { headers: { 'If-None-Match': '*' } })
    expect([response.status, response.headers.has('ETag')]).toEqual([200, false])
    release()
    expect(await response.text()).toBe('ready, late')
  })

  it('does not touch a stream that may not be stored, such as events', async () => {
    let pulls = 0
    const response = await send(
      () =>
        new Response(new ReadableStream({ pull: () => void pulls++ }, { highWaterMark: 0 }), {
          headers: { 'Cache-Control': 'no-store' },
        }),
    )
    expect(pulls).toBe(0)
    await response.body!.cancel()
  })

  it('passes on errors of the handler', async () => {
    const failure = new Error('broken')
    const router = createRouter({
      middleware: [etag()],
      defaultHandler: () => Promise.reject(failure),
    })
    await expect(router.fetch('https://example.com/')).rejects.toBe(failure)
  })

  it('refuses wrong options when it is created', () => {
    expect(() => etag({ limit: -1 })).toThrow('Cannot use -1 as "limit"')
    expect(() => etag({ limit: '1mb' as never })).toThrow('Cannot use "1mb" as "limit"')
    expect(() => etag({ weak: true } as never)).toThrow('etag() has no option "weak"')
  })
})
