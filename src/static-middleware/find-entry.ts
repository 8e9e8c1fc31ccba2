import { readdirSync, realpathSync, statSync, type Stats } from 'node:fs'
import { resolve, sep } from 'node:path'

/** A file or folder below the root. */
export interface Entry {
  /** Its real path: no link is left in it. */
  readonly path: string
  readonly stats: Stats
}

/** Finds a file or folder by the names that lead to it from the root, or `null`. */
export type FindEntry = (names: readonly string[]) => Entry | null

/**
 * Creates a function that finds what is below a folder.
 *
 * Links are followed as long as they stay below it. Names must be spelled as they are on disk, also where the file system
 * would not mind: a guard of `/admin` knows nothing of `/Admin`.
 *
 * It waits for the disk, because asking for a file that is not there takes microseconds, less than waiting without
 * blocking would cost every request that is not for a file.
 *
 * @param root The folder, relative to the working directory of now; it need not be there yet
 */
export function createFindEntry(root: string): FindEntry {
  const resolvedRoot = resolve(root)
  // Known from the first time that the root is there: a server goes on with the files that it started with
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
      return null // what cannot be looked at is not there for a client
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

/** Whether each name stands in its folder as it is written. Only paths with a link or another spelling are asked about. */
export function isSpelled(root: string, names: readonly string[]): boolean {
  return names.every((name, i) => readdirSync(joinNames(root, names.slice(0, i))).includes(name))
}
