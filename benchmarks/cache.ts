import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Redis } from 'ioredis'
import { createElement as h } from 'react'
import type * as Framework from 'framework'
import type * as CacheMiddleware from 'framework/cache-middleware'
import type * as FetchRouter from 'framework/fetch-router'
import type * as Server from 'framework/server'
import type * as Storages from 'framework/storage'
import { items } from './apps/items.ts'
import {
  compare,
  measureFresh,
  speedRatios,
  timing,
  type Cases,
  type Contestant,
} from './compare.ts'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'
import { median, quantile, spread } from './statistics.ts'

/** A checkout of an earlier commit with its `dist/`, to see whether a hit takes longer than before. */
const before = process.env['FRAMEWORK_BEFORE']

/** How long a visitor sends requests, in milliseconds. The storage is tried again after 1, 2, 4 … seconds. */
const visit = 5000

type Fetch = (request: Request) => Promise<Response>

/** Everything that is timed, for the processes of the contestants. */
export const cases: Cases = {
  document: {
    'from the cache': () => fromMemory(),
    rendered: async () => createContestant(await createApp(), false),
    ...(before !== undefined && { 'the build before, from the cache': () => fromMemory(before) }),
  },
  'dead Redis': {
    'no cache': async () => createVisitor(await createApp()),
    'Redis is dead': async () => createVisitor(await createApp(await createDeadStorage())),
  },
}

async function fromMemory(folder?: string): Promise<Contestant> {
  const { createMemoryStorage } = await load<typeof Storages>(folder, 'storage')
  return createContestant(await createApp(createMemoryStorage(), folder), true)
}

/** A page of 50 links and a form, with data from a loader. With a storage, a cache is before it. */
async function createApp(storage?: Storages.Storage, folder?: string): Promise<Fetch> {
  const { cache } = await load<typeof CacheMiddleware>(folder, 'cache-middleware')
  const { createRouter } = await load<typeof FetchRouter>(folder, 'fetch-router')
  const { createHandler } = await load<typeof Server>(folder, 'server')
  const { Outlet, useLoaderData } = await load<typeof Framework>(folder)

  const Page = () => {
    const { items: list } = useLoaderData<{ items: typeof items }>()
    const links = list.map(({ slug, title }) =>
      h('li', { key: slug }, h('a', { href: `/items/${slug}` }, title)),
    )
    const form = h(
      'form',
      { method: 'post' },
      h('input', { name: 'name' }),
      h('button', null, 'Save'),
    )
    return h('main', null, h('h1', null, 'Items'), h('ul', null, links), form)
  }
  const modules = {
    root: { default: () => h('html', null, h('body', null, h(Outlet))) },
    index: {
      default: Page,
      loader: () => ({ items }),
      headers: () => ({ 'Cache-Control': 's-maxage=3600', 'Cache-Tag': 'items' }),
    },
  }
  const describe = (id: keyof typeof modules, more: object) => ({
    id,
    path: ['=/'],
    pattern: '/',
    hasLoader: id === 'index',
    hasAction: false,
    hasMiddleware: false,
    hasComponent: true,
    hasErrorBoundary: false,
    module: `/assets/${id}.js`,
    imports: [],
    css: [],
    ...more,
  })
  const build = {
    manifest: {
      version: 'v1',
      basename: '/',
      trailingSlash: 'strict',
      routes: {
        root: describe('root', {}),
        index: describe('index', { parentId: 'root', index: true }),
      },
    },
    routes: modules,
    clientEntry: { url: '/assets/entry.js', imports: [], css: [] },
    manifestUrl: '/assets/manifest.js',
    basename: '/',
  }
  const handler = createHandler(build as never, (pages) => {
    const middleware = storage === undefined ? [] : [cache({ storage, routes: ['/'] })]
    const router = createRouter({ middleware })
    router.map('/*', pages)
    return router
  })
  return async (request) => handler(request)
}

async function load<Module>(folder: string | undefined, name = ''): Promise<Module> {
  return (await import(
    folder === undefined
      ? join('framework', name)
      : pathToFileURL(join(folder, 'dist', name, 'index.js')).href
  )) as Module
}

