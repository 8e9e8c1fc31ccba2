import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compressFiles } from './compress-files.ts'

let directory: string
let before: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'compress-'))
  before = await mkdtemp(join(tmpdir(), 'compress-before-'))
})
afterEach(async () => {
  await rm(directory, { recursive: true })
  await rm(before, { recursive: true })
})

describe('compressFiles', () => {
  it('writes variants that unpack to the file', async () => {
    const content = Buffer.from('const size = 42\n'.repeat(200))
    await writeFile(join(directory, 'a.js'), content)

    expect(await compressFiles(directory, before)).toBe(1)
    expect(brotliDecompressSync(await readFile(join(directory, 'a.js.br')))).toEqual(content)
    expect(gunzipSync(await readFile(join(directory, 'a.js.gz')))).toEqual(content)
    expect(zstdDecompressSync(await readFile(join(directory, 'a.js.zst')))).toEqual(content)
  })

  it('leaves small files and images alone', async () => {
    await writeFile(join(directory, 'small.js'), 'x'.repeat(1023))
    await writeFile(join(directory, 'photo.png'), 'x'.repeat(5000))
    expect(await compressFiles(directory, before)).toBe(0)
    expect((await readdir(directory)).toSorted()).toEqual(['photo.png', 'small.js'])
  })

  it('copies the variants of a file that the last build has too', async () => {
    const content = 'const size = 42\n'.repeat(200)
    await writeFile(join(before, 'a.js'), content)
    await writeFile(join(before, 'a.js.br'), 'from the last build')
    await writeFile(join(directory, 'a.js'), content)

    expect(await compressFiles(directory, before)).toBe(1)
    expect(await readFile(join(directory, 'a.js.br'), 'utf8')).toBe('from the last build')
    expect(gunzipSync(await readFile(join(directory, 'a.js.gz'))).toString()).toBe(content)
  })

  it('compresses a file again if its content has changed', async () => {
    const content = 'const size = 42\n'.repeat(200)
    await writeFile(join(before, 'robots.txt'), 'const size = 41\n'.repeat(200))
    await writeFile(join(before, 'robots.txt.br'), 'from the last build')
    await writeFile(join(directory, 'robots.txt'), content)

    await compressFiles(directory, before)
    const packed = await readFile(join(directory, 'robots.txt.br'))
    expect(brotliDecompressSync(packed).toString()).toBe(content)
  })
})
