// The newest figures of each benchmark, from the files that `npm run bench` leaves in benchmarks/results.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A budget and the figure that was measured. */
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
  node: string
  cores: number
  cpu: string
  /** Load average before and after the run. */
  load: readonly [number, number]
  budgets: readonly Budget[]
  data: Figures
}

/** Figures by case and contestant, as deep as the benchmark has them. */
export interface Figures {
  readonly [name: string]: Figures | readonly number[] | number | null
}

/** What is known of a benchmark: one run of everything, or several that measured a case each. */
export interface Results {
  /** The file of the newest run, without its ending. */
  file: string
  runs: readonly Result[]
  budgets: readonly Budget[]
  data: Figures
}

/** The benchmarks that have results, in the order of the alphabet: files of `folder`'s parent that `npm run bench` runs. */
export function listBenchmarks(folder: string): string[] {
  const found = readdirSync(folder).flatMap((name) => {
    const what = /^\d{4}-\d\d-\d\d-(.+)\.json$/.exec(name)?.[1]
    return what === undefined ? [] : [what]
  })

  return readdirSync(join(folder, '..'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .filter((name) => found.some((what) => what === name || what.startsWith(`${name}-`)))
}

interface Run {
  file: string
  date: string
  isWhole: boolean
}

/**
 * Reads the newest results of a benchmark: its newest whole run (`2026-11-15-http.json`), and over it the runs of
 * single cases (`2026-11-16-http-text.json`) that are newer.
 *
 * @throws {Error} If there are none, or if a whole run and one of a case are of the same day: which one holds is not known
 */
export function readResults(folder: string, benchmark: string): Results {
  const runs = listRuns(folder, benchmark)
  const whole = runs.findLast((run) => run.isWhole)
  const used = whole ? runs.filter((run) => run === whole || run.date > whole.date) : runs
  const rival = runs.find((run) => whole && !run.isWhole && run.date === whole.date)
  if (rival) {
    throw new Error(`${whole!.file} and ${rival.file} are of the same day: remove the older one`)
  }
  if (used.length === 0) {
    throw new Error(`There is no result of "${benchmark}": run npm run bench -- ${benchmark}`)
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
    .sort()
    .flatMap((name) => {
      const [, date, what] = /^(\d{4}-\d\d-\d\d)-(.+)\.json$/.exec(name) ?? []
      if (date === undefined || what === undefined) return []
      if (what !== benchmark && !what.startsWith(`${benchmark}-`)) return []

      return { file: name.slice(0, -'.json'.length), date, isWhole: what === benchmark }
    })
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
