// Writes the pages that are generated and not committed: docs/reference, llms.txt and llms-full.txt.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLlmsFiles } from './llms.ts'
import { root } from './pages.ts'
import { createReference } from './reference.ts'

/** Writes every generated page, and removes the pages of entry points that no longer exist. */
export async function writeGeneratedPages(): Promise<void> {
  const reference = await createReference()
  const llms = createLlmsFiles(reference.get('docs/reference/README.md')!)

  rmSync(join(root, 'docs/reference'), { recursive: true, force: true })
  mkdirSync(join(root, 'docs/reference'), { recursive: true })
  for (const [path, text] of [...reference, ...llms]) writeFileSync(join(root, path), text)
}

if (import.meta.main) await writeGeneratedPages()
