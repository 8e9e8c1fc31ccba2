import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { sourceAliases } from '../vite/app.fixture.ts'
import { readRuntime } from './build-executable.ts'

const repository = join(import.meta.dirname, '../../..')
const source = (name: string): string => pathToFileURL(join(repository, 'src', name)).href

const files = {
  'package.json': '{"type":"module"}',
  'vite.config.ts': `
    const { framework } = await import(${JSON.stringify(source('tools/vite/index.ts'))} + '')
    export default {
      plugins: [framework()],
      resolve: { alias: ${JSON.stringify(sourceAliases)} },
    }
  `,
  'app/root.tsx': `
    import { Links, Outlet, Scripts } from 'framework/react'
    export default () => <html><head><Links /></head><body><Outlet /><Scripts /></body></html>
  `,
  'app/router.ts': `
    import { createRouter } from 'framework/fetch-router'
    export async function start({ closed, url }) {
      if (process.env.FAILS) throw new Error('the queue is gone')
      console.log('work begins at ' + url)
      await closed
      console.log('work ends')
    }
    export default function createApp(pages) {
      const router = createRouter()
      router.map('/*', pages)
      return router
    }
  `,
  'app/routes/_index.tsx': `
    import { useLoaderData } from 'framework/react'
    const greeting = process.env.GREETING
    export const loader = () => greeting + ' in ' + process.env.NODE_ENV
    export default () => <h1>{useLoaderData<typeof loader>()}</h1>
  `,
  'app/routes/about.tsx': `
    export const prerender = true
    export default () => <h1>stored</h1>
  `,
  'public/robots.txt': 'User-agent: *\n',
}

let root: string
let empty: string
beforeAll(async () => {
  await mkdir(join(repository, '.framework'), { recursive: true })
  root = await mkdtemp(join(repository, '.framework/fixture-'))
  empty = await mkdtemp(join(tmpdir(), 'empty-'))
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), content)
  }
})
afterAll(async () => {
  await rm(root, { recursive: true, force: true })
  await rm(empty, { recursive: true, force: true })
})

describe.each(['node', 'bun'])('framework build --executable %s', (runtime) => {
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env
  const bin = join(repository, 'node_modules/.bin')
  const folders = join(tmpdir(), `unpacked-${runtime}-${process.pid}`)
  const program = (): string => join(empty, `app-${runtime}`)

  beforeAll(async () => {
    await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'main.ts'), 'build', '--executable', runtime],
      {
        cwd: root,
        env: {
          ...inherited,
          PATH: `${bin}:${inherited['PATH']}`,
          GREETING: 'variable-of-the-build-machine',
        },
      },
    )
    // Away from the project and its packages.
    await rename(join(root, 'build/app'), program())
    await mkdir(folders)
  })
  afterAll(() => rm(folders, { recursive: true, force: true }))

  it('writes one file that serves the app, its files and its stored pages in an empty folder', async () => {
    const child = spawn(program(), ['--port', '0', '--host', '127.0.0.1'], {
      cwd: empty,
      env: { TMPDIR: folders, GREETING: 'hello' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    const origin = await eventually(() => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)
      if (found === null) throw new Error(output)
      return found[0]
    })

    const html = await (await fetch(origin)).text()
    expect(html).toContain('<h1>hello in production</h1>')
    const script = /src="(\/assets\/client-[^"]+)"/.exec(html)![1]!
    const asset = await fetch(origin + script)
    expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(await (await fetch(`${origin}/robots.txt`)).text()).toBe('User-agent: *\n')
    const stored = await fetch(`${origin}/about`)
    expect(stored.headers.get('ETag')).toMatch(/^W\//)
    expect(await stored.text()).toContain('<h1>stored</h1>')

    expect(await readdir(folders)).toHaveLength(1)
    const closed = once(child, 'close')
    child.kill('SIGTERM')
    expect((await closed)[0]).toBe(143)
    expect(output).toContain(`work begins at ${origin}`)
    expect(output).toContain('work ends')
    expect(await readdir(folders)).toEqual([])
  })

  it('ends with 1 if its start fails, and removes its folder', async () => {
    const failed = await promisify(execFile)(program(), ['--port', '0'], {
      cwd: empty,
      env: { TMPDIR: folders, FAILS: 'yes' },
    }).catch((error: { code: number; stderr: string }) => error)
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('the queue is gone') })
    expect(await readdir(folders)).toEqual([])
  })

  it('has no path and no variable of the machine that has built it', async () => {
    const content = await readFile(program())
    expect([content.includes(root), content.includes('of-the-build-machine')]).toEqual([
      false,
      false,
    ])
  })

  it('refuses an option that it does not know, before the app begins', async () => {
    const failed = await promisify(execFile)(program(), ['--prot', '1'], { cwd: empty }).catch(
      (error: { code: number; stderr: string }) => error,
    )
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("'--prot'") })
  })
})

it('refuses another runtime', () => {
  expect(() => readRuntime('deno')).toThrow('Cannot use --executable "deno". Use node or bun.')
})
