import { nullOn, removeFile, type FileStatus, type FileSystem } from './file-system.ts'

/** How long, in milliseconds, to wait for others. */
interface FileLockTimes {
  /**
   * How long a waiter sees the same lock before it takes its holder for dead. Locks are held for a few file operations;
   * the waiter's own monotonic clock counts, so that neither process ids, nor the clocks of other machines, nor a clock
   * that is set back matter. A holder that was stopped for half of this takes the lock for lost.
   */
  readonly staleAfter: number
  readonly giveUpAfter: number
}

const TIMES: FileLockTimes = { staleAfter: 2_000, giveUpAfter: 10_000 }

/** What the holder of a lock may use. */
interface HeldLock {
  /**
   * The name of a file for the holder alone. Whoever takes a stale lock deletes this file first: a holder that was
   * only stopped, and goes on to rename it, finds it gone.
   */
  readonly scratch: string
  /** Throws {@link LockLost} when too much time has passed. To be called just before the step that others will see. */
  assertHeld(): void
}

/** The work took so long that somebody may have taken the lock: it is to be done again. */
export class LockLost extends Error {}

/**
 * Does `work` while no other process does work on the same path.
 *
 * The lock is an empty file beside it. When a process is killed its lock stays, so others take it once it is stale.
 *
 * @throws {Error} If the lock cannot be had for 10 seconds, or the directory is not there (`ENOENT`)
 */
export async function withFileLock<Result>(
  fs: FileSystem,
  path: string,
  work: (lock: HeldLock) => Promise<Result>,
  times: FileLockTimes = TIMES,
): Promise<Result> {
  const deadline = performance.now() + times.giveUpAfter

  for (;;) {
    const { holder, since } = await acquire(fs, path, times, deadline)
    const assertHeld = (): void => {
      if (performance.now() - since > times.staleAfter / 2) throw new LockLost()
    }

    try {
      return await work({ scratch: scratchOf(path, holder), assertHeld })
    } catch (error) {
      await removeFile(fs, scratchOf(path, holder)) // nobody will put it in place
      if (!(error instanceof LockLost)) throw error
    } finally {
      await release(fs, path, holder)
    }
  }
}

interface Acquired {
  /** Tells this lock from any other of that name. */
  readonly holder: string
  /** A time before the lock was had. */
  readonly since: number
}

async function acquire(
  fs: FileSystem,
  path: string,
  times: FileLockTimes,
  deadline: number,
): Promise<Acquired> {
  let seen: string | null = null
  let seenSince = 0
  let pause = 1

  for (;;) {
    const now = performance.now()
    const file = await nullOn('EEXIST', fs.open(lockOf(path), 'wx', 0o600))
    if (file) {
      try {
        return { holder: identify(await file.stat({ bigint: true })), since: now }
      } finally {
        await file.close()
      }
    }

    const holder = await findHolder(fs, path)
    if (holder !== seen) {
      seen = holder
      seenSince = now
    }
    if (holder === null) continue
    if (now - seenSince > times.staleAfter) {
      await steal(fs, path, holder, times)
      continue
    }

    if (now > deadline) {
      throw new Error(
        `Cannot lock "${path}": others have held "${lockOf(path)}" for ${times.giveUpAfter / 1000} seconds`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
    pause = Math.min(pause * 2, 16)
  }
}

/**
 * Removes a stale lock. Of several who want to, one at a time: between looking and removing, nobody may put a new lock
 * in its place. The right to do it is a lock again, which can go stale in turn.
 */
async function steal(
  fs: FileSystem,
  path: string,
  stale: string,
  times: FileLockTimes,
): Promise<void> {
  await withFileLock(
    fs,
    `${path}.${stale}`,
    async ({ assertHeld }) => {
      if ((await findHolder(fs, path)) !== stale) return
      await removeFile(fs, scratchOf(path, stale))
      assertHeld()
      await removeFile(fs, lockOf(path))
    },
    times,
  )
}

async function release(fs: FileSystem, path: string, holder: string): Promise<void> {
  // Not if somebody has taken it meanwhile
  if ((await findHolder(fs, path)) === holder) await removeFile(fs, lockOf(path))
}

async function findHolder(fs: FileSystem, path: string): Promise<string | null> {
  const status = await nullOn('ENOENT', fs.stat(lockOf(path), { bigint: true }))
  return status && identify(status)
}

/** A number alone could be that of a file made after this one was removed. */
function identify({ ino, ctimeNs }: FileStatus): string {
  return `${ino}-${ctimeNs}`
}

function lockOf(path: string): string {
  return `${path}.lock`
}

function scratchOf(path: string, holder: string): string {
  return `${path}.${holder}.tmp`
}
