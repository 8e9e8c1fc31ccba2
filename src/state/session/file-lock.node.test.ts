import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { LockLost, withFileLock } from './file-lock.ts'

let dir: string
let path: string

beforeEach(async () => {
  dir = await fs.mkdtemp(join(tmpdir(), 'lock-'))
  path = join(dir, 'file')
})

afterEach(async () => {
  vi.restoreAllMocks()
  await fs.rm(dir, { recursive: true, force: true })
})

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

describe('withFileLock', () => {
  it('lets one work at a time', async () => {
    let working = 0
    let most = 0
    const work = async (): Promise<void> => {
      most = Math.max(most, ++working)
      await pause(1)
      working--
    }
    await Promise.all(Array.from({ length: 20 }, () => withFileLock(fs, path, work)))
    expect(most).toBe(1)
    expect(await fs.readdir(dir)).toEqual([])
  })

  it('gives back what the work gives, and lets go when it throws', async () => {
    expect(await withFileLock(fs, path, async () => 'done')).toBe('done')
    const failing = withFileLock(fs, path, async () => Promise.reject(new Error('failed')))
    await expect(failing).rejects.toThrow('failed')
    expect(await fs.readdir(dir)).toEqual([])
  })

  it('takes a stale lock only once, even if others want it too', async () => {
    await fs.writeFile(`${path}.lock`, '')
    const times = { staleAfter: 100, giveUpAfter: 10_000 }
    let working = 0
    let most = 0
    const work = async (): Promise<void> => {
      most = Math.max(most, ++working)
      await pause(1)
      working--
    }
    await Promise.all(Array.from({ length: 20 }, () => withFileLock(fs, path, work, times)))
    expect(most).toBe(1)
    expect(await fs.readdir(dir)).toEqual([])
  })

  it('takes a lock whose taker has died too', async () => {
    await fs.writeFile(`${path}.lock`, '')
    const { ino, ctimeNs } = await fs.stat(`${path}.lock`, { bigint: true })
    await fs.writeFile(`${path}.${ino}-${ctimeNs}.lock`, '')
    await fs.writeFile(`${path}.${ino}-${ctimeNs}.tmp`, 'half a fi')
    const times = { staleAfter: 100, giveUpAfter: 10_000 }
    expect(await withFileLock(fs, path, async () => 'done', times)).toBe('done')
    expect(await fs.readdir(dir)).toEqual([])
  })

  it('has the work done again when the holder was stopped and others have taken the lock', async () => {
    const times = { staleAfter: 100, giveUpAfter: 10_000 }
    const results: string[] = []
    const stops = Promise.withResolvers<void>()
    const other = Promise.withResolvers<void>()
    let tries = 0

    const stopped = withFileLock(
      fs,
      path,
      async ({ scratch, assertHeld }) => {
        await fs.writeFile(scratch, 'stopped')
        assertHeld()
        if (tries++ === 0) {
          stops.resolve()
          await other.promise
        }
        // The other process has removed the file that this one is about to rename.
        await fs.rename(scratch, path).catch((error: NodeJS.ErrnoException) => {
          expect(error.code).toBe('ENOENT')
          throw new LockLost()
        })
        results.push('stopped')
      },
      times,
    )
    await stops.promise
    await withFileLock(fs, path, async () => void results.push('other'), times)
    other.resolve()
    await stopped
    expect(results).toEqual(['other', 'stopped'])
    expect(tries).toBe(2)
    expect(await fs.readdir(dir)).toEqual(['file'])
  })

  it('does not let a holder that was stopped take the lock from the one who has it now', async () => {
    const times = { staleAfter: 100, giveUpAfter: 10_000 }
    const held = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<void>()
    const work = async (): Promise<void> => {
      held.resolve()
      await taken.promise
    }
    const stopped = withFileLock(fs, path, work, times)
    await held.promise
    await withFileLock(
      fs,
      path,
      async () => {
        taken.resolve()
        await stopped
        expect(await fs.readdir(dir)).toEqual(['file.lock'])
      },
      times,
    )
    expect(await fs.readdir(dir)).toEqual([])
  })

  it('tells a holder that was stopped before it wrote anything', async () => {
    const times = { staleAfter: 100, giveUpAfter: 10_000 }
    let tries = 0
    await withFileLock(
      fs,
      path,
      async ({ assertHeld }) => {
        if (tries++ === 0) await pause(60)
        assertHeld()
      },
      times,
    )
    expect(tries).toBe(2)
  })

  it('gives up on a lock that others keep taking', async () => {
    const lock = `${path}.lock`
    await fs.writeFile(lock, '')
    // A new time is a new holder.
    const busy = setInterval(() => void fs.utimes(lock, new Date(), new Date()), 20)
    const times = { staleAfter: 2_000, giveUpAfter: 300 }
    await expect(withFileLock(fs, path, async () => {}, times)).rejects.toThrow(
      `Cannot lock "${path}": other processes have held "${lock}" for 0.3 seconds`,
    )
    clearInterval(busy)
    await pause(50)
  })

  it('does not wait longer when the clock is set back', async () => {
    await fs.writeFile(`${path}.lock`, '')
    const { now } = Date
    let looks = 0
    vi.spyOn(Date, 'now').mockImplementation(() => now() - 30_000 * looks++)
    const times = { staleAfter: 100, giveUpAfter: 10_000 }
    expect(await withFileLock(fs, path, async () => 'done', times)).toBe('done')

    await fs.writeFile(`${path}.lock`, '')
    const refusing = withFileLock(fs, path, async () => {}, { staleAfter: 5_000, giveUpAfter: 50 })
    await expect(refusing).rejects.toThrow('Cannot lock')
  })

  it('considers the lock lost after a stop, even if the clock is set back meanwhile', async () => {
    const times = { staleAfter: 100, giveUpAfter: 10_000 }
    let tries = 0
    await withFileLock(
      fs,
      path,
      async ({ assertHeld }) => {
        if (tries++ === 0) {
          vi.spyOn(Date, 'now').mockReturnValue(0)
          await pause(60)
        }
        assertHeld()
      },
      times,
    )
    expect(tries).toBe(2)
  })

  it('fails if the directory does not exist', async () => {
    const nowhere = withFileLock(fs, join(dir, 'nowhere', 'file'), async () => {})
    await expect(nowhere).rejects.toThrow('ENOENT')
  })
})
