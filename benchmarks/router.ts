import {
  compare,
  measureFresh,
  speedRatios,
  timing,
  type Cases,
  type Contestant,
  type Measured,
} from './compare.ts'
import type { Budget, Report, Table } from './report.ts'
import { largeRequests, largeTable, shop, shopRequests, type TableRoute } from './route-tables.ts'
import {
  matchers,
  routers,
  type ActionKind,
  type BuildApp,
  type MiddlewareKind,
} from './routers.ts'
import type { BenchOptions } from './run.ts'
import { median, spread } from './statistics.ts'

/** The figures of each contestant, each with one entry for each round. */
type Starts = Record<string, Record<string, number[]>>

/** Everything that is timed, for the processes of the contestants. */
export const cases: Cases = {
  plain: dispatchCase(shop, shopRequests, 'constant'),
  params: dispatchCase(shop, shopRequests, 'read'),
  'middleware-pass': dispatchCase(shop, shopRequests, 'constant', 'pass'),
  'middleware-await': dispatchCase(shop, shopRequests, 'constant', 'await'),
  ...largeCases(26),
  ...largeCases(1_000),
  ...largeCases(10_000),
  matchers: Object.fromEntries(
    Object.entries(matchers).map(([name, build]) => [
      name,
      async (): Promise<Contestant> => {
        const matcher = await build(shop.filter((route) => route.method === 'GET'))
        const paths = shopRequests
          .filter((request) => request.startsWith('GET'))
          .map((request) => matcher.prefix + request.slice(4))
        return {
          check: () =>
            [...paths, `${matcher.prefix}/nowhere`].map((path) => {
              const match = matcher.find(path)
              return (
                match && [match.route.name, ...match.route.params.map((name) => match.params[name])]
              )
            }),
          run(times) {
            for (let i = 0; i < times; i++) matcher.find(paths[i % paths.length]!)
          },
        }
      },
    ]),
  ),
}

const titles: Readonly<Record<string, string>> = {
  plain: '26 routes, constant Response',
  params: '26 routes, actions read their params',
  'middleware-pass': '26 routes, 3 middleware that return next()',
  'middleware-await': '26 routes, 3 middleware that await next()',
  'steady-26': '26 routes of the large table',
  'steady-1000': '1,000 routes',
  'steady-10000': '10,000 routes',
  matchers: 'Matchers alone, 21 routes',
}

export default async function benchRouter({ trial, only }: BenchOptions): Promise<Report> {
  const options = timing(trial)
  const measured: Record<string, Record<string, Measured>> = {}
  for (const name of Object.keys(titles)) {
    if (only !== undefined && !name.startsWith(only)) continue
    measured[name] = await compare(import.meta.filename, name, cases[name]!, options)
  }

  const starts: Record<string, Starts> = {}
  for (const name of ['start-1000', 'start-10000']) {
    if (only !== undefined && !name.startsWith(only)) continue
    starts[name] = await measureFresh(
      import.meta.filename,
      name,
      Object.keys(cases[name]!),
      trial ? 1 : 5,
    )
  }

  return {
    title: 'Router',
    about:
      'Requests and the Response are created once and reused, so that only the router is measured. Each contestant runs in a ' +
      'separate process, and they take turns. Cost is the CPU time of the process: the median (middle half) of all rounds. Ratios ' +
      'are calculated per round. Elysia and itty-router have hooks that run before an action, not middleware around it.',
    tables: [
      ...Object.entries(measured).map(([name, byContestant]) =>
        toTable(titles[name]!, byContestant),
      ),
      ...Object.entries(starts).map(toStartTable),
    ],
    budgets: toBudgets(measured, starts),
    data: { measured, starts },
  }
}

function dispatchCase(
  table: readonly TableRoute[],
  targets: readonly string[],
  kind: ActionKind,
  middleware: MiddlewareKind = 'none',
): Cases[string] {
  return eachRouter(async (build) => {
    const requests = targets.map(toRequest)
    const app = await build(table, kind, middleware)
    return {
      async check() {
        const telling = await build(table, 'tell', middleware)
        const bodies = []
        for (const request of [...requests, toRequest('GET /nowhere')]) {
          const response = await telling.fetch(request)
          bodies.push(response.ok ? await response.text() : response.status)
        }
        return bodies
      },
      async run(times) {
        for (let i = 0; i < times; i++) await app.fetch(requests[i % requests.length]!)
      },
    }
  })
}

