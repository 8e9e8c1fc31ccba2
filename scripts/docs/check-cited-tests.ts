// Rows of docs/behaviour.md link to tests by name. Checks that these tests exist.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, type Page } from './pages.ts'

/** @returns Every link to a test file whose text is not in that file */
export function checkCitedTests(pages: readonly Page[]): string[] {
  return pages.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/\[([^\]]+)\]\(([^)\s]+\.test(?:-d)?\.tsx?)\)/g)).flatMap(
      ([, name, link]) => {
        const file = join(root, dirname(path), link!)
        const test = name!.replaceAll('\\', '')
        if (existsSync(file) && readFileSync(file, 'utf8').includes(test)) return []

        return `${path}: ${link} has no test "${test}". Link to the test of this rule.`
      },
    ),
  )
}
