import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  compare,
  measureFresh,
  speedRatios,
  timing,
  type Cases,
  type Contestant,
  type Measured,
} from './compare.ts'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'
import { median, spread } from './statistics.ts'

const boundary = '----formBoundary7MA4YWxkTrZu0gW9'
const contentType = `multipart/form-data; boundary=${boundary}`
const chunkSize = 64 * 1024
const fileSize = 50 * 1024 * 1024

/** Reads a form. Fields are collected, and the bytes of files are passed to `take`. */
type ReadForm = (
  chunks: Iterable<Buffer<ArrayBuffer>>,
  take: (bytes: Uint8Array) => void,
) => Promise<Fields>

type Fields = [name: string, value: string][]

const parsers: Readonly<Record<string, () => Promise<ReadForm>>> = {
  async framework() {
    const { parseFormData } = await import('framework/form-data-parser')
    return async (chunks, take) => {
      const form = await parseFormData(toRequest(chunks), {
        maxFileSize: Infinity,
        maxTotalSize: Infinity,
        async uploadHandler(file) {
          for await (const bytes of file) take(bytes)
        },
      })
      return [...form] as Fields
    }
  },

  async busboy() {
    const { default: busboy } = await import('busboy')
    return (chunks, take) =>
      new Promise((resolve, reject) => {
        const fields: Fields = []
        const parser = busboy({ headers: { 'content-type': contentType } })
        parser.on('file', (_name, stream) => stream.on('data', take))
        parser.on('field', (name, value) => fields.push([name, value]))
        parser.on('close', () => resolve(fields))
        parser.on('error', reject)
        Readable.from(chunks, { objectMode: false }).pipe(parser)
      })
  },

  async '@fastify/busboy'() {
    const { Busboy } = await import('@fastify/busboy')
    return (chunks, take) =>
      new Promise((resolve, reject) => {
        const fields: Fields = []
        const parser = new Busboy({ headers: { 'content-type': contentType } })
        parser.on('file', (_name, stream) => stream.on('data', take))
        parser.on('field', (name, value) => fields.push([name, value]))
        parser.on('finish', () => resolve(fields))
        parser.on('error', reject)
        Readable.from(chunks, { objectMode: false }).pipe(parser)
      })
  },

  async 'native formData()'() {
    return async (chunks, take) => collect(await toRequest(chunks).formData(), take)
  },

  async '@remix-run/form-data-parser'() {
    const { parseFormData } = await import('@remix-run/form-data-parser')
    return async (chunks, take) => {
      const form = await parseFormData(
        toRequest(chunks),
        { maxFileSize: Infinity, maxTotalSize: Infinity },
        (file) => file,
      )
      return await collect(form, take)
    }
  },
}

/** Only searches for boundaries in the same stream. Every parser has to do at least this. */
async function searchBoundaries(chunks: Iterable<Buffer<ArrayBuffer>>): Promise<number[]> {
  const found: number[] = []
  const wanted = Buffer.from(`\r\n--${boundary}`)
  const reader = toRequest(chunks).body!.getReader()
  let rest = Buffer.alloc(0)
  let offset = 0
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return found

    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    // A boundary can span two chunks, so search the end of one with the start of the next.
    const seam = Buffer.concat([rest, chunk.subarray(0, wanted.length - 1)]).indexOf(wanted)
    if (seam !== -1) found.push(offset - rest.length + seam)
    for (let at = chunk.indexOf(wanted); at !== -1; at = chunk.indexOf(wanted, at + 1)) {
      found.push(offset + at)
    }
    offset += chunk.length
    rest = Buffer.from(chunk.subarray(-wanted.length + 1))
  }
}

