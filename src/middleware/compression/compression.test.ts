import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRouter, type RequestContext } from '../../router/fetch-router/index.ts'
import { createHtmlResponse, json } from '../../http/response/index.ts'
import { compression, type CompressionOptions } from './index.ts'

const long = 'hello compression '.repeat(200)

function send(
  handler: (context: RequestContext) => Response | Promise<Response>,
  options?: CompressionOptions,
  init: RequestInit = { headers: { 'Accept-Encoding': 'gzip' } },
): Promise<Response> {
  const router = createRouter({ middleware: [compression(options)], defaultHandler: handler })
  return router.fetch('https://example.com/', init)
}

function textOf(type: string, headers?: HeadersInit): Response {
  const all = new Headers(headers)
  all.set('Content-Type', type)
  return new Response(long, { headers: all })
}

async function decompress(response: Response): Promise<string> {
  const encoding = response.headers.get('Content-Encoding') as CompressionFormat | null
  if (encoding === null) return response.text()
  return new Response(response.body!.pipeThrough(new DecompressionStream(encoding))).text()
}

describe('compression', () => {
  it('compresses the responses of handlers', async () => {
    const response = await send(() => json({ long }, 201))
    expect(response.status).toBe(201)
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    expect(await decompress(response)).toBe(JSON.stringify({ long }))
  })

  it('compresses a page that is still being made', async () => {
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        controller.enqueue(encoder.encode('<p>one</p>'))
        controller.enqueue(encoder.encode('<p>two</p>'))
        controller.close()
      },
    })
    const response = await send(() => createHtmlResponse(body))
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expect(await decompress(response)).toBe('<!DOCTYPE html><p>one</p><p>two</p>')
  })

  it('lets the client have the whole when it asks for no coding', async () => {
    const response = await send(() => json({ long }), {}, {})
    expect(response.headers.has('Content-Encoding')).toBe(false)
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    expect(await response.json()).toEqual({ long })
  })

  it('sends a 406 to a client that accepts no available coding', async () => {
    const headers = { 'Accept-Encoding': 'identity;q=0, unknown' }
    const response = await send(() => json({ long }), {}, { headers })
    expect(response.status).toBe(406)
    expect(await response.text()).toBe('Not Acceptable')
  })

  it('sends HEAD the headers of GET', async () => {
    const router = createRouter({ middleware: [compression()] })
    router.get('/', () => json({ long }))
    const response = await router.fetch('https://example.com/', {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'gzip' },
    })
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expect(response.body).toBe(null)
  })

  it('names Accept-Encoding in the Vary of a 304, which a cache takes over', async () => {
    const response = await send(() => new Response(null, { status: 304, headers: { Vary: 'A' } }))
    expect([response.status, response.headers.get('Vary')]).toEqual([304, 'A, Accept-Encoding'])
    const any = await send(() => new Response(null, { status: 304, headers: { Vary: '*' } }))
    expect(any.headers.get('Vary')).toBe('*')
  })

  it('looks at the headers that middleware before it has edited', async () => {
    const router = createRouter({
      middleware: [
        (context, next) => {
          context.headers.delete('Accept-Encoding')
          return next()
        },
        compression(),
      ],
      defaultHandler: () => json({ long }),
    })
    const headers = { 'Accept-Encoding': 'gzip' }
    const response = await router.fetch('https://example.com/', { headers })
    expect(response.headers.has('Content-Encoding')).toBe(false)
  })

  it('keeps every cookie', async () => {
    const response = await send(() =>
      textOf('text/plain', [
        ['Set-Cookie', 'a=1; Path=/'],
        ['Set-Cookie', 'b=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
      ]),
    )
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expect(response.headers.getSetCookie()).toEqual([
      'a=1; Path=/',
      'b=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    ])
  })

  it('throws on what comes after it throws', async () => {
    const failure = new Error('broken')
    await expect(send(() => Promise.reject(failure))).rejects.toBe(failure)
  })
})

describe('media types', () => {
  for (const type of [
    'text/html; charset=utf-8',
    'TEXT/PLAIN',
    'application/json',
    'application/ld+json',
    'image/svg+xml',
    'application/wasm',
  ]) {
    it(`compresses ${type}`, async () => {
      const response = await send(() => textOf(type))
      expect(response.headers.get('Content-Encoding')).toBe('gzip')
      expect(await decompress(response)).toBe(long)
    })
  }

  for (const type of [
    'image/png',
    'video/mp4',
    'application/zip',
    'font/woff2',
    'application/octet-stream',
    'nonsense',
    'application/json, text/html',
  ]) {
    it(`leaves ${type} as it is`, async () => {
      const original = textOf(type)
      const response = await send(() => original)
      expect(response).toBe(original)
      expect(response.headers.has('Vary')).toBe(false)
    })
  }

  it('leaves a response without one as it is', async () => {
    const original = new Response(new TextEncoder().encode(long))
    expect(await send(() => original)).toBe(original)
  })

  it('are decided by filterMediaType, which sees them in lower case and bare', async () => {
    const seen: string[] = []
    const options: CompressionOptions = {
      filterMediaType: (mediaType) => {
        seen.push(mediaType)
        return mediaType === 'image/png'
      },
    }
    const compressed = await send(() => textOf('Image/PNG; x=1'), options)
    expect(compressed.headers.get('Content-Encoding')).toBe('gzip')
    const plain = await send(() => textOf('text/html'), options)
    expect(plain.headers.has('Content-Encoding')).toBe(false)
    expect(seen).toEqual(['image/png', 'text/html'])
  })
})

describe('options', () => {
  it('are passed on: threshold', async () => {
    const small = (): Response =>
      new Response('small', { headers: { 'Content-Type': 'text/plain', 'Content-Length': '5' } })
    expect((await send(small)).headers.has('Content-Encoding')).toBe(false)
    const response = await send(small, { threshold: 5 })
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expect(await decompress(response)).toBe('small')
  })

  it('are passed on: encodings', async () => {
    const init = { headers: { 'Accept-Encoding': 'gzip, deflate' } }
    const response = await send(() => json({ long }), { encodings: ['deflate', 'gzip'] }, init)
    expect(response.headers.get('Content-Encoding')).toBe('deflate')
    expect(await decompress(response)).toBe(JSON.stringify({ long }))
  })

  it('may each be a function of the response', async () => {
    const options: CompressionOptions = {
      threshold: (response) => Number(response.headers.get('X-Threshold')),
      encodings: (response) => (response.status === 201 ? ['deflate'] : []),
      zlib: { level: 1 },
    }
    const init = { headers: { 'Accept-Encoding': 'gzip, deflate' } }
    const respond = (status: number, threshold: string) => (): Response =>
      new Response(long, {
        status,
        headers: {
          'Content-Type': 'text/plain',
          'Content-Length': String(long.length),
          'X-Threshold': threshold,
        },
      })
    const encodingOf = async (status: number, threshold: string): Promise<string | null> =>
      (await send(respond(status, threshold), options, init)).headers.get('Content-Encoding')

    expect(await encodingOf(201, '10')).toBe('deflate')
    expect(await encodingOf(201, '1000000')).toBe(null)
    expect(await encodingOf(200, '10')).toBe(null)
  })

  it('are checked', () => {
    expect(() => compression({ threshold: Number.NaN })).toThrow(
      new RangeError('Cannot use NaN as "threshold": it must be a number, 0 or more'),
    )
    expect(() => compression({ threshold: null as never })).toThrow(
      new RangeError('Cannot use null as "threshold": it must be a number, 0 or more'),
    )
    expect(() => compression({ filterMediaType: /text/ as never })).toThrow(
      new TypeError('compression() takes a function as filterMediaType, not /text/'),
    )
    expect(() => compression({ encodings: ['brotli' as never] })).toThrow(
      new TypeError(
        'compression() cannot use "brotli" as an encoding: use "br", "zstd", "gzip" or "deflate"',
      ),
    )
    expect(() => compression({ treshold: 10 } as never)).toThrow(
      'compression() has no option "treshold"',
    )
  })
})

describe('Accept-Encoding', () => {
  it('never makes a client get what it cannot read', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.constantFrom('gzip', 'deflate', 'identity', '*', 'zip', ''),
            fc.constantFrom('', ';q=0', ';q=0.5', ';q=1', ';q=x'),
          ),
          { maxLength: 6 },
        ),
        async (list) => {
          const value = list.map(([coding, q]) => coding + q).join(', ')
          const response = await send(
            () => json({ long }),
            { encodings: ['gzip', 'deflate'] },
            {
              headers: { 'Accept-Encoding': value },
            },
          )
          if (response.status !== 406) {
            expect(await decompress(response)).toBe(JSON.stringify({ long }))
          }
        },
      ),
    ))

  for (const [name, value] of [
    ['spaces', ' '.repeat(65_536)],
    ['commas', ','.repeat(65_536)],
    ['codings', 'a,'.repeat(32_768)],
    ['parameters', `gzip${';q=1'.repeat(16_384)}`],
    ['a quote that never ends', `"${'\\'.repeat(65_535)}`],
  ] as const) {
    it(`may be 64 kB of ${name}`, async () => {
      const headers = { 'Accept-Encoding': value }
      const response = await send(() => json({ long }), {}, { headers })
      expect([200, 406]).toContain(response.status)
    })
  }
})
