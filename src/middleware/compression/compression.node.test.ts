import { constants, brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { text } from '../../http/response/index.ts'
import { compression, type CompressionOptions } from './index.ts'

const long = Array.from({ length: 2000 }, (_, i) => `line ${i * 7919}`).join('\n')

async function compress(encoding: string, options?: CompressionOptions): Promise<Buffer> {
  const router = createRouter({
    middleware: [compression(options)],
    defaultHandler: () => text(long),
  })
  const response = await router.fetch('https://example.com/', {
    headers: { 'Accept-Encoding': encoding },
  })
  expect(response.headers.get('Content-Encoding')).toBe(encoding)
  return Buffer.from(await response.arrayBuffer())
}

describe('compression with node:zlib', () => {
  it('has brotli and zstd', async () => {
    expect(brotliDecompressSync(await compress('br')).toString()).toBe(long)
    expect(zstdDecompressSync(await compress('zstd')).toString()).toBe(long)
  })

  it('passes on the settings of each, also from a function', async () => {
    const fast = await compress('gzip', { zlib: { level: 1 } })
    const best = await compress('gzip', { zlib: () => ({ level: 9 }) })
    expect(gunzipSync(best).toString()).toBe(long)
    expect(best.length).toBeLessThan(fast.length)

    const quality = (value: number): CompressionOptions => ({
      brotli: () => ({ params: { [constants.BROTLI_PARAM_QUALITY]: value } }),
    })
    expect((await compress('br', quality(11))).length).toBeLessThan(
      (await compress('br', quality(0))).length,
    )

    const level = (value: number): CompressionOptions => ({
      zstd: { params: { [constants.ZSTD_c_compressionLevel]: value } },
    })
    expect((await compress('zstd', level(19))).length).toBeLessThan(
      (await compress('zstd', level(1))).length,
    )
  })

  it('sends every event at once', async () => {
    const encoder = new TextEncoder()
    let events!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
    const router = createRouter({
      middleware: [compression()],
      defaultHandler: () =>
        new Response(new ReadableStream({ start: (controller) => void (events = controller) }), {
          headers: { 'Content-Type': 'text/event-stream' },
        }),
    })
    const response = await router.fetch('https://example.com/', {
      headers: { 'Accept-Encoding': 'gzip' },
    })
    const reader = response
      .body!.pipeThrough(new DecompressionStream('gzip'))
      .pipeThrough(new TextDecoderStream())
      .getReader()

    let received = ''
    for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
      events.enqueue(encoder.encode(event))
      const expected = received + event
      while (received.length < expected.length) received += (await reader.read()).value
      expect(received).toBe(expected)
    }
    await reader.cancel()
  })
})
