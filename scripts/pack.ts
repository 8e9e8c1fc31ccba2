// Packs the package, for the steps that check it as users install it.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Returns the path of the packed package.
 *
 * `npm test` packs once and puts the path in `FRAMEWORK_TARBALL`. A step that runs alone packs into `folder`.
 */
export function packedPackage(folder: string): string {
  return process.env['FRAMEWORK_TARBALL'] ?? pack(folder)
}

function pack(folder: string): string {
  if (!existsSync(join(root, 'dist/index.js'))) {
    throw new Error('Cannot pack the package: dist/index.js is missing. Run npm run build first.')
  }
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
  })
  const [{ filename }] = JSON.parse(output) as [{ filename: string }]

  return join(folder, filename)
}

/** Unpacks a packed package into a folder, as npm does. */
export function unpack(tarball: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
}

/** Returns the paths of the files in a packed package. */
export function listPacked(tarball: string): string[] {
  const list = execFileSync('tar', ['-tzf', tarball], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 ** 2,
  })

  return list
    .split('\n')
    .filter((path) => path !== '')
    .map((path) => path.slice('package/'.length))
}

if (import.meta.main) {
  const [target = 'framework.tgz'] = process.argv.slice(2)
  renameSync(pack(dirname(target)), target)
  console.log(`Packed ${listPacked(target).length} files`)
}
