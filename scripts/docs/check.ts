// What README.md and docs/ say must be so: links lead somewhere, code compiles and runs, generated pages are up to date.
import { rmSync } from 'node:fs'
import { checkMeasuredFiles } from '../charts.ts'
import { checkCodeBlocks } from './check-code-blocks.ts'
import { checkLinks } from './check-links.ts'
import { createWorkspace, writeExamples } from './examples.ts'
import { checkLlmsFiles } from './llms.ts'
import { readAllPages } from './pages.ts'
import { checkReference } from './reference.ts'
import { runExamples } from './run-examples.ts'

const pages = readAllPages()
const workspace = createWorkspace()
const mistakes: string[] = []

try {
  // Pages of the reference are made of declarations that are compiled already.
  const written = pages.filter(({ path }) => !path.startsWith('docs/reference/'))
  const examples = writeExamples(written, workspace)

  await report('links', checkLinks(pages))
  await report('code compiles', checkCodeBlocks(examples, workspace))
  await report('examples run', runExamples(examples))
  await report('measured tables and charts', checkMeasuredFiles())
  await report('reference', checkReference())
  await report('llms.txt', checkLlmsFiles())
} finally {
  rmSync(workspace, { recursive: true, force: true })
}

if (mistakes.length > 0) {
  console.error(`\n${mistakes.join('\n\n')}\n\nMistakes in the documentation: ${mistakes.length}`)
  process.exit(1)
}
// Vite keeps workers for a while; nothing is left to do for them.
process.exit(0)

async function report(name: string, found: string[] | Promise<string[]>): Promise<void> {
  const start = performance.now()
  const list = await found
  mistakes.push(...list)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${list.length === 0 ? '✓' : '×'} ${name} (${seconds} s)`)
}
