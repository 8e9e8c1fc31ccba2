import * as fc from 'fast-check'
import { vi } from 'vitest'
import { createRouter, WaitUntil } from '../../router/fetch-router/index.ts'
import { text } from '../../http/response/index.ts'
import { createMemoryStorage, type Storage } from '../../state/storage/index.ts'
import { writes } from '../../state/tags/index.ts'
import { cache } from './index.ts'
import { VirtualTime } from './virtual-time.fixture.ts'

/** Milliseconds after which a machine no longer waits for the storage. */
const timeout = 60

/** How long a command or a reply travels. A few arrive after the timeout, or never. */
const latency = fc.oneof(
  { weight: 80, arbitrary: fc.integer({ min: 0, max: 20 }) },
  { weight: 1, arbitrary: fc.integer({ min: 60, max: 600 }) },
  { weight: 1, arbitrary: fc.constant(Infinity) },
)

const step = fc.record({
  act: fc.constantFrom('read', 'read', 'read', 'write', 'write', 'move', 'invalidate', 'lose'),
  machine: fc.integer({ min: 0, max: 1 }),
  page: fc.constantFrom('a', 'a', 'a', 'a', 'b'),
  wait: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 150 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 1500 }) },
  ),
  /** Which of the keys is lost. */
  lost: fc.nat(),
})

/** Steps at about the same time. After a burst, everything comes to rest. */
const burst = fc.array(step, { minLength: 2, maxLength: 8 })

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** A page about one item. Each change of it invalidates a tag that it had before. */
interface Page {
  version: number
  item: number
}

interface Machine {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly invalidate: (...tags: string[]) => Promise<void>
  /** For each page, the version that a visitor of this machine must see at least. */
  readonly confirmed: Record<string, number>
  /** The writes that this machine must not forget, such as `a 1`. */
  readonly arrived: Set<string>
}

/**
 * Two machines with one storage, which may lose values at any time. A command may arrive after its machine has stopped
 * waiting for the reply, or never. Replies may be lost, too.
 *
 * After a write, its machine never sends an older page. When the invalidation has arrived, no machine does.
 *
 * @param change Changes how a machine sends its commands
 */
export function neverStale(
  change: (storage: Storage) => Storage = (storage) => storage,
): fc.IAsyncProperty<[Step[][], fc.Stream<number>, fc.Stream<number>]> {
  return fc.asyncProperty(
    fc.array(burst, { minLength: 1, maxLength: 8 }),
    fc.infiniteStream(latency),
    fc.infiniteStream(fc.integer({ min: 0, max: 40 })),
    async (bursts, latencies, pauses) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const time = new VirtualTime()
      try {
        await time.pass(play(time, change, bursts, latencies, pauses))
      } finally {
        time.stop()
        warn.mockRestore()
      }
    },
  )
}

async function play(
  time: VirtualTime,
  change: (storage: Storage) => Storage,
  bursts: readonly Step[][],
  latencies: fc.Stream<number>,
  pauses: fc.Stream<number>,
): Promise<void> {
  const server = createMemoryStorage()
  const keys = new Set<string>()
  const network = { isHealthy: false, next: () => latencies.next().value as number }
  const pause = () => time.sleep(pauses.next().value as number)
  const pages: Record<string, Page> = { a: { version: 0, item: 0 }, b: { version: 0, item: 0 } }
  const machines = [0, 1].map(() =>
    createMachine(change(createClient(time, server, network, keys)), pages, pause),
  )

  for (const steps of bursts) {
    network.isHealthy = false
    await Promise.all(steps.map(run))
    network.isHealthy = true
    await time.sleep(30_000)
    // At rest, every write has arrived.
    for (const [page, { version }] of Object.entries(pages)) {
      for (const machine of machines) {
        machine.confirmed[page] = version
        await read(machine, page)
      }
    }
  }

  async function run({ act, machine: index, page, wait, lost }: Step): Promise<void> {
    await time.sleep(wait)
    const machine = machines[index]!
    if (act === 'read') {
      await read(machine, page)
    } else if (act === 'lose') {
      const list = Array.from(keys)
      if (list.length > 0) await server.delete(list[lost % list.length]!)
    } else if (act === 'invalidate') {
      const version = ++pages[page]!.version
      await machine.invalidate('pages').then(
        () => confirm(machines, page, version),
        () => {}, // The storage has not replied for 30 s.
      )
    } else {
      const response = await machine.fetch(`/${page}?${act}`, { method: 'POST' })
      const version = Number(await response.text())
      confirm(response.headers.has('Pending') ? [machine] : machines, page, version)
    }
  }
}

