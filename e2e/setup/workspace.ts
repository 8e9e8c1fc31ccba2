import { cp, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packedPackage, unpack } from '../../scripts/pack.ts'

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

  unpack(packedPackage(workspace), join(workspace, 'node_modules/framework'))

  for (const name of await readdir(apps)) await copyApp(name, join(workspace, name))
  return workspace
}

/** Copies an app to another folder. */
export async function copyApp(name: string, to: string): Promise<void> {
  await cp(join(apps, name), to, { recursive: true })
  // Without its own package.json, an app in this repository would be a part of the package and import its sources.
  await writeFile(join(to, 'package.json'), `{ "name": "${name}", "type": "module" }\n`)
}
