import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createBuilder } from 'vite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createFixtureApp } from './app.fixture.ts'

// Vite looks at it, and the test runner has set it to something else.
vi.stubEnv('NODE_ENV', 'production')

it('a module of the app finds the files beside it in a build', async () => {
  const app = await createFixtureApp({
    'app/texts/one file.txt': 'beside',
    'app/texts/it’s.server.ts': `
      import { readFileSync } from 'node:fs'
      import { dirname, join } from 'node:path'
      import { fileURLToPath } from 'node:url'
      const read = (file) => readFileSync(file, 'utf8')
      export const texts = [
        read(new URL('./one file.txt', import.meta.url)),
        read(join(dirname(fileURLToPath(import.meta.url)), 'one file.txt')),
        read(import.meta.dirname + '/one file.txt'),
        import.meta.filename,
        typeof import.meta.env.MODE,
      ]
    `,
    'app/routes/_index.ts': `
      export const loader = async () =>
        Response.json((await import('../texts/it’s.server')).texts)
    `,
  })
  onTestFinished(() => app.remove())
  const builder = await createBuilder(app.config())
  await builder.buildApp()

  const file = pathToFileURL(join(app.root, 'build/server/index.js')).href
  const { default: handler } = (await import(file)) as {
    default: (request: Request) => Promise<Response>
  }
  const response = await handler(new Request('http://localhost/'))
  expect(await response.json()).toEqual([
    'beside',
    'beside',
    'beside',
    join(app.root, 'app/texts/it’s.server.ts'),
    'string',
  ])
})
