import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The words that CONTRIBUTING.md replaces, wherever they would be read as a name or as prose. */
const words: readonly { say: string; not: RegExp; in?: string }[] = [
  { say: 'response or result', not: /answer/i },
  { say: 'result', not: /outcome/i },
  { say: 'client router', not: /machine/i, in: 'src/pages/client-router/' },
  {
    say: 'the visitor, the client or the app',
    not: /\b(?:everybody|somebody|whoever)\b/i,
    in: 'src/',
  },
]

/** Folders with what people write: no packages, no builds, and no results of programs. */
const folders =
  'benchmarks conformance decisions demos docs e2e migrate runtimes scripts site soak src templates'.split(
    ' ',
  )
const skipped = /(?:^|\/)(?:node_modules|build|dist|results|reference|pictures|\.\w+)(?:\/|$)/

/** Files that have one of the words in its usual meaning, such as the answer to a question. */
const exceptions = new Set([
  'demos/bookstore/app/server/seed.ts',
  'docs/runtimes/deno.md',
  'site/content/search.test.ts',
  'src/tests/words.node.test.ts',
])

it('code, tests and documents use the words of CONTRIBUTING.md', () => {
  const files = folders.flatMap(listFiles).filter((file) => !exceptions.has(file))
  const wrong = files.flatMap((file) => {
    const lines = [file, ...readFileSync(join(root, file), 'utf8').split('\n')]
    return words
      .filter((word) => file.startsWith(word.in ?? ''))
      .flatMap(({ say, not }) =>
        lines.flatMap((line, at) => (not.test(line) ? `${file}:${at}: say ${say}: ${line}` : [])),
      )
  })
  expect(files.length).toBeGreaterThan(1000)
  expect(wrong).toEqual([])
})

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (skipped.test(path)) return []
    if (entry.isDirectory()) return listFiles(path)
    return /\.(?:tsx?|mjs|md|capnp)$/.test(entry.name) ? path : []
  })
}
