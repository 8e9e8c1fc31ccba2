import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

it('is at most 1,280 bytes in a browser, next to the routes of the app', async () => {
  expect(await sizeOf(`export * from './index.ts'`)).toBeLessThanOrEqual(1_280)
})

it('is at most 8,960 bytes in a browser, together with a map of routes', async () => {
  const app = `
    import { get, post, route } from '../routes/index.ts'
    import { createClient } from './index.ts'
    const routes = route({ books: { show: get('/books/:slug'), create: post('/books') } })
    export const client = createClient(routes, { baseUrl: '' })
  `
  expect(await sizeOf(app)).toBeLessThanOrEqual(8_960)
})

/** The bytes after gzip of what a browser loads for a module in this folder. */
async function sizeOf(source: string): Promise<number> {
  const input = join(import.meta.dirname, 'app.ts')
  const bundle = await rolldown({
    input,
    plugins: [
      {
        name: 'app',
        resolveId: (id) => (id === input ? id : null),
        load: (id) => (id === input ? source : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'es', minify: true })
  await bundle.close()
  const [{ code }] = output
  expect(code).toContain('application/json')

  return gzipSync(code).length
}
