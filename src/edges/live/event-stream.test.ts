import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createFetchHandler,
  createRouter,
  Shutdown,
  WaitUntil,
} from '../../router/fetch-router/index.ts'
import { isNode } from '../../internal/process/runtime.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import {
  eventStream,
  type EventStreamOptions,
  type EventStreamSource,
  type StreamEvent,
} from './index.ts'
import { type EventSourceArgs } from './event-stream.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

async function send(
  source: EventStreamSource,
  init: RequestInit = {},
  options?: EventStreamOptions,
  shutdown?: AbortSignal,
): Promise<Response> {
  const router = createRouter()
  router.get('/', (context) => eventStream(context, source, options))
  const handler = createFetchHandler(router, {
    provide: (context) => {
      if (shutdown) context.set(Shutdown, shutdown)
    },
    onError: (error) => new Response(String(error), { status: 500 }),
  })
  return handler(new Request('https://example.com/', init))
}

async function* list(...events: StreamEvent[]): AsyncGenerator<StreamEvent> {
  yield* events
}

/** What is sent for these events, without the comment at the start. */
async function textOf(...events: StreamEvent[]): Promise<string> {
  const text = await (await send(list(...events))).text()
  expect(text.startsWith(':\n\n')).toBe(true)
  return text.slice(3)
}

/** A reader of the text of a stream. */
function readText(response: Response): { next(): Promise<string | undefined>; leave(): void } {
  const reader = response.body!.getReader()
  return {
    async next() {
      const { done, value } = await reader.read()
      return done ? undefined : new TextDecoder().decode(value)
    },
    leave: () => void reader.cancel(new Error('closed the tab')),
  }
}

