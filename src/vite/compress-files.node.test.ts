import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compressFiles } from './compress-files.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'compress-'))
})
afterEach(() => rm(directory, { recursive: true }))

describe('compressFiles', () => {
  it('writes variants that unpack to the file', async () => {
    const content = Buffer.from('const size = 42\n'.repeat(200))
    await writeFile(join(directory, 'a.js'), content)

    expect(await compressFiles(directory)).toBe(1)
    expect(brotliDecompressSync(await readFile(join(directory, 'a.js.br')))).toEqual(content)
    expect(gunzipSync(await readFile(join(directory, 'a.js.gz')))).toEqual(content)
    expect(zstdDecompressSync(await readFile(join(directory, 'a.js.zst')))).toEqual(content)
  })

  it('leaves small files and images alone', async () => {
    await writeFile(join(directory, 'small.js'), 'x'.repeat(1023))
    await writeFile(join(directory, 'photo.png'), 'x'.repeat(5000))
    expect(await compressFiles(directory)).toBe(0)
    expect((await readdir(directory)).toSorted()).toEqual(['photo.png', 'small.js'])
  })
})
