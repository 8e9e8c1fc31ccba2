import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLines } from './read-lines.ts'

const lines = [
  '{"root":{"data":"é € 😀"}}',
  '{"later":["root","a"],"data":"b\\nc"}',
  '{"end":true}',
]
const text = lines.map((line) => `${line}\n`).join('')

describe('readLines', () => {
  it('reads the lines of a response, wherever its chunks are cut', async () => {
    const bytes = new TextEncoder().encode(text)
    for (let at = 0; at <= bytes.length; at++) {
      expect(await readAll(streamOf([bytes.slice(0, at), bytes.slice(at)]))).toEqual(lines)
    }
    expect(await readAll(streamOf([...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(lines)
  })

  it('reads any text with any cuts', async () => {
    const line = fc.string({ unit: 'binary' }).map((value) => JSON.stringify(value))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(line, fc.constant('')), { maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        async (written, size) => {
          const bytes = new TextEncoder().encode(written.map((one) => `${one}\n`).join(''))
          const chunks: Uint8Array[] = []
          for (let at = 0; at < bytes.length; at += size) {
            chunks.push(bytes.slice(at, at + size))
          }
          expect(await readAll(streamOf(chunks))).toEqual(written.filter((one) => one !== ''))
        },
      ),
      { numRuns: 100 },
    )
  })

  it('ignores empty lines, which only keep a connection open', async () => {
    const bytes = new TextEncoder().encode(`\n${lines[0]}\n\n\n${lines[1]}\n\n`)
    expect(await readAll(streamOf([bytes]))).toEqual(lines.slice(0, 2))
  })

  it('leaves out a line that was cut', async () => {
    expect(await readAll(new Response('{"a":1}\n{"b":2}'))).toEqual(['{"a":1}'])
    expect(await readAll(new Response(''))).toEqual([])
  })

  it('reads all of a response at its end if the browser cannot read streams', async () => {
    const { headers, status, statusText } = new Response()
    expect(await readAll({ headers, status, statusText, text: async () => text })).toEqual(lines)
  })

  it('rejects if the connection fails', async () => {
    const response = new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(`${lines[0]}\n{"la`))
        },
        pull(controller) {
          controller.error(new TypeError('network error'))
        },
      }),
    )
    const reader = readLines(response)
    expect(await reader.next()).toBe(lines[0])
    await expect(reader.next()).rejects.toThrow('network error')
    reader.cancel()
  })

  it('ends the request if nothing needs the rest, also while it waits', async () => {
    let reason: unknown = 'open'
    const body = new ReadableStream({ cancel: (given) => void (reason = given) })
    const reader = readLines(new Response(body))
    const next = reader.next()
    reader.cancel()
    expect(await next).toBeUndefined()
    expect(reason).toBeUndefined()
  })
})

function streamOf(chunks: readonly Uint8Array[]): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) if (chunk.length > 0) controller.enqueue(chunk)
        controller.close()
      },
    }),
  )
}

async function readAll(response: Parameters<typeof readLines>[0]): Promise<string[]> {
  const reader = readLines(response)
  const found: string[] = []
  for (let line = await reader.next(); line !== undefined; line = await reader.next()) {
    found.push(line)
  }
  return found
}
