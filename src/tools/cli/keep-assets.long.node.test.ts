import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { isFileBelow } from '../../middleware/static/kept-builds.ts'
import { keepAssets } from './keep-assets.ts'
import { readKept } from './start-command.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Whether this process may mount a small volume: it is root, and not in a container that forbids it. */
const canMount = tryToMount()

function tryToMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'framework-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'framework-assets-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Writes the client build of a project with these hashed files. */
async function build(name: string, ...files: string[]): Promise<string> {
  const client = join(root, name, 'build/client')
  for (const file of files) await write(join(client, 'assets', file), `${file}`)
  await write(join(client, 'robots.txt'), 'not hashed')
  return client
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

const shared = () => join(root, 'shared')
const listKept = async () =>
  (await readdir(join(shared(), 'assets'), { recursive: true })).map(String).sort()

describe('keepAssets', () => {
  it('copies the hashed files of a build, with their compressed versions, and nothing else', async () => {
    const client = await build('one', 'app-1.js', 'app-1.js.br', 'fonts/a-1.woff2')
    await keepAssets(client, shared(), 5)
    expect(await listKept()).toEqual(['app-1.js', 'app-1.js.br', 'fonts', 'fonts/a-1.woff2'])
    expect(await readFile(join(shared(), 'assets/app-1.js'), 'utf8')).toBe('app-1.js')
    expect((await readdir(shared())).sort()).toEqual(['assets', 'builds'])
  })

  it('never overwrites a file', async () => {
    await write(join(shared(), 'assets/app-1.js'), 'there before')
    await keepAssets(await build('one', 'app-1.js'), shared(), 5)
    expect(await readFile(join(shared(), 'assets/app-1.js'), 'utf8')).toBe('there before')
  })

  it('keeps the files of the last builds, and removes what only older ones had', async () => {
    for (const n of [1, 2, 3, 4]) {
      await keepAssets(await build(`b${n}`, `app-${n}.js`, 'same.js'), shared(), 2)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(await listKept()).toEqual(['app-3.js', 'app-4.js', 'same.js'])
    expect(await readdir(join(shared(), 'builds'))).toHaveLength(2)
  })

  it('counts a build that starts again as the newest, such as after a rollback', async () => {
    const [one, two, three] = await Promise.all([1, 2, 3].map((n) => build(`b${n}`, `app-${n}.js`)))
    for (const client of [one!, two!, one!, three!]) {
      await keepAssets(client, shared(), 2)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(await listKept()).toEqual(['app-1.js', 'app-3.js'])
  })

  it('has one record for all processes of a build, and complete files whatever the order', async () => {
    const clients = await Promise.all(
      [1, 2, 3].map((n) => build(`b${n}`, `app-${n}.js`, 'same.js', `${n}/x.js`)),
    )
    const all = [...clients, ...clients, ...clients]
    await Promise.all(all.map((client) => keepAssets(client, shared(), 5)))
    expect(await listKept()).toEqual([
      '1',
      '1/x.js',
      '2',
      '2/x.js',
      '3',
      '3/x.js',
      'app-1.js',
      'app-2.js',
      'app-3.js',
      'same.js',
    ])
    expect(await readdir(join(shared(), 'builds'))).toHaveLength(3)
  })

  it('removes nothing outside of assets/, whatever a record says', async () => {
    const outside = ['../precious.txt', 'robots.txt', 'assets/../precious.txt', 'assets//x']
    await write(join(root, 'precious.txt'), 'stays')
    await write(join(shared(), 'precious.txt'), 'stays')
    await write(join(shared(), 'robots.txt'), 'stays')
    const record = JSON.stringify({ time: 1, files: [...outside, 'assets/old.js', 7, null] })
    await write(join(shared(), 'builds/old.json'), record)
    await write(join(shared(), 'builds/broken.json'), '{"time":')
    await write(join(shared(), 'assets/old.js'), 'old')
    await keepAssets(await build('one', 'app-1.js'), shared(), 1)
    expect(await listKept()).toEqual(['app-1.js'])
    for (const file of ['precious.txt', 'shared/precious.txt', 'shared/robots.txt']) {
      expect(await readFile(join(root, file), 'utf8')).toBe('stays')
    }
  })

  it('keeps a folder that a record names, and starts', async () => {
    await write(join(shared(), 'assets/fonts/a.woff2'), 'font')
    await write(join(shared(), 'builds/old.json'), '{"time":1,"files":["assets/fonts"]}')
    await keepAssets(await build('one', 'app-1.js'), shared(), 1)
    expect(await listKept()).toEqual(['app-1.js', 'fonts', 'fonts/a.woff2'])
  })

  it('counts its own build as the newest, even if the clock of another machine is ahead', async () => {
    const record = { time: Date.now() + 86_400_000, files: ['assets/app-9.js'] }
    await write(join(shared(), 'builds/ahead.json'), JSON.stringify(record))
    for (const n of [1, 2]) await keepAssets(await build(`b${n}`, `app-${n}.js`), shared(), 1)
    expect(await listKept()).toEqual(['app-2.js'])
    expect(await readdir(join(shared(), 'builds'))).toHaveLength(1)
  })

  it('removes what killed processes have left, but nothing that may still be written', async () => {
    const id = '0f8d2c4e-1a2b-4c3d-8e9f-0123456789ab'
    const left = ['assets/app-0.js', 'assets/fonts/a.woff2', 'builds/0.json']
    for (const name of left) {
      await write(join(shared(), `${name}.${id}.tmp`), '')
      await utimes(join(shared(), `${name}.${id}.tmp`), 0, 0)
    }
    await write(join(shared(), `assets/young.js.${id}.tmp`), '')
    await write(join(shared(), 'assets/mine.tmp'), '')
    await utimes(join(shared(), 'assets/mine.tmp'), 0, 0)
    await keepAssets(await build('one', 'app-1.js'), shared(), 5)
    expect(await listKept()).toEqual(['app-1.js', 'fonts', 'mine.tmp', `young.js.${id}.tmp`])
    expect(await readdir(join(shared(), 'builds'))).toHaveLength(1)
  })

  it('uses a name only if it stays below assets/', () => {
    for (const name of ['assets/a.js', 'assets/fonts/a.woff2', 'assets/a b~.css', 'assets/...']) {
      expect(isFileBelow('assets', name), name).toBe(true)
    }
    for (const name of [
      'assets',
      'assets/',
      '/assets/a.js',
      'assets/../a',
      'assets/./a',
      'assets/a//b',
      'assets/a\\b',
      'assets/c:a',
      'assets/a\0b',
      'assets/a\nb',
      'other/a.js',
      1,
      undefined,
    ]) {
      expect(isFileBelow('assets', name), String(name)).toBe(false)
    }
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('assets', '..', '.', '', 'a', '/', '\\', ':')),
        (parts) => {
          const name = parts.join('/')
          if (isFileBelow('assets', name)) {
            expect(new URL(name, 'file:///build/').href.startsWith('file:///build/assets/')).toBe(
              true,
            )
          }
        },
      ),
    )
  })
})

