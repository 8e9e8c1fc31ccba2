import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

it('is at most 1,024 bytes in a browser, next to the routes', async () => {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'index.ts'),
    // A page that calls an API has its routes anyway, and the code that writes their search.
    external: /\/routes\/|\/encode-names/,
  })
  const { output } = await bundle.generate({ format: 'es', minify: true })
  await bundle.close()
  const [{ code }] = output
  expect(code).toContain('application/json')
  expect(gzipSync(code).length).toBeLessThanOrEqual(1_024)
})
