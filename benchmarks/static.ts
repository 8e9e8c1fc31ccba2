import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toTable } from './http.ts'
import { loading, loadServers, pinned, startServers, type Loaded } from './load.ts'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'
import { fileServers } from './servers.ts'

const sizes: Readonly<Record<string, number>> = { '10 KB': 10 * 1024, '1 MB': 1024 * 1024 }

export default async function benchStatic({ trial }: BenchOptions): Promise<Report> {
  const options = loading(trial)
  const folder = mkdtempSync(join(tmpdir(), 'bench-static-'))
  const found: Record<string, Record<string, Loaded>> = {}
  for (const size of Object.values(sizes)) {
    writeFileSync(join(folder, `${size}.js`), '// a file\n'.repeat(size / 10 + 1).slice(0, size))
  }
  const running = await startServers('servers.ts', Object.keys(fileServers), folder)
  try {
    for (const [name, size] of Object.entries(sizes)) {
      const load = { path: `/${size}.js`, type: '' }
      found[name] = await loadServers(running, load, options)
    }
  } finally {
    for (const server of running) server.stop()
    rmSync(folder, { recursive: true })
  }

  return {
    title: 'Static files',
    about:
      `A file without compression, requested without conditions. ${pinned} The servers take turns, with ${options.connections} ` +
      'connections. node:http stats the file and streams it, without a check of the path and without an ETag. sirv reads its folder ' +
      'once, when it starts, and does not notice changes. With `dev` it stats the file for each request, as we do.',
    tables: Object.entries(found).map(([name, results]) => toTable(`A file of ${name}`, results)),
    budgets: [],
    data: found,
  }
}
