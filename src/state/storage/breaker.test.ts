import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Breaker, KeyError } from './breaker.ts'

let now = 0
let printed: string[]

/** Something that can be switched off, and counts how often it is asked. */
function createServer() {
  const breaker = new Breaker('storage')
  const server = {
    isDown: false,
    asked: 0,
    call: async () => {
      server.asked++
      if (server.isDown) throw new Error('down')
      return 'reply'
    },
    ask: () => breaker.ask(server.call).catch((error: Error) => error.message),
    insist: () => breaker.insist(server.call).catch((error: Error) => error.message),
  }
  return server
}

const resting = 'the storage has failed, and requests skip it for a while (down)'

describe('a breaker', () => {
  beforeEach(() => {
    now = 0
    printed = []
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    vi.spyOn(console, 'warn').mockImplementation((line) => void printed.push(line))
  })

  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('does not rest because of errors about one key, and such an error ends a rest', async () => {
    const breaker = new Breaker('storage')
    const fail = (error: Error) => breaker.ask(() => Promise.reject(error)).catch(String)
    for (let i = 0; i < 3; i++) {
      expect(await fail(new KeyError('a list'))).toContain('a list')
      expect(await fail(new Error('down'))).toContain('down')
    }
    expect(printed).toEqual([])

    await fail(new Error('down'))
    expect(printed).toHaveLength(1)
    now += 1000
    await fail(new KeyError('a list'))
    expect(printed).toEqual([expect.stringContaining('does not work'), 'The storage works again.'])
    expect(await breaker.ask(async () => 'reply')).toBe('reply')
  })

  it('rests after two failures in a row, and not after two with a reply between them', async () => {
    const server = createServer()
    for (const isDown of [true, false, true, false]) {
      server.isDown = isDown
      await server.ask()
    }
    expect([server.asked, printed]).toEqual([4, []])
    server.isDown = true
    expect([await server.ask(), await server.ask(), await server.ask()]).toEqual([
      'down',
      'down',
      resting,
    ])
    expect(server.asked).toBe(6)
    expect(printed).toEqual([
      'A storage does not work (down). Requests do not wait for it. It is tried again every 1 to 10 seconds.',
    ])
  })

  it('lets one call try after 1, 2, 4, 8, 10 and 10 seconds, and prints nothing more', async () => {
    const server = createServer()
    server.isDown = true
    await Promise.all([server.ask(), server.ask(), server.ask(), server.ask()])
    expect(server.asked).toBe(4)
    let end = 0
    for (const [index, seconds] of [1, 2, 4, 8, 10, 10].entries()) {
      end += seconds * 1000
      now = end - 1
      expect(await server.ask()).toBe(resting)
      now = end
      expect(await Promise.all([server.ask(), server.ask()])).toEqual(['down', resting])
      expect(server.asked).toBe(5 + index)
    }
    expect(printed).toHaveLength(1)
  })

  it('works again after one reply, also to a call that insisted', async () => {
    for (const method of ['ask', 'insist'] as const) {
      const server = createServer()
      server.isDown = true
      for (let i = 0; i < 3; i++) await server.ask()
      server.isDown = false
      now += 1000
      expect(await server[method]()).toBe('reply')
      expect(await server.ask()).toBe('reply')
      expect(printed.at(-1)).toBe('The storage works again.')
      server.isDown = true
      expect([await server.ask(), await server.ask(), await server.ask()].at(-1)).toBe(resting)
    }
  })

  it('does not rest longer because of a call that insisted', async () => {
    const server = createServer()
    server.isDown = true
    await Promise.all([server.ask(), server.ask()])
    for (let i = 0; i < 5; i++) expect(await server.insist()).toBe('down')
    now = 1000
    server.isDown = false
    expect(await server.ask()).toBe('reply')
  })
})
