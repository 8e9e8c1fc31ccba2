import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { countCalls } from './count-calls.fixture.ts'
import { countCopies } from './count-copies.fixture.ts'
import {
  cut,
  encodeParts,
  field,
  file,
  formRequest,
  join,
  streamOf,
  type Part,
} from './form.fixture.ts'
import { MultipartParseError, parseFormData, parseMultipart } from './index.ts'

afterEach(() => vi.unstubAllGlobals())

const encoder = new TextEncoder()
const unlimited = { maxFileSize: Infinity, maxTotalSize: Infinity, maxParts: Infinity }

/** Bytes of `unit` again and again. */
function fill(unit: string, length: number): Uint8Array<ArrayBuffer> {
  const bytes = encoder.encode(unit.repeat(Math.ceil(length / unit.length)))

  return bytes.slice(0, length)
}

/** Near-boundaries and what else has made parsers slow, for a boundary. */
const units = (boundary: string): string[] => [
  'x',
  '\r',
  '\n',
  '-',
  '\r\n',
  '\r\n-',
  '\r\n--',
  `\r\n--${boundary}x`,
  `\r\n--${boundary}-`,
  `\r\n--${boundary}\r`,
  `\r\n--${boundary}${'x'.repeat(60)}`,
  `\r\n--${boundary.slice(0, -1)}`,
  `\r\n--${boundary.slice(0, -1)}\u007f`,
  `--${boundary}`,
  boundary,
]

const someBoundary = fc.constantFrom('b', 'bb', '-', 'a boundary', '-'.repeat(70), 'b'.repeat(70))

/** A file of near-boundaries at every offset, and the size of the chunks in which it arrives. */
const hostileFile = someBoundary.chain((boundary) =>
  fc.record({
    boundary: fc.constant(boundary),
    offset: fc.nat(80),
    repeated: fc
      .array(fc.constantFrom(...units(boundary)), { minLength: 1, maxLength: 4 })
      .map((each) => each.join('')),
    length: fc.integer({ min: 1, max: 3000 }),
    size: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 100 }), fc.constant(65_536)),
  }),
)

/** Reads the content of all parts into `pieces`; the bytes of a hostile file may also be a malformed body. */
async function readPieces(
  chunks: Uint8Array<ArrayBuffer>[],
  boundary: string,
  pieces: Uint8Array<ArrayBuffer>[],
): Promise<void> {
  try {
    for await (const part of parseMultipart(streamOf(chunks).stream, boundary, unlimited)) {
      for await (const piece of part) pieces.push(piece)
    }
  } catch (error) {
    expect(error).toBeInstanceOf(MultipartParseError)
  }
}

describe('the work for a multipart body', () => {
  it('depends on the number of chunks only, and copies no byte often, whatever the bytes are', async () => {
    await fc.assert(
      fc.asyncProperty(hostileFile, async ({ boundary, offset, repeated, length, size }) => {
        const content = join(['x'.repeat(offset), fill(repeated, length)])
        const body = encodeParts([file('f', 'f', content)], boundary)
        const chunks = cut(body, size)
        const pieces: Uint8Array<ArrayBuffer>[] = []
        const copies = await countCopies(() => readPieces(chunks, boundary, pieces))

        expect(pieces.length).toBeLessThanOrEqual(chunks.length)
        expect(copies.views).toBeLessThanOrEqual(4 * chunks.length + 20)
        expect(copies.bytes).toBeLessThanOrEqual(4 * body.length + 1000)
      }),
      { numRuns: 200 },
    )
  })

  it('is the same for near-boundaries as for any bytes', async () => {
    const length = 600_000
    const work = async (unit: string) => {
      const body = encodeParts([file('f', 'f', fill(unit, length))], 'b')
      const pieces: Uint8Array<ArrayBuffer>[] = []
      const copies = await countCopies(() => readPieces(cut(body, 65_536), 'b', pieces))

      return { pieces: pieces.length, ...copies }
    }

    const ordinary = await work('x')
    for (const unit of units('b')) {
      const { pieces, views, bytes } = await work(unit)
      expect({ unit, pieces }).toEqual({ unit, pieces: ordinary.pieces })
      // A few for each chunk. Runtimes without `Buffer` make more of them, to search 64 KiB as text.
      expect(views).toBeLessThanOrEqual(4 * ordinary.views + 20)
      expect(bytes).toBeLessThanOrEqual(ordinary.bytes + length)
    }
  })

  it('finds a delimiter wherever it is in a large chunk, also with a boundary of one character', async () => {
    for (let length = 65_536 - 80; length < 65_536 + 10; length += 1) {
      const near = join([fill('\r\n--bx', length), 'x'])
      const body = encodeParts([file('f', 'f', near), field('g', '\r\n--b?')], 'b')
      const request = formRequest(streamOf([body]).stream, 'multipart/form-data; boundary=b')
      const form = await parseFormData(request)
      expect(new Uint8Array(await (form.get('f') as File).arrayBuffer())).toEqual(near)
      expect(form.get('g')).toBe('\r\n--b?')
    }
  })

  it('keeps a file in memory in few pieces, however many the body has', async () => {
    let pieces = 0
    vi.stubGlobal(
      'File',
      class extends File {
        constructor(parts: BlobPart[], name: string, options?: FilePropertyBag) {
          super(parts, name, options)
          pieces += parts.length
        }
      },
    )
    const content = fill('\r\n--bx', 100_000)
    const { stream } = streamOf(cut(encodeParts([file('f', 'f', content)], 'b'), 1))

    const form = await parseFormData(formRequest(stream, 'multipart/form-data; boundary=b'))

    expect(new Uint8Array(await (form.get('f') as File).arrayBuffer())).toEqual(content)
    expect(pieces).toBeLessThan(20)
  })

  it('grows with the bytes of empty parts, of headers and of tiny fields, not faster', async () => {
    const bodies: Record<string, (count: number) => Part[]> = {
      'empty parts': (count) => Array.from({ length: count }, () => field('', '')),
      'tiny files': (count) => Array.from({ length: count }, (_, i) => file(`${i}`, 'f', 'x')),
      'near-boundaries in fields': (count) =>
        Array.from({ length: count }, () => field('n', '\r\n--bx')),
      'a header': (count) => [
        [`Content-Disposition: form-data; name="n"\r\na:${'a:'.repeat(count)}`, ''],
      ],
      'a parameter of a header': (count) => [
        [`Content-Disposition: form-data; name="n"; a=${'a=b'.repeat(count)}`, ''],
      ],
    }

    for (const [name, parts] of Object.entries(bodies)) {
      for (const size of [1, 7, 65_536]) {
        const chunksOf = (count: number) => cut(encodeParts(parts(count), 'b'), size)
        const work = async (count: number) => {
          const chunks = chunksOf(count)
          const { views, bytes } = await countCopies(() =>
            parseFormData(formRequest(streamOf(chunks).stream, 'multipart/form-data; boundary=b'), {
              maxFiles: Infinity,
            }),
          )

          return views + bytes
        }

        const quarter = await work(225)
        const whole = await work(900)
        expect({ name, size, isLinear: whole < 5 * quarter + 20_000 }).toEqual({
          name,
          size,
          isLinear: true,
        })
      }
    }
  })
})

