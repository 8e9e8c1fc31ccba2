import { afterEach, describe, expect, it, vi } from 'vitest'
import { WaitUntil } from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { text } from '../../http/response/index.ts'
import { createMemoryStorage, type Storage } from '../../state/storage/index.ts'
import { writes } from '../../state/tags/index.ts'
import { createApp, shared } from './app.fixture.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** A storage that lists its commands, and one whose commands the test can hold, fail or see. */
function createWatchedStorage(hook: (command: string) => Promise<void> | void = () => {}) {
  const memory = createMemoryStorage()
  let commands: string[] = []
  const run = async <Value>(command: string, call: () => Promise<Value>): Promise<Value> => {
    commands.push(command)
    await hook(command)
    return call()
  }
  const storage: Storage = {
    evicts: true,
    get: (key) => run(`get ${key}`, () => memory.get(key)),
    getMany: (keys) => run(`getMany ${keys.join(' ')}`, () => memory.getMany!(keys)),
    set: (key, value, options) => run(`set ${key}`, () => memory.set(key, value, options)),
    delete: (key) => run(`delete ${key}`, () => memory.delete(key)),
    count: (key, ttl) => run(`count ${key}`, () => memory.count(key, ttl)),
  }
  return {
    storage,
    memory,
    take(): string[] {
      const taken = commands
      commands = []
      return taken.map((command) => command.replace(/e2:.*/, 'entry'))
    },
  }
}

const tagged = (...tags: string[]) => ({ ...shared, 'Cache-Tag': tags.join(', ') })

/** A promise and its function. */
function createGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: () => resolve() }
}

describe('the commands of a cache', () => {
  it('are two for a hit with 64 tags, and one for a hit without tags', async () => {
    const { storage, take } = createWatchedStorage()
    const names = Array.from({ length: 64 }, (_, i) => `tag${i}`)
    const app = createApp(
      ({ url }) => text('ok', { headers: url.pathname === '/many' ? tagged(...names) : shared }),
      { storage },
    )
    for (const [path, expected] of [
      ['/many', ['get entry', `getMany i ${names.map((name) => `t:${name}`).join(' ')}`]],
      ['/none', ['get entry']],
    ] as const) {
      await app.read(path)
      take()
      await app.read(path)
      expect(take()).toEqual(expected)
    }
  })

  it('are five for the first run of a URL and one for each new tag, and four when its tags are known', async () => {
    const { storage, take } = createWatchedStorage()
    const app = createApp(() => text('ok', { headers: tagged('a', 'b') }), { storage })
    await app.responses.invalidate('other')
    take()
    await app.read('/')
    expect(take()).toEqual([
      'get entry',
      'get i',
      'getMany t:a t:b',
      'set t:a',
      'set t:b',
      'get i',
      'set entry',
    ])
    await app.responses.invalidate('a')
    take()
    await app.read('/')
    expect(take()).toEqual(['get entry', 'getMany i t:a t:b', 'getMany t:a t:b', 'set entry'])
  })

  it('work with a storage that has no getMany', async () => {
    const { storage, take } = createWatchedStorage()
    const { getMany: _, ...without } = storage
    const app = createApp(() => text(String(app.runs), { headers: tagged('a', 'b') }), {
      storage: without,
    })
    await app.read('/')
    take()
    expect(await app.read('/')).toBe('1')
    expect(take()).toEqual(['get entry', 'get i', 'get t:a', 'get t:b'])
    await app.responses.invalidate('b')
    expect(await app.read('/')).toBe('2')
  })
})

