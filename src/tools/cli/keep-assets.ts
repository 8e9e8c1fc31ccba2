import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import {
  recordBuild,
  removeOldBuilds,
  writeWhole,
  type KeptFolder,
} from '../../middleware/static/shared.ts'

/** The folder of the files whose names contain a hash, below the client build and below the kept files. */
const assets = 'assets'

/**
 * Copies the hashed files of a build into a folder that outlives it, and removes the files that only older builds had.
 *
 * Several processes may do this at the same time, with the same or with different builds: each build has its own record, and
 * a file appears under its name only when it is complete.
 *
 * @param client The client build
 * @param path The folder that keeps the files
 * @param keep How many builds are kept, including this one
 */
export async function keepAssets(client: string, path: string, keep: number): Promise<void> {
  const files = await listAssets(client)
  const folder: KeptFolder = { path, hashed: assets, records: join(path, 'builds') }

  // The record is written first, so that another process does not remove a file that this build shares with an old one.
  const own = await recordBuild(folder, files)
  await copyMissing(client, path, files)
  await removeOldBuilds(folder, own, (newer) => newer < keep)
  // Another process may have removed a file after this process had seen it.
  await copyMissing(client, path, files)
}

/** The hashed files of a build, with their compressed versions: `assets/app-1a2b.js.br`. */
export async function listAssets(client: string): Promise<string[]> {
  const folder = join(client, assets)
  if (!existsSync(folder)) return []

  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(client, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort()
}

async function copyMissing(
  client: string,
  folder: string,
  files: readonly string[],
): Promise<void> {
  for (const file of files) {
    const target = join(folder, file)
    if (existsSync(target)) continue
    await mkdir(dirname(target), { recursive: true })
    await writeWhole(target, (temporary) => copyFile(join(client, file), temporary))
  }
}
