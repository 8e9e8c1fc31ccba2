import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from './run.ts'

let parent: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'framework-new-'))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

async function call(...args: string[]) {
  let out = ''
  let error = ''
  const code = await run(['new', ...args], {
    out: (text) => (out += text),
    error: (text) => (error += text),
  })
  return { code, out, error }
}

describe('framework new', () => {
  it('creates an app that is named after its folder', async () => {
    const folder = join(parent, 'my-shop')
    const { code, out } = await call(folder, '--yes', '--framework', '^1.2.3')

    expect(code).toBe(0)
    expect(out).toContain('npm run dev')
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({ name: 'my-shop', dependencies: { framework: '^1.2.3' } })
    expect(await readFile(join(folder, 'README.md'), 'utf8')).toMatch(/^# my-shop$/m)
    expect(await readdir(folder)).toEqual(
      expect.arrayContaining(['.gitignore', 'AGENTS.md', 'app', 'test', 'tsconfig.json']),
    )
  })

  it('leaves out what tests of the template have written', async () => {
    const written = join(import.meta.dirname, '../../../templates/app/node_modules/.vite')
    await mkdir(written, { recursive: true })
    const folder = join(parent, 'my-shop')
    await call(folder, '--yes', '--framework', '^1.2.3')

    expect(await readdir(folder)).not.toContain('node_modules')
  })

  it('creates an API without React and Vite', async () => {
    const folder = join(parent, 'my-api')
    await call(folder, '--yes', '--framework', '^1.2.3', '--template', 'api')

    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    expect(Object.keys(manifest.dependencies)).toEqual(['framework', 'zod'])
    expect(await readdir(join(folder, 'src'))).toContain('router.ts')
  })

  it('creates a blog of Markdown files', async () => {
    const folder = join(parent, 'my-blog')
    await call(folder, '--yes', '--framework', '^1.2.3', '--template', 'blog')

    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    expect(manifest.name).toBe('my-blog')
    expect(await readdir(join(folder, 'app/posts'))).toContain('hello.md')
  })

  it.each(['app', 'api', 'blog'])(
    'checks the types of scripts/ in the template %s',
    async (name) => {
      const folder = join(parent, 'mine')
      await call(folder, '--yes', '--framework', '^1.2.3', '--template', name)

      const { include } = JSON.parse(await readFile(join(folder, 'tsconfig.json'), 'utf8'))
      expect(include).toContain('scripts')
    },
  )

  it('does not touch a folder that is not empty', async () => {
    const folder = join(parent, 'mine')
    await mkdir(folder)
    await writeFile(join(folder, 'mine.txt'), 'mine')
    const { code, error } = await call(folder, '--yes', '--framework', '*')

    expect(code).toBe(1)
    expect(error).toContain('the folder is not empty')
    expect(await readdir(folder)).toEqual(['mine.txt'])
  })

  it('refuses an invalid package name', async () => {
    const { code, error } = await call(join(parent, 'My Shop'), '--yes', '--framework', '*')

    expect(code).toBe(1)
    expect(error).toContain('Cannot name a project "My Shop". Use lowercase letters')
  })

  it('refuses an unknown template, and a second folder', async () => {
    const folder = join(parent, 'x')
    expect(await call(folder, '--template', 'shop')).toMatchObject({
      code: 1,
      error: 'Cannot find the template "shop". Use app, api, blog.',
    })
    expect((await call(folder, 'y')).error).toContain('takes one folder')
    expect(await readdir(parent)).toEqual([])
  })

  it('has --help', async () => {
    const { out } = await call('--help')
    expect(out).toContain('framework new [folder] [options]')
    expect(out).toContain('--template <name>')
  })
})
