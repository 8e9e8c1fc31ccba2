import * as http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgresServer } from '../src/internal/fixtures/postgres-server.fixture.ts'
import { startRedisServer } from '../src/state/session/redis-server.fixture.ts'
import { connectBus } from './live-bus.ts'
import { pinned, startServers, type RunningServer } from './load.ts'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'
import { quantile } from './statistics.ts'

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

/** The result of a loader: its data, the digest of what it reads, and when it started. */
interface Loaded {
  readonly item: { readonly data: number; readonly reads: string; readonly live: number }
}

/** An open stream of one page. */
interface OpenPage {
  readonly close: () => void
}

export default async function benchLive({ trial }: BenchOptions): Promise<Report> {
  const rest = await measureRest(trial ? 100 : 10_000, trial ? 9 : 24)
  const load = trial
    ? { pages: 20, tags: 10, perSecond: 20, seconds: 3 }
    : { pages: 400, tags: 100, perSecond: 100, seconds: 15 }
  const redis = await startRedisServer()
  const redisUrl = `redis://127.0.0.1:${redis.port}`
  const overRedis = await measureDelivery(redisUrl, load)
  const hearing = await measureHearing(redisUrl, trial ? 3 : 15)
  await redis.close()
  const postgres = await startPostgresServer()
  const overPostgres = await measureDelivery(postgres.url, {
    ...load,
    perSecond: load.perSecond / 2,
  })
  await postgres.close()
  const deliveries = { Redis: overRedis, Postgres: overPostgres }

  return {
    title: 'Live pages',
    about:
      'Open pages that follow one tag each, over HTTP/1.1 and without a browser. At rest, each stream says every 8 s that it works. ' +
      'Memory is measured after a garbage collection, and CPU over 24 s. Delivery is the time from the response to a write until ' +
      `a page of another process has loaded its data again, with Redis or Postgres between two processes. Hearing is the CPU of a process ` +
      `with an open page that hears of 1,000 writes a second which are none of its business. ${pinned}`,
    tables: [
      {
        title: `${rest.pages.toLocaleString('en')} open pages at rest, in one process`,
        columns: ['resident, MB', 'more than without pages, MB', 'KB for each page', '% of a core'],
        rows: [
          [
            (rest.rss / 1e6).toFixed(0),
            (rest.more / 1e6).toFixed(0),
            (rest.more / rest.pages / 1e3).toFixed(1),
            (rest.core * 100).toFixed(1),
          ],
        ],
      },
      {
        title: 'From a write to the page of another process',
        columns: ['bus', 'writes', 'pages', 'p50, ms', 'p99, ms', 'slowest, ms', 'never told'],
        rows: Object.entries(deliveries).map(
          ([name, { missing, p50, p99, pages, slowest, writes }]) => [
            name,
            writes.toLocaleString('en'),
            pages.toLocaleString('en'),
            p50.toFixed(0),
            p99.toFixed(0),
            slowest.toFixed(0),
            String(missing),
          ],
        ),
      },
      {
        title: `${hearing.perSecond.toLocaleString('en')} writes a second of another process`,
        columns: ['% of a core'],
        rows: [[(hearing.core * 100).toFixed(1)]],
      },
    ],
    budgets: [
      {
        what: `memory of a process with ${rest.pages.toLocaleString('en')} open pages`,
        budget: '≤ 400 MB',
        measured: `${(rest.rss / 1e6).toFixed(0)} MB`,
        met: rest.rss <= 400e6,
      },
      {
        what: 'CPU of the same at rest',
        budget: '≤ 10 % of a core',
        measured: `${(rest.core * 100).toFixed(1)} %`,
        met: rest.core <= 0.1,
      },
      ...Object.entries(deliveries).map(([name, { missing, p99 }]) => ({
        what: `from a write until another process has served the new data, p99 over ${name}`,
        budget: '≤ 1,000 ms',
        measured: `${p99.toFixed(0)} ms`,
        met: p99 <= 1000 && missing === 0,
      })),
      {
        what: 'hearing 1,000 writes a second',
        budget: '≤ 3 % of a core',
        measured: `${(hearing.core * 100).toFixed(1)} %`,
        met: hearing.core <= 0.03,
      },
    ],
    data: { rest, deliveries, hearing },
  }
}

