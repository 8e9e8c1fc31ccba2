import { withFileLock, nullOn, removeFile, type FileSystem } from './file-lock.ts'

/** How many names one step checks, and for how many locks it waits at the same time. */
const AT_ONCE = 8

/**
 * How old a file must be to be checked, in milliseconds. This only saves work: a file in use is never removed, even if
 * the clock is wrong.
 */
const MIN_AGE = 60_000

/** A record, or a file that `withFileLock` puts beside it. */
const NAME = /^[0-9a-f]{28}(?:\.\d+-\d+)*(\.lock|\.tmp)?$/

/**
 * Creates a function that does one step of a walk through the directory. It removes dead records, and the locks and
 * half-written files of processes that were killed.
 *
 * The function never rejects. While one step runs, other calls do nothing.
 *
 * @param removeDead Removes the record at a path if it has expired or is invalid
 */
export function createFileSweep(
  fs: FileSystem,
  dir: string,
  removeDead: (path: string) => Promise<void>,
): () => Promise<void> {
  let paths: AsyncGenerator<string> | undefined
  let sweeping = false
  const locks = new Set<string>()

  return async () => {
    if (sweeping) return
    sweeping = true
    try {
      paths ??= walk(fs, dir)
      for (let n = 0; n < AT_ONCE && paths; n++) {
        const { done, value } = await paths.next()
        if (done) paths = undefined
        else await look(value)
      }
    } catch {
      // The directory may be unreadable for this process.
      paths = undefined
    } finally {
      sweeping = false
    }
  }

  async function look(path: string): Promise<void> {
    const match = NAME.exec(path.slice(path.lastIndexOf('/') + 1))
    if (!match || !(await isOld(fs, path))) return

    const [, suffix] = match
    if (suffix === '.lock') {
      void takeLock(path.slice(0, -suffix.length))
    } else if (suffix === '.tmp') {
      // If a lock holder finds its unfinished file gone, it starts again.
      await removeFile(fs, path)
    } else {
      await removeDead(path)
    }
  }

  /**
   * Takes and releases a stale lock, which also removes the unfinished file. This takes seconds, because a lock is stale
   * only when it has not changed for a while.
   */
  async function takeLock(path: string): Promise<void> {
    if (locks.size >= AT_ONCE || locks.has(path)) return
    locks.add(path)
    try {
      await withFileLock(fs, path, async () => {})
    } catch {
      // The next walk tries again.
    } finally {
      locks.delete(path)
    }
  }
}

/** Yields the paths of all files and of their directories. A directory is a step too, because reading it takes time. */
async function* walk(fs: FileSystem, dir: string): AsyncGenerator<string> {
  for (const part of (await nullOn('ENOENT', fs.readdir(dir))) ?? []) {
    if (!/^[0-9a-f]{4}$/.test(part)) continue
    yield `${dir}/${part}`
    const names = await nullOn('ENOENT', fs.readdir(`${dir}/${part}`))
    for (const name of names ?? []) yield `${dir}/${part}/${name}`
  }
}

async function isOld(fs: FileSystem, path: string): Promise<boolean> {
  const status = await nullOn('ENOENT', fs.stat(path, { bigint: true }))
  return status !== null && Date.now() - Number(status.mtimeNs / 1_000_000n) >= MIN_AGE
}
