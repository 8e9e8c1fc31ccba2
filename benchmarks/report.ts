import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'

/** A budget and the measured figure. */
export interface Budget {
  what: string
  budget: string
  measured: string
  met: boolean
}

export interface Table {
  title: string
  /** A note that the reader needs to understand the figures. */
  note?: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** The results of a benchmark. */
export interface Report {
  title: string
  /** What was measured and how. */
  about: string
  tables: Table[]
  budgets: Budget[]
  /** Every single figure, for charts. */
  data: unknown
}

const loadAtStart = loadavg()

/** Prints a report and writes it to `results/<date>-<name>.md`, with the figures in a JSON file beside it. */
export function writeReport(name: string, report: Report, trial: boolean): void {
  const machine = describeMachine()
  const text = toMarkdown(report, machine)
  console.log(`\n${text}`)
  if (trial) return

  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${machine.date}-${name}`)
  const { title, budgets, data } = report
  writeFileSync(`${file}.md`, text)
  writeFileSync(
    `${file}.json`,
    `${JSON.stringify({ title, ...machine, budgets, data }, null, 1)}\n`,
  )
}

interface Machine {
  date: string
  /** When the run ended. */
  time: string
  commit: string
  node: string
  cores: number
  cpu: string
  memory: string
  /** Load average over a minute, before and after. */
  load: [number, number]
}

function describeMachine(): Machine {
  return {
    date: new Date().toISOString().slice(0, 10),
    time: new Date().toISOString(),
    commit: describeCommit(),
    node: process.version,
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'unknown',
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    load: [loadAtStart[0]!, loadavg()[0]!],
  }
}

function describeCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', '../src') !== ''
  return git('rev-parse', '--short', 'HEAD') + (isChanged ? ' with changes' : '')
}

function toMarkdown({ title, about, tables, budgets }: Report, machine: Machine): string {
  const lines = [
    `# ${title}`,
    '',
    `${machine.date}, commit ${machine.commit}, Node ${machine.node}, ${machine.cores} cores (${machine.cpu}), ${machine.memory}. ` +
      `Load average ${machine.load.map((load) => load.toFixed(1)).join(' before and ')} after the run.`,
    '',
    about,
    '',
  ]
  if (budgets.length > 0) {
    lines.push('## Budgets', '')
    lines.push(
      ...toTable(
        ['what', 'budget', 'measured', 'met'],
        budgets.map((one) => [one.what, one.budget, one.measured, one.met ? 'yes' : '**no**']),
      ),
    )
  }
  for (const table of tables) {
    lines.push(`## ${table.title}`, '')
    if (table.note !== undefined) lines.push(table.note, '')
    lines.push(...toTable(table.columns, table.rows))
  }
  return lines.join('\n')
}

function toTable(columns: readonly string[], rows: Table['rows']): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(columns),
    line(columns.map((_, i) => (i === 0 ? '---' : '---:'))),
    ...rows.map(line),
    '',
  ]
}
