import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { FolderWatcher } from './folder-watcher.ts'

/** Knows of a folder only what a watcher announces, and reads a file only then. */
export class HeardChanges {
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

/** Changes two files until the system drops further events of this process, which does not read events meanwhile. */
export function fillQueue(one: string, other: string): void {
  const limit = Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'))
  for (let events = 0; events <= limit; events += 2) {
    // Two equal events would be merged if no other event came between them.
    utimesSync(one, new Date(), new Date())
    utimesSync(other, new Date(), new Date())
  }
}
