import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryBus } from '../../state/bus/index.ts'
import {
  createFetchHandler,
  createRouter,
  type ServerEvent,
} from '../../router/fetch-router/index.ts'
import type { StartArgs } from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { serve, type RunningServer, type ServeOptions } from './index.ts'

const running: RunningServer[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
  await Promise.all(running.splice(0).map((server) => server.close()))
  process.exitCode = undefined
  vi.restoreAllMocks()
})

async function run(
  start: ServeOptions['start'],
  handler: Parameters<typeof serve>[0] = () => new Response('ok'),
  options: ServeOptions = {},
): Promise<RunningServer> {
  const fixed = { port: 0, host: '127.0.0.1', quiet: true, handleSignals: false, graceTime: 400 }
  const server = await serve(handler, { ...fixed, ...options, start })
  running.push(server)
  return server
}

/** `start` that keeps its arguments, and ends when it is told to stop. */
function keepingArgs(): { start: (args: StartArgs) => Promise<void>; args: () => StartArgs } {
  let given: StartArgs | undefined
  return {
    start: async (args) => {
      given = args
      await args.closed
    },
    args: () => given!,
  }
}

describe('start of serve()', () => {
  it('is called once, when the server listens', async () => {
    const seen: string[] = []
    const server = await run(async ({ url }) => {
      seen.push(url, await (await fetch(url)).text())
    })
    await eventually(() => expect(seen).toEqual([server.url, 'ok']))
  })

  it('is not called if the server cannot listen', async () => {
    const { port } = await run(undefined)
    const start = vi.fn()
    await expect(run(start, undefined, { port })).rejects.toThrow('already in use')
    expect(start).not.toHaveBeenCalled()
  })

  it('must be a function', async () => {
    await expect(run('yes' as never)).rejects.toThrow(
      'serve() takes a function as start, not "yes"',
    )
  })

  it('is told when the server closes, and the server waits for it', async () => {
    const lines: string[] = []
    const { promise: response, resolve: respond } = Promise.withResolvers<Response>()
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const server = await run(
      async ({ signal, closed }) => {
        await once(signal, 'abort')
        lines.push('told')
        respond(new Response('finished'))
        await closed
        lines.push('closed')
      },
      () => {
        ask()
        return response
      },
      { graceTime: 60_000 },
    )
    const body = fetch(server.url).then((sent) => sent.text())
    await asked
    const isClosed = server.close().then(() => lines.push('server closed'))
    expect(await body).toBe('finished')
    await isClosed
    await server.closed
    expect(lines).toEqual(['told', 'closed', 'server closed'])
  })

  it('is told before the drain delay, while the server still accepts requests', async () => {
    const { start, args } = keepingArgs()
    const server = await run(start, undefined, { drainDelay: 100 })
    const isClosed = server.close()
    expect(args().signal.aborted).toBe(true)
    expect(await (await fetch(server.url)).text()).toBe('ok')
    await isClosed
  })

  it('leaves all of the grace time to requests once it has ended', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const server = await run(() => {})
    await server.close()
    expect(log).not.toHaveBeenCalled()
  })

  it('is named if it has not ended when the grace time is over', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const server = await run(() => new Promise(() => {}))
    await server.close()
    expect(log.mock.calls).toEqual([
      [expect.stringContaining('The process ends although `start` has not ended.')],
    ])
  })

  it('is told that all requests have ended before that, even if one never does', async () => {
    const events: string[] = []
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const server = await run(
      async ({ closed }) => {
        await closed
        events.push('closed')
      },
      () => {
        ask()
        return new Promise<Response>(() => {})
      },
    )
    const request = fetch(server.url).catch(() => events.push('cut off'))
    await asked
    await server.close()
    await request
    expect(events).toEqual(['cut off', 'closed'])
  })

  it('closes the server if it fails, reports the error, and makes the process end with 1', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const failure = new Error('the queue is gone')
    const events: ServerEvent[] = []
    const router = createRouter({ observe: [{ event: (event) => void events.push(event) }] })
    const server = await run(() => Promise.reject(failure), router)
    await server.closed
    await expect(fetch(server.url)).rejects.toThrow()
    expect(log.mock.calls).toEqual([[failure]])
    expect(process.exitCode).toBe(1)
    const [begin] = events
    expect(events).toEqual([
      { type: 'start', phase: 'start', id: begin!.id },
      expect.objectContaining({ type: 'error', where: 'start', error: failure, parent: begin!.id }),
      {
        type: 'start',
        phase: 'end',
        id: begin!.id,
        result: 'error',
        duration: expect.any(Number),
      },
    ])
  })

  it('does the same if it throws at once', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const server = await run(() => {
      throw new Error('no queue')
    })
    await server.closed
    expect(log.mock.calls).toEqual([[new Error('no queue')]])
    expect(process.exitCode).toBe(1)
  })

  it('does not fail by an error of the signal, which ends its own requests', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const server = await run(async ({ signal }) => {
      await once(signal, 'abort')
      signal.throwIfAborted()
    })
    await server.close()
    expect(log).not.toHaveBeenCalled()
    expect(process.exitCode).toBeUndefined()
  })
})

