import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { later } from '../../http/response/index.ts'
import { Deferred } from './deferred.ts'
import { writeLine } from './write-wire.ts'
import { insertBlocks, streamLines } from './deferred-body.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A value that a test settles. */
function createValue(): { value: Deferred; resolve: (value: unknown) => void } {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const value = new Deferred({
    routeId: 'book',
    index: 0,
    name: 'a',
    write: (value) => ({
      line: writeLine('book', 'a', 'data', JSON.stringify(value)),
      value,
    }),
    readThrown: () => Promise.reject(new Error('never')),
    writeError: () => ({ line: writeLine('book', 'a', 'error', 'null'), reason: undefined }),
  })
  value.start(later(() => promise, { timeout: 60_000 }))
  return { value, resolve }
}

function readText(stream: ReadableStream<Uint8Array>): () => Promise<string | undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  return async () => {
    const { done, value } = await reader.read()
    return done ? undefined : decoder.decode(value)
  }
}

describe('eight seconds without a deferred value', () => {
  it('bring an empty line in data', async () => {
    const { value, resolve } = createValue()
    const next = readText(streamLines('{}', [value], () => {}).stream)
    expect(await next()).toBe('{}\n')
    const quiet = next()
    await vi.advanceTimersByTimeAsync(8000)
    expect(await quiet).toBe('\n')
    resolve(1)
    expect(await next()).toBe('{"later":["book","a"],"data":1}\n')
    expect(await next()).toBe('{"end":true}\n')
    expect(await next()).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['between two chunks', '<p>x</p>', '\n'],
    ['not inside of an element', '<p>x', undefined],
    ['not inside of a tag', '<p>x</p><scr', undefined],
  ])('bring a line break in a document %s', async (_, start, expected) => {
    const { value } = createValue()
    let react!: ReadableStreamDefaultController<Uint8Array>
    const source = new ReadableStream<Uint8Array>({
      start: (controller) => void (react = controller),
    })
    const next = readText(insertBlocks(source, 'n', [value], () => {}).stream)
    const send = (text: string): void => react.enqueue(new TextEncoder().encode(text))
    send(start)
    expect(start.startsWith((await next())!)).toBe(true)
    let quiet: string | undefined
    const reading = next().then((text) => (quiet = text))
    await vi.advanceTimersByTimeAsync(8000)
    expect(quiet).toBe(expected)
    send('</p>')
    await reading
  })

  it('bring a line break before the end of a document that waits', async () => {
    const { value, resolve } = createValue()
    const source = new Response('<p>x</p></body></html>').body!
    const next = readText(insertBlocks(source, 'n', [value], () => {}).stream)
    expect(await next()).toBe('<p>x</p>')
    const quiet = next()
    await vi.advanceTimersByTimeAsync(8000)
    expect(await quiet).toBe('\n')
    resolve(1)
    expect(await next()).toContain('data-framework="later"')
    expect(await next()).toBe('</body></html>')
    expect(await next()).toBeUndefined()
  })
})
