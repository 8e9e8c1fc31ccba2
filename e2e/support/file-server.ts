import { createReadStream, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

/** A plain host of files, which knows nothing of the framework. */
export interface FileServer {
  /** The origin, without a trailing slash. */
  url: string
  stop(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
}

/**
 * Serves a folder. `flat` tries `$uri` and `$uri.html`, as `try_files` of nginx does. `folder` knows only folders with an
 * `index.html`, and adds a slash to their URL. Both send `404.html` for every other URL.
 */
export async function serveFiles(
  folder: string,
  files: 'flat' | 'folder',
  prefix = '',
): Promise<FileServer> {
  const isFile = (path: string): boolean =>
    statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true
  const send = (response: ServerResponse, path: string, status = 200): void => {
    response.writeHead(status, {
      'Content-Type': types[extname(path)] ?? 'application/octet-stream',
      'Cache-Control': 'max-age=0',
    })
    createReadStream(join(folder, path)).pipe(response)
  }

  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url!, 'http://localhost')
    const path = decodeURIComponent(pathname).slice(prefix.length)
    if (!pathname.startsWith(`${prefix}/`)) {
      response.writeHead(404).end('Not Found')
    } else if (request.method !== 'GET') response.writeHead(405).end()
    else if (path.endsWith('/') && isFile(`${path}index.html`)) send(response, `${path}index.html`)
    else if (isFile(path)) send(response, path)
    else if (files === 'flat' && isFile(`${path}.html`)) send(response, `${path}.html`)
    else if (files === 'folder' && isFile(`${path}/index.html`)) {
      response.writeHead(301, { Location: `${pathname}/${search}` }).end()
    } else send(response, '404.html', 404)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
