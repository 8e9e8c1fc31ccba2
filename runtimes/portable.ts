import { globSync } from 'node:fs'
import { join } from 'node:path'
import { listFolders } from '../src/tests/storeys.fixture.ts'

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
  'pages/server': '{later,drop-unsent}.test.ts',
}

const root = join(import.meta.dirname, '..')

/** The folders whose tests run on every runtime, or some of them, as paths below src/. */
export function portableFolders(): string[] {
  const folders = listFolders()
    .filter(({ name, path }) => !bound.includes(name) || Object.hasOwn(exceptions, path))
    .map(({ path }) => path)
  return ['internal', ...folders].sort()
}

/** The tests of a folder that run on every runtime, as paths from the root. */
export function portableTests(folder: string): string[] {
  return globSync(`src/${folder}/**/${exceptions[folder] ?? '*.test.ts'}`, { cwd: root })
    .filter((file) => !file.endsWith('.node.test.ts'))
    .sort()
}
