// `npm test` runs the checks for every change, the fastest first. `npm run test:all` runs all checks. Both print how long
// each step took.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

type Step = readonly [name: string, command: string, ...args: string[]]

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')
const folder = mkdtempSync(join(tmpdir(), 'framework-check-'))
const tarball = join(folder, 'framework.tgz')

const vitest = ['node', 'node_modules/vitest/vitest.mjs', 'run'] as const

/** How many steps of a row run at the same time. Each of them waits for servers and browsers, while the others go on. */
const lanes = Math.max(2, availableParallelism())

type Rows = readonly (readonly Step[])[]

const pages = [...vitest, '--config', 'e2e/vitest.config.ts'] as const
const shop = [...vitest, '--config', 'demos/bookstore/e2e/vitest.config.ts'] as const

/** The steps with which both commands begin, in order. Those of one row run at the same time. */
const firstRows: Rows = [
  [['system packages', 'node', 'scripts/system-packages.ts']],
  [['build', 'node', 'scripts/build.ts']],
  [
    ['types', 'tsc', '--noEmit'],
    ['lint', 'oxlint'],
    ['format', 'oxfmt', '--check', '.'],
    ['pack', 'node', 'scripts/pack.ts', tarball],
  ],
  [['unit', ...vitest, '--project', 'plain', '--project', 'node']],
]

/** How `npm test` ends: with some of the tests of `docs`, `browser` and `bookstore`. */
const journeys: Rows = [
  [
    ['tutorial', 'node', 'scripts/docs/check.ts', 'README.md', 'docs/tutorial/'],
    ['pages', ...pages, 'site-build-on'],
    ['shop', ...shop, 'shop-on'],
  ],
]

/** How `npm run test:all` ends. The longest step comes first, so that none is left to run alone at the end. */
const allRows: Rows = [
  [['more system packages', 'node', 'scripts/system-packages.ts', '--all']],
  [
    ['engines', ...vitest, '--config', 'e2e/engines/vitest.config.ts'],
    ['browser', ...pages],
    ['long', ...vitest, '--project', 'long'],
    ['runtimes', 'node', 'runtimes/run.ts'],
    ['bookstore', ...shop],
    ['site', ...vitest, '--config', 'site/vitest.config.ts'],
    ['docs', 'node', 'scripts/docs/check.ts'],
    ['scaffold', 'node', 'scripts/check-scaffold.ts'],
    ['package', 'node', 'scripts/check-package.ts'],
  ],
]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean' } },
})
const everything = [...firstRows, ...journeys, ...allRows]
const chosen =
  positionals.length > 0
    ? everything.map((row) => row.filter(([name]) => positionals.includes(name)))
    : [...firstRows, ...(values.all ? allRows : journeys)]
if (chosen.every((row) => row.length === 0)) {
  const names = everything.flatMap((row) => row.map(([name]) => name))
  console.error(
    `Cannot find the step ${positionals.join(', ')}. The steps are: ${names.join(', ')}`,
  )
  process.exit(1)
}

const env: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${bin}:${process.env['PATH']}`,
  // Without it, Chromium cannot read files whose names are not ASCII.
  LANG: process.env['LANG'] ?? 'C.UTF-8',
  // Tests start hundreds of Node processes. With this, each source is compiled once for all of them.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
}
let passed = 0
let failed = 0
/** The output of steps that failed beside others, whose output may be behind it. */
const failures: string[] = []

process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.once('SIGINT', () => process.exit(130))
for (const row of chosen) {
  if (row.length === 1) await runAlone(row[0]!)
  else if (row.length > 1) await runTogether(row)

  if (failed > 0) break
}
for (const failure of failures) console.error(`\n${failure}`)
console.log(`\nSteps: ${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function runAlone(step: Step): Promise<void> {
  console.log(`\n── ${step[0]}`)
  report(step, await runStep(step, 'inherit'))
}

/** Runs a few steps at a time. After a failure, steps that are still running end, and no other one starts. */
async function runTogether(row: readonly Step[]): Promise<void> {
  const names = row.map(([name]) => name).join(', ')
  console.log(`\n── ${names}: ${lanes} at a time. The output of each follows when it ends.`)

  const waiting = [...row]
  const runNext = async (): Promise<void> => {
    for (let step = waiting.shift(); step && failed === 0; step = waiting.shift()) {
      const log = join(folder, `${step[0]}.log`)
      console.log(`── ${step[0]} starts`)
      const file = openSync(log, 'w')
      const result = await runStep(step, file)
      closeSync(file)
      const output = readFileSync(log, 'utf8').trim()
      console.log(`\n── ${step[0]}\n${output}`)
      report(step, result)
      if (result.code !== 0) failures.push(`── The end of ${step[0]}\n${lastLines(output, 150)}`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, runNext))
}

function lastLines(text: string, count: number): string {
  return text.split('\n').slice(-count).join('\n')
}

interface Result {
  code: number | null
  seconds: string
}

async function runStep([, command, ...args]: Step, output: 'inherit' | number): Promise<Result> {
  const start = performance.now()
  const child = spawn(join(bin, command), args, {
    cwd: root,
    stdio: [output === 'inherit' ? 'inherit' : 'ignore', output, output],
    env,
  })
  const [code] = (await once(child, 'exit')) as [number | null]

  return { code, seconds: ((performance.now() - start) / 1000).toFixed(1) }
}

function report([name]: Step, { code, seconds }: Result): void {
  if (code === 0) {
    console.log(`── ${name}: ${seconds} s`)
    passed++
    if (name === 'pack') env['FRAMEWORK_TARBALL'] ??= tarball
  } else {
    console.error(
      `\n${name} failed after ${seconds} s. To run only this step: npm test -- "${name}"`,
    )
    failed++
  }
}
