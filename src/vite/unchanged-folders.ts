import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'

/**
 * Lets Vite's watcher read a folder again only if files were added or removed.
 *
 * It does so whenever one file of the folder changes: it lists the folder, and asks for the state of every file. With 5,000
 * pages this took longer than the rest of an edit. The time of a folder says whether its list has changed, and a file that
 * changes is noticed by a watcher of its own.
 */
export function skipUnchangedFolders(watcher: ViteDevServer['watcher']): void {
  const { _throttle: throttle } = watcher as Partial<Throttling>
  // Another version of the watcher may do it in another way.
  if (typeof throttle !== 'function') return

  /** The time of each folder when it was read. */
  const times = new Map<string, number>()
  // A folder that was moved away and back has its old time.
  watcher.on('unlinkDir', (folder) => times.delete(join(folder, '')))

  const throttling: Throttling = {
    _throttle(action, path, timeout) {
      if (action === 'readdir') {
        const time = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
        if (times.get(path) === time) return false
        // The clock of a file system has steps: within one, a folder can change without another time.
        if (Date.now() - time > 1000) times.set(path, time)
      }
      return throttle.call(watcher, action, path, timeout)
    },
  }
  Object.assign(watcher, throttling)
}

/** The part of the watcher that says whether it may do something now. `false` means no. */
interface Throttling {
  _throttle(action: string, path: string, timeout: number): unknown
}
