import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { later } from '../../http/response/index.ts'
import { Deferred } from './deferred.ts'
import { writeLine } from './write-wire.ts'
import { insertBlocks } from './deferred-body.ts'

const nonce = 'n0nce'
const instruction = `<script nonce="${nonce}">$RC("B:0","S:0")</script>`
const end = '</body></html>'

/** A value that has settled, or never will. */
async function createValue(name: string, result?: unknown): Promise<Deferred> {
  const value = new Deferred({
    routeId: 'book',
    index: 0,
    name,
    write: (value) => ({
      line: writeLine('book', name, 'data', JSON.stringify(value)),
      value,
    }),
    readThrown: () => Promise.reject(new Error('never')),
    writeError: () => ({ line: writeLine('book', name, 'error', 'null'), reason: undefined }),
  })
  if (result !== undefined) {
    value.start(later(() => result))
    await value.done
  }
  return value
}

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const rest = [...chunks]
  return new ReadableStream({
    pull(controller) {
      const chunk = rest.shift()
      if (chunk === undefined) controller.close()
      else controller.enqueue(chunk)
    },
  })
}

/** Cuts bytes after the given positions. */
function cut(text: string, positions: readonly number[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(text)
  const ends = [...positions.map((at) => at % (bytes.length + 1)), bytes.length]
  const sorted = ends.toSorted((a, b) => a - b)
  return sorted.map((at, i) => bytes.slice(sorted[i - 1] ?? 0, at))
}

async function insert(chunks: readonly Uint8Array[], values: readonly Deferred[]): Promise<string> {
  return new Response(insertBlocks(streamOf(chunks), nonce, values, () => {}).stream).text()
}

const block = (line: string) =>
  `<script type="application/json" data-framework="later">${line}</script>`

/** Markup with everything that looks like a place for a block, and characters of several bytes. */
const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        instruction,
        end,
        '</body>',
        '<div hidden id="S:0">',
        '<script nonce="other">$RC(',
        `<script nonce="${nonce}">app()`,
        `<script nonce="${nonce}">`,
        '<script',
        '<',
        '>',
        'ä€😀',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join('').toWellFormed())
const positions = fc.array(fc.nat(400), { maxLength: 12 })

describe('late blocks', () => {
  it('stand before an instruction of React, however the bytes are cut', async () => {
    const shell = '<body><p>ä</p><div hidden id="S:0"><b>1</b></div>'
    const document = `${shell}${instruction}${end}`
    const { length } = new TextEncoder().encode(document)
    for (let at = 0; at <= length; at++) {
      const values = [await createValue('a', '</script>'), await createValue('b', 1)]
      expect(await insert(cut(document, [at]), values)).toBe(
        `${shell}${block('{"later":["book","a"],"data":"\\u003c/script\\u003e"}')}` +
          `${block('{"later":["book","b"],"data":1}')}${instruction}${end}`,
      )
    }
    const values = [await createValue('a', 1)]
    const bytes = Array.from({ length }, (_, i) => i)
    expect(await insert(cut(document, bytes), values)).toContain(`</script>${instruction}${end}`)
  })

  it('stand before the end of the document if there is no instruction', async () => {
    const document = '<body><p></body></html></p></body></html>'
    for (let at = 0; at <= document.length; at++) {
      const values = [await createValue('a', 1)]
      expect(await insert(cut(document, [at]), values)).toBe(
        `<body><p></body></html></p>${block('{"later":["book","a"],"data":1}')}</body></html>`,
      )
    }
  })

  it.each([
    ['a segment that the application wrote', '<div hidden id="S:0">'],
    ['a script with another nonce', '<script nonce="other">$RC("B:0","S:0")</script>'],
    ['a script without a nonce', '<script>$RC("B:0","S:0")</script>'],
    ['a script of the application', `<script nonce="${nonce}">app()</script>`],
    ['text', `&lt;script nonce="${nonce}"&gt;$RC(`],
  ])('do not stand before %s', async (_, text) => {
    const values = [await createValue('a', 1)]
    const html = await insert(cut(`<body>${text}<p>x</p>${end}`, []), values)
    expect(html).toBe(`<body>${text}<p>x</p>${block('{"later":["book","a"],"data":1}')}${end}`)
  })

  it('do not stand at the end of something else than a document', async () => {
    const values = [await createValue('a', 1)]
    expect(await insert(cut('<p>fragment</p></body>', []), values)).toBe('<p>fragment</p></body>')
    expect(values[0]!.isSent).toBe(false)
  })

  it('leave the bytes as they are if there are none', async () => {
    await fc.assert(
      fc.asyncProperty(markup, positions, async (text, cuts) => {
        expect(await insert(cut(text, cuts), [])).toBe(text)
      }),
    )
  })

  it('leave the bytes as they are if they are removed', async () => {
    await fc.assert(
      fc.asyncProperty(markup, positions, fc.nat(3), async (text, cuts, count) => {
        const values = await Promise.all(
          Array.from({ length: count }, (_, i) => createValue(`${i}`, i)),
        )
        const html = await insert(cut(text, cuts), values)
        const removed = html.replaceAll(
          /<script type="application\/json" data-framework="later">[^<]*<\/script>/g,
          '',
        )
        expect(removed).toBe(text)
      }),
    )
  })

  it('keep the source waiting until the client reads', async () => {
    let pulls = 0
    const source = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulls++
          controller.enqueue(new Uint8Array([97]))
        },
      },
      { highWaterMark: 0 },
    )
    const reader = insertBlocks(source, nonce, [], () => {}).stream.getReader()
    await reader.read()
    await reader.read()
    expect(pulls).toBe(2)
    await reader.cancel()
  })
})
