import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixtureApp, sourceAliases, type FixtureApp } from '../vite/app.fixture.ts'
import { createTestApp } from './index.ts'

const repository = join(import.meta.dirname, '../../..')
const config = `
  import { framework } from ${JSON.stringify(join(repository, 'src/tools/vite/index.ts'))}
  export default {
    plugins: [framework()],
    resolve: { alias: ${JSON.stringify(sourceAliases)} },
  }
`

describe('the stack of an error of an app in tests', () => {
  let project: FixtureApp
  beforeAll(async () => {
    project = await createFixtureApp({
      'vite.config.ts': config,
      'app/books.server.ts': `
interface Book {
  title: string
}

export function findBook(): Book {
  throw new Error('no book')
}
`,
      'app/routes/_index.tsx': `import { useLoaderData } from 'framework'
import { findBook } from '../books.server.ts'
export const loader = () => findBook()
export default () => <p>{useLoaderData().title}</p>
`,
      'run.ts': `
        import { createTestApp } from ${JSON.stringify(join(repository, 'src/tools/testing/index.ts'))}
        const app = await createTestApp({ root: import.meta.dirname })
        await app.fetch('/').catch(({ cause }) => console.log(cause.stack))
        await app.close()
      `,
    })
  })
  afterAll(() => project.remove())

  const expectSources = (stack: string): void => {
    expect(stack).toMatch(/app\/books\.server\.ts:7:9/)
    expect(stack).toMatch(/app\/routes\/_index\.tsx:3:29/)
  }

  it('names the lines of the sources in Vitest', async () => {
    const app = await createTestApp({ root: project.root })
    try {
      const failed = await app.fetch('/').catch((error: unknown) => error)
      expectSources(((failed as Error).cause as Error).stack!)
      // Errors of the test itself are as before.
      expect(new Error('own').stack).toMatch(/^Error: own\n    at .*stack\.node\.test\.ts:\d+:\d+/)
    } finally {
      await app.close()
    }
  })

  it('names the lines of the sources in the test runner of Node', async () => {
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, ['run.ts'], { cwd: project.root })
    expectSources(stdout)
  })
})
