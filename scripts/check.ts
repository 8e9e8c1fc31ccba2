// All checks that must pass before a change lands, the fastest first. `npm test` runs this.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')

const vitest = ['node', 'node_modules/vitest/vitest.mjs', 'run'] as const

const steps: readonly [name: string, command: string, ...args: string[]][] = [
  ['system packages', 'node', 'scripts/system-packages.ts'],
  ['build', 'node', 'scripts/build.ts'],
  ['types', 'tsc', '--noEmit'],
  ['lint', 'oxlint'],
  ['format', 'oxfmt', '--check', '.'],
  ['unit', ...vitest],
  ['package', 'node', 'scripts/check-package.ts'],
  ['docs', 'node', 'scripts/docs/check.ts'],
  ['site', ...vitest, '--config', 'site/vitest.config.ts'],
  ['scaffold', 'node', 'scripts/check-scaffold.ts'],
  ['runtimes', 'node', 'runtimes/run.ts'],
  ['browser', ...vitest, '--config', 'e2e/vitest.config.ts'],
  ['engines', ...vitest, '--config', 'e2e/engines/vitest.config.ts'],
  ['bookstore', ...vitest, '--config', 'demos/bookstore/e2e/vitest.config.ts'],
]

const { positionals } = parseArgs({ allowPositionals: true })
const chosen =
  positionals.length === 0 ? steps : steps.filter(([name]) => positionals.includes(name))
if (chosen.length === 0) {
  console.error(
    `Cannot find the step ${positionals.join(', ')}. The steps are: ${steps.map(([name]) => name).join(', ')}`,
  )
  process.exit(1)
}

let passed = 0
for (const [name, command, ...args] of chosen) {
  console.log(`\n── ${name}`)
  const start = performance.now()
  const { status } = spawnSync(join(bin, command), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (status !== 0) {
    console.error(
      `\n${name} failed after ${seconds} s. To run only this step: npm test -- "${name}"`,
    )
    console.log(`Steps: ${passed} passed, 1 failed`)
    process.exit(1)
  }
  console.log(`── ${name}: ${seconds} s`)
  passed++
}
console.log(`\nSteps: ${passed} passed, 0 failed`)
