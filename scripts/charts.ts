// Writes the measured charts and tables of README.md and docs/measurements.md from the result files: `npm run charts`.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, drawBarChart } from './charts/bar-chart.ts'
import { createCharts } from './charts/charts.ts'
import { listStandings } from './charts/comparisons.ts'
import { listBenchmarks, readResults, type Results } from './charts/results.ts'

const root = join(import.meta.dirname, '..')
const resultsFolder = 'benchmarks/results'
const chartsFolder = 'docs/charts'
/** The first benchmarks in the table. Others follow. */
const first = ['router', 'types', 'http', 'render', 'client-bytes', 'multipart', 'cookies']

/** The charts that the README shows. */
const highlights = ['router-dispatch', 'client-bytes', 'scale-documents', 'scale-first-page']

/** Returns the expected README.md, docs/measurements.md and charts for the newest results. */
export function createMeasuredFiles(): Map<string, string> {
  const folder = join(root, resultsFolder)
  const names = new Set([...first, ...listBenchmarks(folder)])
  const results = new Map([...names].map((name) => [name, readResults(folder, name)]))
  const charts = Object.entries(
    createCharts((name) => results.get(name)!.data, new Set(results.keys())),
  )
  const images = (names: readonly string[], folder: string) =>
    charts
      .filter(([name]) => names.includes(name))
      .map(([name, chart]) => {
        const alt = describe(chart).replaceAll('"', '&quot;')
        return `<img src="${folder}/${name}.svg" width="410" align="top" alt="${alt}">`
      })
      .join('\n')

  return new Map([
    ...charts.map(([name, chart]) => [`${chartsFolder}/${name}.svg`, drawBarChart(chart)] as const),
    ['README.md', fillPage('README.md', { highlights: images(highlights, chartsFolder) })],
    [
      'docs/measurements.md',
      fillPage('docs/measurements.md', {
        circumstances: describeRuns([...results.values()].flatMap(({ runs }) => runs)),
        charts: images(
          charts.map(([name]) => name),
          'charts',
        ),
        standings: toStandingTable(results),
        budgets: toBudgetTable([...results.values()]),
        conformance: readConformance(),
      }),
    ],
  ])
}

/** @returns The files that do not match the results */
export function checkMeasuredFiles(): string[] {
  const files = createMeasuredFiles()
  const outdated = [...files]
    .filter(
      ([path, text]) =>
        !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
    )
    .map(([path]) => `${path} does not match ${resultsFolder}. Run npm run charts.`)
  const unknown = listCharts()
    .filter((path) => !files.has(path))
    .map((path) => `${path} is not a chart that the script draws. Remove it.`)

  return [...outdated, ...unknown]
}

/** Returns when and where it was measured: `15 November 2026, Node 26.10.0, 2 cores (…), load average 5.9 to 18.8`. */
function describeRuns(runs: Results['runs']): string {
  const dates = [...new Set(runs.map(({ date }) => date))].sort()
  const days = [...new Set([dates[0]!, dates.at(-1)!])].map((date) =>
    new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  )
  const machines = new Set(runs.map(({ cores, cpu }) => `${cores} cores (${cpu})`))
  const versions = new Set(runs.map(({ node }) => node.replace('v', 'Node ')))
  const loads = runs.flatMap(({ load }) => load)
  const [least, most] = [Math.min(...loads), Math.max(...loads)].map((load) => load.toFixed(1))

  return `Measured ${days.join(' to ')}, ${[...versions].join(' and ')}, ${[...machines].join(' and ')}, load average ${least} to ${most}.`
}

function toBudgetTable(results: readonly Results[]): string {
  const rows = results.flatMap(({ file, runs, budgets }) =>
    budgets.map(({ what, budget, measured, met }, index) => [
      index === 0 ? linkTo(file, runs) : '',
      what,
      budget,
      measured,
      met ? 'yes' : '**no**',
    ]),
  )

  return toTable(['', 'What', 'Target', 'Measured', 'Met'], rows)
}

function toStandingTable(results: ReadonlyMap<string, Results>): string {
  const read = (name: string) => results.get(name)!.data
  const standings = listStandings(read, new Set(results.keys()))
  const rows = standings.map(({ benchmark, what, ahead, ours, best, ratio }, index) => {
    const { file, runs } = results.get(benchmark)!
    const isFirst = benchmark !== standings[index - 1]?.benchmark
    return [isFirst ? linkTo(file, runs) : '', what, ahead, ours, best, ratio]
  })

  return toTable(['', 'What', 'Ahead', 'framework', 'The best other', 'Ours ÷ theirs'], rows)
}

function linkTo(file: string, runs: Results['runs']): string {
  return `[${runs[0]!.title}](../${resultsFolder}/${file}.md)`
}

function toTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, columns.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** Reads the table that scripts/conformance-table.ts wrote. */
function readConformance(): string {
  const text = readFileSync(join(root, 'conformance/RESULTS.md'), 'utf8')
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n')
}

/** Puts each text between `<!-- measured: name -->` and `<!-- end -->` of a page. */
function fillPage(path: string, sections: Readonly<Record<string, string>>): string {
  let page = readFileSync(join(root, path), 'utf8')
  for (const [name, text] of Object.entries(sections)) {
    const start = page.indexOf(`<!-- measured: ${name} -->\n`)
    const end = page.indexOf('<!-- end -->', start)
    if (start === -1 || end === -1) {
      throw new Error(
        `Cannot fill ${path}: it has no <!-- measured: ${name} --> followed by <!-- end -->. Add both lines.`,
      )
    }
    page = `${page.slice(0, page.indexOf('\n', start))}\n${text}\n${page.slice(end)}`
  }

  return page
}

function listCharts(): string[] {
  return globSync(`${chartsFolder}/*`, { cwd: root })
}

if (import.meta.main) {
  const files = createMeasuredFiles()
  for (const path of listCharts()) rmSync(join(root, path))
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}
