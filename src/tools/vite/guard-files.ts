import { realpathSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, relative } from 'node:path'
import { isFileLoadingAllowed, normalizePath, type ViteDevServer } from 'vite'
import type { App } from './app.ts'
import { serverNames } from './browser-modules.ts'
import { isServerOnly } from './import-chain.ts'
import { isInFolder } from './public-links.ts'

/**
 * Refuses requests for files that a build would not have: files of the server, and links that leave their folder. Vite looks
 * only at the path of a file, sends files that are not modules as they are, and follows links.
 *
 * Returns a middleware of the dev server, for the URLs before Vite removes the base.
 */
export function guardFiles(app: App, { config }: ViteDevServer) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const path = pathOf(request.url ?? '/', config.base)
    const reason = path === undefined ? undefined : whyRefused(path, request)
    if (reason === undefined) return next()

    response.statusCode = 403
    response.setHeader('Content-Type', 'text/plain; charset=utf-8')
    response.setHeader('Cache-Control', 'no-store')
    response.end(reason)
  }

  function whyRefused(path: string, request: IncomingMessage): string | undefined {
    const file = path.startsWith('/@fs/') ? path.slice('/@fs'.length) : join(config.root, path)
    const name = relative(config.root, file)
    const real = realPathOf(file)
    if (real !== undefined && isInFolder(file, app.directory) && statSync(real).isFile()) {
      if (isServerOnly(file, app.directory) || isServerOnly(real, realRoot(app.directory))) {
        return `Cannot send ${name}: it is only for the server.`
      }
      // Vite sends the text of a module if a browser shows it as a page.
      if (serverNames(app, file) !== undefined && isPage(request)) {
        return `Cannot send ${name} as a page: its text contains server code.`
      }
      if (!isInFolder(real, realRoot(app.directory)) && !isFileLoadingAllowed(config, real)) {
        return `Cannot send ${name}: it is a link to a file outside of app/. Copy the file into app/, or add the folder of the file to server.fs.allow in the Vite config.`
      }
    }
    const linked = config.publicDir === '' ? undefined : realPathOf(join(config.publicDir, path))
    if (linked !== undefined && !isInFolder(linked, realRoot(config.publicDir))) {
      return `Cannot send ${path}: it is a link to a file outside of the public folder. Copy the file there instead.`
    }
    return undefined
  }
}

/** The values of `Sec-Fetch-Dest` for which Vite sends the text of a module. */
function isPage({ headers }: IncomingMessage): boolean {
  return /^(?:document|i?frame|fencedframe)$/.test(String(headers['sec-fetch-dest']))
}

/** Returns the path of a URL without the base, or `undefined` if it is malformed. */
function pathOf(url: string, base: string): string | undefined {
  try {
    const path = normalizePath(join('/', decodeURIComponent(url.replace(/[?#].*$/, ''))))
    return base !== '/' && path.startsWith(base) ? path.slice(base.length - 1) : path
  } catch {
    return undefined
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return normalizePath(realpathSync.native(path))
  } catch {
    return undefined
  }
}

function realRoot(folder: string): string {
  return realPathOf(folder) ?? folder
}
