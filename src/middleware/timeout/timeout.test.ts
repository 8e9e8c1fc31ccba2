import { afterEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import { createRouter, WaitUntil, type RequestContext } from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { text } from '../../http/response/index.ts'
import { Deadline, timeout, type TimeoutOptions } from './index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

type Handler = (context: RequestContext) => Response | Promise<Response>

function createApp(handler: Handler, ms = 5, options?: TimeoutOptions) {
  const handedOver: Promise<unknown>[] = []
  const router = createRouter({
    middleware: [
      (context, next) => {
        context.set(WaitUntil, (work) => void handedOver.push(work))
        return next()
      },
      timeout(ms, options),
    ],
    defaultHandler: handler,
  })
  const send = (init: RequestInit = {}) => router.fetch('https://example.com/', init)
  return { send, handedOver }
}

describe('timeout', () => {
  it('returns the very response that comes in time', async () => {
    const response = text('ok', 201)
    expect(await createApp(() => response, 1000).send()).toBe(response)
    expect(await createApp(async () => response, 1000).send({ method: 'POST' })).toBe(response)
  })

  it('responds with a 503 that no cache keeps when the time is up', async () => {
    const response = await createApp(() => new Promise(() => {})).send()
    expect([response.status, await response.text()]).toEqual([503, 'Service Unavailable'])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it('responds with another status', async () => {
    const { send } = createApp(() => new Promise(() => {}), 5, { status: 408 })
    const response = await send({ method: 'HEAD' })
    expect(response.status).toBe(408)
  })

  it('aborts the deadline when the time is up', async () => {
    let signal: AbortSignal | undefined
    const { send } = createApp((context) => {
      signal = context.get(Deadline)
      return new Promise(() => {})
    })
    await send()
    expect(signal!.aborted).toBe(true)
    expect(String(signal!.reason)).toBe('TimeoutError: There was no response within 5 ms')
  })

  it('aborts the deadline when the client leaves', async () => {
    const client = new AbortController()
    let signal: AbortSignal | undefined
    const { send } = createApp((context) => {
      signal = context.get(Deadline)
      return new Promise(() => {})
    }, 10_000)
    const sent = send({ signal: client.signal })
    client.abort(new Error('closed the tab'))
    await expect(sent).rejects.toThrow('closed the tab')
    await eventually(() => expect(signal!.aborted).toBe(true))
    expect(String(signal!.reason)).toBe('Error: closed the tab')
  })

  it('does not count the time of the body', async () => {
    const { send } = createApp(
      (context) =>
        new Response(
          new ReadableStream({
            async start(controller) {
              await new Promise((resolve) => setTimeout(resolve, 20))
              controller.enqueue(new TextEncoder().encode(String(context.get(Deadline)!.aborted)))
              controller.close()
            },
          }),
        ),
    )
    expect(await (await send()).text()).toBe('false')
  })

  it('cancels the body of a response that comes too late', async () => {
    const late = Promise.withResolvers<Response>()
    let reason: unknown
    const { send } = createApp(() => late.promise)
    expect((await send()).status).toBe(503)
    late.resolve(new Response(new ReadableStream({ cancel: (why) => void (reason = why) })))
    await eventually(() => expect(String(reason)).toContain('TimeoutError'))
  })

  it('reports an error that comes too late, once', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const late = Promise.withResolvers<Response>()
    const failure = new Error('the database is gone')
    const { send } = createApp(() => late.promise)
    expect((await send()).status).toBe(503)
    late.reject(failure)
    await eventually(() => expect(log.mock.calls).toEqual([[failure]]))
  })

  it('does not report what the deadline itself has ended', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { send } = createApp((context) => {
      const signal = context.get(Deadline)!
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    })
    expect((await send()).status).toBe(503)
    await reportsOnly(log)
  })

  it('does not report that the client leaves after its time', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { send } = createApp(() => new Promise(() => {}))
    const client = new AbortController()
    expect((await send({ signal: client.signal })).status).toBe(503)
    client.abort()
    await reportsOnly(log)
  })

  it('lets errors pass that come in time', async () => {
    const failure = new Error('broken')
    await expect(createApp(() => Promise.reject(failure), 1000).send()).rejects.toBe(failure)
    const thrown = createApp(() => {
      throw failure
    }, 1000)
    await expect(thrown.send()).rejects.toBe(failure)
  })

  it('refuses wrong values when it is created', () => {
    for (const wrong of [0, -1, NaN, Infinity, '10s', undefined]) {
      expect(() => timeout(wrong as never)).toThrow('timeout() takes a number of milliseconds')
    }
    expect(() => timeout('10s' as never)).toThrow('not "10s"')
    expect(() => timeout(1, { status: 200 })).toThrow(
      new TypeError('timeout() takes a status from 400 to 599, not 200'),
    )
    expect(() => timeout(1, { ms: 1 } as never)).toThrow('timeout() has no option "ms"')
  })
})

describe('a mutation that runs on', () => {
  it('is handed to WaitUntil after its time, until it has ended', async () => {
    const late = Promise.withResolvers<Response>()
    const { send, handedOver } = createApp(() => late.promise)
    expect((await send({ method: 'POST' })).status).toBe(503)
    expect(handedOver).toHaveLength(1)

    const order: string[] = []
    void handedOver[0]!.then(() => order.push('work ended'))
    void late.promise.then(() => order.push('handler ended'))
    // A whole request comes in between, so a promise that is settled already would be the first.
    await createApp(() => text('ok'), 1000).send()
    late.resolve(new Response())
    await handedOver[0]
    expect(order).toEqual(['handler ended', 'work ended'])
  })

  it('is handed to WaitUntil when its client leaves, until it has ended', async () => {
    const client = new AbortController()
    const late = Promise.withResolvers<Response>()
    const { send, handedOver } = createApp(() => late.promise, 10_000)
    const sent = send({ method: 'DELETE', signal: client.signal })
    client.abort(new Error('left'))
    await expect(sent).rejects.toThrow('left')
    await eventually(() => expect(handedOver).toHaveLength(1))

    const order: string[] = []
    void handedOver[0]!.then(() => order.push('work ended'))
    void late.promise.catch(() => order.push('handler ended'))
    // A whole request comes in between, so a promise that is settled already would be the first.
    await createApp(() => text('ok'), 1000).send()
    late.reject(new Error('too late to matter'))
    await handedOver[0]
    expect(order).toEqual(['handler ended', 'work ended'])
  })

  it('is not handed to WaitUntil if it only reads, or if it has ended', async () => {
    const reading = createApp(() => new Promise(() => {}))
    await reading.send()
    expect(reading.handedOver).toEqual([])
    const done = createApp(async () => text('ok'), 1000)
    await done.send({ method: 'POST' })
    expect(done.handedOver).toEqual([])
  })

  it('needs no WaitUntil', async () => {
    const router = createRouter({
      middleware: [timeout(5)],
      defaultHandler: () => new Promise(() => {}),
    })
    const response = await router.fetch('https://example.com/', { method: 'POST' })
    expect(response.status).toBe(503)
  })
})

/** Checks that nothing was reported, when the error of a later request is. */
async function reportsOnly(log: MockInstance<typeof console.error>): Promise<void> {
  const late = Promise.withResolvers<Response>()
  const failure = new Error('of the later request')
  expect((await createApp(() => late.promise).send()).status).toBe(503)
  late.reject(failure)
  await eventually(() => expect(log.mock.calls.length).toBeGreaterThan(0))
  expect(log.mock.calls).toEqual([[failure]])
}
