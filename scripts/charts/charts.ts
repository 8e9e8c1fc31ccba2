// Chooses the figures for charts: the most important ones, with all contestants.
import { median, quantile } from '../../benchmarks/statistics.ts'
import type { Bar, BarChart, Row } from './bar-chart.ts'
import type { Figures } from './results.ts'

/** Reads the figures of a benchmark. */
export type ReadData = (benchmark: string) => Figures

type Contestants<Measured> = Readonly<Record<string, Measured>>
type Timed = { cpu: readonly number[] }
type Checked = Readonly<Record<string, readonly { instantiations: number }[]>>

/**
 * Returns the charts by the name of their file.
 *
 * @param benchmarks The benchmarks that have results
 */
export function createCharts(
  read: ReadData,
  benchmarks: ReadonlySet<string>,
): Record<string, BarChart> {
  const router = read('router')['measured'] as unknown as Record<string, Contestants<Timed>>
  const http = read('http') as unknown as Record<string, Contestants<Timed>>
  const render = read('render')['found'] as unknown as Contestants<Timed>
  const types = read('types') as unknown as Contestants<Checked>
  const bytes = read('client-bytes') as unknown as Contestants<{
    named: number
    loaded: number | null
  }>
  const multipart = read('multipart') as unknown as Record<string, Contestants<Timed>>

  return {
    'router-dispatch': {
      title: 'Router, 26 routes',
      unit: 'thousand requests per second of CPU time',
      better: 'more',
      series: ['constant response', 'action reads its params'],
      rows: toRows([router['plain']!, router['params']!], (one) => rate(one.cpu, 1e6)),
    },
    'router-middleware': {
      title: 'Router, 26 routes and 3 middleware',
      unit: 'thousand requests per second of CPU time',
      better: 'more',
      series: ['return next()', 'await next()'],
      rows: toRows([router['middleware-pass']!, router['middleware-await']!], (one) =>
        rate(one.cpu, 1e6),
      ).map((row) => (hooksOnly.has(row.name) ? { ...row, name: `${row.name} (hooks)` } : row)),
    },
    'router-10000': {
      title: 'Router, 10,000 routes',
      unit: 'thousand requests per second of CPU time',
      better: 'more',
      rows: toRows([router['steady-10000']!], (one) => rate(one.cpu, 1e6)),
    },
    types: {
      title: 'Types, 1,000 routes with two params each',
      unit: 'instantiations in tsc',
      better: 'less',
      rows: toRows([types], (one) =>
        exactly(one['1000']![0]!.instantiations - one['0']![0]!.instantiations),
      ),
    },
    render: {
      title: 'Server render, 50 links and a form',
      unit: 'pages per second of CPU time',
      better: 'more',
      rows: toRows([render], (one) => rate(one.cpu, 1e6)),
    },
    'client-bytes': {
      title: 'JavaScript of a page with 50 links',
      unit: 'KB that a browser loads, gzipped',
      better: 'less',
      rows: toRows([bytes], (one) => exactly((one.loaded ?? one.named) / 1000)),
    },
    http: {
      title: 'HTTP on Node',
      unit: 'requests for the same CPU time, node:http = 1',
      better: 'more',
      series: ['text', 'JSON echo', 'page of 2 KB'],
      rows: toRows([http['text']!, http['json']!, http['page']!], (one, all) =>
        ratio(one.cpu, all['node:http']!.cpu),
      ),
    },
    multipart: {
      title: 'Multipart forms',
      unit: 'forms for the same CPU time, busboy = 1',
      better: 'more',
      series: ['file of 50 MB', '100 fields'],
      rows: toRows([multipart['file']!, multipart['fields']!], (one, all) =>
        ratio(one.cpu, all['busboy']!.cpu),
      ),
    },
    ...(benchmarks.has('scale') && createScaleCharts(read('scale'))),
  }
}

/** Apps from few pages to many. An app that was never built serves no documents, and has no JavaScript to compare. */
function createScaleCharts(figures: Figures): Record<string, BarChart> {
  const scale = figures as unknown as Record<
    string,
    Contestants<{ cpu?: readonly number[]; gzip?: number }>
  >
  const counts = Object.keys(scale).sort((a, b) => Number(a) - Number(b))
  const apps = counts.map((count) => scale[count]!)
  const loaded = apps.map((all) =>
    Object.fromEntries(Object.entries(all).filter(([, { gzip }]) => gzip !== undefined)),
  )
  const series = counts.map((count) => `${Number(count).toLocaleString('en')} pages`)

  return {
    'scale-documents': {
      title: 'Documents of apps with many pages',
      unit: 'documents per second of CPU time',
      better: 'more',
      series,
      rows: toRows(apps, ({ cpu }) => (cpu ? rate(cpu, 1e6) : exactly(0))),
    },
    'scale-first-page': {
      title: 'JavaScript of the first page',
      unit: 'KB that a browser loads, gzipped',
      better: 'less',
      series,
      rows: toRows(loaded, ({ gzip }) => exactly(gzip! / 1000)),
    },
  }
}

/** Returns the rows of the contestants that took part in every case. */
function toRows<Measured>(
  cases: readonly Contestants<Measured>[],
  toBar: (measured: Measured, all: Contestants<Measured>) => Bar,
): Row[] {
  return Object.keys(cases[0]!)
    .filter((contestant) => cases.every((all) => contestant in all))
    .map((contestant) => ({
      name: nameOf(contestant),
      isOurs: contestant.startsWith('framework'),
      bars: cases.map((all) => toBar(all[contestant]!, all)),
    }))
}

/** Their middleware runs before an action and not around it, which costs less. */
const hooksOnly: ReadonlySet<string> = new Set(['elysia', 'itty-router'])

/** Returns the name of a contestant for readers. */
export function nameOf(contestant: string): string {
  return shortNames[contestant] ?? contestant
}

const shortNames: Readonly<Record<string, string>> = {
  '@remix-run/fetch-router': 'remix fetch-router',
  '@remix-run/form-data-parser': 'remix form-data-parser',
  'framework: route map, controllers, hrefs': 'framework',
  'framework, new Response': 'framework, Response',
  'hono: routes': 'hono, without URLs',
  'hono: routes chained, client and its URLs': 'hono with its client',
  '@remix-run/fetch-router: route map, controllers, hrefs': 'remix fetch-router',
  'React, renderToPipeableStream': 'React alone, stream',
  'React, renderToString': 'React alone, string',
}

/** Converts the cost of one run to the number of runs in `second`. */
function rate(costs: readonly number[], second: number): Bar {
  return spread(costs.map((cost) => second / cost))
}

/** Returns how much cheaper than `baseline` it is, per round. */
function ratio(costs: readonly number[], baseline: readonly number[]): Bar {
  return spread(costs.map((cost, round) => baseline[round]! / cost))
}

function spread(values: readonly number[]): Bar {
  return { low: quantile(values, 0.25), value: median(values), high: quantile(values, 0.75) }
}

function exactly(value: number): Bar {
  return { low: value, value, high: value }
}
