import * as http from 'node:http'
import { ask, pinned, startClient, startServers, toText, type LoadCase } from './load.ts'
import { buildApps } from './page-servers.ts'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'

/** The requests of a turn: documents, data, a missing page, a form. */
const requests: readonly Partial<LoadCase>[] = [
  { path: '/' },
  { path: '/items/one' },
  { path: '/?_data=root,routes%2F_index' },
  { path: '/nowhere' },
  {
    path: '/?index',
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'name=Ada',
  },
]

export default async function benchMemory({ trial }: BenchOptions): Promise<Report> {
  const { turns, seconds } = trial ? { turns: 2, seconds: 1 } : { turns: 20, seconds: 6 }
  await buildApps(['framework'])
  const [server] = await startServers('page-servers.ts', ['framework'])
  const client = await startClient()
  const { port, memory, stop } = server!
  try {
    const found = await ask(port, { path: '/', type: 'text/html', read: (text) => text })
    if (!found.startsWith('200 ')) throw new Error(`The page returned ${found.slice(0, 100)}`)

    const samples: { requests: number; left: number; heap: number; rss: number }[] = []
    for (let turn = 0; turn < turns; turn++) {
      const stopLeaving = leaveEarly(port)
      const { requests: count } = await client.takeTurn(
        { ...mixed, port, time: seconds * 1000 },
        server!,
      )
      const left = stopLeaving()
      const { heapUsed, rss } = await memory()
      samples.push({ requests: count, left, heap: heapUsed, rss })
    }

    // At first, caches fill and code is compiled.
    const settled = samples.slice(Math.floor((turns * 2) / 5))
    const growth = settled.at(-1)!.heap - settled[0]!.heap
    const total = samples.reduce((sum, { requests }) => sum + requests, 0)
    return {
      title: 'Memory of a server of pages',
      about:
        `${(turns * seconds) / 60} minutes of documents, data requests, missing pages and forms with 20 connections, while other ` +
        `clients disconnect before they get a response. The heap is measured after a garbage collection. ${pinned}`,
      tables: [
        {
          title: `${total.toLocaleString('en')} requests`,
          columns: ['after', 'requests', 'clients that left', 'heap, MB', 'resident, MB'],
          rows: samples.map((sample, turn) => [
            `${(((turn + 1) * seconds) / 60).toFixed(1)} min`,
            sample.requests.toLocaleString('en'),
            sample.left.toLocaleString('en'),
            toMegabytes(sample.heap),
            toMegabytes(sample.rss),
          ]),
        },
      ],
      budgets: [
        {
          what: 'heap after two minutes of load',
          budget: 'flat (within 1 MB of what it was after 48 s)',
          measured: `${growth < 0 ? '−' : '+'}${toMegabytes(Math.abs(growth))} MB`,
          met: growth <= 1_000_000,
        },
      ],
      data: { samples },
    }
  } finally {
    client.stop()
    stop()
  }
}

const mixed = {
  requests: requests.map(({ headers, ...one }) =>
    toText({ path: '/', type: '', headers: { Accept: 'text/html', ...headers }, ...one }),
  ),
  connections: 20,
  anyStatus: true,
}

/** Starts clients that disconnect before they get a response. The returned function stops it and returns their number. */
function leaveEarly(port: number): () => number {
  let count = 0
  const timer = setInterval(() => {
    count++
    const request = http.get({ port, host: '127.0.0.1', path: '/', agent: false })
    request.on('error', () => {})
    request.on('socket', (socket) =>
      socket.on('connect', () => setTimeout(() => socket.destroy(), count % 4)),
    )
  }, 20)

  return () => {
    clearInterval(timer)
    return count
  }
}

function toMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