/** Everything that is timed, for the processes of the contestants. */
export const cases: Cases = {
  file: {
    ...Object.fromEntries(
      Object.entries(parsers).map(([name, load]) => [
        name,
        async () => fileContestant(await load()),
      ]),
    ),
    'bare boundary search': () => {
      const body = toFileBody()
      const chunks = toChunks(body)
      return {
        async check() {
          const [end] = await searchBoundaries(chunks)
          const start = body.indexOf('\r\n\r\n') + 4
          return { ...describeFile([body.subarray(start, end)]), fields: [['title', 'a file']] }
        },
        async run(times) {
          for (let i = 0; i < times; i++) await searchBoundaries(chunks)
        },
      }
    },
  },
  fields: Object.fromEntries(
    Object.entries(parsers).map(([name, load]) => [
      name,
      async (): Promise<Contestant> => {
        const read = await load()
        const chunks = toChunks(toFieldsBody())
        return {
          check: () => read(chunks, () => {}),
          async run(times) {
            for (let i = 0; i < times; i++) await read(chunks, () => {})
          },
        }
      },
    ]),
  ),
  memory: Object.fromEntries(
    ['framework', 'busboy', '@fastify/busboy'].map((name) => [
      name,
      async (): Promise<Contestant> => {
        const read = await parsers[name]!()
        return {
          async check() {
            await peakMemory(read, fileSize) // Warm up, so that the memory of code and buffers does not count.
            return {
              small: await peakMemory(read, fileSize),
              large: await peakMemory(read, 2 ** 30),
            }
          },
          run() {},
        }
      },
    ]),
  ),
}

export default async function benchMultipart({ trial }: BenchOptions): Promise<Report> {
  const options = timing(trial, { rounds: { least: 9, most: 20 }, turn: 150 })
  const file = await compare(import.meta.filename, 'file', cases['file']!, options)
  const fields = await compare(import.meta.filename, 'fields', cases['fields']!, options)
  const memory = await measureFresh(
    import.meta.filename,
    'memory',
    Object.keys(cases['memory']!),
    trial ? 1 : 2,
  )

  const search = speedRatios(file['framework']!.cpu, file['bare boundary search']!.cpu)
  const busboy = speedRatios(fields['framework']!.cpu, fields['busboy']!.cpu)
  const [small, large] = ['small', 'large'].map((size) => median(memory['framework']![size]!))
  const grown = large! - small!
  return {
    title: 'Multipart',
    about:
      'A form with a file of 50 MB in chunks of 64 KB, and one with 100 fields, both from memory. Streaming parsers pass the bytes ' +
      'on as they arrive. Native formData() and @remix-run/form-data-parser keep the file in memory. The bare search only reads ' +
      'the same stream and searches for the boundary with `Buffer.indexOf`. Cost is the CPU time of the process.',
    tables: [
      {
        title: 'A file of 50 MB',
        columns: ['', 'ms of CPU', 'ms', 'GB/s', 'we are faster, by CPU', 'by wall'],
        rows: Object.entries(file).map(([name, { cpu, wall }]) => [
          name,
          spread(cpu.map(toMilliseconds), 1),
          spread(wall.map(toMilliseconds), 1),
          (fileSize / median(wall)).toFixed(2),
          ...ratioCells(file['framework']!, { cpu, wall }),
        ]),
      },
      {
        title: '100 fields',
        columns: ['', 'µs of CPU', 'µs', 'forms/s', 'we are faster, by CPU', 'by wall'],
        rows: Object.entries(fields).map(([name, { cpu, wall }]) => [
          name,
          spread(
            cpu.map((cost) => cost / 1e3),
            0,
          ),
          spread(
            wall.map((cost) => cost / 1e3),
            0,
          ),
          (1e9 / median(wall)).toFixed(0),
          ...ratioCells(fields['framework']!, { cpu, wall }),
        ]),
      },
      {
        title: 'Memory',
        note: 'The largest resident size while a file was read and discarded, in MB.',
        columns: ['', '50 MB', '1 GB', 'difference'],
        rows: Object.entries(memory).map(([name, sizes]) => {
          const [small, large] = [median(sizes['small']!), median(sizes['large']!)]
          return [name, small.toFixed(0), large.toFixed(0), (large - small).toFixed(0)]
        }),
      },
    ],
    budgets: [
      {
        what: 'a file of 50 MB',
        budget: '≥ 0.85 × bare boundary search',
        measured: spread(search),
        met: median(search) >= 0.85,
      },
      {
        what: '100 fields',
        budget: '≥ 2 × busboy',
        measured: spread(busboy),
        met: median(busboy) >= 2,
      },
      {
        what: 'memory for 1 GB instead of 50 MB',
        budget: 'flat (within 32 MB)',
        measured: `${grown.toFixed(0)} MB more`,
        met: grown <= 32,
      },
    ],
    data: { file, fields, memory },
  }
}

