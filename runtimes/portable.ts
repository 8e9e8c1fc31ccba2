import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folders for Node, React or the build. The tests of all other folders run on every runtime. */
const bound: readonly string[] = [
  'cli',
  'node',
  'panel',
  'prove',
  'react',
  'server',
  'static-middleware',
  'vite',
]

/** Tests in such folders that run on every runtime nevertheless. */
const exceptions: Readonly<Record<string, string>> = {
  server: '{later,drop-unsent}.test.ts',
}

const root = join(import.meta.dirname, '..')

/** The folders of src/ whose tests run on every runtime, or some of them. */
export function portableFolders(): string[] {
  return readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter(({ name }) => !bound.includes(name) || Object.hasOwn(exceptions, name))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** The tests of a folder that run on every runtime, as paths from the root. */
export function portableTests(folder: string): string[] {
  return globSync(`src/${folder}/**/${exceptions[folder] ?? '*.test.ts'}`, { cwd: root })
    .filter((file) => !file.endsWith('.node.test.ts'))
    .sort()
}
