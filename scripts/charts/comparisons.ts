// Says who is ahead in each case that several libraries were measured in, from the figures of the benchmarks.
import { median } from '../../benchmarks/statistics.ts'
import { nameOf, type ReadData } from './charts.ts'
import type { Figures } from './results.ts'

/** What one case costs the framework and the others. Less is better. */
interface Comparison {
  benchmark: string
  what: string
  unit: string
  costs: Readonly<Record<string, number>>
}

/** A row of the table: who is ahead, our figure, and the best one of the others. */
export interface Standing {
  benchmark: string
  what: string
  ahead: string
  ours: string
  best: string
}

/**
 * Returns who is ahead in each case.
 *
 * @param benchmarks The benchmarks that have results
 */
export function listStandings(read: ReadData, benchmarks: ReadonlySet<string>): Standing[] {
  return comparisons
    .filter(([benchmark]) => benchmarks.has(benchmark))
    .flatMap(([benchmark, compare]) =>
      compare(read(benchmark)).map((one) => ({ benchmark, ...one })),
    )
    .flatMap(toStanding)
}

function toStanding({ benchmark, what, unit, costs }: Comparison): Standing[] {
  const all = Object.entries(costs)
    .filter(([, cost]) => Number.isFinite(cost))
    .sort(([, a], [, b]) => a - b)
  const ours = all.find(([name]) => /^framework(?: \(|:|$)/.test(name))
  const best = all.find(([name]) => !/^framework|^the build before$/.test(name))
  if (ours === undefined || best === undefined) return []

  const figure = (cost: number): string =>
    `${Number(cost.toPrecision(3)).toLocaleString('en')} ${unit}`
  const isAhead = ours[1] <= best[1]
  return [
    {
      benchmark,
      what,
      ahead: isAhead ? 'framework' : `**${nameOf(best[0])}**`,
      ours: figure(ours[1]),
      best: `${nameOf(best[0])}: ${figure(best[1])}`,
    },
  ]
}

type Case = Omit<Comparison, 'benchmark'>
type Measured = Readonly<Record<string, unknown>>

/** The benchmarks that compare libraries, each with its cases. */
const comparisons: readonly (readonly [benchmark: string, (data: Figures) => Case[]])[] = [
  [
    'router',
    (data) => {
      const { measured, starts } = data as unknown as Record<string, Record<string, Measured>>
      const largest = starts?.['start-10000']
      return [
        ...timed(measured!, { titles: routerCases, unit: 'ns', per: 1 }),
        ...(largest
          ? [
              single('register 10,000 routes', 'ms', largest, ({ registerWall }) => registerWall),
              single('first match of 10,000 routes', 'ms', largest, ({ firstWall }) => firstWall),
            ]
          : []),
      ]
    },
  ],
  [
    'types',
    (data) => [
      single('instantiations, 1,000 routes', 'k', data, (one) => {
        const at = (count: number) => one[count]![0].instantiations as number
        return (at(1000) - at(0)) / 1000
      }),
    ],
  ],
  ['http', (data) => timed(data, { titles: httpCases, unit: 'µs', per: 1 })],
  ['static', (data) => timed(data, { titles: {}, unit: 'µs', per: 1 })],
  ['multipart', (data) => timed(data, { titles: multipartCases, unit: 'ms', per: 1e6 })],
  ['cookies', (data) => timed({ 'signed cookie': data }, { titles: {}, unit: 'µs', per: 1000 })],
  ['contracts', (data) => timed(data, { titles: {}, unit: 'µs', per: 1000 })],
  [
    'render',
    (data) => timed({ 'server render': data['found']! }, { titles: {}, unit: 'µs', per: 1 }),
  ],
  [
    'client-bytes',
    (data) => [
      single('JavaScript of a page', 'KB', data, (one) => (one.loaded ?? one.named) / 1000),
    ],
  ],
  [
    'click-to-commit',
    (data) => {
      const [turn = {}] = Object.values(data)[0] as unknown as Measured[]
      return Object.keys(turn).map((target) =>
        target === 'cpu'
          ? single('CPU of a click in the browser', 'ms', data, (turns) =>
              median(turns.map((one: { cpu: number }) => one.cpu)),
            )
          : single(`click to ${target}`, 'ms', data, (turns) =>
              median(turns.map((one: Record<string, { total: number }>) => one[target]!.total)),
            ),
      )
    },
  ],
  [
    'visitors',
    (data) => [
      single('memory of an idle server', 'MB', data['found']!, ({ idle }) => idle / 1e6),
      single('memory of an open connection', 'KB', data['found']!, ({ visitor }) => visitor / 1000),
    ],
  ],
  [
    'scale',
    (data) =>
      Object.entries(data).flatMap(([count, apps]) => {
        const pages = `${Number(count).toLocaleString('en')} pages`
        return [
          single(`${pages}: a document`, 'µs', apps, ({ cpu }) => middle(cpu)),
          single(`${pages}: start of a server`, 'ms', apps, ({ startCpu }) => middle(startCpu)),
          single(`${pages}: first request of a route module`, 'ms', apps, ({ cold }) =>
            middle(cold),
          ),
          single(`${pages}: build`, 's', apps, ({ buildCpu }) => middle(buildCpu) / 1000),
          single(`${pages}: JavaScript of the first page`, 'KB', apps, ({ gzip }) => gzip / 1000),
          single(`${pages}: heap of a visited page`, 'KB', apps, ({ memory }) => memory / 1000),
        ]
      }),
  ],
  [
    'dev',
    (data) =>
      Object.entries(data).flatMap(([count, apps]) => {
        const pages = `${Number(count).toLocaleString('en')} pages`
        return [
          single(
            `${pages}: first page of the dev server`,
            's',
            apps,
            ({ start }) => middle(start) / 1000,
          ),
          single(`${pages}: an edit until it is shown`, 'ms', apps, ({ edit }) => middle(edit)),
        ]
      }),
  ],
]

const routerCases = {
  plain: '26 routes, constant response',
  params: '26 routes, an action that reads its params',
  'middleware-pass': '26 routes, 3 middleware that return next()',
  'middleware-await': '26 routes, 3 middleware that await next()',
  'steady-26': '26 routes, in turn',
  'steady-1000': '1,000 routes, in turn',
  'steady-10000': '10,000 routes, in turn',
  matchers: 'matchers alone',
}

const httpCases = {
  text: 'text',
  json: 'JSON echo of 1 KB',
  page: 'page of 2 KB',
  stream: 'stream of 1 MB',
}

const multipartCases = { file: 'a file of 50 MB', fields: '100 fields' }

/** Compares the medians of the CPU time in each case. */
function timed(
  cases: Measured,
  { titles, unit, per }: { titles: Readonly<Record<string, string>>; unit: string; per: number },
): Case[] {
  return Object.entries(cases).map(([name, all]) =>
    single(titles[name] ?? name, unit, all, ({ cpu }) => middle(cpu) / per),
  )
}

/** Compares one figure of each contestant. One that has none does not take part. */
function single(what: string, unit: string, all: unknown, read: (one: any) => number): Case {
  const costs = Object.entries(all as Measured).map(([name, one]) => [name, read(one)] as const)
  return { what, unit, costs: Object.fromEntries(costs) }
}

function middle(values: readonly number[] | undefined): number {
  return values === undefined ? Number.NaN : median(values)
}
