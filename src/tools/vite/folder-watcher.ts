import { lstatSync, readdirSync, statSync, watch, type FSWatcher, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The listener of a {@link FolderWatcher}. */
export interface FolderListener {
  /** Announces a change, with the names and arguments of chokidar's events. */
  emit(event: string, path: string, stats?: Stats): void
  /** Asks another watcher for a path: a link to a file, or a folder that the system refuses to watch. */
  leave(path: string): void
}

interface Folder {
  watcher?: FSWatcher
  names: Set<string>
}

/** The events of one save are announced together: programs empty a file before they write it. In milliseconds. */
const pause = 5

/** File systems take the time from a clock that moves in steps of up to 10 ms. */
const clockStep = 20

/** Programs may remove a file before they write it again, so a file is not announced as removed until it stays away. */
const patience = 100

/**
 * The system drops events when too many of them wait, by default 16,384, and does not tell Node. After this many events in
 * one pause, all files are compared.
 */
const flood = 1000

/** Vite's watcher has the same rules: these folders are not watched, nor are the temporary files of editors. */
const ignored = /^(?:\.git|node_modules|test-results)$|\..*\.sw[px]$|~$|\.subl.*\.tmp/

/**
 * Watches a folder and all folders in it, on Linux. A change costs the state of one file, not of all files in its folder.
 *
 * No change is lost, for three reasons. A folder is watched before it is read. An event only says where to look: a file is
 * looked at after its last event, and what is there then is announced. And an event about a folder looks at everything in
 * it, because another folder may have taken its place.
 */
export class FolderWatcher {
  readonly #root: string
  readonly #listener: FolderListener
  /** Every known file and folder, with its last state if that state is certain. */
  readonly #known = new Map<string, Stats | undefined>()
  readonly #folders = new Map<string, Folder>()
  /** Known paths that were not there when they were last looked at. */
  readonly #missing = new Map<string, NodeJS.Timeout>()
  #parent: FSWatcher | undefined
  #isOpen = false
  #due = new Set<string>()
  #events = 0
  #timer: NodeJS.Timeout | undefined

  constructor(root: string, listener: FolderListener) {
    this.#root = root
    this.#listener = listener
    try {
      this.#parent = watch(dirname(root), { persistent: false }, (_, name) => {
        if (name === null || name === basename(root)) this.#hear(root)
        else this.count()
      })
    } catch {
      listener.leave(root)
      return
    }
    this.#look(root, false)
    this.#isOpen = true
  }

  close(): void {
    this.#isOpen = false
    this.#parent?.close()
    for (const { watcher } of this.#folders.values()) watcher?.close()
    for (const timer of [this.#timer, ...this.#missing.values()]) clearTimeout(timer)
  }

  /** Counts an event of this process. All its watchers share a queue, so each event can be the one that fills it. */
  count(): void {
    if (!this.#isOpen) return
    this.#events++
    this.#timer ??= setTimeout(() => this.#lookAtDue(), pause)
  }

  #hear(path: string): void {
    this.#due.add(path)
    this.count()
  }

  #lookAtDue(): void {
    const due = this.#events < flood ? this.#due : this.#due.add(this.#root)
    this.#due = new Set()
    this.#events = 0
    this.#timer = undefined
    for (const path of due) this.#look(path, true)
  }

  /** Compares a path with what is known about it. A file with an event has changed even if its state is the same. */
  #look(path: string, hasEvent: boolean): void {
    // The folder of this path was removed, or is a link now. If it is new, it has an event, too.
    if (path !== this.#root && !this.#folders.has(dirname(path))) return
    const now = Date.now()
    const stats = stateOf(path)
    const isKnown = this.#known.has(path)
    if (stats === undefined) {
      if (isKnown) this.#miss(path)
      return
    }

    clearTimeout(this.#missing.get(path))
    this.#missing.delete(path)
    const isFolder = stats.isDirectory()
    if (isKnown && isFolder !== this.#folders.has(path)) {
      this.#forget(path)
      return this.#look(path, true)
    }

    const isChanged = hasEvent || !isSame(this.#known.get(path), stats)
    this.#known.set(path, isCertain(stats, now) ? stats : undefined)
    this.#folders.get(dirname(path))?.names.add(basename(path))
    if (isChanged && isLinkToFile(path, stats)) this.#listener.leave(path)
    if (!isKnown) this.#emit(isFolder ? 'addDir' : 'add', path, stats)
    else if (isChanged && !isFolder) this.#emit('change', path, stats)
    if (isFolder) this.#open(path)
  }

  /** Watches a folder and looks at everything in it. If it was watched before, it may be another folder now. */
  #open(path: string): void {
    const folder: Folder = this.#folders.get(path) ?? { names: new Set() }
    this.#folders.set(path, folder)
    // The old watcher is closed later: if this is the same folder, none of its events are lost.
    const { watcher } = folder
    try {
      folder.watcher = watch(path, { persistent: false }, (_, name) =>
        this.#hear(name === null ? path : join(path, name)),
      )
      folder.watcher.on('error', () => this.#hear(path))
    } catch (error) {
      this.#leave(path, error)
    }
    try {
      const found = readdirSync(path).filter((name) => !ignored.test(name))
      for (const name of new Set([...folder.names, ...found])) this.#look(join(path, name), false)
    } catch (error) {
      this.#leave(path, error)
    }
    watcher?.close()
  }

  #leave(path: string, error: unknown): void {
    // If the folder was just removed, or is a file now, that has an event.
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOENT', 'ENOTDIR'].includes(code)) this.#listener.leave(path)
  }

  #miss(path: string): void {
    if (this.#missing.has(path)) return
    const confirm = (): void => {
      this.#missing.delete(path)
      if (stateOf(path) === undefined) this.#forget(path)
      else this.#look(path, true)
    }
    this.#missing.set(path, setTimeout(confirm, patience))
  }

  #forget(path: string): void {
    const folder = this.#folders.get(path)
    folder?.watcher?.close()
    for (const name of folder?.names ?? []) this.#forget(join(path, name))
    this.#folders.delete(path)
    this.#folders.get(dirname(path))?.names.delete(basename(path))
    clearTimeout(this.#missing.get(path))
    this.#missing.delete(path)
    this.#known.delete(path)
    this.#emit(folder ? 'unlinkDir' : 'unlink', path)
  }

  #emit(event: string, path: string, stats?: Stats): void {
    if (!this.#isOpen) return
    // A listener that throws or closes the watcher must not end the search for other changes.
    queueMicrotask(() => this.#isOpen && this.#listener.emit(event, path, stats))
  }
}

/** Returns the state of a file, or `undefined` if it cannot be reached. */
function stateOf(path: string): Stats | undefined {
  if (ignored.test(basename(path))) return undefined
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/**
 * Whether a file has other names. A change through another name causes no event in this folder. The folder behind a link is
 * not watched: it may be as large as the disk.
 */
function isLinkToFile(path: string, stats: Stats): boolean {
  if (!stats.isSymbolicLink()) return stats.isFile() && stats.nlink > 1
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Whether a change after this time must give a file another state. */
function isCertain({ ctimeMs }: Stats, now: number): boolean {
  return now - ctimeMs > clockStep
}

function isSame(a: Stats | undefined, b: Stats): boolean {
  return (['ino', 'size', 'mtimeMs', 'ctimeMs'] as const).every((part) => a?.[part] === b[part])
}
