import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createMatcher } from '../../router/route-pattern/index.ts'
import type { Comparison, Difference } from './compare-apps.ts'

/** A line of the file: a pattern of paths, or the name of a step, and a place. */
interface Accepted {
  readonly line: string
  readonly place: string
  readonly fits: (path: string) => boolean
}

/** The remaining differences, and the lines of the file that no difference needed. */
export interface Judged {
  readonly differences: readonly Difference[]
  readonly unused: readonly string[]
}

/** Removes the differences that a file accepts, by path and place. */
export function acceptDifferences({ differences }: Comparison, file: string): Judged {
  const list = existsSync(file) ? readList(readFileSync(file, 'utf8'), file) : []
  const used = new Set<Accepted>()
  const left = differences.flatMap((difference) => {
    const paths = difference.paths.filter((path) => {
      const entry = list.find(({ place, fits }) => place === difference.place && fits(path))
      if (entry) used.add(entry)
      return entry === undefined
    })
    return paths.length === 0 ? [] : [{ ...difference, paths }]
  })
  return {
    differences: left,
    unused: list.filter((entry) => !used.has(entry)).map(({ line }) => line),
  }
}

/** Writes the file if it does not exist, so that people can choose which differences to keep. Returns whether it did. */
export function writeDifferences(differences: readonly Difference[], file: string): boolean {
  if (existsSync(file) || differences.length === 0) return false
  const lines = differences.flatMap(({ paths, place }) =>
    paths.map((path) => acceptLine(path, place)),
  )
  // A link without a target looks like a missing file. It could lead anywhere.
  writeFileSync(file, `${Array.from(new Set(lines)).join('\n')}\n`, { flag: 'wx' })
  return true
}

/** The line that accepts a difference. The query of a path is not part of it. */
export function acceptLine(path: string, place: string): string {
  return `${path.replace(/\?.*/, '')} ${place}`
}

function readList(text: string, file: string): Accepted[] {
  return text.split('\n').flatMap((raw): Accepted[] => {
    const line = raw.trim()
    if (line === '' || line.startsWith('# ')) return []
    const [, pattern, place] = /^(\S+)\s+(.+)$/.exec(line) ?? []
    if (place === undefined) {
      throw new Error(
        `Cannot read ${JSON.stringify(line)} in ${file}: write a path pattern and a place, such as "/books/:slug title"`,
      )
    }
    if (!pattern!.startsWith('/')) return [{ line, place, fits: (path) => path === pattern }]
    const matcher = createMatcher(pattern!)
    const baseURL = 'http://localhost'
    return [
      {
        line,
        place,
        fits: (path) => path === pattern || matcher.match(path, { baseURL }) !== null,
      },
    ]
  })
}
