// `npm run bench` runs all benchmarks. `npm run bench router http:text` runs only these. `--quick` only checks that they work.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePrograms, type Program } from '../scripts/ensure-programs.ts'
import type { Report } from './report.ts'

/** How a benchmark is run. */
export interface BenchOptions {
  /** Runs only for a moment. The figures mean nothing. */
  quick: boolean
  /** The case to run, as in `http:text`. */
  only?: string | undefined
}

/** The default export of a benchmark file. */
export type Benchmark = (options: BenchOptions) => Promise<Report>

/** The benchmarks in order, with the programs that each needs. */
const benchmarks: Readonly<Record<string, readonly Program[]>> = {
  router: [],
  types: [],
  http: ['wrk'],
  static: ['wrk'],
  multipart: [],
  cookies: [],
  observers: [],
  once: ['chromium'],
  contracts: [],
  cache: [],
  live: ['redis-server', 'postgres'],
  render: ['wrk'],
  memory: ['wrk'],
  visitors: [],
  panel: ['wrk', 'chromium'],
  'client-bytes': ['chromium'],
  'click-to-commit': ['chromium'],
  scale: ['wrk', 'chromium'],
  dev: ['chromium'],
  'static-export': [],
  later: [],
}

// Measures the published files: the build, imported through the `exports` of the package, and installed as npm does it.
// Vite would treat a linked package as a part of the app: bundle it for the server, and transform its modules in development.
const installed = join(import.meta.dirname, 'node_modules/framework')
rmSync(installed, { recursive: true, force: true })
for (const part of ['package.json', 'dist', 'src']) {
  cpSync(join(import.meta.dirname, '..', part), join(installed, part), { recursive: true })
}

const { writeReport } = await import('./report.ts')
const quick = process.argv.includes('--quick')
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

const chosen = (wanted.length === 0 ? Object.keys(benchmarks) : wanted).map((entry) => {
  const [name = '', only] = entry.split(':')
  if (!Object.hasOwn(benchmarks, name)) {
    const names = Object.keys(benchmarks).join(', ')
    throw new TypeError(`Cannot find the benchmark "${name}". Use one of ${names}.`)
  }
  return { name, only }
})

// Before the first benchmark starts, because each takes minutes.
ensurePrograms([...new Set(chosen.flatMap(({ name }) => benchmarks[name]!))])

for (const { name, only } of chosen) {
  const benchmark = ((await import(`./${name}.ts`)) as { default: Benchmark }).default
  writeReport(
    only === undefined ? name : `${name}-${only}`,
    await benchmark({ quick, only }),
    quick,
  )
}
