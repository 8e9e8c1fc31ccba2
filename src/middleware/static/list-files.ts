import { readdirSync, type Dirent } from 'node:fs'
import { html, type SafeHtml } from '../../http/html-template/index.ts'
import type { FindEntry } from './find-entry.ts'

/** The content of the page of a folder. */
export interface Listing {
  readonly items: readonly Dirent[]
  /** The path of names to the folder. */
  readonly names: readonly string[]
  readonly find: FindEntry
  /** Whether the client could request this name with this path. The path of a folder ends with `''`. */
  readonly isListed: (name: string, path: readonly string[]) => boolean
}

/** The entries of a folder, or `null` if the folder may not be read. */
export function readFolder(path: string): Dirent[] | null {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return null
  }
}

/** Creates a page with links to the entries of a folder: folders first. It lists only entries that can be requested. */
export function listFiles({ items, names, find, isListed }: Listing): SafeHtml {
  const folders: string[] = []
  const files: string[] = []
  for (const item of items) {
    const { name } = item
    const kind = kindOf(item, names, find)
    if (kind === 'folder' && isListed(name, [...names, name, ''])) folders.push(`${name}/`)
    else if (kind === 'file' && isListed(name, [...names, name])) files.push(name)
  }
  const title = `Index of /${names.map((name) => `${name}/`).join('')}`
  const links = [...(names.length > 0 ? ['../'] : []), ...folders.sort(), ...files.sort()]

  return html`<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
      </head>
      <body>
        <h1>${title}</h1>
        <ul>
          ${links.map((link) => html`<li><a href="${createHref(names, link)}">${link}</a></li> `)}
        </ul>
      </body>
    </html> `
}

function kindOf(item: Dirent, names: readonly string[], find: FindEntry): 'file' | 'folder' | null {
  if (!item.name.isWellFormed()) return null // No URL can contain it.
  if (item.isFile()) return 'file'
  if (item.isDirectory()) return 'folder'
  if (!item.isSymbolicLink()) return null

  const stats = find([...names, item.name])?.stats
  return stats === undefined ? null : stats.isFile() ? 'file' : 'folder'
}

/** The links are absolute paths, because the page is served with and without a trailing slash. */
function createHref(names: readonly string[], link: string): string {
  if (link === '../') return toPath(names.slice(0, -1), '')

  return link.endsWith('/') ? toPath([...names, link.slice(0, -1)], '') : toPath(names, link)
}

function toPath(folders: readonly string[], file: string): string {
  return `/${[...folders, file].map(encodeURIComponent).join('/')}`
}
