import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { html, serving, type FixtureApp } from '../compare/two-apps.fixture.ts'
import { run } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'compare-'))
afterAll(() => rmSync(folder, { recursive: true }))

const shop =
  (title: string): FixtureApp =>
  (path, { headers }) => {
    if (path === '/') return html('Home', '<h1>The shop</h1><a href="/books">All books</a>')
    if (path === '/books') return html(title, '<h1>All books</h1>')
    if (path === '/login') {
      return { ...html('Log in', 'Hello'), headers: { 'Set-Cookie': 'user=ada; Path=/' } }
    }
    if (path === '/account' && headers.cookie) return html('Account', '<h1>Account</h1>')
  }

async function compare(old: FixtureApp, now: FixtureApp, ...args: string[]) {
  const printed: string[] = []
  const output = {
    out: (text: string) => printed.push(text),
    error: (text: string) => printed.push(text),
  }
  const code = await serving(old, (oldUrl) =>
    serving(now, (newUrl) =>
      run(['compare', '--old', oldUrl.origin, '--new', newUrl.origin, ...args], output),
    ),
  )
  return { code, text: printed.join('\n') }
}

describe('framework compare', () => {
  it('succeeds for two apps that send the same', async () => {
    const { code, text } = await compare(shop('Books'), shop('Books'))
    expect(text).toContain('Compared 3 pages and found no difference.')
    expect(text).toMatch(/\/books +200 +200 +no +same/)
    expect(code).toBe(0)
  })

  it('fails with both values of a difference, and with curl commands', async () => {
    const { code, text } = await compare(shop('Books'), shop('Our books'))
    expect(code).toBe(1)
    expect(text).toMatch(
      /1\. title, on \/books\n {3}old: Books\n {3}new: Our books\n {3}curl -i 'http:/,
    )
  })

  it('requests nothing without the package that reads pages, and says how to install it', async () => {
    const requested: string[] = []
    const app: FixtureApp = (path) => {
      requested.push(path)
      return html('Home', '<h1>The shop</h1>')
    }
    const hook =
      "import { registerHooks } from 'node:module'; registerHooks({ resolve(name, context, next) { if (name === 'parse5') throw new Error('not installed'); return next(name, context) } })"
    const main = join(import.meta.dirname, 'main.ts')
    await serving(app, async ({ origin }) => {
      const preload = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`]
      const args = [...preload, main, 'compare', '--old', origin, '--new', origin]
      const compared = promisify(execFile)(process.execPath, args)
      await expect(compared).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Cannot read pages: npm install -D parse5'),
      })
    })
    expect(requested).toEqual([])
  })

  it('prints JSON', async () => {
    const { code, text } = await compare(shop('Books'), shop('Our books'), '--json')
    expect(code).toBe(1)
    const json = text.slice(text.indexOf('{'), text.lastIndexOf('\n}') + 2)
    expect(JSON.parse(json)).toMatchObject({ differences: [{ place: 'title', paths: ['/books'] }] })
  })

  it('keeps a list of accepted differences', async () => {
    const file = join(folder, 'accepted.txt')
    const first = await compare(shop('Books'), shop('Our books'), '--accept', file)
    expect([first.code, first.text]).toEqual([
      1,
      expect.stringContaining('Wrote the differences to'),
    ])
    expect((await compare(shop('Books'), shop('Our books'), '--accept', file)).code).toBe(0)
    const changed = await compare(shop('Books'), shop('Books'), '--accept', file)
    expect(changed.text).toContain('accepts "/books title", which is not a difference any more')
  })

  it('runs steps, and takes paths from a file', async () => {
    const steps = join(folder, 'steps.ts')
    const paths = join(folder, 'paths.txt')
    writeFileSync(steps, "export default { login: (visitor) => visitor.visit('/login') }\n")
    writeFileSync(paths, '/account\n\n/books?page=2\n')
    const { code, text } = await compare(
      shop('Books'),
      shop('Books'),
      '--steps',
      steps,
      '--paths',
      paths,
      '--skip',
      '/books',
    )
    expect(text).toMatch(/login +200 +200 +no +same/)
    expect(text).toMatch(/\/account +200 +200 +no +same/)
    expect(text).toContain('Skipped, because of the name:\n  /books?page=2\n  /books')
    expect(code).toBe(0)
  })

  it('fails if fewer than two pages can be read', async () => {
    const { code, text } = await compare(
      () => undefined,
      () => undefined,
      '--limit',
      '1',
    )
    expect([code, text]).toEqual([
      1,
      expect.stringContaining('only 1 page could be read on both sides'),
    ])
  })

  it.each([
    [['--limit', '0'], 'Cannot use --limit 0'],
    [['--old', 'ftp://example.com'], 'Cannot use --old ftp://example.com'],
    [['--new', 'http://example.com/shop'], 'Cannot use --new http://example.com/shop'],
    [['--ignore', 'a > b'], 'Cannot use --ignore "a > b"'],
    [['--paths', 'nowhere.txt'], 'Cannot find nowhere.txt'],
    [['--steps', 'package.json'], 'Cannot use the steps of package.json'],
  ])('refuses %j', async (args, message) => {
    const { code, text } = await compare(shop('Books'), shop('Books'), ...args)
    expect([code, text]).toEqual([1, expect.stringContaining(message)])
  })
})
