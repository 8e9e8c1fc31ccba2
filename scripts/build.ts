// Writes dist/: the output of tsc, one file per source file, with direct imports.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dropComments } from './drop-comments.ts'
import { importDirectly } from './import-directly.ts'

const root = join(import.meta.dirname, '..')
rmSync(join(root, 'dist'), { recursive: true, force: true })
execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
})
importUrlsAsTheyAre(join(root, 'dist/pages/react/import-module.js'))
importDirectly(join(root, 'dist'))
dropComments(join(root, 'dist'))

/**
 * Takes out what tsc adds to an `import()` of any URL, to rewrite relative paths of sources: browsers would load it with
 * every page, and never need it.
 */
function importUrlsAsTheyAre(file: string): void {
  const text = readFileSync(file, 'utf8')
  const plain = text
    .replace(/^var __rewriteRelativeImportExtension = .*?^};\n/ms, '')
    .replace(/__rewriteRelativeImportExtension\((.*?)\)/, '$1')
  if (plain.includes('__rewrite') || !plain.includes('import(/* @vite-ignore */ url)')) {
    throw new Error(
      `Cannot find the helper of tsc in ${file}: adapt scripts/build.ts to its output`,
    )
  }
  writeFileSync(file, plain)
}
