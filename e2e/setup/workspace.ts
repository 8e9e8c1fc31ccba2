import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '../..')
const apps = join(import.meta.dirname, '../apps')

/**
 * Creates a folder with the packed package in `node_modules` and a copy of every app, as for a user.
 *
 * React and Vite come from the repository, which contains the folder.
 */
export async function createWorkspace(): Promise<string> {
  const parent = join(import.meta.dirname, '../.framework')
  await mkdir(parent, { recursive: true })
  const workspace = await mkdtemp(join(parent, 'run-'))

  const installed = join(workspace, 'node_modules/framework')
  await mkdir(installed, { recursive: true })
  const tarball = process.env['FRAMEWORK_TARBALL'] ?? pack(workspace)
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])

  for (const name of await readdir(apps)) await copyApp(name, join(workspace, name))
  return workspace
}

/** Copies an app to another folder. */
export async function copyApp(name: string, to: string): Promise<void> {
  await cp(join(apps, name), to, { recursive: true })
  // Without its own package.json, an app in this repository would be a part of the package and import its sources.
  await writeFile(join(to, 'package.json'), `{ "name": "${name}", "type": "module" }\n`)
}

function pack(folder: string): string {
  if (!existsSync(join(repository, 'dist/index.js'))) {
    throw new Error('Cannot pack the package: dist/index.js is missing. Run npm run build first.')
  }
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: repository,
    encoding: 'utf8',
  })
  const [{ filename }] = JSON.parse(output) as [{ filename: string }]
  return join(folder, filename)
}
