import { describe, expect, it } from 'vitest'

import { countCopies } from './count-copies.fixture.ts'
import { boundary, cut, encodeParts, field, file, streamOf, type Part } from './form.fixture.ts'
import { parseFormData } from './index.ts'
import { peekMethodOverride } from './shared.ts'

const type = `multipart/form-data; boundary=${boundary}`

async function peek(parts: Part[], size = 1_000_000, options?: { maxSize?: number }) {
  const { stream } = streamOf(cut(encodeParts(parts), size))
  const { method, body } = await peekMethodOverride(stream, type, options)
  const form = await parseFormData({ headers: new Headers({ 'Content-Type': type }), body })

  return { method, names: [...form.keys()] }
}

describe('peekMethodOverride', () => {
  it.each([1, 7, 100, 1_000_000])(
    'takes the field off the front, in chunks of %i',
    async (size) => {
      const parts = [field('_method', 'delete'), field('a', '1'), file('f', 'f', 'x')]
      expect(await peek(parts, size)).toEqual({ method: 'DELETE', names: ['a', 'f'] })
    },
  )

  it('leaves an empty form if there is nothing else', async () => {
    expect(await peek([field('_method', 'PUT')])).toEqual({ method: 'PUT', names: [] })
  })

  it.each<[string, Part]>([
    ['another field', field('a', 'PUT')],
    ['another method', field('_method', 'POST')],
    ['no method', field('_method', '')],
    ['a file', file('_method', 'f', 'PUT')],
  ])('leaves the body as it is for %s', async (_, part) => {
    for (const size of [1, 1_000_000]) {
      expect((await peek([part, field('b', '2')], size)).method).toBe(null)
      expect((await peek([part, field('b', '2')], size)).names).toHaveLength(2)
    }
  })

  it('ignores a field that is not the first', async () => {
    expect(await peek([field('a', '1'), field('_method', 'PUT')])).toEqual({
      method: null,
      names: ['a', '_method'],
    })
  })

  it('reads the first part as the parser does: behind other text, and behind a boundary with spaces', async () => {
    const part = 'Content-Disposition: form-data; name="_method"\r\n\r\nPUT'
    for (const start of ['Other text.\r\n', '']) {
      const text = `${start}--${boundary} \r\n${part}\r\n--${boundary} \r\n--${boundary}--\r\n`
      const { stream } = streamOf(cut(new TextEncoder().encode(text), 5))
      const { method, body } = await peekMethodOverride(stream, type)
      expect(method).toBe('PUT')
      expect(await new Response(body).text()).toBe(`--${boundary} \r\n--${boundary}--\r\n`)
    }
  })

  it('ends with the signal, and leaves the body', async () => {
    let isLeft = false
    const waits = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (stream) => stream.enqueue(new TextEncoder().encode(`--${boundary}\r\n`)),
      pull: () => waits.resolve(), // The first bytes were taken.
      cancel: () => void (isLeft = true),
    })
    const controller = new AbortController()
    const found = peekMethodOverride(body, type, { signal: controller.signal })
    await waits.promise
    controller.abort(new Error('gone'))
    await expect(found).rejects.toThrow('gone')
    expect(isLeft).toBe(true)
  })

  it('looks no further than it is allowed to', async () => {
    const { stream } = streamOf(cut(encodeParts([file('f', 'f', new Uint8Array(100_000))]), 1000))
    let read = 0
    const counted = stream.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>(
        {
          transform(chunk, controller) {
            read += chunk.length
            controller.enqueue(chunk)
          },
        },
        { highWaterMark: 1 },
        { highWaterMark: 0 },
      ),
    )
    await peekMethodOverride(counted, type)
    expect(read).toBeLessThan(12_000)
    expect(await peek([field('_method', 'PUT')], 10, { maxSize: 40 })).toEqual({
      method: null,
      names: ['_method'],
    })
  })

  it('copies few bytes, however many chunks they come in', async () => {
    const parts = [file('f', 'f'.repeat(7000), 'x')]
    const { stream } = streamOf(cut(encodeParts(parts), 1))
    const { bytes } = await countCopies(() => peekMethodOverride(stream, type))
    expect(bytes).toBeLessThan(50_000)
  })

  it('says what is missing for a request without a body', async () => {
    await expect(peekMethodOverride(null as never, type)).rejects.toThrow(
      'peekMethodOverride() takes a body, not null. Call it only for a request that has one.',
    )
  })

  it('hands over every byte of a body that it does not change', async () => {
    const bytes = encodeParts([field('a', '1')])
    for (const [body, contentType] of [
      [bytes, type],
      [bytes.slice(0, 20), type],
      [bytes, 'text/plain'],
      [bytes, 'multipart/form-data'],
      [bytes, null],
      [new Uint8Array(), type],
      [new TextEncoder().encode(`--${boundary}\r\nbad\r\n\r\n`), type],
      [new TextEncoder().encode(`--${boundary}xyz`), type],
    ] as const) {
      const result = await peekMethodOverride(streamOf(cut(body, 3)).stream, contentType)
      expect(result.method).toBe(null)
      expect(await new Response(result.body).bytes()).toEqual(body)
    }
  })

  it('cancels the source when the new body is cancelled', async () => {
    const { stream, cancelled } = streamOf(
      cut(encodeParts([field('_method', 'PUT'), field('a', '1')]), 10),
    )
    const { body } = await peekMethodOverride(stream, type)
    await body.cancel('gone')
    expect(cancelled).toEqual([{ reason: 'gone' }])
  })

  it('rejects if the source breaks', async () => {
    const broken = new Error('reset')
    const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        controller.error(broken)
      },
    })
    await expect(peekMethodOverride(source, type)).rejects.toBe(broken)
  })
})
