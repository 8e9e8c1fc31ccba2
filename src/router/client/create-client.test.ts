import { describe, expect, it, vi } from 'vitest'
import { get, route } from '../routes/index.ts'
import { createApi, routes } from './app.fixture.ts'
import { createClient, type ClientOptions } from './index.ts'

const baseUrl = 'https://shop.example'
const client = createClient(routes, { baseUrl, fetch: createApi().fetch })

/** A client that sends nothing, and the requests that it would have sent. */
function spyClient(options: Partial<ClientOptions> = {}) {
  const send = vi.fn((_url: string, _init: RequestInit) =>
    Promise.resolve(new Response(null, { status: 204 })),
  )
  const sent = () => {
    const [url, init] = send.mock.calls.at(-1)!
    return { url, ...init, headers: new Headers(init.headers) }
  }
  return { client: createClient(routes, { baseUrl, fetch: send, ...options }), sent }
}

describe('createClient', () => {
  it('is a plain object with a function for each route with a method', () => {
    expect(Object.keys(client)).toEqual([
      'books',
      'number',
      'echo',
      'status',
      'probe',
      'broken',
      'endless',
    ])
    expect(Object.keys(client.books)).toEqual(['index', 'show', 'create', 'destroy'])
    expect(JSON.stringify(client)).toBe('{"books":{},"broken":{}}')
  })

  it('sends the search as the router reads it', async () => {
    const first = await client.books.index()
    expect(first).toMatchObject({ status: 200, ok: true, data: { page: 1, url: '/api/books' } })

    const search = { page: 2, tag: ['a b', '&c=d'], near: { lat: 1.5 } }
    const second = await client.books.index({ search })
    expect(second.data).toEqual({
      page: 2,
      url: '/api/books?page=2&tag=a+b&tag=%26c%3Dd&near.lat=1.5',
    })
  })

  it('sends a body as JSON', async () => {
    const result = await client.books.create({ body: { title: ' Dune ', pages: 412 } })
    expect(result.status).toBe(201)
    if (result.status === 201) {
      expect(result.data).toEqual({ slug: 'application/json', title: 'Dune|412|||' })
    }
  })

  it('sends a body with files as a multipart form', async () => {
    const cover = new File(['<svg/>'], 'dune.svg')
    const body = { title: 'Dune', pages: 412, at: { shelf: 'B' }, cover, more: [cover, cover] }
    const result = await client.books.create({ body })
    expect(result.data).toEqual({
      slug: 'multipart/form-data',
      title: 'Dune|412|B|dune.svg: <svg/>|2',
    })
  })

  it('has the errors of a request that does not fit', async () => {
    const body = await client.books.create({ body: { title: '', pages: 1 } })
    expect(body).toMatchObject({ status: 422, ok: false, data: { status: 422 } })
    expect(body.errors).toMatchObject([{ in: 'body', name: 'title' }])
    if (body.status === 422) expect(body.errors).toBe(body.data.errors)

    const search = await client.books.index({ search: { page: 0 } })
    expect(search).toMatchObject({ status: 400, errors: [{ in: 'search', name: 'page' }] })
    const params = await client.number({ params: { id: 'x' } })
    expect(params).toMatchObject({ status: 404, errors: [{ in: 'params', name: 'id' }] })
  })

  it('has no errors for other responses with such a status', async () => {
    const missing = await client.books.show({ params: { slug: 'none' } })
    expect(missing).toMatchObject({ status: 404, ok: false, data: { error: 'none' } })
    expect('errors' in missing).toBe(false)
  })

  it('is fulfilled for every status, and leaves a body that is not JSON to its caller', async () => {
    for (const status of [200, 202, 304, 400, 401, 404, 422, 429, 500, 503]) {
      const result = await client.status({ params: { status } })
      const data = status === 304 ? null : undefined
      expect(result).toMatchObject({ status, ok: status < 300, data })
      expect(result.headers).toBe(result.response.headers)
      if (status !== 304) expect(await result.response.text()).toBe('a text')
    }
    const deleted = await client.books.destroy({ params: { slug: 'dune' } })
    expect(deleted).toMatchObject({ status: 204, ok: true, data: null })
    expect(await client.probe()).toMatchObject({ status: 200, data: null })
  })

  it('is rejected if JSON was promised and something else came', async () => {
    await expect(client.broken.plain()).rejects.toThrow(
      'Cannot read the response of GET "/api/broken" with status 200 and type "application/json": it is not JSON',
    )
    await expect(client.broken.declared()).rejects.toThrow(
      'Cannot read the response of GET "/api/html" with status 200 and type "text/plain; charset=utf-8": it is not JSON',
    )
  })

  it('is rejected if fetch() is', async () => {
    const error = new TypeError('fetch failed')
    const failing = createClient(routes, { baseUrl, fetch: () => Promise.reject(error) })
    await expect(failing.books.index()).rejects.toBe(error)
  })

  it('passes the signal on', async () => {
    const controller = new AbortController()
    const waiting = createClient(routes, {
      baseUrl,
      fetch: (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal!.addEventListener('abort', () => reject(signal!.reason as Error))
        }),
    })
    const result = waiting.books.index({ signal: controller.signal })
    const reason = new Error('gone')
    controller.abort(reason)
    await expect(result).rejects.toBe(reason)
  })

  it('is rejected if the signal is aborted while the body is read', async () => {
    const controller = new AbortController()
    const body = new ReadableStream({
      pull: (stream) => {
        stream.enqueue(new TextEncoder().encode('{'))
        stream.error(new Error('gone'))
      },
    })
    const response = new Response(body, { headers: { 'Content-Type': 'application/json' } })
    const slow = createClient(routes, { baseUrl, fetch: () => Promise.resolve(response) })
    await expect(slow.books.index({ signal: controller.signal })).rejects.toThrow('gone')
  })

  it('sends the headers of the client and of the call', async () => {
    const { client, sent } = spyClient({ headers: { Authorization: 'Bearer 1', 'X-A': '1' } })
    await client.echo({ headers: new Headers({ 'x-a': '2', Accept: 'text/plain' }) })
    expect(Object.fromEntries(sent().headers)).toEqual({
      accept: 'text/plain',
      authorization: 'Bearer 1',
      'x-a': '2',
    })
    await client.echo()
    expect(sent()).toMatchObject({ method: 'POST', body: null })
    expect(sent().headers.get('X-A')).toBe('1')
  })

  it('keeps the path of the base', async () => {
    const urls: [base: string | URL, url: string][] = [
      ['https://shop.example', 'https://shop.example/api/echo'],
      ['https://shop.example/', 'https://shop.example/api/echo'],
      [new URL('https://shop.example/v1'), 'https://shop.example/v1/api/echo'],
      ['https://shop.example/v1/', 'https://shop.example/v1/api/echo'],
      ['', '/api/echo'],
    ]
    for (const [base, url] of urls) {
      const { client, sent } = spyClient({ baseUrl: base })
      await client.echo()
      expect(sent().url).toBe(url)
    }
  })

  it('lets no param leave its place in the URL', async () => {
    const { client, sent } = spyClient()
    for (const slug of ['../../admin', '//evil.example', 'a/b', 'x?y=1#z', '@evil.example']) {
      await client.books.show({ params: { slug } })
      expect(new URL(sent().url)).toMatchObject({ origin: baseUrl, search: '', hash: '' })
      expect(new URL(sent().url).pathname).toBe(`/api/books/${encodeURIComponent(slug)}`)
    }
    for (const slug of ['..', '.', '']) {
      await expect(client.books.show({ params: { slug } })).rejects.toThrow()
    }
    // @ts-expect-error A param is missing.
    await expect(client.books.show()).rejects.toThrow('slug')
  })

  it('refuses a base URL with a query or a hash, which would swallow the path', () => {
    for (const wrong of [
      `${baseUrl}?key=1`,
      `${baseUrl}/v1#top`,
      '?',
      '#',
      new URL('/?', baseUrl),
    ]) {
      expect(() => createClient(routes, { baseUrl: wrong })).toThrow(
        `Cannot call the routes at "${String(wrong)}": it has a "?" or a "#". Remove it.`,
      )
    }
  })

  it('does not send its headers to another host', async () => {
    const away = route({ x: get('https://evil.example/x') })
    const { x } = createClient(away, { baseUrl, fetch: () => expect.unreachable() })
    await expect(x()).rejects.toThrow(
      'Cannot call GET "https://evil.example/x" at "https://shop.example": the pattern has a host. Use fetch() with its href().',
    )
  })

  it('refuses a form that cannot express its body', async () => {
    const { client, sent } = spyClient()
    const body = { title: 'x', pages: 1, cover: new File([], 'x'), more: [[1]] } as never
    await expect(client.books.create({ body })).rejects.toThrow('as "more"')
    expect(() => sent()).toThrow()
  })

  it('uses the fetch() of the platform by default, as it is when the call is made', async () => {
    const native = vi.fn(() => Promise.resolve(Response.json({ page: 1, url: '' })))
    const plain = createClient(routes, { baseUrl })
    vi.stubGlobal('fetch', native)
    try {
      expect((await plain.books.index()).data).toEqual({ page: 1, url: '' })
    } finally {
      vi.unstubAllGlobals()
    }
  })
})

describe('a form of a client whose headers have a type', () => {
  it('has the type of a form', async () => {
    const client = createClient(routes, {
      baseUrl: 'https://example.com',
      fetch: createApi().fetch,
      headers: { 'Content-Type': 'application/json' },
    })
    const cover = new File(['x'], 'x.txt')
    const result = await client.books.create({ body: { title: 'Dune', pages: 1, cover } })
    expect(result).toMatchObject({ status: 201, data: { slug: 'multipart/form-data' } })
  })
})
