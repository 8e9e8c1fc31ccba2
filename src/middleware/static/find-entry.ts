import { readdirSync, realpathSync, statSync, type Stats } from 'node:fs'
import { resolve, sep } from 'node:path'

/** A file or folder below the root. */
export interface DiskEntry {
  /** Its real path, without links. */
  readonly path: string
  readonly stats: Stats
}

/** Finds a file or folder by its path of names from the root, or returns `null`. */
export type FindEntry = (names: readonly string[]) => DiskEntry | null

/**
 * Creates a function that finds the files and folders below a folder.
 *
 * Links are followed if they stay below the folder. Names must have the same case as on disk, even if the file system
 * ignores case, because a guard of `/admin` does not check `/Admin`.
 *
 * It blocks while it reads the disk. Looking for a missing file takes microseconds. An asynchronous call would take longer,
 * for every request that is not for a file.
 *
 * @param root The folder, relative to the current working directory. It need not exist yet
 */
export function createFindEntry(root: string): FindEntry {
  const resolvedRoot = resolve(root)
  // The real path of the folder. It is looked up once, so that a server keeps the files that it started with.
  let realRoot: string | undefined

  return (names) => {
    try {
      realRoot ??= realpathSync.native(resolvedRoot)
      const path = joinNames(realRoot, names)
      const stats = statSync(path, { throwIfNoEntry: false })
      if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return null

      const realPath = realpathSync.native(path)
      if (realPath !== path && !(isInside(realRoot, realPath) && isSpelled(realRoot, names))) {
        return null
      }
      return { path: realPath, stats }
    } catch {
      return null // A file that cannot be read does not exist for a client.
    }
  }
}

function joinNames(root: string, names: readonly string[]): string {
  if (names.length === 0) return root
  return (root.endsWith(sep) ? root : root + sep) + names.join(sep)
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** Whether each folder contains the name exactly as it is written. Called only for paths with a link or another case. */
export function isSpelled(root: string, names: readonly string[]): boolean {
  return names.every((name, i) => readdirSync(joinNames(root, names.slice(0, i))).includes(name))
}