describe('framework start --assets', () => {
  it('refuses a wrong number of builds', () => {
    const wrong = (values: Parameters<typeof readKept>[0]) => () => readKept(values)
    for (const keep of ['0', '-1', '1.5', 'all', '']) {
      expect(wrong({ assets: 'x', keep })).toThrow(
        `Cannot use --keep ${keep}: give the number of builds to keep, 1 or more`,
      )
    }
    expect(wrong({ keep: '5' })).toThrow('Cannot use --keep 5 without --assets')
    expect(wrong({ assets: '' })).toThrow('Cannot use --assets ""')
    expect(readKept({})).toBeUndefined()
    expect(readKept({ assets: 'x' })).toEqual({ folder: 'x', keep: 5 })
    expect(readKept({ assets: 'x', keep: '1' })).toEqual({ folder: 'x', keep: 1 })
  })

  it('serves the chunks of an older build to its pages, from a process of either build', async () => {
    const type = `{ status: 404, headers: { 'Content-Type': 'text/html' } }`
    const page = (name: string) => `export default () => new Response('page of ${name}', ${type})`
    const servers: { child: ChildProcess; origin: string }[] = []
    try {
      for (const name of ['old', 'new']) {
        await build(name, `app-${name}.js`)
        await write(join(root, name, 'package.json'), '{"type":"module"}')
        await write(join(root, name, 'build/server/index.js'), page(name))
        servers.push(await listen(join(root, name), ['--assets', shared(), '--keep', '2']))
      }
      for (const { origin } of servers) {
        for (const name of ['old', 'new']) {
          const response = await fetch(`${origin}/assets/app-${name}.js`)
          expect([response.status, await response.text()]).toEqual([200, `app-${name}.js`])
          expect(response.headers.get('Cache-Control')).toContain('immutable')
        }
        expect(await (await fetch(`${origin}/assets/app-other.js`)).text()).toBe('Not Found')
        const [record] = await readdir(join(shared(), 'builds'))
        for (const path of [`/builds/${record}`, `/assets/..%2fbuilds/${record}`]) {
          expect(await (await fetch(`${origin}${path}`)).text()).not.toContain('app-old.js')
        }
        expect(await (await fetch(`${origin}/robots.txt`)).text()).toBe('not hashed')
      }
    } finally {
      for (const { child } of servers) child.kill('SIGKILL')
    }
  })
})

