import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FolderWatcher } from './folder-watcher.ts'

const changeFiles = join(import.meta.dirname, 'change-files.fixture.ts')

/** Knows of a folder only what a watcher announces, and reads a file only then. */
class Listener {
  readonly root: string
  readonly events: string[] = []
  readonly left: string[] = []
  readonly watcher: FolderWatcher
  #heard: Map<string, string>
  #onEvent = (): void => {}

  constructor(root: string) {
    this.root = root
    this.#heard = readTree(root)
    this.watcher = new FolderWatcher(root, {
      emit: (event, path) => {
        this.events.push(`${event} ${path.slice(root.length + 1)}`)
        if (event.startsWith('unlink')) this.#heard.delete(path)
        else this.#heard.set(path, event === 'addDir' ? 'folder' : read(path))
        this.#onEvent()
      },
      leave: (path) => this.left.push(path),
    })
  }

  /** Resolves when everything is known that is true, and the watcher has nothing left to announce. */
  async settled(): Promise<void> {
    while (!this.#isTrue()) {
      await new Promise<void>((resolve) => (this.#onEvent = resolve))
      // All events of one moment are heard before the truth is read.
      await new Promise((resolve) => setImmediate(resolve))
    }
    // An earlier file that is missing would be announced before this one.
    const last = join(this.root, 'last')
    writeFileSync(last, '')
    await this.#until(() => this.#heard.has(last))
    rmSync(last)
    await this.#until(() => !this.#heard.has(last))
    expect(this.#heard).toEqual(readTree(this.root))
  }

  /** Resolves at once when an event is announced, before any timer. */
  async heard(event: string): Promise<void> {
    await this.#until(() => this.events.includes(event))
  }

  async #until(isDone: () => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#onEvent = () => isDone() && resolve()
      this.#onEvent()
    })
  }

  #isTrue(): boolean {
    const truth = readTree(this.root)
    return (
      truth.size === this.#heard.size &&
      [...truth].every(([path, content]) => this.#heard.get(path) === content)
    )
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return 'gone'
  }
}

function readTree(root: string): Map<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path, entry.isDirectory() ? 'folder' : read(path)] as const
    }),
  )
}

describe.runIf(process.platform === 'linux')('a folder watcher', () => {
  let root: string
  let listener: Listener

  const write = (file: string, content: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }

  beforeEach(() => {
    root = join(mkdtempSync(join(tmpdir(), 'watch-')), 'app')
    write('page.tsx', 'one')
    write('books/page.tsx', 'one')
    listener = new Listener(root)
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
    // While this process is blocked, more events come than the system keeps for it.
    const script = `for (let at = 0; at < 12000; at++) writeFileSync('books/' + at, '')
      writeFileSync('page.tsx', 'two')
      mkdirSync('late')
      writeFileSync('late/page.tsx', 'two')`
    const source = `const { mkdirSync, writeFileSync } = require('fs'); ${script}`
    execFileSync(process.execPath, ['-e', source], { cwd: root })
    await listener.settled()
  })

  it('leaves links to another watcher', async () => {
    symlinkSync(join(root, 'page.tsx'), join(root, 'link.tsx'))
    await listener.settled()
    expect(listener.left).toEqual([join(root, 'link.tsx')])
  })

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
