import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run } from './command.ts'
import { migrateApp } from './migrate-app.ts'
import { commit, createOldApp, reactRouter, remix } from './old-app.fixture.ts'
import { summarize } from './summary.ts'

const repository = join(import.meta.dirname, '..')

const root = [
  "import { Links, Meta, Outlet, Scripts } from 'react-router'",
  'export default function Root() {',
  '  return <html lang="en"><head><Meta /><Links /></head><body><Outlet /><Scripts /></body></html>',
  '}',
  '',
].join('\n')

describe('migrate: at its end', () => {
  it('an app whose packages are installed is built, and / is opened', async () => {
    const folder = await moveAndInstall({})
    expect(await call(folder)).toEqual({
      code: 0,
      text: expect.stringContaining(
        '✓ / has the status 200, and its scripts hydrate it. No error.',
      ),
    })
  })

  it('fails if / has an error, or nothing hydrates it', async () => {
    const broken = await moveAndInstall({
      'app/routes/home.tsx':
        "export const loader = () => { throw new Error('No database') }\nexport default () => null\n",
    })
    expect(await call(broken)).toEqual({
      code: 1,
      text: expect.stringMatching(/\/ has the status 500[^]*No database/),
    })

    const silent = await moveAndInstall({ 'app/root.tsx': root.replace('<Scripts />', '') })
    expect(await call(silent)).toEqual({
      code: 1,
      text: expect.stringContaining('/ has the status 200, and no script hydrates it'),
    })
  })

  it('fails with the message of a build that fails', async () => {
    const folder = await moveAndInstall({
      'app/routes/home.tsx': "export { default } from './none'\n",
    })
    expect(await call(folder)).toEqual({
      code: 1,
      text: expect.stringMatching(/Cannot build the moved app:[^]*none/),
    })
  })
})

describe('migrate: the line that takes a move back', () => {
  it('leaves nothing behind, also of what git ignores', async () => {
    const folder = createOldApp({ ...remix, '.gitignore': 'vendor\n' })
    const migration = await migrateApp({
      folder,
      isForced: false,
      isDry: false,
      isRun: false,
      timeout: 0,
      say: () => {},
      framework: async () => ({
        version: 'file:vendor/framework-1.0.0.tgz',
        file: ['vendor/framework-1.0.0.tgz', Buffer.from('packed')],
      }),
    })
    expect(existsSync(join(folder, 'vendor'))).toBe(true)
    const [, line] = /take all of it back, run there: (.*)$/m.exec(summarize(migration!, folder))!
    execFileSync('sh', ['-c', line!], { cwd: folder })
    const status = ['status', '--porcelain', '--ignored']
    expect(execFileSync('git', status, { cwd: folder, encoding: 'utf8' })).toBe('')
    expect(existsSync(join(folder, 'vendor'))).toBe(false)
  })

  it('names no compiler in an app without TypeScript', async () => {
    const manifest = remix['package.json']!.replace(/,\s*"typescript": "[^"]*"/, '')
    const { text } = await call(
      createOldApp({ ...remix, 'package.json': manifest }),
      '--dry',
      '--no-run',
    )
    expect(text).not.toContain('tsc')
    expect((await call(createOldApp(remix), '--dry', '--no-run')).text).toContain(
      'npx tsc --noEmit',
    )
  })
})

/** Moves an app without running its code, and puts the packages of this repository into it. */
async function moveAndInstall(files: Record<string, string>): Promise<string> {
  const folder = createOldApp({ ...reactRouter, 'app/root.tsx': root, ...files })
  expect((await call(folder, '--no-run', '--framework', '^1.0.0')).code).toBe(0)
  commit(folder)
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  for (const name of ['react', 'react-dom', 'vite', '@vitejs']) {
    symlinkSync(join(repository, 'node_modules', name), join(modules, name))
  }
  symlinkSync(repository, join(modules, 'framework'))
  return folder
}

async function call(folder: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = []
  const output = {
    out: (line: string) => lines.push(line),
    error: (line: string) => lines.push(line),
  }
  const code = await run([folder, ...args], output)
  return { code, text: lines.join('\n') }
}
