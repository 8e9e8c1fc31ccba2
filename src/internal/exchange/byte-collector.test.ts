import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { ByteCollector } from './byte-collector.ts'

/** A piece of `length` bytes in a buffer that is `factor` times as large. */
const piece = fc
  .record({
    length: fc.oneof(fc.nat(3), fc.nat(3000)),
    factor: fc.constantFrom(1, 1.4, 1.6, 2, 10, 100),
    fill: fc.nat(255),
  })
  .map(({ length, factor, fill }) => {
    const whole = new Uint8Array(Math.ceil(length * factor)).fill(fill)

    return whole.subarray(0, length)
  })

function collect(pieces: Iterable<Uint8Array<ArrayBuffer>>): Uint8Array<ArrayBuffer>[] {
  const collector = new ByteCollector()
  for (const each of pieces) collector.push(each)

  return collector.chunks()
}

describe('ByteCollector', () => {
  it('keeps the bytes in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece), async (pieces) => {
        const expected = await new Blob(pieces).bytes()
        expect(await new Blob(collect(pieces)).bytes()).toEqual(expected)
      }),
    )
  })

  it('keeps about as much memory as there are bytes, in few chunks, however small the pieces are', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 2, maxLength: 200 }), (pieces) => {
        const chunks = collect(pieces)
        const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
        const buffers = new Set(chunks.map((chunk) => chunk.buffer))
        const memory = [...buffers].reduce((sum, buffer) => sum + buffer.byteLength, 0)

        const isOnly = chunks.length === 1 && pieces.includes(chunks[0]!)
        if (!isOnly) expect(memory).toBeLessThanOrEqual(2 * size + 2048)
        expect(chunks.length).toBeLessThanOrEqual(2 + (2 * size) / 1024)
      }),
    )
  })

  it('needs a few blocks for a million bytes that come alone', () => {
    const byte = new Uint8Array(1)
    const chunks = collect(Array.from({ length: 1_000_000 }, () => byte))
    expect(chunks.length).toBeLessThan(30)
  })

  it('does not copy what comes in one piece', () => {
    const only = new Uint8Array(100_000).subarray(0, 10)
    expect(collect([only])).toEqual([only])
    expect(collect([only])[0]!.buffer).toBe(only.buffer)
  })

  it('does not copy large pieces', () => {
    const pieces = [new Uint8Array(65_536), new Uint8Array(65_536)]
    expect(collect(pieces).map((chunk) => chunk.buffer)).toEqual(pieces.map(({ buffer }) => buffer))
  })
})
