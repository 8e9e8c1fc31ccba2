import { withFileLock } from './file-lock.ts'
import { nullOn, removeFile, type FileSystem } from './file-system.ts'

/** How many names one step looks at, and how many locks are waited for at a time. */
const AT_ONCE = 8

/**
 * How old a file must be, in milliseconds, to be looked at. It only saves work: nothing that is in use is removed,
 * however wrong the clock is.
 */
const MIN_AGE = 60_000

/** A record, or what `withFileLock` puts beside it. */
const NAME = /^[0-9a-f]{28}(?:\.\d+-\d+)*(\.lock|\.tmp)?$/

/**
 * Creates a function that does a step of a walk through the directory, and removes what nobody will ask for again:
 * dead records, and the locks and half-written files of processes that were killed.
 *
 * It never rejects: whoever needs a file that cannot be removed is told. While a step is under way, others do nothing.
 *
 * @param removeDead Removes the record at a path if it has expired or is none
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
        if (done) paths = undefined // the next step begins again
        else await look(value)
      }
    } catch {
      paths = undefined // such as a directory that cannot be read
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
      await removeFile(fs, path) // a holder of the lock that finds it gone begins again
    } else {
      await removeDead(path)
    }
  }

  /** Takes a lock from the dead, with what they were writing, and lets go. That it is stale takes seconds to see. */
  async function takeLock(path: string): Promise<void> {
    if (locks.size >= AT_ONCE || locks.has(path)) return
    locks.add(path)
    try {
      await withFileLock(fs, path, async () => {})
    } catch {
      // The next walk comes by
    } finally {
      locks.delete(path)
    }
  }
}

/** The paths of all files, and of the directories they are in: these cost time too. */
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
