import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRouter, RequestContext } from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { logger } from '../../middleware/logger/index.ts'
import { serve, type RunningServer } from '../node/index.ts'
import { eventStream } from './index.ts'
import { type EventSourceArgs } from './event-stream.ts'

const running: RunningServer[] = []

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(running.splice(0).map((server) => server.close()))
})

async function start(
  source: (args: EventSourceArgs) => AsyncGenerator<{ data: unknown }>,
): Promise<RunningServer> {
  const router = createRouter()
  router.get('/', (context) => eventStream(context, source))
  const server = await serve(router, {
    port: 0,
    host: '127.0.0.1',
    quiet: true,
    handleSignals: false,
    graceTime: 20_000,
  })
  running.push(server)
  return server
}

const aborted = (signal: AbortSignal) =>
  new Promise((resolve) => signal.addEventListener('abort', resolve))

describe('eventStream on Node', () => {
  it('reports an error of its source once to onError, to observers and to the log', async () => {
    const failure = new Error('the source broke')
    const errors: unknown[] = []
    const lines: string[] = []
    const events: unknown[] = []
    const router = createRouter({
      middleware: [logger({ format: 'json', log: (line) => void lines.push(line) })],
      observe: [
        {
          event(event) {
            if (event.type === 'error') events.push(event.error)
            if (event.type === 'request' && event.phase === 'end') events.push(event.result)
          },
        },
      ],
    })
    router.get('/', (context) =>
      eventStream(context, async function* () {
        yield { data: 1 }
        throw failure
      }),
    )
    const server = await serve(router, {
      port: 0,
      host: '127.0.0.1',
      quiet: true,
      handleSignals: false,
      onError: (error) => void errors.push(error),
    })
    running.push(server)
    await expect(fetch(server.url).then((response) => response.text())).rejects.toThrow()

    await eventually(() => expect(events).toEqual([failure, 'error']))
    expect(errors).toEqual([failure])
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        status: 200,
        level: 'error',
        error: { name: 'Error', message: 'the source broke' },
      }),
    ])
  })

  it('sends a comment after 8 seconds of silence, and the event when it comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const late = Promise.withResolvers<void>()
    const context = new RequestContext(new Request('https://example.com/'))
    const response = eventStream(context, async function* () {
      await late.promise
      yield { data: 'late' }
    })
    const reader = response.body!.getReader()
    const next = async () => new TextDecoder().decode((await reader.read()).value)
    await next()
    for (let i = 0; i < 3; i++) {
      const comment = next()
      await vi.advanceTimersByTimeAsync(8_000)
      expect(await comment).toBe(':\n\n')
    }
    const event = next()
    await vi.advanceTimersByTimeAsync(4_000)
    late.resolve()
    expect(await event).toBe('data: late\n\n')
    expect((await reader.read()).done).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('sends the headers and the comment before the first event', async () => {
    const { url } = await start(async function* ({ signal }) {
      await aborted(signal)
      yield { data: 'too late' }
    })
    const response = await fetch(url)
    expect(response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    const { value } = await response.body!.getReader().read()
    expect(new TextDecoder().decode(value)).toBe(':\n\n')
  })

  it('ends the source when the client leaves', async () => {
    const ended: string[] = []
    const { url } = await start(async function* ({ signal }) {
      try {
        yield { data: 1 }
        await aborted(signal)
      } finally {
        ended.push(String(signal.aborted))
      }
    })
    const client = new AbortController()
    const response = await fetch(url, { signal: client.signal })
    const reader = response.body!.getReader()
    let text = ''
    while (!text.includes('data: 1')) text += new TextDecoder().decode((await reader.read()).value)
    client.abort()
    await eventually(() => expect(ended).toEqual(['true']))
  })

  it('waits for a client that does not read', async () => {
    let sent = 0
    const piece = 'x'.repeat(100_000)
    const { url } = await start(async function* () {
      for (; sent < 2000; sent++) yield { data: piece }
    })
    const response = await new Promise<IncomingMessage>((resolve) => get(url, resolve))
    response.pause()
    let before = -1
    await eventually(() => {
      const isStill = before === sent
      before = sent
      expect(isStill).toBe(true)
    }, 200)
    // 200 MB would be all of it. What sockets hold on both sides is much less.
    expect(sent).toBeLessThan(500)
    response.destroy()
  })
})

describe('open streams in a process', () => {
  let child: ChildProcess
  let url: string
  const agent = new Agent({ maxSockets: Infinity })
  beforeAll(async () => {
    const file = join(import.meta.dirname, 'streams.fixture.ts')
    child = spawn(process.execPath, ['--expose-gc', file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(child.stdout!, 'data')) as [Buffer]
    url = /http:\S+/.exec(line.toString())![0]
  })
  afterAll(() => {
    agent.destroy()
    child.kill('SIGKILL')
  })

  const readState = async (): Promise<{ open: number; heap: number }> =>
    (await fetch(`${url}/state`)).json() as never

  /** Opens the streams, and waits until the sources of all of them run. */
  async function openStreams(count: number): Promise<IncomingMessage[]> {
    const streams = await Promise.all(
      Array.from(
        { length: count },
        () =>
          new Promise<IncomingMessage>((resolve, reject) => {
            get(url, { agent }, resolve).on('error', reject)
          }),
      ),
    )
    await eventually(async () => expect((await readState()).open).toBe(count))
    return streams
  }

  it('leave no memory behind when their clients leave', async () => {
    const heaps: number[] = []
    for (let round = 0; round < 2; round++) {
      for (const stream of await openStreams(400)) stream.destroy()
      const { heap } = await eventually(async () => {
        const state = await readState()
        expect(state.open).toBe(0)
        return state
      })
      heaps.push(heap)
    }
    // The first round also compiles code. A stream that stays has about 10 KB.
    expect(heaps[1]! - heaps[0]!).toBeLessThan(1_500_000)
  })

  it('end within the grace time after SIGTERM, 1,000 of them, and so does the process', async () => {
    const streams = await openStreams(1000)
    const texts = streams.map(async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      return text
    })
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    // After the grace time, the server would cut the streams before their last line.
    const all = await Promise.all(texts)
    expect(all.filter((text) => /^:\n\nretry: [1-5]\d{3}\n\n$/.test(text))).toHaveLength(1000)
    expect(await exited).toEqual([null, 'SIGTERM'])
  })
})