/** Creates the cases for a table of any size: the cost per request, and the cost until the first response. */
function largeCases(count: number): Cases {
  const table = largeTable(count)
  const targets = largeRequests(table)
  return {
    [`steady-${count}`]: dispatchCase(table, targets, 'constant'),
    [`start-${count}`]: eachRouter((build) => ({
      async check() {
        const request = toRequest(targets[13]!)
        await build(table.slice(0, 1), 'constant') // Load its modules first.
        const before = stopwatch()
        const app = await build(table, 'constant')
        const registered = stopwatch()
        const response = await app.fetch(request)
        const responded = stopwatch()
        if (!response.ok) throw new Error(`The router has no route for ${request.url}`)
        return {
          register: registered.cpu - before.cpu,
          registerWall: registered.wall - before.wall,
          first: responded.cpu - registered.cpu,
          firstWall: responded.wall - registered.wall,
        }
      },
      run() {},
    })),
  }
}

/** Returns milliseconds of the clock and of the CPU time of this thread. */
function stopwatch(): { wall: number; cpu: number } {
  const { user, system } = process.threadCpuUsage()
  return { wall: performance.now(), cpu: (user + system) / 1e3 }
}

function eachRouter(create: (build: BuildApp) => Contestant | Promise<Contestant>): Cases[string] {
  return Object.fromEntries(
    Object.entries(routers).map(([name, build]) => [name, () => create(build)]),
  )
}

function toRequest(target: string): Request {
  const [method, path] = target.split(' ')
  return new Request(`http://localhost${path}`, { method: method! })
}

function toTable(title: string, byContestant: Record<string, Measured>): Table {
  const [ours] = Object.values(byContestant)
  return {
    title,
    columns: ['', 'ns of CPU', 'ns', 'thousand/s', 'we are faster, by CPU', 'by wall'],
    rows: Object.entries(byContestant).map(([name, { cpu, wall }]) => [
      name,
      spread(cpu, 0),
      spread(wall, 0),
      (1e6 / median(wall)).toFixed(0),
      spread(speedRatios(ours!.cpu, cpu)),
      spread(speedRatios(ours!.wall, wall)),
    ]),
  }
}

function toStartTable([name, figures]: [string, Starts]): Table {
  return {
    title: `${Number(name.slice(6)).toLocaleString('en')} routes, until the first response`,
    note:
      'Median milliseconds of the main thread’s CPU time (in steps of 1 to 4 ms) and of the clock, in a new process. Its modules ' +
      'are loaded, and nothing is optimized yet.',
    columns: ['', 'register', 'by the clock', 'first match', 'by the clock'],
    rows: Object.entries(figures).map(([contestant, figure]) => [
      contestant,
      ...['register', 'registerWall', 'first', 'firstWall'].map((key) =>
        median(figure[key]!).toFixed(1),
      ),
    ]),
  }
}

function toBudgets(
  measured: Record<string, Record<string, Measured>>,
  starts: Record<string, Starts>,
): Budget[] {
  const budgets: Budget[] = []
  const faster = (name: string, peer: string, least: number) => {
    const found = measured[name]
    if (found === undefined) return
    const ratios = speedRatios(found['framework']!.cpu, found[peer]!.cpu)
    budgets.push({
      what: titles[name]!,
      budget: `≥ ${least} × ${peer}`,
      measured: spread(ratios),
      met: median(ratios) >= least,
    })
  }
  faster('plain', 'elysia', 1)
  faster('plain', 'hono', 1.5)
  faster('plain', '@remix-run/fetch-router', 6)
  faster('middleware-pass', 'hono', 5)
  faster('middleware-await', 'hono', 2.2)
  faster('steady-26', 'elysia', 1)
  faster('steady-10000', 'hono', 3)

  const [few, many] = [measured['steady-26'], measured['steady-10000']]
  if (few !== undefined && many !== undefined) {
    const ratio = median(many['framework']!.cpu) / median(few['framework']!.cpu)
    budgets.push({
      what: 'cost of a request with 10,000 routes',
      budget: '≤ 1.5 × with 26',
      measured: ratio.toFixed(2),
      met: ratio <= 1.5,
    })
  }
  const start = starts['start-10000']
  if (start !== undefined) {
    const first = median(start['framework']!['firstWall']!)
    const [ours, theirs] = [untilServed(start['framework']!), untilServed(start['hono']!)]
    budgets.push(
      {
        what: 'register 10,000 routes and serve the first request',
        budget: `≤ hono (${theirs.toFixed(1)} ms)`,
        measured: `${ours.toFixed(1)} ms`,
        met: ours <= theirs,
      },
      {
        what: 'first match of 10,000',
        budget: '≤ 10 ms',
        measured: `${first.toFixed(1)} ms`,
        met: first <= 10,
      },
    )
  }
  return budgets
}

/** The CPU time of registering all routes and of the first request, for which some routers build their matcher. */
function untilServed({ register, first }: Record<string, number[]>): number {
  return median(register!) + median(first!)
}
