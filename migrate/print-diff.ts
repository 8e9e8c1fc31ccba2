import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compareFolders } from './git.ts'
import type { Changes } from './write-files.ts'

/** Compares the files of the app with the changed ones, in a temporary folder. */
export async function printDiff(folder: string, changes: Changes): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'framework-migrate-'))
  try {
    for (const [path, text] of changes) {
      const [before, after] = [join(parent, 'a', path), join(parent, 'b', path)]
      await mkdir(dirname(before), { recursive: true })
      await mkdir(dirname(after), { recursive: true })
      if (existsSync(join(folder, path))) await cp(join(folder, path), before)
      if (text !== undefined) await writeFile(after, text)
    }
    return await compareFolders(parent)
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}
