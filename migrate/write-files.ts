import { existsSync, type Stats } from 'node:fs'
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { escapeControls } from '../src/tools/terminal/shared.ts'

/** The new content of each file by its path, or `undefined` for a file that is removed. */
export type Changes = ReadonlyMap<string, string | Uint8Array | undefined>

/**
 * Checks that every file of a move can be written, so that nothing is written otherwise. A stranger may have made the app: a
 * link in it could lead anywhere.
 *
 * @param known The files that git can bring back
 * @throws {Error} If there is a link or another file in the way
 */
export async function checkPlaces(
  folder: string,
  changes: Changes,
  known: ReadonlySet<string>,
  isForced: boolean,
): Promise<void> {
  for (const [path, content] of changes) {
    await checkPlace(folder, unfinished(path))
    const isThere = await checkPlace(folder, path)
    if (!isThere || known.has(path) || isForced || content === undefined) continue
    // A run that was killed has perhaps written the file.
    if (Buffer.from(content).equals(await readFile(join(folder, path)))) continue
    throw new Error(
      `Cannot write ${show(path)}: git does not track the file that is there, so nothing could bring it back. Move it away, or pass --force.`,
    )
  }
  await checkRouteFiles(folder, changes, known)
}

/** Returns the files that a move adds, or the folder that it adds for them. */
export function findAdded(folder: string, changes: Changes): string[] {
  const added = Array.from(changes)
    .filter(([path, content]) => content !== undefined && !existsSync(join(folder, path)))
    .map(([path]) => {
      const names = path.split('/')
      const at = names.findIndex(
        (_, index) => !existsSync(join(folder, ...names.slice(0, index + 1))),
      )
      return names.slice(0, at + 1).join('/')
    })
  return [...new Set(added)].sort()
}

/**
 * Writes the files of a move that was checked. Each file is whole at every moment, and package.json is the last one: before
 * that, a second run can continue.
 */
export async function writeFiles(folder: string, changes: Changes): Promise<void> {
  const paths = Array.from(changes.keys()).toSorted(
    (a, b) => Number(a === 'package.json') - Number(b === 'package.json'),
  )
  for (const path of paths) {
    const file = join(folder, path)
    const content = changes.get(path)
    if (content === undefined) {
      await rm(file)
      continue
    }
    await mkdir(dirname(file), { recursive: true })
    const next = join(folder, unfinished(path))
    await rm(next, { force: true })
    await writeFile(next, content, { flag: 'wx' })
    const before = await find(file)
    if (before) await chmod(next, before.mode)
    await rename(next, file)
  }
}

/** The name of a file until it is complete. */
function unfinished(path: string): string {
  return `${path}.migrating`
}

/**
 * Returns whether there is a file.
 *
 * @throws {Error} If a part of the path is a link, or something else than a folder and a file
 */
async function checkPlace(folder: string, path: string): Promise<boolean> {
  const names = path.split('/')
  for (const at of names.keys()) {
    const part = names.slice(0, at + 1).join('/')
    const found = await find(join(folder, part))
    if (found === undefined) return false
    if (found.isSymbolicLink()) {
      throw new Error(
        `Cannot write ${show(path)}: ${show(part)} is a link. Replace it with what it leads to, or remove it, and commit.`,
      )
    }
    const isLast = at === names.length - 1
    if (isLast ? found.isFile() : found.isDirectory()) continue
    throw new Error(
      `Cannot write ${show(path)}: ${show(part)} is not a ${isLast ? 'file' : 'folder'}. Rename it, and commit.`,
    )
  }
  return true
}

/**
 * After the move, `app/routes.ts` is run to compare the routes. Only the one that we write may run.
 *
 * @throws {Error} If there is another file with this name that no rule has read
 */
async function checkRouteFiles(
  folder: string,
  changes: Changes,
  known: ReadonlySet<string>,
): Promise<void> {
  const names = await readdir(join(folder, 'app')).catch(() => [])
  const other = names
    .map((name) => posix.join('app', name))
    .find(
      (path) => /^app\/routes\.[cm]?[jt]sx?$/.test(path) && !known.has(path) && !changes.has(path),
    )
  if (other === undefined) return
  throw new Error(
    `Cannot move the routes: ${show(other)} is a link, or a file that git does not track. Remove it.`,
  )
}

async function find(file: string): Promise<Stats | undefined> {
  return lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
}

function show(path: string): string {
  return escapeControls(path)
}
