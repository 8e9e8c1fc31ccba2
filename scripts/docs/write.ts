// Writes the pages that are generated and not committed: docs/reference, llms.txt and llms-full.txt.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLlmsFiles } from './llms.ts'
import { root } from './pages.ts'
import { createReference } from './reference.ts'

/**
 * Writes every generated page, and removes the pages of entry points that no longer exist.
 *
 * A page that has not changed is not touched: another step of `npm test` may read it at the same time.
 */
export async function writeGeneratedPages(): Promise<void> {
  const reference = await createReference()
  const llms = createLlmsFiles(reference.get('docs/reference/README.md')!)

  mkdirSync(join(root, 'docs/reference'), { recursive: true })
  for (const name of readdirSync(join(root, 'docs/reference'))) {
    if (!reference.has(`docs/reference/${name}`)) rmSync(join(root, 'docs/reference', name))
  }
  for (const [path, text] of [...reference, ...llms]) {
    const file = join(root, path)
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  }
}

if (import.meta.main) await writeGeneratedPages()
