import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endNewestBuild, recordBuild, removeOldBuilds, type KeptFolder } from './kept-builds.ts'

const day = 86_400_000
let folder: KeptFolder

beforeEach(async () => {
  const path = await mkdtemp(join(tmpdir(), 'framework-builds-'))
  folder = { path, hashed: 'assets', records: join(path, 'builds') }
  await mkdir(join(path, 'assets'))
})
afterEach(() => rm(folder.path, { recursive: true }))

/** Builds once more, as `retainAssets` does. */
async function build(days: number, ...files: string[]) {
  for (const file of files) await writeFile(join(folder.path, file), file)
  await endNewestBuild(folder)
  const own = await recordBuild(folder, files)
  return removeOldBuilds(folder, own, (_, time) => Date.now() - time < days * day)
}

const names = () => readdir(join(folder.path, 'assets'))

/** Makes it as if every build so far had been made or replaced earlier. */
async function wait(milliseconds: number) {
  for (const name of await readdir(folder.records)) {
    const path = join(folder.records, name)
    const record = JSON.parse(await readFile(path, 'utf8')) as { time: number }
    await writeFile(path, JSON.stringify({ ...record, time: record.time - milliseconds }))
  }
}

describe('the builds that are kept for some days', () => {
  it('are none by default', async () => {
    await build(0, 'assets/a-1.js')
    expect(await build(0, 'assets/a-2.js')).toEqual(new Set(['assets/a-2.js']))
    expect(await names()).toEqual(['a-2.js'])
  })

  it('stay from the time when they were replaced, however old they were then', async () => {
    await build(7, 'assets/a-1.js')
    await wait(100 * day)
    await build(7, 'assets/a-2.js')
    expect(await names()).toEqual(['a-1.js', 'a-2.js'])
    await wait(7 * day - 60_000)
    await build(7, 'assets/a-3.js')
    expect(await names()).toEqual(['a-1.js', 'a-2.js', 'a-3.js'])
    await wait(60_000)
    await build(7, 'assets/a-3.js')
    expect(await names()).toEqual(['a-2.js', 'a-3.js'])
  })

  it('do not stay longer because the same build is made again', async () => {
    await build(7, 'assets/a-1.js')
    for (let days = 0; days < 8; days += 1) {
      await build(7, 'assets/a-2.js')
      await wait(day)
    }
    await build(7, 'assets/a-2.js')
    expect(await names()).toEqual(['a-2.js'])
  })

  it('keep what a newer build has too', async () => {
    await build(0, 'assets/same.js', 'assets/a-1.js')
    await build(0, 'assets/same.js', 'assets/a-2.js')
    expect(await names()).toEqual(['a-2.js', 'same.js'])
  })
})