async function read(machine: Machine, page: string): Promise<void> {
  const least = machine.confirmed[page]!
  const version = Number(await (await machine.fetch(`/${page}`)).text())
  if (version < least) throw new Error(`/${page} is stale: ${version} instead of ${least}`)
}

/** A version counts when all versions before it count: each of them may have ended another entry. */
function confirm(machines: readonly Machine[], page: string, version: number): void {
  for (const { confirmed, arrived } of machines) {
    arrived.add(`${page} ${version}`)
    while (arrived.has(`${page} ${confirmed[page]! + 1}`)) confirmed[page]!++
  }
}

function createMachine(
  storage: Storage,
  pages: Record<string, Page>,
  pause: () => Promise<void>,
): Machine {
  const responses = cache({ storage, routes: ['/:page'], query: [], lockTimeout: 1 })
  const router = createRouter({
    middleware: [
      async (context, next) => {
        let isPending = false
        context.set(WaitUntil, () => void (isPending = true))
        const response = await next()
        if (isPending && context.method === 'POST') response.headers.set('Pending', '1')
        return response
      },
      responses,
    ],
  })
  router.get('/:page', async ({ params }) => {
    await pause()
    const { version, item } = pages[params.page]!
    await pause()
    const tags = ['pages', `page:${params.page}`, `item:${item}`]
    return text(String(version), {
      headers: {
        'Cache-Control': 's-maxage=600',
        'Cache-Tag': tags.map(encodeURIComponent).join(', '),
      },
    })
  })
  router.post('/:page', async (context) => {
    await pause()
    const page = pages[context.params.page]!
    const version = ++page.version
    if (context.url.search === '?move') {
      page.item = (page.item + 1) % 3
      writes(context, `page:${context.params.page}`)
    } else {
      writes(context, `item:${page.item}`)
    }
    await pause()
    return text(String(version))
  })
  return {
    fetch: async (path, init) => router.fetch(`https://example.com${path}`, init),
    invalidate: responses.invalidate,
    confirmed: { a: 0, b: 0 },
    arrived: new Set(),
  }
}

/** A machine's own connection to the storage. */
function createClient(
  time: VirtualTime,
  server: Storage,
  network: { isHealthy: boolean; readonly next: () => number },
  keys: Set<string>,
): Storage {
  const travel = () => time.sleep(network.isHealthy ? 1 : network.next())
  const send = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    const late = time.sleep(timeout).then(() => Promise.reject(new Error('no reply')))
    late.catch(() => {})
    const deliver = async (): Promise<Value> => {
      await travel()
      const value = await call()
      await travel()
      return value
    }
    return Promise.race([deliver(), late])
  }
  return {
    evicts: true,
    get: (key) => send(() => server.get(key)),
    getMany: (keys) => send(() => readSlowly(time, server, keys)),
    set: (key, value, options) =>
      send(() => {
        keys.add(key)
        return server.set(key, value, options)
      }),
    delete: (key) => send(() => server.delete(key)),
    count: (key, ttl) => send(() => server.count(key, ttl)),
  }
}

/** Reads one key after the other, because `getMany` need not be atomic. */
async function readSlowly(
  time: VirtualTime,
  server: Storage,
  keys: readonly string[],
): Promise<(string | null)[]> {
  const values: (string | null)[] = []
  for (const key of keys) {
    values.push(await server.get(key))
    await time.sleep(1)
  }
  return values
}
