import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { join } from 'node:path'
import { createFixtureApp, sourceAliases, type FixtureApp } from '../vite/app.fixture.ts'
import { createTestApp, type TestApp } from './index.ts'

const repository = join(import.meta.dirname, '../../..')
const config = `
  import { framework } from ${JSON.stringify(join(repository, 'src/tools/vite/index.ts'))}
  export default {
    plugins: [framework()],
    resolve: { alias: ${JSON.stringify(sourceAliases)} },
  }
`

describe('createTestApp({ root })', () => {
  let project: FixtureApp
  let app: TestApp
  beforeAll(async () => {
    project = await createFixtureApp({
      'vite.config.ts': config,
      'app/router.ts': `
        import { createContextKey, createRouter } from 'framework/fetch-router'
        import { logger } from 'framework/logger-middleware'
        const Env = createContextKey()
        export const provide = (context, env = { shop: 'none' }) => context.set(Env, env)
        export default function createApp(pages) {
          const router = createRouter({ middleware: [logger()] })
          router.get('/api/shop', (context) => new Response(context.get(Env).shop))
          router.get('/api/health', () => new Response('ok'))
          router.get('/api/broken', () => { throw new Error('broken API') })
          router.map('/*', pages)
          return router
        }
      `,
      'app/routes/_index.tsx': `
        import { Form, Link, redirect, useActionData, useLoaderData } from 'framework'
        const books = ['Dune']
        export const loader = () => ({ books })
        export async function action({ request }) {
          const title = (await request.formData()).get('title')
          if (title === 'Dune') return { error: 'There is one' }
          books.push(title)
          return redirect('/')
        }
        export default function Home() {
          const { books } = useLoaderData()
          return <main>
            <h1>Books</h1>
            <ul>{books.map((book) => <li key={book}>{book}</li>)}</ul>
            <Form method="post"><label>Title <input name="title" required /></label><button>Add</button></Form>
            <p role="alert">{useActionData()?.error}</p>
            <Link to="/broken">Broken</Link>
          </main>
        }
      `,
      'app/map.client.ts': "export const place = localStorage.getItem('place')",
      'app/routes/map.tsx': `
        import { place } from '../map.client'
        export default function Map() { return <p>place: {typeof place}</p> }
      `,
      '.env': 'KIT_GREETING=Hello',
      'public/terms.txt': 'No refunds',
      'app/entry.server.tsx': `
        export default async ({ render }) => {
          const response = await render()
          response.headers.set('X-Greeting', process.env.KIT_GREETING)
          return response
        }
      `,
      'app/routes/broken.tsx': `
        export const loader = () => { throw new Error('secret of the database') }
        export default () => null
        export const ErrorBoundary = ({ error }) => <p>Sorry: {error.message}</p>
      `,
    })
    app = await createTestApp({ root: project.root })
  })
  afterAll(async () => {
    await app?.close()
    await project.remove()
  })

  it('visits the pages of a project', async () => {
    const home = await app.visitor().visit('/')
    expect(home.text).toBe('Books\nDune\nTitle Add\nBroken')
    expect(home.headers.get('Content-Type')).toBe('text/html; charset=utf-8')

    const refused = await home.submit({ Title: 'Dune' })
    expect(refused.alerts).toEqual(['There is one'])
    const added = await refused.submit({ Title: 'Emma' })
    expect([added.path, added.text.includes('Emma')]).toEqual(['/', true])
  })

  it('does not run modules for the browser: each export is undefined', async () => {
    expect((await app.visitor().visit('/map')).text).toBe('place: undefined')
  })

  it('uses the front router', async () => {
    expect(await (await app.fetch('/api/health')).text()).toBe('ok')
    await expect(app.fetch('/api/broken')).rejects.toThrow('broken API')
  })

  it('gives `provide` of app/router.ts what a runtime passes along', async () => {
    expect(await (await app.fetch('/api/shop')).text()).toBe('none')
    const worker = await createTestApp({ root: project.root }, { args: [{ shop: 'Ink' }] })
    expect(await (await worker.fetch('/api/shop')).text()).toBe('Ink')
    await worker.close()
  })

  it('prints no line of logger() for each request', async () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {})
    await app.visitor().visit('/')
    await app.fetch('/api/health')
    expect(print).not.toHaveBeenCalled()
    print.mockRestore()
  })

  it('sends the files of the public folder', async () => {
    const file = await app.fetch('/terms.txt')
    expect([file.status, await file.text()]).toEqual([200, 'No refunds'])
    expect((await app.fetch('/terms.txt', { method: 'POST' })).status).toBe(404)
  })

  it('renders with entry.server, and with the variables of .env', async () => {
    const home = await app.visitor().visit('/')
    expect(home.headers.get('X-Greeting')).toBe('Hello')
  })

  it('fails the call whose page throws, with the error as the cause', async () => {
    const visitor = app.visitor()
    const [broken, home] = await Promise.allSettled([visitor.visit('/broken'), visitor.visit('/')])
    expect(home.status).toBe('fulfilled')
    expect(broken).toMatchObject({
      status: 'rejected',
      reason: {
        message: 'GET http://localhost/broken failed: secret of the database',
        cause: { message: 'secret of the database' },
      },
    })
  })

  it("shows errors as in production with errors: 'respond', and shares the modules of the project", async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    const other = await createTestApp({ root: project.root }, { errors: 'respond' })
    const page = await other.visitor().visit('/broken')
    expect([page.status, page.text]).toEqual([500, 'Sorry: Unexpected Server Error'])
    expect(page.body).not.toContain('secret')
    expect(print).toHaveBeenCalledTimes(1)
    print.mockRestore()

    // Emma was added through the other app.
    expect((await other.visitor().visit('/')).text).toContain('Emma')
    await other.close()
    await other.close()
    expect((await app.visitor().visit('/')).status).toBe(200)
  })

  it('says what is wrong with a project', async () => {
    const file = join(project.root, 'empty.config.ts')
    await project.write('empty.config.ts', 'export default {}')
    await expect(createTestApp({ root: project.root, configFile: file })).rejects.toThrow(
      'the Vite config does not use framework()',
    )
  })
})