describe('framework start --assets', () => {
  it('says that the folder cannot be written, and serves its own build and what is there', async () => {
    await write(join(shared(), 'assets/app-old.js'), 'app-old.js')
    // Nobody can create a folder with the name of a file, not even root.
    await write(join(shared(), 'builds'), '')
    await build('new', 'app-new.js')
    await write(join(root, 'new', 'package.json'), '{"type":"module"}')
    await write(join(root, 'new', 'build/server/index.js'), `export default () => new Response('')`)
    const server = await listen(join(root, 'new'), ['--assets', shared()])
    try {
      expect(server.output()).toContain(`Cannot keep the files of this build in ${shared()}: E`)
      for (const name of ['app-old.js', 'app-new.js']) {
        const response = await fetch(`${server.origin}/assets/${name}`)
        expect([response.status, await response.text()]).toEqual([200, name])
      }
    } finally {
      server.child.kill('SIGKILL')
    }
  })

  it.runIf(canMount)('starts on a volume that is full', async () => {
    await mkdir(shared())
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', shared()])
    try {
      await build('new', 'app-new.js')
      await write(join(root, 'new/build/client/assets/large-1.js'), 'x'.repeat(200_000))
      await write(join(root, 'new', 'package.json'), '{"type":"module"}')
      await write(
        join(root, 'new', 'build/server/index.js'),
        `export default () => new Response('')`,
      )
      const server = await listen(join(root, 'new'), ['--assets', shared()])
      expect(server.output()).toContain('ENOSPC')
      const response = await fetch(`${server.origin}/assets/large-1.js`)
      expect((await response.text()).length).toBe(200_000)
      const ended = once(server.child, 'exit')
      server.child.kill('SIGKILL')
      await ended
      expect((await listKept()).filter((name) => name.endsWith('.tmp'))).toEqual([])
    } finally {
      execFileSync('umount', [shared()])
    }
  })
})

async function listen(
  cwd: string,
  args: readonly string[],
): Promise<{ child: ChildProcess; origin: string; output(): string }> {
  const program = [join(import.meta.dirname, 'main.ts'), 'start', '--port', '0', ...args]
  const child = spawn(process.execPath, program, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  child.on('error', () => {})
  void once(child, 'close').catch(() => {})
  const port = await eventually(() => {
    const found = /:(\d+)\s*$/m.exec(output)
    if (child.exitCode !== null || found === null) throw new Error(output)
    return found[1]!
  })
  return { child, origin: `http://localhost:${port}`, output: () => output }
}
