import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { patience } from '../../../internal/fixtures/patience.fixture.ts'
import { createFixtureApp, sourceAliases } from '../../vite/app.fixture.ts'

const repository = join(import.meta.dirname, '../../../..')

it('gets route modules without their server exports, with framework() in the Vitest config', async () => {
  const project = await createFixtureApp({
    'vite.config.ts': `
      import { framework } from ${JSON.stringify(join(repository, 'src/tools/vite/index.ts'))}
      export default {
        plugins: [framework()],
        resolve: { alias: ${JSON.stringify(sourceAliases)} },
      }
    `,
    'app/database.server.ts': `throw new Error('a database in the browser')`,
    'app/routes/_index.tsx': `
      import { useLoaderData } from 'framework'
      import { books } from '../database.server.ts'
      export const loader = () => ({ books })
      export default function Home() {
        return <h1>{useLoaderData().books}</h1>
      }
    `,
    'home.test.tsx': `
      // @vitest-environment happy-dom
      import { createRoot } from 'react-dom/client'
      import { renderRoute } from 'framework/testing/react'
      import { expect, it, vi } from 'vitest'
      import * as home from './app/routes/_index.tsx'

      it('renders', async () => {
        expect(Object.keys(home)).toEqual(['default'])
        const view = renderRoute(home, { path: '/', data: { books: 'Dune' } })
        createRoot(document.body).render(view.element)
        await vi.waitFor(() => expect(document.body.textContent).toContain('Dune'), 120_000)
      })
    `,
  })
  try {
    const program = join(repository, 'node_modules/vitest/vitest.mjs')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, 'run', '--root', project.root, '--testTimeout', String(patience)],
      { cwd: project.root, env: { ...process.env, NO_COLOR: '1', VITEST: '' } },
    )
    expect(stdout).toContain('1 passed')
  } finally {
    await project.remove()
  }
})
