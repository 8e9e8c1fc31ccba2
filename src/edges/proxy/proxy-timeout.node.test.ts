import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { proxy, type ProxyOptions } from './index.ts'

/** Sends a request to a router with a proxy that waits for one second. `fetch` is the other server. */
function createApp(
  fetch: NonNullable<ProxyOptions['fetch']>,
): (path: string, init: RequestInit) => Promise<Response> {
  const handler = proxy('http://old.internal:3001', { timeout: 1_000, fetch })
  const router = createRouter({ defaultHandler: handler })
  return (path, init) => router.fetch(`http://shop.example${path}`, init)
}

/** A `POST` whose body comes in parts. */
function inParts(...parts: string[]): RequestInit {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
  return { method: 'POST', body, duplex: 'half' } as RequestInit
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the time limit of proxy()', () => {
  it('counts from the last part of the body, however long all of it takes', async () => {
    let text = ''
    const send = createApp(async (_, { body, signal }) => {
      for await (const part of body as ReadableStream<Uint8Array>) {
        text += new TextDecoder().decode(part)
        await vi.advanceTimersByTimeAsync(900)
      }
      return new Response(`${text}, ${signal!.aborted}`)
    })
    const response = await send('/', inParts('one', ' two', ' three'))
    expect(await response.text()).toBe('one two three, false')
  })

  it('ends when the response begins, even if more of the body is sent later', async () => {
    const send = createApp(
      async (_, { body, signal }) =>
        new Response(
          (body as ReadableStream<Uint8Array>).pipeThrough(
            new TransformStream({
              async transform(part, parts) {
                await vi.advanceTimersByTimeAsync(2_000)
                signal!.throwIfAborted()
                parts.enqueue(part)
              },
            }),
          ),
        ),
    )
    const response = await send('/', inParts('one', ' two', ' three'))
    expect(await response.text()).toBe('one two three')
  })
})