async function measureRest(pages: number, seconds: number) {
  const [server] = await startServers('live-server.ts', ['framework'])
  try {
    await load(server!, 0)
    const before = await server!.memory()
    const open: OpenPage[] = []
    // In batches: the backlog of a socket is short.
    while (open.length < pages) {
      const batch = Array.from({ length: Math.min(100, pages - open.length) }, (_, at) =>
        openPage(server!, (open.length + at) % 1000, () => {}),
      )
      open.push(...(await Promise.all(batch)))
    }
    await sleep(2000)
    const from = await server!.cpu()
    await sleep(seconds * 1000)
    const core = ((await server!.cpu()) - from) / 1e6 / seconds
    const { rss } = await server!.memory()
    for (const page of open) page.close()
    return { pages, rss, more: rss - before.rss, core }
  } finally {
    server!.stop()
  }
}

interface DeliveryLoad {
  readonly pages: number
  readonly tags: number
  readonly perSecond: number
  readonly seconds: number
}

interface Write {
  /** A page may hear of the write before the client that sent it. */
  respondedAt: number
}

/** Writes to one process, and waits for pages of the other. */
async function measureDelivery(busUrl: string, { pages, tags, perSecond, seconds }: DeliveryLoad) {
  const [writer, reader] = await startServers('live-server.ts', ['a', 'b'], busUrl)
  const delays: number[] = []
  /** The first write to the tag of each page that the page has not heard of. */
  const unknown = Array.from({ length: pages }, (): Write | undefined => undefined)
  try {
    await Promise.all([load(writer!, 0), load(reader!, 0)])
    // The first subscription is a gap, which every page hears of.
    await sleep(12_000)
    const open = await Promise.all(
      Array.from({ length: pages }, (_, page) =>
        openPage(reader!, page % tags, async () => {
          const write = unknown[page]
          if (write === undefined) return
          unknown[page] = undefined
          await load(reader!, page % tags)
          delays.push(Math.max(0, performance.now() - write.respondedAt))
        }),
      ),
    )
    await sleep(1000)
    const start = performance.now()
    let writes = 0
    while (performance.now() - start < seconds * 1000) {
      const tag = writes++ % tags
      const write: Write = { respondedAt: Infinity }
      for (let page = tag; page < pages; page += tags) unknown[page] ??= write
      await request(writer!, `/items/${tag}?_data=item`, 'POST')
      write.respondedAt = performance.now()
      await sleep(Math.max(0, start + (writes * 1000) / perSecond - performance.now()))
    }
    await sleep(3000)
    for (const page of open) page.close()
    return {
      writes,
      pages: delays.length,
      p50: quantile(delays, 0.5),
      p99: quantile(delays, 0.99),
      slowest: Math.max(...delays),
      missing: unknown.filter((write) => write !== undefined).length,
    }
  } finally {
    writer!.stop()
    reader!.stop()
  }
}

/** Publishes 1,000 writes a second, and measures a process that hears them. */
async function measureHearing(busUrl: string, seconds: number) {
  const perSecond = 1000
  const [server] = await startServers('live-server.ts', ['framework'], busUrl)
  const { bus, disconnect } = await connectBus(busUrl)
  const publishFor = async (time: number): Promise<void> => {
    const start = performance.now()
    let count = 0
    while (performance.now() - start < time * 1000) {
      for (const due = ((performance.now() - start) / 1000) * perSecond; count < due; count++) {
        // Redis may be late on a busy machine.
        bus.publish([`other:${count % 100}`]).catch(() => {})
      }
      await sleep(5)
    }
  }
  try {
    const page = await openPage(server!, 0, () => {})
    await publishFor(2) // The code gets compiled.
    const before = await server!.cpu()
    await publishFor(seconds)
    const core = ((await server!.cpu()) - before) / 1e6 / seconds
    page.close()
    return { perSecond, core }
  } finally {
    server!.stop()
    await disconnect()
  }
}

async function load(server: RunningServer, id: number): Promise<Loaded> {
  return JSON.parse(await request(server, `/items/${id}?_data=item`)) as Loaded
}

function request({ port }: RunningServer, path: string, method = 'GET'): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = http.request({ port, host: '127.0.0.1', path, method, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(`${method} ${path} returned ${response.statusCode}: ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Loads a page and opens its stream. Resolves when the stream works. */
async function openPage(
  server: RunningServer,
  id: number,
  onStale: () => unknown,
): Promise<OpenPage> {
  const { live, reads } = (await load(server, id)).item
  const path = `/items/${id}?_data=;live=${live};have=item~${reads}`
  return new Promise((resolve, reject) => {
    const sent = http.request({ port: server.port, host: '127.0.0.1', path, agent: false })
    sent.on('error', reject)
    sent.on('response', (response) => {
      response.setEncoding('utf8')
      response.on('error', () => {}) // It was closed.
      response.on('data', (text: string) => {
        if (text.includes('data: []')) resolve({ close: () => sent.destroy() })
        if (text.includes('data: ["item"]')) void onStale()
      })
    })
    sent.end()
  })
}
