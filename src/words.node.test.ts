import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The words that CONTRIBUTING.md replaces, wherever they would be read as a name or as prose. */
const words: readonly { say: string; not: RegExp; in?: string }[] = [
  { say: 'response or result', not: /answer/i },
  { say: 'result', not: /outcome/i },
  { say: 'client router', not: /machine/i, in: 'client-router/' },
]

it('shipped code uses the words of CONTRIBUTING.md', () => {
  const shipped = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(?:test|test-d|fixture)\.tsx?$/.test(file),
  )
  const wrong = shipped.flatMap((file) => {
    const lines = [file, ...readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')]
    return words
      .filter((word) => file.startsWith(word.in ?? ''))
      .flatMap(({ say, not }) =>
        lines.flatMap((line, at) => (not.test(line) ? `${file}:${at}: say ${say}: ${line}` : [])),
      )
  })
  expect(shipped.length).toBeGreaterThan(500)
  expect(wrong).toEqual([])
})
