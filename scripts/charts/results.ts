// Reads the newest figures of each benchmark from the files that `npm run bench` writes to benchmarks/results.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A budget and the measured figure. */
export interface Budget {
  what: string
  budget: string
  measured: string
  met: boolean
}

/** One file of results. */
export interface Result {
  title: string
  date: string
  /** When the run ended. Old files do not have it. */
  time?: string
  node: string
  cores: number
  cpu: string
  /** Load average before and after the run. */
  load: readonly [number, number]
  budgets: readonly Budget[]
  data: Figures
}

/** Figures by case and contestant, nested like in the benchmark. */
export interface Figures {
  readonly [name: string]: Figures | readonly number[] | number | null
}

/** The results of a benchmark: one complete run, or several runs of single cases. */
export interface Results {
  /** The file of the newest run, without its extension. */
  file: string
  runs: readonly Result[]
  budgets: readonly Budget[]
  data: Figures
}

/** Returns the names of the benchmarks that have results, sorted. */
export function listBenchmarks(folder: string): string[] {
  const runs = readdirSync(folder).flatMap((name) => readName(folder, name))
  return [...new Set(runs.map(({ benchmark }) => benchmark))].sort()
}

interface Run {
  file: string
  benchmark: string
  /** Sorts runs: the date, followed by the time if it is known. */
  order: string
  isWhole: boolean
}

/**
 * Reads the newest results of a benchmark: its newest complete run (`2026-11-15-http.json`), overridden by newer runs of
 * single cases (`2026-11-16-http-text.json`).
 *
 * @throws {Error} If there are none
 */
export function readResults(folder: string, benchmark: string): Results {
  const runs = listRuns(folder, benchmark)
  const whole = runs.findLast((run) => run.isWhole)
  const used = whole ? runs.slice(runs.indexOf(whole)) : runs
  if (used.length === 0) {
    throw new Error(`Cannot find results of "${benchmark}". Run npm run bench -- ${benchmark}.`)
  }

  const results = used.map(({ file }): Result => {
    return JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8'))
  })
  const budgets = new Map(
    results.flatMap((result) => result.budgets.map((one) => [one.what + one.budget, one])),
  )

  return {
    file: used.at(-1)!.file,
    runs: results,
    budgets: [...budgets.values()],
    data: results.map(({ data }) => data).reduce(mergeFigures),
  }
}

/** The runs of a benchmark, the oldest first. */
function listRuns(folder: string, benchmark: string): Run[] {
  return readdirSync(folder)
    .flatMap((name) => readName(folder, name))
    .filter((run) => run.benchmark === benchmark)
    .sort((a, b) => (a.order < b.order ? -1 : 1))
}

/** Reads the name of a file of results. The benchmark of `2026-11-15-http-text.json` is the longest name of a script that fits. */
function readName(folder: string, name: string): [Run] | [] {
  const [, date, what] = /^(\d{4}-\d\d-\d\d)-(.+)\.json$/.exec(name) ?? []
  if (date === undefined || what === undefined) return []

  const [benchmark] = readdirSync(join(folder, '..'))
    .filter((script) => script.endsWith('.ts'))
    .map((script) => script.slice(0, -'.ts'.length))
    .filter((script) => what === script || what.startsWith(`${script}-`))
    .sort((a, b) => b.length - a.length)
  if (benchmark === undefined) return []

  const { time = date } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Partial<Result>
  return [
    {
      file: name.slice(0, -'.json'.length),
      benchmark,
      order: time,
      isWhole: what === benchmark,
    },
  ]
}

function mergeFigures(older: Figures, newer: Figures): Figures {
  const merged = { ...older }
  for (const [name, figures] of Object.entries(newer)) {
    const before = merged[name]
    merged[name] = isFigures(before) && isFigures(figures) ? mergeFigures(before, figures) : figures
  }

  return merged
}

function isFigures(value: Figures[string] | undefined): value is Figures {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
