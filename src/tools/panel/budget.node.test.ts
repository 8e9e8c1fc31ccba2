import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

it('loads at most 4 KB with a page, and 16 KB more when the panel is opened, gzipped', async () => {
  const bundle = await rolldown({ input: join(import.meta.dirname, 'browser/record.ts') })
  const { output } = await bundle.generate({ comments: false })
  const sizes = output.map((file) => (file.type === 'chunk' ? gzipSync(file.code).length : 0))

  expect(sizes).toHaveLength(2)
  expect(sizes[0]).toBeLessThanOrEqual(4096)
  expect(sizes[1]).toBeLessThanOrEqual(16_384)
})