describe('requests for one stored page at once', () => {
  it('share a look-up: 300 requests take four commands, and no run', async () => {
    const { storage, take } = createWatchedStorage()
    const app = createApp(() => text(String(app.runs), { headers: tagged('page') }), { storage })
    await app.read('/')
    take()
    const bodies = await Promise.all(Array.from({ length: 300 }, () => app.read('/')))
    expect(new Set(bodies)).toEqual(new Set(['1']))
    expect(take()).toEqual(['get entry', 'getMany i t:page', 'get entry', 'getMany i t:page'])
  })

  it('never share one that began before an invalidation which the visitor knows of', async () => {
    const memory = createMemoryStorage()
    const replied = createGate()
    const gate = createGate()
    let isSlow = false
    const storage: Storage = {
      ...wrap(memory),
      async getMany(keys) {
        const values = await memory.getMany!(keys)
        if (!isSlow) return values
        isSlow = false
        replied.open()
        await gate.opened
        return values
      },
    }
    const app = createApp(() => text(String(app.runs), { headers: tagged('page') }), { storage })
    await app.read('/')
    isSlow = true
    const early = app.read('/')
    await replied.opened
    await app.responses.invalidate('page')
    const late = app.read('/')
    gate.open()
    expect([await early, await late]).toEqual(['1', '2'])
  })

  it('look the page up themselves if the storage has never replied to the request before', async () => {
    const memory = createMemoryStorage()
    let isFirst = true
    const storage: Storage = {
      ...wrap(memory),
      get(key) {
        if (!isFirst) return memory.get(key)
        isFirst = false
        return new Promise(() => {})
      },
    }
    const app = createApp(() => text('page', { headers: shared }), { storage, lockTimeout: 0.01 })
    void app.read('/')
    expect(await app.read('/')).toBe('page')
  })
})

describe('invalidations of other tags', () => {
  it('do not stop a page from being stored from its second run on: 12 requests, 2 runs, 10 hits', async () => {
    const app = createApp(async () => {
      await app.responses.invalidate('other')
      return text(String(app.runs), { headers: tagged('page') })
    })
    const bodies: string[] = []
    for (let i = 0; i < 12; i++) bodies.push(await app.read('/'))
    expect(bodies).toEqual(['1', ...Array.from({ length: 11 }, () => '2')])
    expect(app.takeReports().filter(({ result }) => result === 'hit')).toHaveLength(10)
  })

  it('let another machine store the page in its first run, because it knows the tags', async () => {
    const storage = createMemoryStorage()
    const create = () => {
      const app = createApp(
        async () => {
          await app.responses.invalidate('other')
          return text('page', { headers: tagged('page') })
        },
        // Another object, as in another process.
        { storage: wrap(storage) },
      )
      return app
    }
    const [one, two] = [create(), create()]
    await one.read('/')
    await two.read('/')
    await one.read('/')
    expect([one.runs, two.runs]).toEqual([1, 1])
  })

  it('do not keep a page stale whose new version has one more tag', async () => {
    let now = 0
    vi.spyOn(Date, 'now').mockImplementation(() => now)
    const policy = { 'Cache-Control': 's-maxage=10, stale-while-revalidate=60' }
    const refreshed: Promise<unknown>[] = []
    const app = createApp(
      async () => {
        await app.responses.invalidate('other')
        const tags = app.runs < 3 ? 'a' : 'a, b'
        return text(String(app.runs), { headers: { ...policy, 'Cache-Tag': tags } })
      },
      {
        before: [
          (context, next) => {
            context.set(WaitUntil, (work) => void refreshed.push(work))
            return next()
          },
        ],
      },
    )
    await app.read('/')
    expect(await app.read('/')).toBe('2')
    now = 11_000
    for (const runs of [3, 4]) {
      expect(await app.read('/')).toBe('2')
      await Promise.all(refreshed)
      expect(app.runs).toBe(runs)
    }
    expect(await app.read('/')).toBe('4')
  })

  it('an invalidation of one of its own tags always stops a run', async () => {
    const app = createApp(async () => {
      const runs = app.runs
      await app.responses.invalidate('page')
      return text(String(runs), { headers: tagged('page') })
    })
    for (const expected of ['1', '2', '3']) expect(await app.read('/')).toBe(expected)
  })
})

