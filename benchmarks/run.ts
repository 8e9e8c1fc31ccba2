// `npm run bench` runs all benchmarks. `npm run bench router http:text` runs only these, `--quick` those that the README shows.
// `--try` only checks that they work.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePrograms, type Program } from '../scripts/ensure-programs.ts'
import type { Report } from './report.ts'

/** How a benchmark is run. */
export interface BenchOptions {
  /** Runs only for a moment. The figures mean nothing. */
  trial: boolean
  /** The case to run, as in `http:text`. */
  only?: string | undefined
}

/** The default export of a benchmark file. */
export type Benchmark = (options: BenchOptions) => Promise<Report>

/** A benchmark file. What it prepares is not timed, so others prepare at the same time. */
interface BenchmarkModule {
  default: Benchmark
  prepare?: (options: BenchOptions) => Promise<void>
}

/** The benchmarks in order, with the programs that each needs. */
const benchmarks: Readonly<Record<string, readonly Program[]>> = {
  router: [],
  types: [],
  http: [],
  static: [],
  multipart: [],
  cookies: [],
  observers: [],
  once: ['chromium'],
  contracts: [],
  cache: [],
  live: ['redis-server', 'postgres'],
  render: [],
  memory: [],
  visitors: [],
  panel: ['chromium'],
  'client-bytes': ['chromium'],
  'click-to-commit': ['chromium'],
  scale: ['chromium'],
  dev: ['chromium'],
  'static-export': [],
  later: [],
}

/** Benchmarks of bytes and memory, which other work on the machine does not change. They run at the same time. */
const counted: ReadonlySet<string> = new Set(['memory', 'visitors', 'client-bytes'])

/** What the charts of the README show. */
const quick: readonly string[] = [
  'router:plain',
  'router:params',
  'client-bytes',
  'scale:documents',
]

// Measures the published files: the build, imported through the `exports` of the package, and installed as npm does it.
// Vite would treat a linked package as a part of the app: bundle it for the server, and transform its modules in development.
const installed = join(import.meta.dirname, 'node_modules/framework')
rmSync(installed, { recursive: true, force: true })
for (const part of ['package.json', 'dist', 'src']) {
  cpSync(join(import.meta.dirname, '..', part), join(installed, part), { recursive: true })
}

const { writeReport } = await import('./report.ts')
const trial = process.argv.includes('--try')
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const everything = process.argv.includes('--quick') ? quick : Object.keys(benchmarks)

const chosen = (named.length === 0 ? everything : named).map((entry) => {
  const [name = '', only] = entry.split(':')
  if (!Object.hasOwn(benchmarks, name)) {
    const names = Object.keys(benchmarks).join(', ')
    throw new TypeError(`Cannot find the benchmark "${name}". Use one of ${names}.`)
  }
  return { name, options: { trial, only } }
})

// Before the first benchmark starts, because each takes minutes.
ensurePrograms([...new Set(chosen.flatMap(({ name }) => benchmarks[name]!))])

const modules = await Promise.all(
  chosen.map(({ name }) => import(`./${name}.ts`) as Promise<BenchmarkModule>),
)
await Promise.all(modules.map(({ prepare }, at) => prepare?.(chosen[at]!.options)))
for (const at of chosen.keys()) if (!counted.has(chosen[at]!.name)) await runBenchmark(at)
await Promise.all(chosen.map(({ name }, at) => (counted.has(name) ? runBenchmark(at) : undefined)))
console.log(`All of it took ${minutesSince(0)} minutes.`)

async function runBenchmark(at: number): Promise<void> {
  const { name, options } = chosen[at]!
  const start = performance.now()
  try {
    const report = await modules[at]!.default(options)
    writeReport(options.only === undefined ? name : `${name}-${options.only}`, report, trial)
  } catch (error) {
    // The others take half an hour, and are worth having.
    console.error(`Cannot measure ${name}:`, error)
    process.exitCode = 1
  }
  console.log(`${name} took ${minutesSince(start)} minutes.`)
}

function minutesSince(start: number): string {
  return ((performance.now() - start) / 60_000).toFixed(1)
}
