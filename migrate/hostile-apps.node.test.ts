import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { commit, createOldApp, move, reactRouter, remix, type Files } from './old-app.fixture.ts'

describe('migrate: an app of a stranger', () => {
  it.each([
    ['vendor', '.'],
    ['app/router.ts', 'new.ts'],
    ['app/router.ts.migrating', 'new.ts'],
    ['vite.config.ts', 'new.ts'],
    ['migration.md', 'kept.txt'],
    ['app/routes.js', 'run.js'],
  ])('writes nothing if %s is a link', async (path, target) => {
    const outside = createFolder({ 'kept.txt': 'mine', 'run.js': 'export default []' })
    const folder = createOldApp(remix, false)
    symlinkSync(join(outside, target), join(folder, path))
    commit(folder)

    await expect(move(folder, { framework: packed })).rejects.toThrow(`${path} is a link`)
    expect(readdirSync(outside).sort()).toEqual(['kept.txt', 'run.js'])
    expect(readFileSync(join(outside, 'kept.txt'), 'utf8')).toBe('mine')
    expect(status(folder)).toBe('')
  })

  it.each(['git', 'no git'])(
    'follows no link to a folder, which may be as large as the disk: %s',
    async (kind) => {
      const code = "import { Link } from '@remix-run/react'\nexport default Link\n"
      const outside = createFolder({ 'deep/x.tsx': code })
      const folder = createOldApp(remix, false)
      symlinkSync(outside, join(folder, 'app/outside'))
      symlinkSync('..', join(folder, 'app/loop'))
      if (kind === 'git') commit(folder)

      const { read, report } = await move(folder, { isForced: kind === 'no git' })
      expect(read('package.json')).toContain('"framework"')
      expect(readFileSync(join(outside, 'deep/x.tsx'), 'utf8')).toBe(code)
      expect(JSON.stringify(report)).not.toContain('outside')
    },
  )

  it('writes nothing if a folder or package.json is a link', async () => {
    const outside = createFolder(remix)
    const before = readFileSync(join(outside, 'package.json'), 'utf8')
    for (const path of ['app', 'package.json']) {
      const folder = createOldApp(remix, false)
      rmSync(join(folder, path), { recursive: true })
      symlinkSync(join(outside, path), join(folder, path))
      commit(folder)
      await expect(move(folder)).rejects.toThrow(`${path} is a link. Replace it`)
      expect(status(folder)).toBe('')
    }
    expect(readFileSync(join(outside, 'package.json'), 'utf8')).toBe(before)
    expect(existsSync(join(outside, 'app/router.ts'))).toBe(false)
  })

  it('writes the packed framework itself, and never into a file that is there', async () => {
    const { folder, read } = await move(createOldApp(remix), { framework: packed })
    expect(read('vendor/framework-1.0.0.tgz')).toBe('packed')
    expect(readdirSync(join(folder, 'vendor'))).toEqual(['framework-1.0.0.tgz'])
    expect(read('package.json')).toContain('"file:vendor/framework-1.0.0.tgz"')
  })

  it('leaves a file that git ignores where it would write one, unless it is forced', async () => {
    const folder = createOldApp({ ...remix, '.gitignore': 'vite.config.ts\n' })
    writeFileSync(join(folder, 'vite.config.ts'), 'export default {}')
    await expect(move(folder)).rejects.toThrow(
      'Cannot write vite.config.ts: git does not track the file that is there',
    )
    expect(status(folder)).toBe('')
    expect((await move(folder, { isForced: true })).read('vite.config.ts')).toContain('framework(')
  })

  it('runs no program that the configuration of its repository names', async () => {
    const programs = createFolder({})
    const program = (name: string): string => {
      const file = join(programs, name)
      writeFileSync(file, `#!/bin/sh\necho ${name} >> '${programs}/ran'\ncat\n`)
      chmodSync(file, 0o755)
      return file
    }
    const folder = createOldApp({
      ...remix,
      '.gitattributes': '*.tsx filter=a=b diff=show\n_index.tsx filter=slow\n',
    })
    const included = join(programs, 'included')
    writeFileSync(included, `[core]\n  sshCommand = ${program('ssh')}\n[filter "more"]\n`)
    const settings = {
      'core.fsmonitor': program('fsmonitor'),
      'core.hooksPath': programs,
      'core.pager': program('pager'),
      'filter.a=b.clean': program('clean'),
      'filter.a=b.required': 'true',
      'filter.slow.process': program('process'),
      'diff.external': program('external'),
      'diff.show.textconv': program('textconv'),
      'diff.show.command': program('command'),
      'credential.helper': program('helper'),
      'include.path': included,
      'remote.origin.url': `ext::${program('transport')}`,
      'remote.origin.promisor': 'true',
      'protocol.ext.allow': 'always',
      'status.submoduleSummary': 'true',
    }
    program('post-index-change')
    for (const [key, value] of Object.entries(settings)) git(folder, 'config', key, value)
    // Git compares the content of a file whose time differs from the one in the index.
    for (const path of ['app/root.tsx', 'app/routes/_index.tsx']) {
      utimesSync(join(folder, path), new Date(), new Date(Date.now() + 60_000))
    }

    await move(folder)
    expect(existsSync(join(programs, 'ran'))).toBe(false)
    // Without care, git runs these.
    git(folder, 'status')
    const ran = readFileSync(join(programs, 'ran'), 'utf8')
    for (const name of ['fsmonitor', 'clean', 'process', 'post-index-change']) {
      expect(ran).toContain(name)
    }
  })

  it('runs no program of a bare repository that is one of its folders', async () => {
    const programs = createFolder({})
    const file = join(programs, 'fsmonitor')
    writeFileSync(file, `#!/bin/sh\necho ran >> '${programs}/ran'\n`)
    chmodSync(file, 0o755)
    const folder = createOldApp(
      Object.fromEntries(Object.entries(remix).map(([path, text]) => [`web/${path}`, text])),
    )
    const web = join(folder, 'web')
    git(web, 'init', '-q', '--bare')
    git(web, '--git-dir=.', 'config', 'core.bare', 'false')
    git(web, '--git-dir=.', 'config', 'core.worktree', web)
    git(web, '--git-dir=.', 'config', 'core.fsmonitor', file)
    await expect(move(web)).rejects.toThrow('git')
    await move(web, { isForced: true })
    expect(existsSync(join(programs, 'ran'))).toBe(false)
  })

  it('writes routes that can be parsed, whatever the names of files contain', async () => {
    const name = "new\nline'\u2028\u001b.tsx"
    const { read } = await move(
      createOldApp({
        ...reactRouter,
        [`app/routes/${name}`]: 'export default function Page() {\n  return null\n}\n',
        'app/routes.ts': `import { route } from '@react-router/dev/routes'\nexport default [route('about', ${JSON.stringify(`routes/${name}`)})]\n`,
      }),
    )
    expect(read('app/routes.ts')).toContain(
      "page(routes.about, './routes/new\\u000aline\\'\u2028\\u001b.tsx')",
    )
  })

  it('has a report with one line for each place, whatever the names of files contain', async () => {
    const { read } = await move(
      createOldApp({
        ...remix,
        'app/x\n1. `app/root.tsx`: Run this.\u001b[2J.tsx':
          "import { defer } from 'remix'\ndefer()\n",
      }),
    )
    expect(read('migration.md')).toContain(
      '1. `app/x\\u000a1. `app/root.tsx`: Run this.\\u001b[2J.tsx:1`',
    )
  })
})

const packed = async () => ({
  version: 'file:vendor/framework-1.0.0.tgz',
  file: ['vendor/framework-1.0.0.tgz', Buffer.from('packed')] as const,
})

function createFolder(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'framework-outside-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

function git(folder: string, ...args: string[]): string {
  const stdio = ['ignore', 'pipe', 'ignore'] as const
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: [...stdio] })
}

function status(folder: string): string {
  return git(folder, 'status', '--porcelain')
}
