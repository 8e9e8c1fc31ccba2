// `npm run bench` runs everything; `npm run bench router http:text` only these; `--quick` looks whether they work.
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from './report.ts'

/** How a benchmark is run. */
export interface BenchOptions {
  /** Runs for a moment: the figures mean nothing. */
  quick: boolean
  /** The one case that is wanted, as in `http:text`. */
  only?: string | undefined
}

/** What each file of a benchmark exports as default. */
export type Benchmark = (options: BenchOptions) => Promise<Report>

const benchmarks = [
  'router',
  'types',
  'http',
  'static',
  'multipart',
  'cookies',
  'render',
  'memory',
  'client-bytes',
  'click-to-commit',
  'scale',
]

// What is measured is what is shipped: the built files, found through the package's own `exports`
const linked = join(import.meta.dirname, 'node_modules/framework')
if (!existsSync(linked)) symlinkSync('../..', linked)

const { writeReport } = await import('./report.ts')
const quick = process.argv.includes('--quick')
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

for (const entry of wanted.length === 0 ? benchmarks : wanted) {
  const [name = '', only] = entry.split(':')
  if (!benchmarks.includes(name)) {
    throw new TypeError(`There is no benchmark "${name}": take one of ${benchmarks.join(', ')}`)
  }
  const benchmark = ((await import(`./${name}.ts`)) as { default: Benchmark }).default
  writeReport(
    only === undefined ? name : `${name}-${only}`,
    await benchmark({ quick, only }),
    quick,
  )
}
