// Writes the `exports` of package.json, one for each folder of src/: `node scripts/exports.ts`.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Entry points inside a folder that are not its index.ts. */
const nested: Readonly<Record<string, string>> = {
  './bus/testing': 'bus/testing/index',
  './client-router/observe': 'client-router/observe',
  './fetch-router/routes': 'fetch-router/routes',
  './session/testing': 'session/testing/index',
  './storage/testing': 'storage/testing/index',
  './testing/react': 'testing/react/index',
}

/** Folders that only other folders of `src/` import. Their files are not entry points. */
const privateFolders: readonly string[] = [
  'compare',
  'internal',
  'migrate',
  'page-protocol',
  'panel',
  'prove',
  'stand-in',
]

/** The `exports` that package.json should have. */
export function expectedExports(): Record<string, unknown> {
  const entries: Record<string, unknown> = {}
  if (existsSync(join(root, 'src/index.ts'))) entries['.'] = entry('index')

  const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((folder) => folder.isDirectory() && !privateFolders.includes(folder.name))
    .map((folder) => folder.name)
    .sort()
  for (const folder of folders) entries[`./${folder}`] = entry(`${folder}/index`)
  for (const [path, file] of Object.entries(nested)) {
    if (existsSync(join(root, 'src', `${file}.ts`))) entries[path] = entry(file)
  }

  entries['./package.json'] = './package.json'
  return entries
}

function entry(file: string): Record<string, string> {
  return {
    'framework-source': `./src/${file}.ts`,
    types: `./dist/${file}.d.ts`,
    default: `./dist/${file}.js`,
  }
}

if (import.meta.main) {
  const path = join(root, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  manifest['exports'] = expectedExports()
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
}
