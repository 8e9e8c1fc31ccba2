import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

it('is at most 1,024 bytes in a browser that has the routes for its links', async () => {
  // Also what writes the search of a link.
  expect(await sizeOf(/\/routes\/|\/encode-names/)).toBeLessThanOrEqual(1_024)
})

it('is at most 8,192 bytes in a browser that has no other use for the routes', async () => {
  expect(await sizeOf()).toBeLessThanOrEqual(8_192)
})

/** The bytes after gzip of what an import of `framework/client` loads, apart from `external` modules. */
async function sizeOf(external?: RegExp): Promise<number> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'index.ts'),
    ...(external && { external }),
  })
  const { output } = await bundle.generate({ format: 'es', minify: true })
  await bundle.close()
  const [{ code }] = output
  expect(code).toContain('application/json')

  return gzipSync(code).length
}