describe('many requests at once', () => {
  it('cost two runs if the first is overtaken: 100 requests', async () => {
    const gate = createGate()
    const app = createApp(async () => {
      const { runs } = app
      if (runs === 1) await gate.opened
      return text(String(runs), { headers: tagged('page') })
    })
    const early = Array.from({ length: 50 }, () => app.read('/'))
    await eventually(() => expect(app.runs).toBe(1))
    await app.responses.invalidate('page')
    const late = Array.from({ length: 50 }, () => app.read('/'))
    gate.open()
    expect(new Set(await Promise.all(early))).toEqual(new Set(['1']))
    expect(new Set(await Promise.all(late))).toEqual(new Set(['2']))
    expect(app.runs).toBe(2)
  })

  it('share a page that cannot be stored, as private', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { storage } = createWatchedStorage((command) => {
      if (command.startsWith('set e2:')) throw new Error('full')
    })
    const app = createApp(() => text('page', { headers: tagged('page') }), { storage })
    const responses = await Promise.all(Array.from({ length: 20 }, () => app.send('/')))
    expect(app.runs).toBe(1)
    for (const response of responses) {
      expect(await response.text()).toBe('page')
      expect(response.headers.get('Cache-Control')).toBe('private, max-age=0, must-revalidate')
      expect(response.headers.has('Cache-Tag')).toBe(false)
    }
    expect((await app.send('/', { method: 'HEAD' })).body).toBe(null)
    expect(app.runs).toBe(2)
  })

  it('leave waiting requests that were aborted, and the others get the page', async () => {
    const gate = createGate()
    const app = createApp(async () => {
      await gate.opened
      return text('page', { headers: shared })
    })
    const first = app.read('/')
    await eventually(() => expect(app.runs).toBe(1))
    const controller = new AbortController()
    const aborted = app.send('/', { signal: controller.signal })
    const other = app.read('/')
    controller.abort()
    expect((await aborted).status).toBe(499)
    gate.open()
    expect([await first, await other]).toEqual(['page', 'page'])
    expect(app.runs).toBe(1)
  })
})

describe('a page that was made', () => {
  it('is sent although the storage fails in any command after the run', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    for (const failing of [/^getMany t:/, /^set t:/, /^get i/, /^set e2:/]) {
      let hasRun = false
      const { storage } = createWatchedStorage((command) => {
        if (hasRun && failing.test(command)) throw new Error('down')
      })
      const app = createApp(
        () => {
          hasRun = true
          return text('page', { headers: tagged('page') })
        },
        { storage },
      )
      expect(await app.read('/')).toBe('page')
      expect(app.runs).toBe(1)
    }
  })

  it('is stored a second after its run has failed once', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const app = createApp(() => {
      if (app.runs === 1) throw new Error('once')
      return text(String(app.runs), { headers: shared })
    })
    expect(await app.read('/')).toBe('2')
    now = 999
    expect(await app.read('/')).toBe('3')
    now = 1000
    expect([await app.read('/'), await app.read('/')]).toEqual(['4', '4'])
  })
})

