import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createBuilder } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'

vi.stubEnv('NODE_ENV', 'production')

const workerd = join(import.meta.dirname, '../../../node_modules/.bin/workerd')

it.each([
  ['a function', 'export function start() {}'],
  ['a name of another module', "export { start } from './jobs.ts'"],
])('a build for Workers refuses start as %s', async (_, code) => {
  const app = await createFixtureApp({
    'app/jobs.ts': 'export const start = async () => {}',
    'app/router.ts': `
      import { createRouter } from 'framework/fetch-router'
      ${code}
      export default () => createRouter()
    `,
    'app/routes/_index.tsx': 'export default () => null',
  })
  const builder = await createBuilder(app.config({ target: 'worker' }))
  await expect(builder.buildApp()).rejects.toThrow(
    'Cannot use `start` of app/router.ts with target "worker"',
  )
  await app.remove()
})

describe('a build for Workers', () => {
  let app: FixtureApp
  let worker: ChildProcess | undefined
  let origin: string

  beforeAll(async () => {
    app = await createFixtureApp({
      'app/router.ts': `
        import { createContextKey, createRouter, provided, WaitUntil } from 'framework/fetch-router'
        export const Env = createContextKey()
        export const provide = (context, env, ctx) => {
          context.set(Env, env)
          context.set(WaitUntil, (work) => ctx.waitUntil(work))
        }
        export default function createApp(pages) {
          const router = createRouter({ middleware: [provided(Env), provided(WaitUntil)] })
          router.get('/health', () => new Response('ok'))
          router.get('/binding', ({ get }) => new Response(get(Env).GREETING))
          router.map('/*', pages)
          return router
        }
      `,
      'app/routes/_index.tsx': `
        import { useLoaderData } from 'framework/react'
        export const loader = ({ request }) => ({ path: new URL(request.url).pathname })
        export const action = async ({ request }) => ({ name: (await request.formData()).get('name') })
        export default function Home() { return <h1>from {useLoaderData<typeof loader>().path}</h1> }
      `,
      'app/routes/broken.tsx': `
        export const loader = () => { throw new Error('inner secret') }
        export default () => null
      `,
    })
    await (await createBuilder(app.config({ target: 'worker' }))).buildApp()

    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    await writeFile(join(app.root, 'worker.capnp'), configFor(port))
    const child = spawn(workerd, ['serve', 'worker.capnp'], {
      cwd: app.root,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    worker = child
    let complaint = ''
    child.stderr.on('data', (chunk) => (complaint += chunk))
    await eventually(() =>
      fetch(`${origin}/health`).catch((error: unknown) => {
        throw new Error(complaint, { cause: error })
      }),
    )
  })
  afterAll(async () => {
    if (worker?.exitCode === null) {
      const closed = once(worker, 'close')
      worker.kill()
      await closed
    }
    await app.remove()
  })

  it('is one module that imports nothing of Node', async () => {
    const names = await readdir(join(app.root, 'build/server'), { recursive: true })
    expect(names.filter((name) => name.endsWith('.js'))).toEqual(['index.js'])
    const code = await readFile(join(app.root, 'build/server/index.js'), 'utf8')
    expect(code).not.toMatch(/^\s*import\b/m)
    expect(code).not.toMatch(/(?:from|import|require)\s*\(?\s*["']node:/)
  })

  it('gives the bindings of the Worker to provide', async () => {
    expect(await (await fetch(`${origin}/binding`)).text()).toBe('hello from the environment')
  })

  it('responds in workerd', async () => {
    expect(await (await fetch(`${origin}/health`)).text()).toBe('ok')
    const page = await fetch(origin)
    expect(page.status).toBe(200)
    expect(await page.text()).toMatch(/<h1>from (?:<!-- -->)?\//)
    expect((await fetch(`${origin}/nowhere`)).status).toBe(404)
  })

  it('says nothing of an error there', async () => {
    const response = await fetch(`${origin}/broken`)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('inner secret')
  })
})

describe('a Worker whose app cannot be created', () => {
  it('does not start, so it cannot be deployed', async () => {
    const app = await createFixtureApp({
      'app/router.ts': `
        export default async function createApp() { throw new Error('a binding is missing') }
      `,
      'app/routes/_index.tsx': 'export default () => <h1>home</h1>',
    })
    await (await createBuilder(app.config({ target: 'worker' }))).buildApp()
    await writeFile(join(app.root, 'worker.capnp'), configFor(await freePort()))
    const child = spawn(workerd, ['serve', 'worker.capnp'], {
      cwd: app.root,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let complaint = ''
    child.stderr.on('data', (chunk) => (complaint += chunk))
    const [code] = await once(child, 'close')
    await app.remove()
    expect(code).toBe(1)
    expect(complaint).toContain('a binding is missing')
  })
})

function configFor(port: number): string {
  return `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .app)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const app :Workerd.Worker = (
  modules = [(name = "index.js", esModule = embed "build/server/index.js")],
  compatibilityDate = "2026-01-01",
  bindings = [(name = "GREETING", text = "hello from the environment")],
);
`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
