import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { jsx } from 'react/jsx-runtime'
import type * as FetchRouter from 'framework/fetch-router'
import type * as Server from 'framework/server'
import { compare, speedRatios, timing, type Cases, type Contestant } from './compare.ts'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'
import { median, spread } from './statistics.ts'

/** A checkout of an earlier commit with its `dist/`, to see what observers cost an app that has none. */
const before = process.env['FRAMEWORK_BEFORE']

type Observers = FetchRouter.RouterOptions['observe']

const contestants: Readonly<Record<string, { folder?: string; observe?: Observers }>> = {
  'no observers': {},
  'one empty observer': { observe: [{ event() {} }] },
  ...(before !== undefined && { 'the build before': { folder: before } }),
}

/** Everything that is timed, for the processes of the contestants. */
export const cases: Cases = {
  dispatch: Object.fromEntries(
    Object.entries(contestants).map(([name, { folder, observe }]) => [
      name,
      async () => {
        const { createRouter } = await load<typeof FetchRouter>(folder, 'fetch-router')
        const router = createRouter({
          middleware: [(_context, next) => next()],
          ...(observe && { observe }),
        })
        const { text } = await load<{ text(body: string): Response }>(folder, 'response')
        router.get('/books/:slug', () => text('a book'))
        return createContestant((request) => router.fetch(request))
      },
    ]),
  ),
  render: Object.fromEntries(
    Object.entries(contestants).map(([name, { folder, observe }]) => [
      name,
      async () => {
        const { createRouter } = await load<typeof FetchRouter>(folder, 'fetch-router')
        const { createHandler } = await load<typeof Server>(folder, 'server')
        const handler = createHandler(createBuild(), (pages) => {
          const router = createRouter(observe ? { observe } : {})
          router.map('/*', pages)
          return router
        })
        return createContestant((request) => handler(request))
      },
    ]),
  ),
}

export default async function benchObservers({ trial, only }: BenchOptions): Promise<Report> {
  const options = timing(trial, { warmUp: 2500 })
  const names = Object.keys(cases).filter((name) => only === undefined || only === name)
  const tables: Report['tables'][number][] = []
  const budgets: Report['budgets'][number][] = []
  const data: Record<string, unknown> = {}

  for (const name of names) {
    const found = await compare(import.meta.filename, name, cases[name]!, options)
    data[name] = found
    const none = found['no observers']!
    const empty = speedRatios(found['one empty observer']!.cpu, none.cpu)
    tables.push({
      title: name,
      columns: ['', 'µs of CPU', 'as fast as without observers'],
      rows: Object.entries(found).map(([contestant, { cpu }]) => [
        contestant,
        spread(
          cpu.map((cost) => cost / 1e3),
          2,
        ),
        spread(speedRatios(cpu, none.cpu)),
      ]),
    })
    budgets.push({
      what: `${name}, one empty observer`,
      budget: '≥ 0.7 × without',
      measured: spread(empty),
      met: median(empty) >= 0.7,
    })
    const earlier = found['the build before']
    if (earlier !== undefined) {
      const ratios = speedRatios(none.cpu, earlier.cpu)
      budgets.push({
        what: `${name}, no observers`,
        budget: '≥ 0.99 × the build before',
        measured: spread(ratios),
        met: median(ratios) >= 0.99,
      })
    }
  }

  return {
    title: 'Observers',
    about:
      'A router with one middleware and one route, and a page with two loaders, each without observers and with an observer ' +
      'that does nothing. With FRAMEWORK_BEFORE, also an earlier build. Cost is the CPU time of the process.',
    tables,
    budgets,
    data,
  }
}

async function load<Module>(folder: string | undefined, name: string): Promise<Module> {
  return (await import(
    folder === undefined
      ? `framework/${name}`
      : pathToFileURL(join(folder, 'dist', name, 'index.js')).href
  )) as Module
}

function createContestant(fetch: (request: Request) => Response | Promise<Response>): Contestant {
  const request = new Request('https://example.com/books/dune')
  return {
    async check() {
      const response = await fetch(request)
      return [response.status, await response.text()]
    },
    async run(times) {
      // A server reads the body, too.
      for (let i = 0; i < times; i++) await (await fetch(request)).arrayBuffer()
    },
  }
}

/** A page in a layout, both with a loader. */
function createBuild(): Server.ServerBuild {
  const route = { hasLoader: true, hasAction: false, hasMiddleware: false, hasComponent: true }
  const files = { hasErrorBoundary: false, module: '/a.js', imports: [], css: [] }
  const root = { id: 'root', pattern: '/', ...route, ...files }
  const book = { id: 'book', parentId: 'root', pattern: '/books/:slug', ...route, ...files }
  const list = Array.from({ length: 50 }, (_, i) => jsx('li', { children: `Item ${i}` }, i))
  return {
    manifest: {
      version: 'v1',
      basename: '/',
      trailingSlash: 'strict',
      routes: { root: { ...root, path: ['=/'] }, book: { ...book, path: ['=/books/', ':slug'] } },
    },
    routes: {
      root: {
        loader: () => ({ user: 'Ada' }),
        default: () =>
          jsx('html', { children: jsx('body', { children: jsx('ul', { children: list }) }) }),
      },
      book: { loader: () => ({ title: 'Dune' }), default: () => jsx('h1', { children: 'Dune' }) },
    },
    clientEntry: { url: '/entry.js', imports: [], css: [] },
    manifestUrl: '/manifest.js',
    basename: '/',
  } as never
}