function fileContestant(read: ReadForm): Contestant {
  const chunks = toChunks(toFileBody())
  return {
    async check() {
      const parts: Uint8Array[] = []
      const fields = await read(chunks, (bytes) => parts.push(bytes.slice()))
      return { ...describeFile(parts), fields: fields.filter(([name]) => name !== 'upload') }
    },
    async run(times) {
      for (let i = 0; i < times; i++) {
        let size = 0
        await read(chunks, (bytes) => (size += bytes.length))
        if (size !== fileSize) throw new Error(`read ${size} bytes of ${fileSize}`)
      }
    },
  }
}

function describeFile(parts: readonly Uint8Array[]): { size: number; hash: string } {
  const hash = createHash('sha1')
  let size = 0
  for (const part of parts) {
    hash.update(part)
    size += part.length
  }
  return { size, hash: hash.digest('hex') }
}

/** Returns the largest resident size, in MB, while a file of `size` bytes is read. */
async function peakMemory(read: ReadForm, size: number): Promise<number> {
  globalThis.gc?.()
  let peak = 0
  let seen = 0
  await read(endlessFile(size), () => {
    if (seen++ % 64 === 0) peak = Math.max(peak, process.memoryUsage.rss())
  })
  return peak / 2 ** 20
}

function* endlessFile(size: number): Generator<Buffer<ArrayBuffer>> {
  const chunk = Buffer.alloc(chunkSize, 'abcdefgh') // Always the same chunk, so that only the memory of the parser counts.
  yield fileHead
  for (let sent = 0; sent < size; sent += chunkSize) yield chunk
  yield fileTail
}

const fileHead = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="upload"; filename="file.bin"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n',
)
const fileTail = Buffer.from(
  `\r\n--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\na file\r\n--${boundary}--\r\n`,
)

/** Returns pseudo-random bytes that are the same in every process. */
function toFileBody(): Buffer<ArrayBuffer> {
  const block = Buffer.alloc(2 ** 20)
  let state = 1
  for (let i = 0; i < block.length; i++) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    block[i] = state >>> 16
  }
  return Buffer.concat([
    fileHead,
    ...Array.from({ length: fileSize / block.length }, () => block),
    fileTail,
  ])
}

function toFieldsBody(): Buffer<ArrayBuffer> {
  const parts = Array.from(
    { length: 100 },
    (_, i) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="field-${i}"\r\n\r\nthe value of field ${i}, of some length\r\n`,
  )
  return Buffer.from(`${parts.join('')}--${boundary}--\r\n`)
}

function toChunks(body: Buffer<ArrayBuffer>): Buffer<ArrayBuffer>[] {
  const chunks = []
  for (let at = 0; at < body.length; at += chunkSize) chunks.push(body.subarray(at, at + chunkSize))
  return chunks
}

function toRequest(chunks: Iterable<Buffer<ArrayBuffer>>): Request {
  const iterator = chunks[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const { value, done } = iterator.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
  return new Request('http://localhost/', {
    method: 'POST',
    headers: { 'Content-Type': contentType },
    body,
    duplex: 'half',
  } as RequestInit)
}

async function collect(form: FormData, take: (bytes: Uint8Array) => void): Promise<Fields> {
  const fields: Fields = []
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.push([name, value])
    else take(await value.bytes())
  }
  return fields
}

function toMilliseconds(nanoseconds: number): number {
  return nanoseconds / 1e6
}

function ratioCells(ours: Measured, theirs: Measured): string[] {
  return [spread(speedRatios(ours.cpu, theirs.cpu)), spread(speedRatios(ours.wall, theirs.wall))]
}
