import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createBuilder } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sourceAliases } from '../../src/tools/vite/app.fixture.ts'
import config from './vite.config.ts'

const here = import.meta.dirname
const repository = join(here, '../..')

vi.stubEnv('NODE_ENV', 'production')
vi.setConfig({ hookTimeout: 60_000 })

describe('the Workers demo', () => {
  let worker: ChildProcess
  let origin: string

  beforeAll(async () => {
    await build()
    worker = spawn(
      join(repository, 'node_modules/.bin/workerd'),
      ['serve', 'worker.capnp', '--socket-addr=http=127.0.0.1:0', '--control-fd=1'],
      {
        cwd: here,
        env: { ...process.env, API_TOKEN: 'secret' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    origin = `http://127.0.0.1:${await readPort(worker)}`
  })
  afterAll(async () => {
    if (worker.exitCode !== null) return
    const closed = once(worker, 'close')
    worker.kill()
    await closed
  })

  async function read(path: string): Promise<string> {
    return (await fetch(origin + path)).text()
  }

  it('renders a page with what its loader found', async () => {
    const page = await read('/')
    expect(page).toContain('<title>Good books</title>')
    expect(page).toContain('Kindred</a>')
    expect(page).toContain('Solaris</a>')
  })

  it('finds books by what the URL asks for', async () => {
    const page = await read('/?q=lem')
    expect(page).toContain('Solaris</a>')
    expect(page).not.toContain('Kindred</a>')
  })

  it('serves the hashed files that a page asks for', async () => {
    const page = await read('/')
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1]
    const styles = /<link rel="stylesheet" href="([^"]+)"/.exec(page)?.[1]
    const scriptFile = await fetch(origin + script)
    expect(scriptFile.status).toBe(200)
    expect(scriptFile.headers.get('Content-Type')).toContain('text/javascript')
    expect(scriptFile.headers.get('Cache-Control')).toContain('immutable')
    const stylesFile = await fetch(origin + styles)
    expect(stylesFile.status).toBe(200)
    expect(stylesFile.headers.get('Content-Type')).toContain('text/css')
  })

  it('serves no file from beside the hashed ones', async () => {
    expect((await fetch(`${origin}/assets/`)).status).toBe(404)
    expect((await fetch(`${origin}/assets/none.js`)).status).toBe(404)
    expect((await fetch(`${origin}/assets/..%2f..%2fserver%2findex.js`)).status).toBe(404)
  })

  it('takes a form, and shows what it changed', async () => {
    const response = await fetch(`${origin}/books/2`, {
      method: 'POST',
      body: new URLSearchParams(),
      redirect: 'manual',
    })
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/books/2')
    expect(await read('/books/2')).toMatch(/Recommendations: (?:<!-- -->)?1/)
  })

  it('refuses a form from another site', async () => {
    const response = await fetch(`${origin}/books/3`, {
      method: 'POST',
      headers: { Origin: 'https://evil.example' },
      body: new URLSearchParams(),
    })
    expect(response.status).toBe(403)
    expect(await read('/books/3')).toMatch(/Recommendations: (?:<!-- -->)?0/)
  })

  it('shows the page of a book that is not there', async () => {
    const response = await fetch(`${origin}/books/99`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('There is no such book')
  })

  it('serves the API of demos/api, over the same books', async () => {
    const add = (token: string) =>
      fetch(`${origin}/api/books`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: 'Dune', author: 'Frank Herbert', year: 1965 }),
      })
    expect((await add('guess')).status).toBe(401)
    const created = await add('secret')
    expect(created.status).toBe(201)
    expect(created.headers.get('Location')).toBe('/api/books/4')
    expect(await read('/books/4')).toContain('<h1>Dune</h1>')
  })
})

/** `vite build`, with the framework's sources in place of its build. */
async function build(): Promise<void> {
  const builder = await createBuilder({
    ...config,
    configFile: false,
    root: here,
    logLevel: 'silent',
    resolve: { alias: [...sourceAliases] },
  })
  await builder.buildApp()
}

/** The port that workerd was given, from the events that it writes. */
async function readPort(worker: ChildProcess): Promise<number> {
  let events = ''
  for await (const chunk of worker.stdout!) {
    events += chunk
    const port = /"port":(\d+)/.exec(events)?.[1]
    if (port !== undefined) return Number(port)
  }
  throw new Error(`workerd did not start: ${events}`)
}
