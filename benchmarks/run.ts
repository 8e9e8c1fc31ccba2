// `npm run bench` runs all benchmarks. `npm run bench router http:text` runs only these. `--quick` only checks that they work.
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
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

const benchmarks = [
  'router',
  'types',
  'http',
  'static',
  'multipart',
  'cookies',
  'observers',
  'cache',
  'render',
  'memory',
  'client-bytes',
  'click-to-commit',
  'scale',
  'static-export',
  'later',
]

// Measures the published files: the build, imported through the `exports` of the package.
const linked = join(import.meta.dirname, 'node_modules/framework')
if (!existsSync(linked)) symlinkSync('../..', linked)

const { writeReport } = await import('./report.ts')
const quick = process.argv.includes('--quick')
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

for (const entry of wanted.length === 0 ? benchmarks : wanted) {
  const [name = '', only] = entry.split(':')
  if (!benchmarks.includes(name)) {
    throw new TypeError(`Cannot find the benchmark "${name}". Use one of ${benchmarks.join(', ')}.`)
  }
  const benchmark = ((await import(`./${name}.ts`)) as { default: Benchmark }).default
  writeReport(
    only === undefined ? name : `${name}-${only}`,
    await benchmark({ quick, only }),
    quick,
  )
}