describe('publish of start', () => {
  it('reaches the bus of a router, also one in a fetch handler, until `closed`', async () => {
    const bus = createMemoryBus()
    const heard: unknown[] = []
    bus.subscribe({ write: (tags: readonly string[]) => heard.push(tags) } as never)
    const { start, args } = keepingArgs()
    const server = await run(start, createFetchHandler(createRouter({ bus })))
    await args().publish('order:1', 'orders')
    const isClosed = server.close()
    await args().publish('order:2')
    await isClosed
    expect(heard).toEqual([['order:1', 'orders'], ['order:2']])
  })

  it('refuses a list, which is a mistake, with a bus and without', async () => {
    const { start, args } = keepingArgs()
    await run(start, createRouter())
    await expect(args().publish(['a'] as never)).rejects.toThrow('publish()')
    await expect(args().publish('a')).resolves.toBeUndefined()
  })
})

describe('repeat of start', () => {
  it('calls again at once after true, never twice at a time, and otherwise waits', async () => {
    const { start, args } = keepingArgs()
    const server = await run(start)
    let active = 0
    let most = 0
    let calls = 0
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const end = args().repeat(2_000_000_000, async () => {
      most = Math.max(most, ++active)
      await Promise.resolve()
      active--
      if (++calls < 5) return true
      return resolve()
    })
    await done
    await server.close()
    await end
    expect([calls, most]).toEqual([5, 1])
  })

  it('lets requests in between if the work never waits', async () => {
    const { start, args } = keepingArgs()
    const server = await run(start)
    let isServed = false
    const end = args().repeat(1, () => !isServed)
    await fetch(server.url)
    isServed = true
    await server.close()
    await end
  })

  it('reports an error, waits, and goes on', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const events: ServerEvent[] = []
    const router = createRouter({ observe: [{ event: (event) => void events.push(event) }] })
    const { start, args } = keepingArgs()
    const server = await run(start, router)
    const failure = new Error('the mail server is gone')
    let calls = 0
    const { promise: again, resolve } = Promise.withResolvers<void>()
    const end = args().repeat(1, () => {
      if (++calls === 1) throw failure
      resolve()
    })
    await again
    await server.close()
    await end
    expect(log.mock.calls).toEqual([[failure]])
    expect(events).toContainEqual(expect.objectContaining({ error: failure, where: 'start' }))
    expect(process.exitCode).toBeUndefined()
  })

  it('passes the signal on, and its error is not reported', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { start, args } = keepingArgs()
    const server = await run(start)
    const end = args().repeat(1, async (signal) => {
      await once(signal, 'abort')
      signal.throwIfAborted()
    })
    await server.close()
    await end
    await args().repeat(1, () => expect.unreachable())
    expect(log).not.toHaveBeenCalled()
  })

  it('refuses a time that is none, and work that is no function', async () => {
    const { start, args } = keepingArgs()
    await run(start)
    await expect(args().repeat(-1, () => {})).rejects.toThrow('Cannot use -1 as "milliseconds"')
    await expect(args().repeat(5, undefined as never)).rejects.toThrow(
      'repeat() takes a function after the milliseconds, not undefined',
    )
  })
})

describe('a process with start', () => {
  it('ends by SIGTERM after the running job, the requests and their work', async () => {
    const { child, lines, url } = await startChild('job')
    const response = fetch(`${url}/slow`)
    await eventually(() => expect(lines()).toContain('request'))
    await eventually(() => expect(lines()).toContain('job begins'))
    child.kill('SIGTERM')
    expect(await (await response).text()).toBe('finished')
    expect(await once(child, 'close')).toEqual([null, 'SIGTERM'])

    const said = lines()
    expect(said.indexOf('told')).toBeLessThan(said.indexOf('after'))
    expect(said.indexOf('after')).toBeLessThan(said.indexOf('closed'))
    expect(said.at(-1)).toBe('closed')
    const count = (line: string): number => said.filter((one) => one === line).length
    expect(count('job begins')).toBe(count('job ends'))
    expect(count('start')).toBe(1)
  })

  it('waits for nothing after the second signal', async () => {
    const { child, lines } = await startChild('hangs', '60000')
    await eventually(() => expect(lines()).toContain('start'))
    child.kill('SIGTERM')
    const closed = once(child, 'close')
    // The first may not have been handled yet, and two that wait are one.
    const again = setInterval(() => child.kill('SIGTERM'), 50)
    expect(await closed).toEqual([null, 'SIGTERM'])
    clearInterval(again)
  })

  it('ends although start hangs, and says so', async () => {
    const { child, output } = await startChild('hangs', '200')
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([null, 'SIGTERM'])
    expect(output()).toContain('The process ends although `start` has not ended.')
  })

  it.each(['fails', 'throws'])('ends with 1 if start %s', async (kind) => {
    const { child, output } = await startChild(kind)
    expect(child.exitCode ?? (await once(child, 'close'))[0]).toBe(1)
    expect(output()).toMatch(/Error: (the queue is gone|no queue)/)
  })
})

async function startChild(...args: string[]) {
  const file = join(import.meta.dirname, 'start.fixture.ts')
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const url = await eventually(() => {
    const found = /http:\S+(?=\s)/.exec(text)
    if (found === null) throw new Error(text)
    return found[0]
  })
  const lines = (): string[] => Array.from(text.matchAll(/^- (.*)$/gm), ([, line]) => line!)
  return { child, url, output: () => text, lines }
}
