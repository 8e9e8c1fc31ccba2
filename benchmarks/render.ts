import { toTable } from './http.ts'
import { ask, loading, loadServers, pinned, startServers } from './load.ts'
import { buildApps, pageApps } from './page-servers.ts'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'
import { median, spread } from './statistics.ts'

const load = { path: '/', type: 'text/html', headers: { Accept: 'text/html' }, read: readPage }

export default async function benchRender({ trial }: BenchOptions): Promise<Report> {
  await buildApps()
  const running = await startServers('page-servers.ts', Object.keys(pageApps))
  try {
    const sizes: Record<string, number> = {}
    for (const { name, port } of running) {
      sizes[name] = Buffer.byteLength(await ask(port, { ...load, read: (text) => text }))
    }
    // The render is optimized late.
    const options = loading(trial, {
      rounds: { least: 20, most: 20 },
      warmUp: 5000,
      connections: 20,
    })
    const found = await loadServers(running, load, options)

    const react = found['React, renderToPipeableStream']!
    const { rate, cpu } = found['framework']!
    const ratios = rate.map((value, round) => value / react.rate[round]!)
    const byCpu = cpu.map((value, round) => react.cpu[round]! / value)
    return {
      title: 'Server render',
      about:
        'A document with 50 links and a form and with data from a loader, served by each framework’s own handler on node:http. React ' +
        `alone renders the same elements without a router, data or scripts. ${pinned} CPU is the CPU time of the server for one request. ` +
        'Other processes on the machine do not affect it, so budgets use it.',
      tables: [
        toTable('A page of 50 links and a form', found),
        {
          title: 'The documents',
          columns: ['', 'bytes'],
          rows: Object.entries(sizes).map(([name, size]) => [name, size.toLocaleString('en')]),
        },
      ],
      budgets: [
        {
          what: 'server render, 50 links and a form',
          budget: '≥ 0.85 × renderToPipeableStream alone',
          measured: `${spread(ratios)}, by CPU ${spread(byCpu)}`,
          met: median(byCpu) >= 0.85,
        },
      ],
      data: { found, sizes },
    }
  } finally {
    for (const server of running) server.stop()
  }
}

/** Returns what a reader sees of the page: heading, links and fields, without the additions of the framework. */
function readPage(html: string): string {
  return JSON.stringify([
    /<h1>([^<]*)/.exec(html)?.[1],
    [...html.matchAll(/<a\b[^>]*href="(\/items[^"]*)"[^>]*>([^<]*)<\/a>/g)].map(
      ([, href, text]) => [href, text],
    ),
    [...html.matchAll(/<(form|input|button)\b/g)]
      .map(([, name]) => name)
      .filter((name) => name !== 'input'),
    /<input[^>]*name="name"/.test(html),
  ])
}
