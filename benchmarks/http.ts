import { loading, loadServers, pinned, startServers, type LoadCase, type Loaded } from './load.ts'
import type { Budget, Report, Table } from './report.ts'
import type { BenchOptions } from './run.ts'
import { servers } from './servers.ts'
import { median, spread } from './statistics.ts'

const document = {
  title: 'An order',
  items: Array.from({ length: 12 }, (_, i) => ({
    id: i,
    name: `The book with number ${i}`,
    price: i * 1.5 + 0.99,
    tags: ['new', 'paper'],
  })),
}

const loads: Readonly<Record<string, LoadCase & { title: string }>> = {
  text: { title: 'Text', path: '/text', type: 'text/plain' },
  json: {
    title: 'JSON echo of 1 KB',
    path: '/echo',
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(document),
    type: 'application/json',
  },
  page: {
    title: 'A page of 2 KB with cookie and query',
    path: '/page?sort=title&name=Ada&page=3',
    headers: { Cookie: 'theme=dark; session=4f1c2a7788aa; lang=en', Accept: 'text/html' },
    type: 'text/html',
  },
  stream: { title: 'A stream of 1 MB', path: '/stream', type: 'application/octet-stream' },
}

/** The server that ours is compared with in each case, and how much of its rate is the least. */
const goals: Readonly<Record<string, readonly Goal[]>> = {
  text: [{ peer: 'hono', least: 1 }],
  json: [{ peer: 'node:http', least: 0.95 }],
  page: [
    { peer: 'hono', least: 1 },
    { peer: 'h3 + srvx', least: 1 },
    { ours: 'framework, new Response', peer: 'hono', least: 1 },
    { ours: 'framework, new Response', peer: 'h3 + srvx', least: 1 },
  ],
  stream: [{ peer: 'hono', least: 1 }],
}

interface Goal {
  /** Without it, the server that uses our helpers for responses. */
  ours?: string
  peer: string
  least: number
}

export default async function benchHttp({ trial, only }: BenchOptions): Promise<Report> {
  const options = loading(trial)
  const found: Record<string, Record<string, Loaded>> = {}
  const running = await startServers('servers.ts', Object.keys(servers))
  try {
    for (const [name, load] of Object.entries(loads)) {
      if (only !== undefined && only !== name) continue
      found[name] = await loadServers(running, load, options)
    }
  } finally {
    for (const server of running) server.stop()
  }

  return {
    title: 'HTTP',
    about:
      `All servers run at the same time, each in a separate process. A client loads one after the other with ${options.connections} ` +
      `connections, for ${options.turn} ms each. ${pinned} Ratios compare with node:http in the same round. CPU is the CPU time of the server for one request. ` +
      'Other processes on the machine do not affect it, so budgets use it.',
    tables: Object.entries(found).map(([name, results]) => toTable(loads[name]!.title, results)),
    budgets: Object.entries(found).flatMap(([name, results]) => toBudgets(name, results)),
    data: found,
  }
}

/** Returns a table of the rates, compared with the first contestant in the same round. */
export function toTable(title: string, results: Record<string, Loaded>): Table {
  const [first] = Object.values(results)
  const [baseline] = Object.keys(results)
  return {
    title,
    columns: ['', 'requests/s', 'µs of CPU', 'p99, ms', `× ${baseline}`, 'by CPU'],
    rows: Object.entries(results).map(([name, { rate, cpu, p99 }]) => [
      name,
      spread(rate, 0),
      spread(cpu, 1),
      median(p99).toFixed(1),
      spread(rate.map((value, round) => value / first!.rate[round]!)),
      spread(cpu.map((value, round) => first!.cpu[round]! / value)),
    ]),
  }
}

function toBudgets(name: string, results: Record<string, Loaded>): Budget[] {
  return (goals[name] ?? []).map(({ ours = 'framework', peer, least }) => {
    const theirs = results[peer]!
    const { rate, cpu } = results[ours]!
    const ratios = rate.map((value, round) => value / theirs.rate[round]!)
    const byCpu = cpu.map((value, round) => theirs.cpu[round]! / value)

    return {
      what: `${loads[name]!.title}: ${ours}`,
      budget: `≥ ${least} × ${peer}`,
      measured: `${spread(ratios)}, by CPU ${spread(byCpu)}`,
      met: median(byCpu) >= least,
    }
  })
}
