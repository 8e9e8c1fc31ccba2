import { lstatSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Environment, Plugin } from 'vite'
import { isNode } from '../internal/runtime.ts'
import { FolderWatcher } from './folder-watcher.ts'

/**
 * Watches `app/` in place of Vite's watcher, which looks at every file of a folder whenever one of them changes. The events
 * still come from Vite's watcher, so plugins notice no difference.
 *
 * A project that sets `server.watch` keeps Vite's watcher for everything.
 */
export function watchApp(): Plugin {
  let directory: string | undefined
  const watchers = new WeakMap<Environment, FolderWatcher>()
  /** Paths in `app/` that Vite watches. */
  const left = new Set<string>()
  const isOurs = (path: string): boolean => {
    if (left.has(path)) return false
    return path === directory || (path.length > directory!.length && isOurs(dirname(path)))
  }

  return {
    name: 'framework:watch-app',
    apply: 'serve',
    config: {
      // After all plugins, because any of them may set `server.watch`.
      order: 'post',
      handler({ root = '', server }) {
        const folder = resolve(root, 'app')
        directory = undefined
        left.clear()
        if (server?.watch !== undefined || !isWatchable(folder)) return
        directory = folder
        return { server: { watch: { ignored: isOurs } } }
      },
    },
    configureServer(server) {
      if (directory === undefined) return
      const vite = server.watcher
      const watcher = new FolderWatcher(directory, {
        emit(...event) {
          vite.emit(...event)
          vite.emit('all', ...event)
        },
        leave(path) {
          left.add(path)
          // A link may have another target now.
          vite.unwatch(path).add(path)
        },
      })
      vite.on('raw', () => watcher.count())
      watchers.set(server.environments.client, watcher)
    },
    closeBundle() {
      watchers.get(this.environment)?.close()
    },
  }
}

/** The file systems on which the same kernel makes every change, so that it also reports every change. */
const localFileSystems: Readonly<Record<string, number>> = {
  ext: 0xef53,
  xfs: 0x58465342,
  btrfs: 0x9123683e,
  f2fs: 0xf2f52010,
  zfs: 0x2fc12fc1,
  tmpfs: 0x01021994,
  overlayfs: 0x794c7630,
}

function isWatchable(folder: string): boolean {
  if (process.platform !== 'linux' || !isNode) return false
  if (process.env['CHOKIDAR_USEPOLLING'] !== undefined) return false
  try {
    const { type } = statfsSync(folder)
    return lstatSync(folder).isDirectory() && Object.values(localFileSystems).includes(type)
  } catch {
    return false
  }
}
