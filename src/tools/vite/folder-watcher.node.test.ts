import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fillQueue, HeardChanges } from './heard-changes.fixture.ts'

const changeFiles = join(import.meta.dirname, 'change-files.fixture.ts')
const folderWatcher = pathToFileURL(join(import.meta.dirname, 'folder-watcher.ts')).href

/** The arguments of `unshare` that run a command with a limit of three watches. Some systems refuse it. */
const threeWatches = ['-Ur', 'sh', '-c', 'echo 3 > /proc/sys/user/max_inotify_watches && exec "$@"']
const hasLimit = spawnSync('unshare', [...threeWatches, 'sh', 'true']).status === 0

describe.runIf(process.platform === 'linux')('a folder watcher', () => {
  let root: string
  let listener: HeardChanges

  const write = (file: string, content: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }

  beforeEach(() => {
    root = join(mkdtempSync(join(tmpdir(), 'watch-')), 'app')
    write('page.tsx', 'one')
    write('books/page.tsx', 'one')
    listener = new HeardChanges(root)
  })

  afterEach(() => {
    listener.watcher.close()
    rmSync(dirname(root), { recursive: true })
  })

  it('announces a save once', async () => {
    write('page.tsx', 'two')
    await listener.settled()
    expect(listener.events).toEqual(['change page.tsx', 'add last', 'unlink last'])
  })

  it('announces a file that an editor replaces as a change', async () => {
    write('page.tsx.tmp', 'two')
    renameSync(join(root, 'page.tsx.tmp'), join(root, 'page.tsx'))
    await listener.settled()
    expect(listener.events).toEqual(['change page.tsx', 'add last', 'unlink last'])
  })

  it('announces a file that is removed and written again as a change', async () => {
    rmSync(join(root, 'page.tsx'))
    write('other.tsx', 'one')
    await listener.heard('add other.tsx')
    write('page.tsx', 'two')
    await listener.settled()
    expect(listener.events).not.toContain('unlink page.tsx')
    expect(listener.events).toContain('change page.tsx')
  })

  it('announces the files of a new folder', async () => {
    write('new/folder/page.tsx', 'one')
    await listener.settled()
    expect(listener.events).toContain('add new/folder/page.tsx')
  })

  it('announces a renamed folder with all its files', async () => {
    renameSync(join(root, 'books'), join(root, 'shelf'))
    await listener.settled()
    write('shelf/page.tsx', 'two')
    await listener.settled()
    expect(listener.events).toEqual(
      expect.arrayContaining([
        'unlink books/page.tsx',
        'unlinkDir books',
        'addDir shelf',
        'add shelf/page.tsx',
        'change shelf/page.tsx',
      ]),
    )
  })

  it('announces changes in a folder that took the place of another one', async () => {
    write('../other/page.tsx', 'two')
    renameSync(join(root, 'books'), join(root, '../old'))
    renameSync(join(root, '../other'), join(root, 'books'))
    await listener.settled()
    write('books/page.tsx', 'six')
    await listener.settled()
  })

  it('announces changes after the whole folder was replaced', async () => {
    rmSync(root, { recursive: true })
    write('page.tsx', 'two')
    await listener.settled()
    write('page.tsx', 'six')
    await listener.settled()
  })

  it('announces changes whose events the system dropped', async () => {
    write('kept.tsx', 'one')
    await listener.settled()
    fillQueue(join(root, 'page.tsx'), join(root, 'books/page.tsx'))
    write('kept.tsx', 'two')
    write('late/page.tsx', 'two')
    await listener.settled()
  })

  it('forgets the files of a folder that became a link', async () => {
    chmodSync(join(root, 'books'), 0o700)
    write('books/page.tsx', 'two')
    renameSync(join(root, 'books'), join(root, '../books'))
    symlinkSync(join(root, '../books'), join(root, 'books'))
    await listener.heard('add books')
    expect(listener.events).toEqual(['unlink books/page.tsx', 'unlinkDir books', 'add books'])
  })

  it('announces the other changes if a listener throws', async () => {
    const source = `
      import { writeFileSync } from 'node:fs'
      import { FolderWatcher } from ${JSON.stringify(folderWatcher)}
      process.on('uncaughtException', () => {})
      const watcher = new FolderWatcher(process.cwd(), {
        emit(_, path) {
          console.log(path.slice(process.cwd().length + 1))
          throw new Error('A plugin is broken.')
        },
        leave() {},
      })
      writeFileSync('page.tsx', 'two')
      writeFileSync('books/page.tsx', 'two')
      // A watcher alone would not keep this process running.
      process.stdin.once('data', () => process.exit())`
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let output = ''
    for await (const chunk of child.stdout) {
      output += chunk
      if (output === 'page.tsx\nbooks/page.tsx\n') child.stdin.end('stop')
    }
    expect(output).toBe('page.tsx\nbooks/page.tsx\n')
  })

  it('leaves links to another watcher', async () => {
    symlinkSync(join(root, 'page.tsx'), join(root, 'link.tsx'))
    await listener.settled()
    expect(listener.left).toEqual([join(root, 'link.tsx')])
  })

  it('does not follow a link to a folder, which may be as large as the disk', async () => {
    symlinkSync('/', join(root, 'disk'))
    await listener.heard('add disk')
    rmSync(join(root, 'disk'))
    await listener.heard('unlink disk')
    expect(listener.left).toEqual([])
    expect(listener.events.filter((event) => event.includes('disk/'))).toEqual([])
  })

  it.runIf(hasLimit)(
    'announces the files of a folder that the system refuses to watch',
    async () => {
      const source = `
      import { mkdirSync, writeFileSync } from 'node:fs'
      import { FolderWatcher } from ${JSON.stringify(folderWatcher)}
      const root = process.cwd()
      new FolderWatcher(root, {
        emit: (event, path) => console.log(event + ' ' + path.slice(root.length + 1)),
        leave: (path) => console.log('leave ' + path.slice(root.length + 1)),
      })
      mkdirSync('new')
      writeFileSync('new/page.tsx', 'one')
      process.stdin.resume()`
      const command = [process.execPath, '--input-type=module', '-e', source]
      const child = spawn('unshare', [...threeWatches, 'sh', ...command], {
        cwd: root,
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      let output = ''
      for await (const chunk of child.stdout) {
        output += chunk
        if (output.includes('page.tsx')) child.stdin.end()
      }
      expect(output).toBe('leave new\naddDir new\nadd new/page.tsx\n')
    },
  )

  it('ignores packages and the temporary files of editors', async () => {
    write('node_modules/a/index.js', '')
    write('.page.tsx.swp', '')
    write('page.tsx~', '')
    rmSync(join(root, 'node_modules'), { recursive: true })
    rmSync(join(root, '.page.tsx.swp'))
    rmSync(join(root, 'page.tsx~'))
    await listener.settled()
    expect(listener.events).toEqual(['add last', 'unlink last'])
  })

  it.each([1, 2, 3])('misses no change of another process (seed %i)', async (seed) => {
    const child = spawn(process.execPath, [changeFiles, root, String(seed), '60'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
    await listener.settled()
  })
})
