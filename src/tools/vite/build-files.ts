import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { endNewestBuild, recordBuild, removeOldBuilds } from '../../middleware/static/shared.ts'

/** The time of the last change of each file, by its path in the folder. */
export type FileTimes = ReadonlyMap<string, number>

export async function listFiles(directory: string): Promise<FileTimes> {
  if (!existsSync(directory)) return new Map()
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

  return new Map(
    await Promise.all(
      paths.map(async (path) => {
        const name = path.slice(directory.length + 1).replaceAll('\\', '/')
        return [name, (await stat(path)).ctimeMs] as const
      }),
    ),
  )
}

/** The folder of the records of builds. It is beside `build/client`, not in it, so that it is not served. */
export function recordsOf(outDir: string): string {
  return `${outDir}.builds`
}

/**
 * Removes the files of earlier builds, except for hashed files that were replaced less than some days ago.
 *
 * @param before The files of the folder before the build
 * @param days How long files stay after a newer build has replaced them
 * @param hashed The folder whose files have a hash in their names
 */
export async function keepFiles(
  outDir: string,
  before: FileTimes,
  days: number,
  hashed: string,
): Promise<void> {
  const after = await listFiles(outDir)
  // Compares times instead of reading the list of the build, because plugins may write files after it.
  const isNew = (file: string): boolean => before.get(file) !== after.get(file)
  // Whether a file is the compressed copy of a file that has changed, such as a file of public/assets/ without a hash.
  const isStale = (file: string): boolean => isNew(file.replace(/\.(?:br|gz|zst)$/, ''))

  const written = [...after.keys()].filter((file) => isNew(file) && file.startsWith(`${hashed}/`))
  const folder = { path: outDir, hashed, records: recordsOf(outDir) }
  await endNewestBuild(folder)
  const own = await recordBuild(folder, written.sort())
  const isRecent = (time: number): boolean => Date.now() - time < days * 86_400_000
  const kept = await removeOldBuilds(folder, own, (_, time) => isRecent(time))

  const unwanted = [...after.keys()].filter(
    (file) => !isNew(file) && (!kept.has(file) || isStale(file)),
  )
  await Promise.all(unwanted.map((file) => rm(join(outDir, file), { force: true })))
  for (const file of unwanted) await removeEmpty(outDir, dirname(file))
}

/** Removes a folder and its parents, as long as they are empty. */
async function removeEmpty(outDir: string, folder: string): Promise<void> {
  if (folder === '.') return
  try {
    await rmdir(join(outDir, folder))
  } catch {
    return // Other files are in it, or it is already gone.
  }
  await removeEmpty(outDir, dirname(folder))
}

/** Moves all files of a folder to another, each in one step. */
export async function moveFiles(from: string, to: string): Promise<void> {
  for (const file of (await listFiles(from)).keys()) {
    await clearWay(to, file)
    await mkdir(dirname(join(to, file)), { recursive: true })
    await moveFile(join(from, file), join(to, file))
  }
}

/** Moves a file. If a file with the same content exists, that one stays, because a server may be about to send it. */
async function moveFile(from: string, to: string): Promise<void> {
  const old = await readFile(to).catch(() => undefined)
  const isSame = old?.equals(await readFile(from)) === true
  // The time of a file says whether it belongs to this build.
  await (isSame ? utimes(to, new Date(), new Date()) : rename(from, to))
}

/**
 * Removes anything of the last build that is in the way of a file: a folder of the same name, or a file with the name of its
 * folder.
 */
async function clearWay(directory: string, file: string): Promise<void> {
  const names = file.split('/')
  for (let depth = 1; depth <= names.length; depth++) {
    const path = join(directory, ...names.slice(0, depth))
    const found = await stat(path).catch(() => undefined)
    if (found === undefined) return
    if (found.isDirectory() === (depth === names.length)) await rm(path, { recursive: true })
  }
}
