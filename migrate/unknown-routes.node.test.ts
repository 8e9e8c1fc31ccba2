import { describe, expect, it } from 'vitest'
import { commit, createOldApp, install, move, reactRouter, remix } from './old-app.fixture.ts'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

describe('migrate: routes that nobody can know', () => {
  it('refuses an app whose packages are not installed, unless the old tool may not run', async () => {
    const folder = createOldApp(remix)
    const said: string[] = []
    const say = (text: string): number => said.push(text)
    await expect(move(folder, { isRun: true, say })).rejects.toThrow(
      '@remix-run/dev is not installed, so nothing knows its routes and its libraries. Run npm install.',
    )
    expect(said).toEqual([])
    expect(existsSync(join(folder, 'migration.md'))).toBe(false)
  })

  it.each([
    ['remix.config.js', 'module.exports = { routes: (define) => flat(define) }\n'],
    ['remix.config.js', "module.exports = { ignoredRouteFiles: ['**/*'] }\n"],
    [
      'vite.config.ts',
      "import { vitePlugin as remix } from '@remix-run/dev'\nexport default { plugins: [remix({ ignoredRouteFiles: ['**/.*'], presets: [x()] })] }\n",
    ],
  ])('says first that an option of %s makes them, and does not guess', async (path, code) => {
    const { read, report } = await move(
      createOldApp({ ...remix, [path]: code, 'app/routes/admin+/users.tsx': 'export default 1\n' }),
    )
    expect(report?.left[0]).toMatchObject({
      file: 'app/routes',
      text: expect.stringMatching(/^The routes are not known: the option \w+ in \S+ changes which/),
    })
    expect(read('app/routes.ts')).toBeUndefined()
  })

  it('says which packages are not installed, because it cannot look at them', async () => {
    const files = {
      ...remix,
      '.gitignore': 'node_modules\n',
      'package.json': remix['package.json']!.replace('"react"', '"kit": "1", "zod": "3", "react"'),
    }
    const folder = createOldApp(files)
    install(folder, 'zod', {})
    const { report } = await move(folder)
    expect(report?.left.map(({ text }) => text)).toEqual([
      'Not installed: kit. So it is not known which of them need the old router or refuse React 19. Before the move, install all packages.',
    ])
  })
})

describe('migrate: an error', () => {
  it('comes before the first file is written: a route outside of app/', async () => {
    const folder = createOldApp({
      ...reactRouter,
      'pages/x.tsx': 'export default 1\n',
      'app/routes.ts':
        "import { route } from '@react-router/dev/routes'\nexport default [route('x', '../pages/x.tsx')]\n",
    })
    await expect(move(folder)).rejects.toThrow(
      'Cannot move the route "../pages/x.tsx": its file is not in app/.',
    )
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' })).toBe(
      '',
    )
  })

  it('comes before the first file is written: a route whose file is missing', async () => {
    const folder = createOldApp({
      ...reactRouter,
      'app/routes.ts':
        "import { route } from '@react-router/dev/routes'\nexport default [route('x', 'x.tsx')]\n",
    })
    await expect(move(folder)).rejects.toThrow('Cannot find app/x.tsx')
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' })).toBe(
      '',
    )
  })

  it('a second run says what is left', async () => {
    const folder = createOldApp({
      ...remix,
      'app/x.tsx': "import { defer } from '@remix-run/node'\nexport const x = defer\n",
    })
    await move(folder)
    commit(folder)
    const out: string[] = []
    const { run } = await import('./command.ts')
    const output = {
      out: (text: string) => out.push(text),
      error: (text: string) => out.push(text),
    }
    expect(await run([folder], output)).toBe(0)
    expect(out.join('\n')).toContain(
      '✓ Nothing to change: the app has moved. migration.md lists what is left:\n\n1. `app/x.tsx:1`: defer of',
    )
  })
})
