// Checks README.md and docs/: links resolve, public names have examples, code compiles and runs, and the measured tables
// match the results. With arguments, only the code of the pages compiles and runs whose paths begin with one of them.
import { rmSync } from 'node:fs'
import { checkMeasuredFiles } from '../charts.ts'
import { checkCitedTests } from './check-cited-tests.ts'
import { checkCodeBlocks } from './check-code-blocks.ts'
import { checkLinks } from './check-links.ts'
import { checkNames } from './check-names.ts'
import { createWorkspace, writeExamples } from './examples.ts'
import { readAllPages } from './pages.ts'
import { runExamples } from './run-examples.ts'
import { writeGeneratedPages } from './write.ts'

// Links may lead to generated pages, and a page that cannot be generated fails here.
await writeGeneratedPages()

const chosen = process.argv.slice(2)
const pages = readAllPages()
const workspace = createWorkspace()
const mistakes: string[] = []

try {
  // The reference consists of declarations that are already compiled.
  const written = pages.filter(({ path }) =>
    chosen.length > 0
      ? chosen.some((start) => path.startsWith(start))
      : !path.startsWith('docs/reference/'),
  )
  const examples = writeExamples(written, workspace)

  await report('links', checkLinks(pages))
  await report('public names', checkNames())
  await report('cited tests', checkCitedTests(pages))
  await report('code compiles', checkCodeBlocks(examples, workspace))
  await report('examples run', runExamples(examples, workspace))
  await report('measured tables and charts', checkMeasuredFiles())
} finally {
  rmSync(workspace, { recursive: true, force: true })
}

if (mistakes.length > 0) {
  console.error(`\n${mistakes.join('\n\n')}\n\nMistakes in the documentation: ${mistakes.length}`)
  process.exit(1)
}
// Exit at once, because Vite keeps idle workers for a while.
process.exit(0)

async function report(name: string, found: string[] | Promise<string[]>): Promise<void> {
  const start = performance.now()
  const list = await found
  mistakes.push(...list)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${list.length === 0 ? '✓' : '×'} ${name} (${seconds} s)`)
}
