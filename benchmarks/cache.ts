import { createElement as h } from 'react'
import { items } from './apps/items.ts'
import { compare, speedRatios, type Cases, type Contestant } from './compare.ts'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'
import { median, spread } from './statistics.ts'

/** Everything that is timed, for the processes of the contestants. */
export const cases: Cases = {
  document: {
    'from the cache': () => createContestant(true),
    rendered: () => createContestant(false),
  },
}

/** A page of 50 links and a form, with data from a loader, with and without a cache before it. */
async function createContestant(isCached: boolean): Promise<Contestant> {
  const { cache } = await import('framework/cache-middleware')
  const { createRouter } = await import('framework/fetch-router')
  const { createHandler } = await import('framework/server')
  const { createMemoryStorage } = await import('framework/storage')
  const { Outlet, useLoaderData } = await import('framework')

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
    const responses = cache({ storage: createMemoryStorage(), routes: ['/'] })
    const router = createRouter({ middleware: isCached ? [responses] : [] })
    router.map('/*', pages)
    return router
  })
  const request = new Request('https://example.com/')
  await handler(request)

  return {
    async check() {
      const response = await handler(request)
      if (response.headers.has('Age') !== isCached) throw new Error('The cache does not work')
      return [response.status, await response.text()]
    },
    async run(times) {
      for (let i = 0; i < times; i++) await handler(request)
    },
  }
}

export default async function benchCache({ quick }: BenchOptions): Promise<Report> {
  const options = quick
    ? { rounds: 2, warmUp: 20, turn: 10 }
    : { rounds: 15, warmUp: 2_000, turn: 500 }
  const found = await compare(import.meta.filename, 'document', cases['document']!, options)
  const rendered = found['rendered']!
  const ratios = speedRatios(found['from the cache']!.cpu, rendered.cpu)

  return {
    title: 'Cache',
    about:
      'A document with 50 links and a form and with data from a loader, rendered for each request, and from cache() with one tag and ' +
      'a storage in memory. Both return the same document. Nothing is sent over a network. Cost is the CPU time of the process.',
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
    ],
    budgets: [
      {
        what: 'a page from the cache',
        budget: '≥ 5 × the same page rendered',
        measured: spread(ratios),
        met: median(ratios) >= 5,
      },
    ],
    data: found,
  }
}
