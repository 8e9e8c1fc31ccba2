import { lstatSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { normalizePath, type Environment, type Plugin, type ResolvedConfig } from 'vite'
import { isNode } from '../../internal/process/runtime.ts'
import { FolderWatcher } from './folder-watcher.ts'
import { isInFolder } from './public-links.ts'

/**
 * Watches `app/` in place of Vite's watcher, which looks at every file of a folder whenever one of them changes. The events
 * still come from Vite's watcher, so plugins hear of the same changes.
 *
 * A project that sets `server.watch` keeps Vite's watcher for everything.
 *
 * What a build writes is not watched, so that a build does not reload the pages of a dev server beside it.
 */
export function watchApp(): Plugin {
  // When a dev server restarts, Vite resolves the config again before it closes the old server.
  const folders = new WeakMap<ResolvedConfig, OwnFolder>()
  const watchers = new WeakMap<Environment, FolderWatcher>()

  return {
    name: 'framework:watch-app',
    apply: 'serve',
    configResolved: {
      // After all plugins, because any of them may set `server.watch`.
      order: 'post',
      handler(config) {
        const { watch } = config.server
        // The project watches nothing.
        if (watch === null) return
        const path = resolve(config.root, 'app')
        const ignored = [watch?.ignored ?? [], isBuilt(config), isLinkedFolder(path)].flat()
        config.server.watch = { ...watch, ignored }

        if (watch !== undefined || !isWatchable(path)) return
        const folder = ownFolder(path)
        folders.set(config, folder)
        ignored.push(folder.isOurs)
      },
    },
    configureServer(server) {
      const folder = folders.get(server.config)
      if (folder === undefined) return
      const vite = server.watcher
      const watcher = new FolderWatcher(folder.path, {
        emit(...event) {
          vite.emit(...event)
          vite.emit('all', ...event)
        },
        leave(path) {
          folder.left.add(path)
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

/** Returns a function that says whether a path is in a folder that a build writes. */
function isBuilt({ environments, root }: ResolvedConfig): (path: string) => boolean {
  const folders = Object.values(environments)
    .map(({ build }) => normalizePath(resolve(root, build.outDir)))
    // A build writes into this folder first.
    .flatMap((folder) => [folder, `${folder}.new`])
  return (path) => folders.some((folder) => isInFolder(normalizePath(path), folder))
}

/**
 * Returns a function that says whether a path in a folder is a link to another folder. Vite would watch everything behind the
 * link, even after its removal. It watches the modules that are imported from there one by one.
 */
function isLinkedFolder(folder: string): (path: string) => boolean {
  return (path) => {
    if (!path.startsWith(folder) || path.length === folder.length) return false
    try {
      return lstatSync(path).isSymbolicLink() && statSync(path).isDirectory()
    } catch {
      return false
    }
  }
}

interface OwnFolder {
  path: string
  /** Paths in the folder that Vite watches. */
  left: Set<string>
  /** Whether Vite ignores a path. */
  isOurs(this: void, path: string): boolean
}

function ownFolder(folder: string): OwnFolder {
  const left = new Set<string>()
  const isOurs = (path: string): boolean => {
    if (left.has(path)) return false
    return path === folder || (path.length > folder.length && isOurs(dirname(path)))
  }
  return { path: folder, left, isOurs }
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