async function createContestant(fetch: Fetch, isCached: boolean): Promise<Contestant> {
  const request = new Request('https://example.com/')
  await fetch(request)

  return {
    async check() {
      const response = await fetch(request)
      if (response.headers.has('Age') !== isCached) throw new Error('The cache does not work')
      return [response.status, await response.text()]
    },
    async run(times) {
      for (let i = 0; i < times; i++) await fetch(request)
    },
  }
}

/** A storage on a port of this machine where nothing listens. */
async function createDeadStorage(): Promise<Storages.Storage> {
  const { createRedisStorage } = await load<typeof Storages>(undefined, 'storage')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const client = new Redis(port, '127.0.0.1')
  client.on('error', () => {}) // It never connects.
  return createRedisStorage({ client, prefix: 'benchmark:' })
}

/** Sends one request after the other for some seconds, and measures each. */
function createVisitor(fetch: Fetch): Contestant {
  const request = new Request('https://example.com/')
  return {
    async check() {
      const times: number[] = []
      const start = performance.now()
      while (performance.now() - start < visit) {
        const sent = performance.now()
        const response = await fetch(request)
        times.push(performance.now() - sent)
        if (response.status !== 200) throw new Error('The page does not work')
      }
      return { p50: median(times), p99: quantile(times, 0.99), slowest: Math.max(...times) }
    },
    run() {},
  }
}

export default async function benchCache({ trial }: BenchOptions): Promise<Report> {
  const options = timing(trial, { rounds: { least: 20, most: 20 }, warmUp: 2500 })
  const found = await compare(import.meta.filename, 'document', cases['document']!, options)
  const rendered = found['rendered']!
  const cached = found['from the cache']!
  const ratios = speedRatios(cached.cpu, rendered.cpu)
  const earlier = found['the build before, from the cache']
  const ratiosBefore = earlier && speedRatios(cached.cpu, earlier.cpu)

  const visits = await measureFresh(
    import.meta.filename,
    'dead Redis',
    Object.keys(cases['dead Redis']!),
    trial ? 1 : 3,
  )
  const p50 = (name: string): number => median(visits[name]!['p50']!)
  const delay = p50('Redis is dead') - p50('no cache')

  return {
    title: 'Cache',
    about:
      'A document with 50 links and a form and with data from a loader, rendered for each request, and from cache() with one tag and ' +
      'a storage in memory. Both return the same document. Nothing is sent over a network. Cost is the CPU time of the process. ' +
      'With FRAMEWORK_BEFORE, also an earlier build. The same page behind cache() with a Redis that does not run: one request ' +
      `after the other for ${visit / 1000} s, each measured.`,
    tables: [
      {
        title: 'A page of 50 links and a form',
        columns: ['', 'µs of CPU', 'thousand/s', 'as fast as rendered, by CPU', 'by wall'],
        rows: Object.entries(found).map(([name, { cpu, wall }]) => [
          name,
          spread(
            cpu.map((cost) => cost / 1e3),
            1,
          ),
          (1e6 / median(wall)).toFixed(1),
          spread(speedRatios(cpu, rendered.cpu)),
          spread(speedRatios(wall, rendered.wall)),
        ]),
      },
      {
        title: 'The same page while Redis is dead',
        columns: ['', 'p50 in ms', 'p99', 'slowest'],
        rows: Object.entries(visits).map(([name, { p50, p99, slowest }]) => [
          name,
          ...[p50!, p99!, slowest!].map((ms) => median(ms).toFixed(2)),
        ]),
      },
    ],
    budgets: [
      {
        what: 'a page from the cache',
        budget: '≥ 5 × the same page rendered',
        measured: spread(ratios),
        met: median(ratios) >= 5,
      },
      ...(ratiosBefore === undefined
        ? []
        : [
            {
              what: 'a page from the cache',
              budget: '≥ 0.98 × the build before',
              measured: spread(ratiosBefore),
              met: median(ratiosBefore) >= 0.98,
            },
          ]),
      {
        what: 'p50 of a page while Redis is dead',
        budget: '≤ 1 ms above no cache',
        measured: `${delay.toFixed(2)} ms`,
        met: delay <= 1,
      },
    ],
    data: { ...found, 'dead Redis': visits },
  }
}