describe('eventStream', () => {
  it('has the headers of an event stream, and begins with a comment', async () => {
    const response = await send(list())
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('X-Accel-Buffering')).toBe('no')
    expect(await response.text()).toBe(':\n\n')
  })

  it('writes the fields of an event', async () => {
    expect(await textOf({ event: 'price', id: 7, retry: 100, data: { a: [1, null] } })).toBe(
      'event: price\nid: 7\nretry: 100\ndata: {"a":[1,null]}\n\n',
    )
    expect(await textOf({ data: 'text' }, { data: '' }, { id: '' })).toBe(
      'data: text\n\ndata: \n\nid: \n\n',
    )
  })

  it('writes a data line for each line', async () => {
    expect(await textOf({ data: 'a\nb\r\nc\rd\n' })).toBe(
      'data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n',
    )
  })

  it('lets a browser read the data as it was', async () => {
    const unit = fc.constantFrom('a', ' ', ':', '\n', '\r', '\r\n', '\0', 'data: x', 'ü')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit }), { maxLength: 4 }), async (values) => {
        const text = await textOf(...values.map((data) => ({ data })))
        expect(parse(text)).toEqual(values.map((data) => data.replaceAll(/\r\n?/g, '\n')))
      }),
    )
  })

  it('takes more headers, and keeps the type', async () => {
    const headers = { 'X-Other': '1', 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache' }
    const response = await send(list(), {}, { headers, retry: 3000 })
    expect(response.headers.get('X-Other')).toBe('1')
    expect(response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    expect(await response.text()).toBe('retry: 3000\n\n')
  })

  it('gives the source the last id of the client, if it is not too long', async () => {
    const seen: (string | undefined)[] = []
    const source = ({ lastEventId }: EventSourceArgs) => {
      seen.push(lastEventId)
      return list()
    }
    const ids = ['7', 'x'.repeat(256), 'x'.repeat(257), 'x'.repeat(65_536)]
    for (const id of ids) await (await send(source, { headers: { 'Last-Event-ID': id } })).text()
    await (await send(source)).text()
    expect(seen).toEqual(['7', 'x'.repeat(256), undefined, undefined, undefined])
  })

  it('gives the source the last id as it was sent, also if it is not ASCII', async () => {
    const seen: (string | undefined)[] = []
    const source = ({ lastEventId }: EventSourceArgs) => {
      seen.push(lastEventId)
      return list()
    }
    // Browsers send UTF-8, and each byte is a character of the header. The last one is not UTF-8.
    const ids = ['\u00c3\u00bc-\u00e2\u0082\u00ac', '\u00fc']
    for (const id of ids) await (await send(source, { headers: { 'Last-Event-ID': id } })).text()
    expect(seen).toEqual(['\u00fc-\u20ac', '\u00fc'])
  })

  it('asks for the next event when the client has taken the last one', async () => {
    let asked = 0
    const source = async function* () {
      for (;;) yield { data: String(++asked) }
    }
    const { next, leave } = readText(await send(source))
    await anotherStream()
    expect(asked).toBe(0)
    await next()
    expect(await next()).toBe('data: 1\n\n')
    await anotherStream()
    expect(asked).toBe(1)
    expect(await next()).toBe('data: 2\n\n')
    await anotherStream()
    expect(asked).toBe(2)
    leave()
  })

  it('sends headers only for HEAD, and never starts the source', async () => {
    const source = vi.fn(() => list({ data: 'x' }))
    const response = await send(source, { method: 'HEAD' })
    expect(response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    expect(await response.text()).toBe('')
    expect(source.mock.calls).toEqual([])
  })

  it('refuses what is not a source, and wrong options', async () => {
    const message = async (source: unknown, options?: unknown) =>
      (await send(source as never, {}, options as never)).text()
    expect(await message([1])).toContain('eventStream() takes an async iterable, or a function')
    expect(await message(undefined)).toContain('not undefined')
    expect(await message(list(), { retry: -1 })).toContain('Cannot use -1 as "retry"')
    expect(await message(list(), { delay: 1 })).toContain('eventStream() has no option "delay"')
  })
})

describe('the end of a stream', () => {
  it('comes with the end of the source', async () => {
    expect(await textOf({ data: '1' }, { data: '2' })).toBe('data: 1\n\ndata: 2\n\n')
  })

  it('comes when the client leaves: the signal aborts and the source ends, without an error', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    let ended = false
    let reason: unknown
    const source = async function* ({ signal }: EventSourceArgs) {
      try {
        yield { data: '1' }
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason
            reject(signal.reason as Error)
          })
        })
      } finally {
        ended = true
      }
    }
    const { next, leave } = readText(await send(source))
    await next()
    await next()
    const waiting = next()
    await pause()
    leave()
    expect(await waiting).toBe(undefined)
    await eventually(() => expect(ended).toBe(true))
    expect(String(reason)).toBe('Error: closed the tab')
    expect(log.mock.calls).toEqual([])
  })

  it('comes when the request aborts, also where the runtime does not cancel the body', async () => {
    const client = new AbortController()
    let returned = 0
    const source: AsyncIterable<StreamEvent> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: async () => ({ done: true, value: ++returned }),
      }),
    }
    const { next } = readText(await send(source, { signal: client.signal }))
    await next()
    const waiting = next()
    await pause()
    client.abort()
    expect(await waiting).toBe(undefined)
    await eventually(() => expect(returned).toBe(1))
  })

  it.each<[string, EventStreamSource, string]>([
    [
      'the source throws',
      async function* () {
        yield { data: '1' }
        throw new Error('the source broke')
      },
      'Error: the source broke',
    ],
    [
      'the function throws',
      () => {
        throw new Error('the function broke')
      },
      'Error: the function broke',
    ],
    ['an event cannot be JSON', () => list({ data: 1n }), 'BigInt'],
    ['an id has a line break', () => list({ id: 'a\nb' }), 'Cannot send "a\\nb" as "id"'],
    ['an id has a NUL', () => list({ id: 'a\0b' }), 'Cannot send "a\\u0000b" as "id"'],
    ['a name has a line break', () => list({ event: 'a\rb' }), 'Cannot send "a\\rb" as "event"'],
  ])(
    'comes with the error when %s, and nothing else reports it on Node',
    async (_name, source, message) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      const { next } = readText(await send(source))
      expect(await next()).toBe(':\n\n')
      const readAll = async (): Promise<void> => {
        while ((await next()) !== undefined);
      }
      const failure: unknown = await readAll().catch((error: unknown) => error)
      expect(String(failure)).toContain(message)
      expect(log.mock.calls).toEqual(isNode ? [] : [[failure]])
    },
  )

  it('comes when the server closes: the browser is told to come back after 1 to 5 seconds', async () => {
    const server = new AbortController()
    let ended = false
    const source = async function* ({ signal }: EventSourceArgs) {
      yield { data: '1' }
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      ended = true
    }
    const { next } = readText(await send(source, {}, {}, server.signal))
    await next()
    await next()
    const waiting = next()
    await pause()
    server.abort(new Error('deploy'))
    const retry = Number(/^retry: (\d+)\n\n$/.exec((await waiting)!)?.[1])
    expect(retry).toBeGreaterThanOrEqual(1000)
    expect(retry).toBeLessThanOrEqual(5000)
    expect(await next()).toBe(undefined)
    await eventually(() => expect(ended).toBe(true))
  })

  it('comes at once if the server is closing already, and the source never starts', async () => {
    const source = vi.fn(() => list({ data: '1' }))
    const response = await send(source, {}, {}, AbortSignal.abort())
    expect(await response.text()).toMatch(/^retry: \d{4}\n\n$/)
    expect(source.mock.calls).toEqual([])
  })

  it('is what WaitUntil waits for, so that a Worker lets the source end', async () => {
    const handedOver: Promise<unknown>[] = []
    const cleanup = Promise.withResolvers<void>()
    const router = createRouter()
    router.get('/', (context) => {
      context.set(WaitUntil, (work) => void handedOver.push(work))
      return eventStream(context, async function* () {
        try {
          yield { data: '1' }
        } finally {
          await cleanup.promise
        }
      })
    })
    const { next, leave } = readText(await router.fetch('https://example.com/'))
    await next()
    await next()
    let isOver = false
    void handedOver[0]!.then(() => (isOver = true))
    leave()
    await anotherStream()
    expect(isOver).toBe(false)
    cleanup.resolve()
    await eventually(() => expect(isOver).toBe(true))
  })

  it('leaves no listener on the signal of the server', async () => {
    const { signal } = new AbortController()
    let listeners = 0
    const watched = new Proxy(signal, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (name === 'addEventListener') listeners++
          if (name === 'removeEventListener') listeners--
          return Reflect.apply(value, target, args) as unknown
        }
      },
    })
    await (await send(list({ data: '1' }), {}, {}, watched)).text()
    const { next, leave } = readText(await send(() => list({ data: '1' }), {}, {}, watched))
    await next()
    leave()
    await eventually(() => expect(listeners).toBe(0))
  })
})

/** What a browser makes of a stream (HTML §9.2.6): the data of its events. */
function parse(text: string): string[] {
  const found: string[] = []
  for (const block of text.split('\n\n').slice(0, -1)) {
    const lines = block.split('\n').map((line) => /^data: ?([^]*)$/.exec(line)![1]!)
    found.push(lines.join('\n'))
  }
  return found
}

/** Reads a whole stream. That takes more steps than a stream that is open needs to ask for its next event. */
async function anotherStream(): Promise<void> {
  await (await send(list({ data: 'x' }, { data: 'y' }))).text()
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5))
}
