import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folders for Node, React or the build. The tests of all other folders run on every runtime. */
const bound: readonly string[] = ['cli', 'node', 'react', 'server', 'static-middleware', 'vite']

/** The folders of src/ whose tests run on every runtime. */
export function portableFolders(): string[] {
  return readdirSync(join(import.meta.dirname, '../src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !bound.includes(entry.name))
    .map((entry) => entry.name)
    .sort()
}
