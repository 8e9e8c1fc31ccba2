/**
 * Runs the conformance suite on every runtime and writes the results to conformance/RESULTS.md.
 *
 *     node scripts/conformance-table.ts
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { differences } from '../conformance/differences.ts'
import { groups } from '../conformance/cases.ts'
import { runCases, type Result } from '../conformance/run-cases.ts'
import { nodeRuntimes, otherRuntimes } from '../conformance/runtimes.ts'

const runtimes = [...nodeRuntimes, ...otherRuntimes]
const results: Result[] = []
for (const { start } of runtimes) {
  const target = await start()
  results.push(...(await runCases(target)))
  await target.close()
}

const names = runtimes.map(({ name }) => name)
const count = groups.reduce((sum, { cases }) => sum + cases.length, 0)

const table = [
  row(['', ...names]),
  row(['---', ...names.map(() => '---')]),
  ...groups.map((group) =>
    row([
      group.name,
      ...names.map((name) =>
        cell(results.filter((each) => each.runtime === name && each.group === group.name)),
      ),
    ]),
  ),
  row(['**All**', ...names.map((name) => cell(results.filter((each) => each.runtime === name)))]),
]

const reasons = names.flatMap((name) => {
  const lines = differences[name].flatMap(({ reason }) => {
    const number = results.filter(
      (each) => each.runtime === name && each.verdict === 'differs' && each.detail === reason,
    ).length

    return number === 0 ? [] : [`- ${reason} (${number})`]
  })

  return lines.length === 0 ? [] : [`**${name}**`, '', ...lines, '']
})

await writeFile(
  join(import.meta.dirname, '../conformance/RESULTS.md'),
  [
    '# What passes where',
    '',
    `${count} cases run on every runtime. \`node scripts/conformance-table.ts\` writes this file. A number is how many`,
    'of the cases that apply pass. Cases that send malformed bytes do not apply to HTTP/2. All other cases differ because the runtime',
    'itself decides, before the handler runs or after it has returned. The reasons are below the table, with the number of cases.',
    '',
    ...table,
    '',
    '## Reasons',
    '',
    ...reasons,
  ].join('\n'),
)

const failed = results.filter(({ verdict }) => verdict === 'fails')
for (const { runtime, name, detail } of failed) console.error(`${runtime}: ${name}: ${detail}`)
const outdated = results.filter(({ verdict, detail }) => verdict === 'passes' && detail !== '')
for (const { runtime, name, detail } of outdated) console.warn(`${runtime}: ${name}: ${detail}`)
console.log(table.join('\n'))
process.exitCode = failed.length === 0 ? 0 : 1

function cell(of: readonly Result[]): string {
  const applying = of.filter(({ verdict }) => verdict !== 'not applicable')
  const passing = applying.filter(({ verdict }) => verdict === 'passes')

  return passing.length === applying.length
    ? String(passing.length)
    : `${passing.length} of ${applying.length}`
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