describe('the work for the header of a part', () => {
  const disposition = 'Content-Disposition: form-data; name="f"'
  const read = (header: string) =>
    parseFormData(
      formRequest(
        streamOf([encodeParts([[header, '']], 'b')]).stream,
        'multipart/form-data; boundary=b',
      ),
    ).then(String, (error: Error) => String(error.cause))

  it.each<[string, (count: number) => string]>([
    ['the same header', (count) => disposition + '\r\na:'.repeat(count)],
    ['types', (count) => disposition + '\r\nContent-Type:'.repeat(count / 4)],
    [
      'other headers',
      (count) => disposition + Array.from({ length: count / 2 }, (_, i) => `\r\nh${i}:`).join(''),
    ],
    ['parameters', (count) => disposition + ';a=b'.repeat(count)],
    ['malformed file names', (count) => disposition + ";filename*=utf-8''%".repeat(count / 5)],
    ['escaped quotes', (count) => nameOf('\\"'.repeat(count))],
    ['encoded quotes', (count) => nameOf('%22'.repeat(count))],
    ['encoded bytes', (count) => `${disposition}; filename*=ISO-8859-1''${'%e4'.repeat(count)}`],
  ])('does not grow with the number of %s', async (_, header) => {
    const some = await countCalls(() => read(header(200)))
    const many = await countCalls(() => read(header(2000)))

    expect(many).toBeLessThanOrEqual(some + 20)
  })

  function nameOf(name: string): string {
    return `Content-Disposition: form-data; name="${name}"`
  }

  it('ends at 32 headers or parameters', async () => {
    expect(await read(disposition + '\r\na:b'.repeat(31))).toBe('[object FormData]')
    expect(await read(disposition + '\r\na:b'.repeat(32))).toBe(
      'MultipartParseError: Cannot parse a part with more than 32 headers',
    )
    expect(await read(disposition + ';a=b'.repeat(31))).toBe('[object FormData]')
    expect(await read(disposition + ';a=b'.repeat(32))).toBe(
      'MultipartParseError: Cannot parse a Content-Disposition with more than 32 parameters',
    )
  })
})

describe('the work for an urlencoded body', () => {
  it('keeps it in few pieces, however small the chunks are', async () => {
    let decoded = 0
    vi.stubGlobal(
      'TextDecoder',
      class extends TextDecoder {
        override decode(...parameters: Parameters<TextDecoder['decode']>): string {
          decoded += 1
          return super.decode(...parameters)
        }
      },
    )
    const value = '%C3%A4+'.repeat(5000)
    const { stream } = streamOf(cut(encoder.encode(`a=${value}`), 1))

    const form = await parseFormData(formRequest(stream, 'application/x-www-form-urlencoded'))

    expect(form.get('a')).toBe('ä '.repeat(5000))
    expect(decoded).toBeLessThan(20)
  })
})
