import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import * as http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ask, pinned, startServers } from './load.ts'
import { buildApps } from './page-servers.ts'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'

/** The requests of a turn: documents, data, a missing page, a form. */
const requests: readonly { path: string; method?: string; type?: string; body?: string }[] = [
  { path: '/' },
  { path: '/items/one' },
  { path: '/?_data=root,routes%2F_index' },
  { path: '/nowhere' },
  {
    path: '/?index',
    method: 'POST',
    type: 'application/x-www-form-urlencoded',
    body: 'name=Ada',
  },
]

export default async function benchMemory({ quick }: BenchOptions): Promise<Report> {
  const { turns, seconds } = quick ? { turns: 2, seconds: 1 } : { turns: 20, seconds: 30 }
  buildApps(['framework'])
  const [server] = await startServers('page-servers.ts', ['framework'])
  const { port, memory, stop } = server!
  try {
    const found = await ask(port, { path: '/', type: 'text/html', read: (text) => text })
    if (!found.startsWith('200 ')) throw new Error(`The page returned ${found.slice(0, 100)}`)

    const samples: { requests: number; left: number; heap: number; rss: number }[] = []
    for (let turn = 0; turn < turns; turn++) {
      const stopLeaving = leaveEarly(port)
      const count = await runMixed(port, seconds)
      const left = stopLeaving()
      const { heapUsed, rss } = await memory()
      samples.push({ requests: count, left, heap: heapUsed, rss })
    }

    // At first, caches fill and code is compiled.
    const settled = samples.slice(Math.floor(turns / 5))
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
          what: 'heap after ten minutes of load',
          budget: 'flat (within 1 MB of what it was after two)',
          measured: `${growth < 0 ? '−' : '+'}${toMegabytes(Math.abs(growth))} MB`,
          met: growth <= 1_000_000,
        },
      ],
      data: { samples },
    }
  } finally {
    stop()
  }
}

async function runMixed(port: number, seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const script = join(folder, 'requests.lua')
  const formatted = requests.map(
    ({ path, method = 'GET', type, body }) =>
      `wrk.format(${JSON.stringify(method)}, ${JSON.stringify(path)}, ` +
      `{ Accept = "text/html", ["Content-Type"] = ${JSON.stringify(type ?? null).replace('null', 'nil')} }, ` +
      `${JSON.stringify(body ?? null).replace('null', 'nil')})`,
  )
  writeFileSync(
    script,
    `local requests = {}
local at = 0
init = function() requests = { ${formatted.join(', ')} } end
request = function() at = at % #requests + 1; return requests[at] end`,
  )
  try {
    const args = ['-t', '1', '-c', '20', '-d', `${seconds}s`, '--timeout', '30s', '-s', script]
    const { stdout } = await promisify(execFile)('wrk', [...args, `http://127.0.0.1:${port}/`])
    const trouble = /Socket errors.*/.exec(stdout)
    if (trouble !== null) throw new Error(trouble[0])

    return Number(/(\d+) requests in/.exec(stdout)![1])
  } finally {
    rmSync(folder, { recursive: true })
  }
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
