// Says who is ahead in each case that several libraries were measured in, from the figures of the benchmarks.
import { findStanding, median } from '../../benchmarks/statistics.ts'
import { nameOf, type ReadData } from './charts.ts'
import type { Figures } from './results.ts'

/** What one case costs the framework and the others, one entry for each round. Less is better. */
interface Comparison {
  benchmark: string
  what: string
  unit: string
  costs: Readonly<Record<string, readonly number[]>>
}

/** A row of the table: who is ahead, our figure, the best one of the others, and the first as a part of the second. */
export interface Row {
  benchmark: string
  what: string
  ahead: string
  ours: string
  best: string
  ratio: string
}

/**
 * Returns who is ahead in each case.
 *
 * @param benchmarks The benchmarks that have results
 */
export function listStandings(read: ReadData, benchmarks: ReadonlySet<string>): Row[] {
  return comparisons
    .filter(([benchmark]) => benchmarks.has(benchmark))
    .flatMap(([benchmark, compare]) =>
      compare(read(benchmark)).map((one) => ({ benchmark, ...one })),
    )
    .flatMap(toRow)
}

function toRow({ benchmark, what, unit, costs }: Comparison): Row[] {
  const standing = findStanding(costs)
  if (standing === undefined) return []

  const { ours, best, theirs, ratio, low, high, verdict } = standing
  const figure = (values: readonly number[]): string =>
    `${Number(median(values).toPrecision(3)).toLocaleString('en')} ${unit}`
  const digits = ratio < 0.1 ? 4 : 2
  const interval = low === high ? '' : ` (${low.toFixed(digits)}–${high.toFixed(digits)})`
  const note = doesLess[`${what}: ${best}`]
  return [
    {
      benchmark,
      what,
      ahead: { ahead: 'framework', behind: `**${nameOf(best)}**`, 'cannot tell': verdict }[verdict],
      ours: figure(ours),
      best: `${nameOf(best)}: ${figure(theirs)}${note === undefined ? '' : `, ${note}`}`,
      ratio: ratio.toFixed(digits) + interval,
    },
  ]
}

/** What the best other one leaves out, by case and name. */
const doesLess: Readonly<Record<string, string>> = {
  '26 routes, 3 middleware that return next(): elysia':
    'with hooks that end before the action starts',
  '26 routes, 3 middleware that await next(): elysia':
    'with hooks that end before the action starts',
  'matchers alone: find-my-way': 'which gets a path instead of a URL',
  'a file of 50 MB: bare boundary search': 'which parses nothing',
  'JSON echo of 1 KB: node:http': 'which limits no body and checks no type',
  'page of 2 KB: fastify': 'whose cookie is found by a `split()`',
  'stream of 1 MB: node:http': 'with a stream of Node instead of a web stream',
  'stream of 1 MB: fastify': 'with a stream of Node instead of a web stream',
  'stream of 1 MB: express': 'with a stream of Node instead of a web stream',
  '10 KB: sirv': 'which never looks whether a file has changed',
  '1 MB: sirv': 'which never looks whether a file has changed',
  'server render: React, renderToString': 'without router, data, scripts and stream',
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
              // Some do at the first request what others do when a route is added.
              single(
                'register 10,000 routes and serve the first request',
                'ms',
                largest,
                ({ register, first }) =>
                  each(register, (cost, round) => cost + valuesOf(first)[round]!),
              ),
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
              turns.map((one: { cpu: number }) => one.cpu),
            )
          : single(`click to ${target}`, 'ms', data, (turns) =>
              turns.map((one: Record<string, { total: number }>) => one[target]!.total),
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
          single(`${pages}: a document`, 'µs', apps, ({ cpu }) => cpu),
          single(`${pages}: start of a server`, 'ms', apps, ({ startCpu }) => startCpu),
          single(`${pages}: first request of a route module`, 'ms', apps, ({ cold }) => cold),
          single(`${pages}: build`, 's', apps, ({ buildCpu }) =>
            each(buildCpu, (cost) => cost / 1000),
          ),
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
          single(`${pages}: first page of the dev server`, 's', apps, ({ start }) =>
            each(start, (cost) => cost / 1000),
          ),
          single(`${pages}: an edit until it is shown`, 'ms', apps, ({ edit }) => edit),
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
    single(titles[name] ?? name, unit, all, ({ cpu }) => each(cpu, (cost) => cost / per)),
  )
}

/** Compares one figure of each contestant. One that has none does not take part. */
function single(what: string, unit: string, all: unknown, read: (one: any) => Values): Case {
  const costs = Object.entries(all as Measured).map(
    ([name, one]) => [name, valuesOf(read(one))] as const,
  )
  return { what, unit, costs: Object.fromEntries(costs) }
}

/** One entry for each round, or a figure that is the same in all rounds. */
type Values = readonly number[] | number | undefined

function valuesOf(values: Values): readonly number[] {
  return typeof values === 'number' ? [values] : (values ?? [])
}

function each(values: Values, change: (value: number, round: number) => number): number[] {
  return valuesOf(values).map(change)
}
