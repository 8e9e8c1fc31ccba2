import type { BigIntStats } from 'node:fs'
import type * as FileSystemModule from 'node:fs/promises'

/** How long to wait for other processes, in milliseconds. */
interface FileLockTimes {
  /**
   * How long a waiter sees the same lock before it assumes that the holder is dead. Locks are held for a few file
   * operations. The waiter uses its own monotonic clock, so process ids, the clocks of other computers and a clock that is
   * set back do not matter. A holder that was stopped for half of this time assumes that it has lost its lock.
   */
  readonly staleAfter: number
  readonly giveUpAfter: number
}

export const TIMES: FileLockTimes = { staleAfter: 2_000, giveUpAfter: 10_000 }

/** The members for the holder of a lock. */
interface HeldLock {
  /**
   * The name of a file for this holder only. The process that takes a stale lock deletes this file first. If the holder
   * was only stopped, it cannot rename the file after it continues.
   */
  readonly scratch: string
  /** Throws {@link LockLost} if too much time has passed. Call it just before the step that other processes see. */
  assertHeld(): void
}

/** The work took so long that another process may have taken the lock, so it has to be repeated. */
export class LockLost extends Error {}

/**
 * Does `work` while no other process works on the same path.
 *
 * The lock is an empty file beside the path. If a process is killed, its lock stays, and another process takes it once it is
 * stale.
 *
 * @throws {Error} If the lock is not free within 10 seconds, or if the directory does not exist (`ENOENT`)
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
      await removeFile(fs, scratchOf(path, holder))
      if (!(error instanceof LockLost)) throw error
      if (performance.now() > deadline) throw giveUp(path, times)
    } finally {
      await release(fs, path, holder)
    }
  }
}

interface Acquired {
  /** Distinguishes this lock from any other lock with this name. */
  readonly holder: string
  /** A time before the lock was acquired. */
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
      throw giveUp(path, times)
    }
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
    pause = Math.min(pause * 2, 16)
  }
}

function giveUp(path: string, { giveUpAfter }: FileLockTimes): Error {
  return new Error(
    `Cannot lock "${path}": other processes have held "${lockOf(path)}" for ${giveUpAfter / 1000} seconds. Check that the disk is not too slow or full.`,
  )
}

/**
 * Removes a stale lock. Only one process at a time may do this, because no process may create a new lock between the check
 * and the removal. So this takes another lock, which can itself become stale.
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
  // Another process may have taken the lock meanwhile.
  if ((await findHolder(fs, path)) === holder) await removeFile(fs, lockOf(path))
}

async function findHolder(fs: FileSystem, path: string): Promise<string | null> {
  const status = await nullOn('ENOENT', fs.stat(lockOf(path), { bigint: true }))
  return status && identify(status)
}

/** The inode number is not enough: a file created after this one was removed can have the same number. */
function identify({ ino, ctimeNs }: BigIntStats): string {
  return `${ino}-${ctimeNs}`
}

function lockOf(path: string): string {
  return `${path}.lock`
}

function scratchOf(path: string, holder: string): string {
  return `${path}.${holder}.tmp`
}

export type FileSystem = typeof FileSystemModule

/** Returns the result of `operation`, or `null` if it failed with this code, such as `ENOENT`. */
export async function nullOn<Result>(
  code: string,
  operation: Promise<Result>,
): Promise<Result | null> {
  try {
    return await operation
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === code) return null
    throw error
  }
}

/** Removes a file if it exists. */
export async function removeFile(fs: FileSystem, path: string): Promise<void> {
  await nullOn('ENOENT', fs.unlink(path))
}