describe('an invalidation that does not arrive', () => {
  it('keeps this process from using and storing entries with its tags, until it has arrived', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    let isDown = false
    const { storage } = createWatchedStorage((command) => {
      if (isDown && command.startsWith('set ')) throw new Error('no reply')
    })
    let value = 'old'
    const app = createApp(
      (context) => {
        if (context.method !== 'POST') return text(value, { headers: tagged('page') })
        value = 'new'
        writes(context, 'page')
        return text('saved')
      },
      { storage },
    )
    try {
      expect(await app.read('/')).toBe('old')
      isDown = true
      expect(await app.read('/write', { method: 'POST' })).toBe('saved')
      for (let i = 0; i < 3; i++) expect(await app.read('/')).toBe('new')
      const { runs } = app
      isDown = false
      await vi.advanceTimersByTimeAsync(15_000)
      expect([await app.read('/'), await app.read('/')]).toEqual(['new', 'new'])
      expect(app.runs).toBe(runs + 1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is sent again with other ids after 0.1, 0.2 … 5 s, the last invalidation before the tags', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const times: number[] = []
    let start = 0
    let isDown = true
    const { storage, take, memory } = createWatchedStorage((command) => {
      if (command === 'set i') times.push(performance.now() - start)
      if (isDown && command === 'set i') throw new Error('no reply')
    })
    const app = createApp(() => text('ok'), { storage })
    try {
      start = performance.now()
      const done = app.responses.invalidate('a', 'b')
      await vi.advanceTimersByTimeAsync(20_000)
      expect(times).toEqual([0, 100, 300, 700, 1500, 3100, 6300, 11_300, 16_300])
      expect(take().slice(-3)).toEqual(['set i', 'set t:a', 'set t:b'])
      const before = await memory.get('t:a')
      isDown = false
      await vi.advanceTimersByTimeAsync(5000)
      await done
      expect(await memory.get('t:a')).not.toBe(before)
      expect(times).toHaveLength(10)
      await vi.advanceTimersByTimeAsync(20_000)
      expect(times).toHaveLength(10)
    } finally {
      vi.useRealTimers()
    }
  })

  it('rejects after 30 s, and still arrives later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    let isDown = true
    const { storage, memory } = createWatchedStorage(() => {
      if (isDown) throw new Error('down')
    })
    const app = createApp(() => text('ok'), { storage })
    try {
      const done = app.responses.invalidate('a').catch((error: Error) => error.message)
      await vi.advanceTimersByTimeAsync(30_000)
      expect(await done).toBe(
        'Cannot confirm that ["a"] are invalidated: the storage has not replied for 30 s. They are sent again until it does.',
      )
      isDown = false
      await vi.advanceTimersByTimeAsync(5000)
      expect(await memory.get('t:a')).not.toBe(null)
    } finally {
      vi.useRealTimers()
    }
  })

  it('does not hold up the response of a write longer than its first command', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const handedOver: Promise<unknown>[] = []
    const gate = createGate()
    const { storage, take } = createWatchedStorage((command) => {
      if (command === 'set i') throw new Error('no reply in time')
      if (command.startsWith('set t:')) return gate.opened
      return undefined
    })
    const app = createApp(
      (context) => {
        writes(context, 'a')
        return text('saved')
      },
      {
        storage,
        before: [
          (context, next) => {
            context.set(WaitUntil, (work) => void handedOver.push(work))
            return next()
          },
        ],
      },
    )
    expect(await app.read('/', { method: 'POST' })).toBe('saved')
    expect(take()).toContain('set t:a')
    expect(handedOver).toHaveLength(1)
    gate.open()
  })

  it('does not hold up the response of a write longer than the timeout of the storage', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { storage, memory } = createWatchedStorage(
      () => new Promise((resolve) => void setTimeout(resolve, 200)),
    )
    const app = createApp(
      (context) => {
        writes(context, 'a')
        return text('saved')
      },
      { storage: { ...storage, timeout: 250 } },
    )
    try {
      let body = ''
      void app.read('/', { method: 'POST' }).then((read) => (body = read))
      await vi.advanceTimersByTimeAsync(249)
      expect(body).toBe('')
      await vi.advanceTimersByTimeAsync(1)
      expect(body).toBe('saved')
      expect(await memory.get('t:a')).toBe(null)
      await vi.advanceTimersByTimeAsync(150)
      expect(await memory.get('t:a')).not.toBe(null)
    } finally {
      vi.useRealTimers()
    }
  })
})

/** The same storage as another object. */
function wrap(storage: Storage): Storage {
  return {
    evicts: true,
    get: (key) => storage.get(key),
    getMany: (keys) => storage.getMany!(keys),
    set: (key, value, options) => storage.set(key, value, options),
    delete: (key) => storage.delete(key),
    count: (key, ttl) => storage.count(key, ttl),
  }
}
