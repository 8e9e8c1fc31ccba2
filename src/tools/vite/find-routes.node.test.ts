import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createFixtureApp } from './app.fixture.ts'
import { findRoutes } from './find-routes.ts'

it('finds no routes behind a link to a folder, which may lead anywhere', async () => {
  const app = await createFixtureApp({
    'app/routes/_index.tsx': 'export default () => null',
    'app/routes/books/route.tsx': 'export default () => null',
    'elsewhere/route.tsx': 'export default () => null',
  })
  onTestFinished(() => app.remove())
  await symlink('..', join(app.root, 'app/routes/up'))
  await symlink('../../../elsewhere', join(app.root, 'app/routes/books/linked'))
  await symlink('../../elsewhere', join(app.root, 'app/routes/linked'))

  const { routes, files } = await findRoutes(join(app.root, 'app'))
  expect(routes.map(({ file }) => file)).toEqual([
    'root.tsx',
    'routes/_index.tsx',
    'routes/books/route.tsx',
  ])
  expect(files.listed.size).toBeLessThan(10)
})
