import {
  brotliDecompressSync,
  constants,
  createGunzip,
  gunzipSync,
  zstdDecompressSync,
} from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { readLightResponse } from '../../internal/exchange/known-body.ts'
import {
  compressResponse,
  json,
  text,
  type CompressOptions,
  type ContentEncoding,
} from './index.ts'

const long = 'hello compression '.repeat(200)

function compress(
  response: Response,
  accept: string,
  options?: CompressOptions,
): Promise<Response> {
  return compressResponse(
    response,
    new Request('http://localhost/', { headers: { 'Accept-Encoding': accept } }),
    options,
  )
}

describe('compressResponse on Node', () => {
  it('has brotli and zstd', async () => {
    const br = await compress(text(long), 'br')
    expect(br.headers.get('Content-Encoding')).toBe('br')
    expect(brotliDecompressSync(await br.bytes()).toString()).toBe(long)

    const zstd = await compress(text(long), 'zstd')
    expect(zstd.headers.get('Content-Encoding')).toBe('zstd')
    expect(zstdDecompressSync(await zstd.bytes()).toString()).toBe(long)
  })

  it('prefers brotli among equals, and the order of the server when it is told one', async () => {
    const preferred = async (encodings?: readonly ContentEncoding[]) =>
      (
        await compress(text(long), 'gzip, deflate, br, zstd', encodings && { encodings })
      ).headers.get('Content-Encoding')
    expect(await preferred()).toBe('br')
    expect(await preferred(['zstd', 'br'])).toBe('zstd')
  })

  it('compresses the same response again for every client', async () => {
    const shared = text(long)
    for (const accept of ['gzip', 'identity', 'gzip']) {
      const response = await compress(shared, accept)
      const bytes = await response.bytes()
      const body =
        accept === 'gzip' ? gunzipSync(bytes).toString() : new TextDecoder().decode(bytes)
      expect([accept, body]).toEqual([accept, long])
    }
  })

  it('passes settings on to the compressors', async () => {
    const size = async (accept: string, options: CompressOptions) =>
      (await (await compress(text(long), accept, options)).bytes()).length
    expect(await size('gzip', { zlib: { level: 0 } })).toBeGreaterThan(long.length)
    const window = { [constants.BROTLI_PARAM_LGWIN]: 10, [constants.BROTLI_PARAM_QUALITY]: 0 }
    expect(await size('br', { brotli: { params: window } })).toBeGreaterThan(await size('br', {}))
    expect(await size('zstd', { zstd: { params: { [constants.ZSTD_c_checksumFlag]: 1 } } })).toBe(
      (await size('zstd', {})) + 4,
    )
  })

  it('does not create a native response for a short response of our helpers', async () => {
    const short = json({ ok: true })
    expect(await compress(short, 'gzip')).toBe(short)
    const wide = text('ü'.repeat(600))
    expect((await compress(wide, 'gzip')).headers.get('Content-Encoding')).toBe('gzip')

    const identity = await compress(text(long), 'identity')
    expect(readLightResponse(identity)?.body).toBe(long)
  })

  it.each(['gzip', 'br', 'zstd', 'deflate'])(
    'sends each event at once with %s',
    async (encoding) => {
      let send!: (event: string) => void
      const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller) {
          send = (event) => controller.enqueue(new TextEncoder().encode(event))
        },
      })
      const response = await compress(
        new Response(source, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } }),
        encoding,
      )
      expect(response.headers.get('Content-Encoding')).toBe(encoding)

      // The source stays open: each read gets what was sent before it, or never ends.
      const reader = response.body!.getReader()
      for (const event of ['data: one\n\n', 'data: two\n\n', 'data: three\n\n']) {
        send(event)
        const { value } = await reader.read()
        expect(value!.length).toBeGreaterThan(0)
      }
      await reader.cancel()
    },
  )

  it('sends an event that can be read before the stream ends', async () => {
    let send!: (event: string) => void
    const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        send = (event) => controller.enqueue(new TextEncoder().encode(event))
      },
    })
    const response = await compress(
      new Response(source, { headers: { 'Content-Type': 'text/event-stream' } }),
      'gzip',
    )
    const reader = response.body!.getReader()
    const gunzip = createGunzip()
    const first = new Promise((resolve) => gunzip.once('data', (data) => resolve(String(data))))
    send('data: one\n\n')
    const pump = (async () => {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        gunzip.write(value)
      }
    })()
    expect(await first).toBe('data: one\n\n')
    await reader.cancel()
    await pump
    gunzip.destroy()
  })

  it.each(['application/jsonl', 'text/html; charset=utf-8'])(
    'sends each chunk of a stream at once that is %s',
    async (type) => {
      let send!: (text: string) => void
      const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller) {
          send = (text) => controller.enqueue(new TextEncoder().encode(text))
        },
      })
      const headers = { 'Content-Type': type }
      const response = await compress(new Response(source, { headers }), 'gzip')
      const chunks = response.body!.pipeThrough(new DecompressionStream('gzip')).getReader()
      for (const text of ['<p>one', '<p>two']) {
        send(text)
        expect(new TextDecoder().decode((await chunks.read()).value)).toBe(text)
      }
      await chunks.cancel()
    },
  )

  it('does not flush HTML that has a length, such as a file', async () => {
    const file = (headers: Record<string, string>) =>
      new Response(new Blob([long, long, long]).stream(), {
        headers: { 'Content-Type': 'text/html', ...headers },
      })
    const whole = await compress(file({ 'Content-Length': String(long.length * 3) }), 'gzip')
    const flushed = await compress(file({}), 'gzip')
    expect((await whole.bytes()).length).toBeLessThan((await flushed.bytes()).length)
  })

  it('keeps a flush that is configured', async () => {
    const body = () =>
      new Response(new Blob([long, long, long]).stream(), {
        headers: { 'Content-Type': 'text/event-stream' },
      })
    const flushed = await (await compress(body(), 'gzip')).bytes()
    const whole = await (
      await compress(body(), 'gzip', { zlib: { flush: constants.Z_NO_FLUSH } })
    ).bytes()
    expect(gunzipSync(flushed).toString()).toBe(gunzipSync(whole).toString())
    expect(whole.length).toBeLessThan(flushed.length)
  })
})

describe('compressResponse without node:zlib', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('has gzip and deflate, and leaves event streams alone', async () => {
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)

    const response = await compress(text(long), 'br, zstd, gzip;q=0.5')
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expect(gunzipSync(await response.bytes()).toString()).toBe(long)

    const deflate = await compress(text(long), 'deflate')
    expect(deflate.headers.get('Content-Encoding')).toBe('deflate')

    const events = new Response(long, { headers: { 'Content-Type': 'text/event-stream' } })
    expect(await compress(events, 'gzip')).toBe(events)
    const lines = new Response(long, { headers: { 'Content-Type': 'application/jsonl' } })
    expect(await compress(lines, 'gzip')).toBe(lines)
  })
})
