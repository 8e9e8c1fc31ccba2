import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createServer, type ViteDevServer } from 'vite'
import { eventually } from '../internal/eventually.fixture.ts'
import { skipUnchangedFolders } from './unchanged-folders.ts'

const cleanUp: (() => unknown)[] = []

afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end()
})

/** A watched folder `routes` of three files that has not changed for a day, and how often it was read. */
async function watchFolder() {
  const root = mkdtempSync(join(tmpdir(), 'unchanged-folders-'))
  cleanUp.push(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'routes')
  mkdirSync(folder)
  const write = (file: string): void => writeFileSync(join(folder, file), `${performance.now()}`)
  for (const file of ['a', 'b', 'c']) write(file)
  const setTime = (): void => utimesSync(folder, new Date(), Date.now() / 1000 - 86_400)
  setTime()

  const { watcher, close } = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false },
  })
  cleanUp.push(close)
  skipUnchangedFolders(watcher)
  let reads = 0
  const { _readdirp } = watcher as unknown as Reading
  const reading: Reading = {
    _readdirp(path, ...args) {
      if (join(path) === join(folder)) reads++
      return _readdirp.call(watcher, path, ...args)
    },
  }
  Object.assign(watcher, reading)
  await eventually(() => expect(watcher.getWatched()[folder]).toEqual(['a', 'b', 'c']))

  const hears = (event: 'add' | 'change' | 'unlink', file: string, cause: () => void) =>
    new Promise<void>((resolve) => {
      const listen = (path: string): void => {
        if (path !== join(folder, file)) return
        watcher.off(event, listen)
        resolve()
      }
      watcher.on(event, listen)
      cause()
    })
  return { folder, write, setTime, hears, reads: () => reads }
}

interface Reading {
  _readdirp(path: string, ...args: unknown[]): unknown
}

describe('the watcher of the dev server', { timeout: 60_000 }, () => {
  it('reads a folder again when a file is added, and not when files change', async () => {
    const { hears, reads, setTime, write } = await watchFolder()
    await hears('add', 'd', () => write('d'))
    // It looks new once more, and is read for the last time.
    setTime()
    const before = reads()
    await hears('change', 'a', () => write('a'))
    await eventually(() => expect(reads()).toBe(before + 1))
    await hears('change', 'b', () => write('b'))
    await hears('change', 'c', () => write('c'))
    await hears('change', 'd', () => write('d'))
    expect(reads()).toBe(before + 1)
    await hears('add', 'e', () => write('e'))
    expect(reads()).toBeGreaterThan(before + 1)
  })

  it('notices files that are removed, and the files of a folder that comes back', async () => {
    const { folder, hears, write } = await watchFolder()
    await hears('change', 'a', () => write('a'))
    await hears('unlink', 'b', () => rmSync(join(folder, 'b')))
    await hears('unlink', 'a', () => renameSync(folder, `${folder}-away`))
    await hears('add', 'a', () => renameSync(`${folder}-away`, folder))
    await hears('change', 'c', () => write('c'))
  })
})
