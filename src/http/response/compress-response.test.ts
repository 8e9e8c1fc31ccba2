import { describe, expect, it } from 'vitest'

import { compressResponse, json, text, type CompressOptions } from './index.ts'

const long = 'hello compression '.repeat(200)

function request(acceptEncoding: string | null = 'gzip', method = 'GET'): Request {
  return new Request('http://localhost/', {
    method,
    headers: acceptEncoding === null ? {} : { 'Accept-Encoding': acceptEncoding },
  })
}

function compress(
  response: Response,
  acceptEncoding: string | null = 'gzip',
  options: CompressOptions = {},
): Promise<Response> {
  return compressResponse(response, request(acceptEncoding), options)
}

/** The text of a response in a coding that every runtime can undo. */
async function decompress(response: Response): Promise<string> {
  const encoding = response.headers.get('Content-Encoding') as CompressionFormat | null
  if (encoding === null) return response.text()

  return new Response(response.body!.pipeThrough(new DecompressionStream(encoding))).text()
}

describe('compressResponse', () => {
  it.each(['gzip', 'deflate'] as const)('compresses with %s', async (encoding) => {
    const response = await compress(
      new Response(long, { status: 201, statusText: 'Made', headers: { 'X-One': '1' } }),
      encoding,
    )
    expect([response.status, response.statusText]).toEqual([201, 'Made'])
    expect(response.headers.get('Content-Encoding')).toBe(encoding)
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    expect(response.headers.get('Accept-Ranges')).toBe('none')
    expect(response.headers.get('X-One')).toBe('1')
    const bytes = await response.clone().bytes()
    expect(bytes.length).toBeLessThan(long.length / 10)
    expect(await decompress(response)).toBe(long)
  })

  it('compresses what our helpers make', async () => {
    const response = await compress(json({ long }, 422))
    expect(response.status).toBe(422)
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(JSON.parse(await decompress(response))).toEqual({ long })
  })

  it('drops Content-Length, weakens a strong ETag and keeps every cookie', async () => {
    const headers = new Headers({
      'Content-Length': String(long.length),
      ETag: '"a"',
      Vary: 'Cookie',
    })
    headers.append('Set-Cookie', 'a=1')
    headers.append('Set-Cookie', 'b=2')
    const response = await compress(new Response(long, { headers }))
    expect(response.headers.has('Content-Length')).toBe(false)
    expect(response.headers.get('ETag')).toBe('W/"a"')
    expect(response.headers.get('Vary')).toBe('Cookie, Accept-Encoding')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(headers.get('ETag')).toBe('"a"')
  })

  it('keeps a weak ETag', async () => {
    const response = await compress(new Response(long, { headers: { ETag: 'W/"a"' } }))
    expect(response.headers.get('ETag')).toBe('W/"a"')
  })

  it.each<[string, ResponseInit & { body?: BodyInit | null }]>([
    ['an encoded response', { headers: { 'Content-Encoding': 'br' } }],
    ['a short response', { headers: { 'Content-Length': '1023' } }],
    [
      'a response that must not be transformed',
      { headers: { 'Cache-Control': 'public, NO-TRANSFORM' } },
    ],
    ['a response that takes ranges', { headers: { 'Accept-Ranges': 'bytes' } }],
    ['a part of a file', { status: 206 }],
    ['a response without a body', { body: null }],
    ['a 304', { status: 304, body: null }],
  ])('leaves %s as it is', async (_, { body = long, ...init }) => {
    const response = new Response(body, init)
    const before = [...response.headers]
    expect(await compress(response)).toBe(response)
    expect([...response.headers]).toEqual(before)
  })

  it('leaves every response as it is without encodings', async () => {
    const response = new Response(long)
    expect(await compress(response, 'gzip', { encodings: [] })).toBe(response)
  })

  it('refuses a threshold that is not a number', async () => {
    await expect(compress(new Response('x'), 'gzip', { threshold: null as never })).rejects.toThrow(
      'Cannot use null as "threshold"',
    )
  })

  it('takes the threshold, and compresses what has no known size', async () => {
    const sized = () => new Response(long, { headers: { 'Content-Length': String(long.length) } })
    const encoding = async (response: Response, threshold: number) =>
      (await compress(response, 'gzip', { threshold })).headers.get('Content-Encoding')
    expect(await encoding(sized(), long.length)).toBe('gzip')
    expect(await encoding(sized(), long.length + 1)).toBe(null)
    expect(await encoding(new Response('x'), 1024)).toBe('gzip')
  })

  it.each<[string | null, string | null]>([
    [null, null],
    ['', null],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['deflate, gzip', 'gzip'],
    ['deflate, gzip;q=0.5', 'deflate'],
    ['gzip;q=0.5, deflate;q=0.4', 'gzip'],
    ['gzip;q=0', null],
    ['*', 'gzip'],
    ['gzip;q=0, *', 'deflate'],
    ['*;q=0.1, deflate', 'deflate'],
    ['identity, gzip;q=0.5', null],
    ['identity;q=0.5, gzip', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
    ['exotic', null],
    ['*;q=0, identity', null],
    ['gzip;q=nonsense', 'gzip'],
  ])('responds to Accept-Encoding %j with %j', async (acceptEncoding, encoding) => {
    const response = await compress(new Response(long), acceptEncoding, {
      encodings: ['gzip', 'deflate'],
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Encoding')).toBe(encoding)
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    expect(await decompress(response)).toBe(long)
  })

  it.each(['identity;q=0', '*;q=0', 'gzip;q=0, identity;q=0', 'exotic, *;q=0'])(
    'responds to Accept-Encoding %j with a 406',
    async (acceptEncoding) => {
      let isCancelled = false
      const body = new ReadableStream({
        cancel() {
          isCancelled = true
        },
      })
      const response = await compress(new Response(body), acceptEncoding, { encodings: ['gzip'] })
      expect(response.status).toBe(406)
      expect(await response.text()).toBe('Not Acceptable')
      expect(response.headers.get('Vary')).toBe('Accept-Encoding')
      expect(isCancelled).toBe(true)
    },
  )

  it('adds Vary to a copy of a response that is not compressed', async () => {
    const original = text(long)
    const response = await compress(original, null)
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    expect(original.headers.has('Vary')).toBe(false)
    expect(await response.text()).toBe(long)
  })

  it('responds to HEAD with the headers alone', async () => {
    for (const body of [null, long]) {
      const response = await compressResponse(
        new Response(body, { headers: { 'Content-Length': '3600' } }),
        request('gzip', 'HEAD'),
      )
      expect(response.headers.get('Content-Encoding')).toBe('gzip')
      expect(response.headers.has('Content-Length')).toBe(false)
      expect(response.body).toBe(null)
    }
  })

  it('cancels the source of a body that HEAD does not want', async () => {
    let isCancelled = false
    const body = new ReadableStream({
      cancel() {
        isCancelled = true
      },
    })
    await compressResponse(new Response(body), request('gzip', 'HEAD'))
    expect(isCancelled).toBe(true)
  })
})

describe('the body of a compressed response', () => {
  it('is read no faster than it is taken', async () => {
    let produced = 0
    const source = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          produced += 1
          // Random, so that what comes out is as much as what goes in.
          controller.enqueue(crypto.getRandomValues(new Uint8Array(16 * 1024)))
        },
      },
      { highWaterMark: 0 },
    )
    const response = await compress(new Response(source as BodyInit))
    const reader = response.body!.getReader()
    await reader.read()
    // Compression runs on another thread. The source is at rest when it was not asked for some time.
    for (let quiet = 0; quiet < 3;) {
      const before = produced
      await new Promise((resolve) => setTimeout(resolve, 30))
      quiet = produced === before ? quiet + 1 : 0
      if (produced >= 40) break
    }
    expect(produced).toBeLessThan(40)
    await reader.cancel()
  })

  it('cancels its source', async () => {
    let reason: unknown
    const source = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(1000))
      },
      cancel(value) {
        reason = value
      },
    })
    const response = await compress(new Response(source as BodyInit))
    const reader = response.body!.getReader()
    await reader.read()
    await reader.cancel('gone')
    expect(reason).toBe('gone')
  })

  it('cancels a source that was never read', async () => {
    let isCancelled = false
    const source = new ReadableStream({
      cancel() {
        isCancelled = true
      },
    })
    const response = await compress(new Response(source))
    await response.body!.cancel()
    expect(isCancelled).toBe(true)
  })

  it('fails with its source, after what came before', async () => {
    let count = 0
    const source = new ReadableStream<Uint8Array>({
      pull(controller) {
        count += 1
        if (count > 3) controller.error(new Error('broken'))
        else controller.enqueue(crypto.getRandomValues(new Uint8Array(1000)))
      },
    })
    const response = await compress(new Response(source as BodyInit))
    const reader = response.body!.getReader()
    const readAll = async () => {
      while (!(await reader.read()).done);
    }
    await expect(readAll()).rejects.toThrow('broken')
  })

  it('compresses an empty stream', async () => {
    const response = await compress(new Response(new Blob().stream()))
    expect(await decompress(response)).toBe('')
  })
})
