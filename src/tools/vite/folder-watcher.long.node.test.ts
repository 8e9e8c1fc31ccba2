import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fillQueue, HeardChanges } from './heard-changes.fixture.ts'

const changeFiles = join(import.meta.dirname, 'change-files.fixture.ts')

describe.runIf(process.platform === 'linux')('a folder watcher', () => {
  let root: string
  let listener: HeardChanges

  const file = (name: string): string => join(root, name)

  beforeEach(() => {
    root = join(mkdtempSync(join(tmpdir(), 'watch-')), 'app')
    mkdirSync(file('deep'), { recursive: true })
    writeFileSync(file('one'), '')
    writeFileSync(file('deep/other'), '')
    listener = new HeardChanges(root)
  })

  afterEach(() => {
    listener.watcher.close()
    rmSync(dirname(root), { recursive: true })
  })

  it.each([11, 12, 13])('misses no change of another process (seed %i)', async (seed) => {
    const child = spawn(process.execPath, [changeFiles, root, String(seed), '200'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
    await listener.settled()
  })

  it.each([21, 22])(
    'misses no change while the system drops all events (seed %i)',
    async (seed) => {
      for (let round = 0; round < 5; round++) {
        fillQueue(file('one'), file('deep/other'))
        const args = [changeFiles, root, String(seed + round * 100), '20']
        // This process reads no event until the other one has ended.
        const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
        expect(status).toBe(0)
        mkdirSync(file('deep'), { recursive: true })
        writeFileSync(file('one'), '')
        writeFileSync(file('deep/other'), '')
        await listener.settled()
      }
    },
  )

  it('misses none of more files than the system keeps events for', async () => {
    const limit = Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'))
    const createFiles = (folder: string): void => {
      mkdirSync(file(folder))
      for (let at = 0; at < limit / 2 + 1; at++) writeFileSync(file(`${folder}/${at}`), 'one')
    }
    createFiles('first')
    createFiles('second')
    await listener.settled()
    // Each change of a folder is more than half of the queue.
    rmSync(file('first'), { recursive: true })
    renameSync(file('second'), file('first'))
    writeFileSync(file('first/1'), 'two')
    await listener.settled()
  })
})
