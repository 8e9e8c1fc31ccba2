import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { canonicalSegments } from '../../router/route-pattern/shared.ts'
import { escapeHtml } from '../../http/html-template/shared.ts'
import { isHttp, isRedirectStatus } from '../../internal/http/http.ts'
import { dataFolder } from '../../internal/forms/reserved-params.ts'
import type { AppResponse } from './open-app.ts'

/** The files that one path of a static site can have, relative to its folder. */
export interface StaticNames {
  /** The file of a page. */
  document: string
  /** The file with the data of its loaders. */
  data: string
  /** The file of a resource route, whose URL has the extension. */
  resource: string
}

/** The URL for which hosts send a document: `books.html` and `books/index.html` are both `/books`. */
export function urlOfDocument(document: string): string {
  return `/${document.replace(/\.html$/, '').replace(/(?:^|\/)index$/, '')}`
}

/**
 * Names that some file systems or hosts do not allow, or read in another way. Windows removes a dot or a space at the end.
 */
const forbidden = /[/\\<>:"|?*\p{Cc}]|[. ]$/u
/** The devices of Windows, with any extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?: *\.|$)/i

/** The most bytes of a segment. A file name can have 255 bytes, and an extension follows. */
const mostBytes = 200

/**
 * Returns the names of the files for a path. No name leads out of the folder.
 *
 * @param path The path in the URL, without the basename
 * @param layout Whether a page is a file or a folder
 * @throws {Error} If a segment of the path cannot be the name of a file. The message begins with the reason
 */
export function staticNames(path: string, layout: 'flat' | 'folder'): StaticNames {
  const names = path.startsWith('/') ? canonicalSegments(path) : null
  if (names === null)
    throw new Error(`its path ${JSON.stringify(path)} is malformed. Use a path such as "/a%20b"`)

  // The path ends with a slash.
  const isFolder = names.at(-1) === ''
  if (isFolder) names.pop()
  for (const name of names) checkName(name)
  if (names[0]?.toLowerCase() === dataFolder) {
    throw new Error(`/${dataFolder} is the folder of the data files. Rename the page`)
  }

  const file = names.join('/')
  const document =
    isFolder || layout === 'folder' ? [...names, 'index.html'].join('/') : `${file}.html`
  if (document === '404.html') {
    throw new Error(
      'hosts send its file 404.html for unknown URLs. Rename the page. For unknown URLs, export an ErrorBoundary from app/root.tsx',
    )
  }

  return {
    document,
    data: `${dataFolder}/${file || 'index'}.json`,
    resource: file || 'index',
  }
}

function checkName(name: string): void {
  const why = whyForbidden(name)
  if (why === undefined) return

  const shown = JSON.stringify(name.length > mostBytes ? `${name.slice(0, 40)}…` : name)
  throw new Error(`${shown} cannot be the name of a file: ${why}. Rename the page`)
}

function whyForbidden(name: string): string | undefined {
  if (Buffer.byteLength(name) > mostBytes) return `it has more than ${mostBytes} bytes`
  if (device.test(name)) return 'it is the name of a device on Windows'
  return name === '' || forbidden.test(name) ? 'not every system allows it' : undefined
}

/** A folder into which each file is written only once. */
export interface StaticFolder {
  /**
   * @param name One of {@link StaticNames}
   * @throws {Error} If the file exists, or is not in the folder. The message begins with the reason
   */
  write(name: string, content: string | Uint8Array): Promise<void>
}

/** @param directory An existing folder */
export function createStaticFolder(directory: string): StaticFolder {
  const root = realpath(directory)
  const safe = new Map<string, Promise<void>>()

  return {
    async write(name, content) {
      const file = join(directory, name)
      try {
        await prepare(dirname(file))
        // Fails if the file exists. On a file system that ignores case, another spelling exists too.
        await writeFile(file, content, { flag: 'wx' })
      } catch (error) {
        throw explain(error as NodeJS.ErrnoException, name)
      }
    },
  }

  function prepare(folder: string): Promise<void> {
    let ready = safe.get(folder)
    if (ready === undefined) {
      ready = create(folder)
      safe.set(folder, ready)
    }
    return ready
  }

  // Parents are created first, so that no folder is created behind a link.
  async function create(folder: string): Promise<void> {
    if (folder !== directory && !folder.startsWith(directory + sep)) throw new Outside()
    if (folder !== directory) {
      await prepare(dirname(folder))
      await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      })
    }
    const real = await realpath(folder)
    if (real !== (await root) && !real.startsWith((await root) + sep)) throw new Outside()
  }
}

class Outside extends Error {}

function explain(error: NodeJS.ErrnoException, name: string): Error {
  const file = JSON.stringify(name)
  if (error instanceof Outside)
    return new Error(`its file ${file} is outside of build/client. Rename the page`)
  if (error.code === 'EEXIST')
    return new Error(`there already is a file ${file}. Rename the page, or remove the file`)
  if (error.code === 'ENOTDIR' || error.code === 'EISDIR') {
    return new Error(
      `its file ${file} would be in a folder that is a file, or the other way around. Rename one of the pages`,
    )
  }
  return new Error(`its file ${file} could not be written (${error.message})`, { cause: error })
}

/**
 * Returns the target of a redirect: a path if it is on the same site, or else a URL. `undefined` if the response is not a
 * redirect.
 *
 * @param from The URL of the request
 * @throws {Error} If the target is not http or https. The message begins with the reason
 */
export function resolveTarget(
  { status, location }: Pick<AppResponse, 'status' | 'location'>,
  from: string,
): string | undefined {
  if (!isRedirectStatus(status) || location === null) return undefined

  const url = URL.parse(location, from)
  if (!isHttp(url)) {
    throw new Error(
      `it redirects to ${JSON.stringify(location)}, which is not http or https. Redirect to a path or a URL`,
    )
  }
  if (url.origin !== new URL(from).origin) return url.href

  // Two slashes at the start would lead to another site.
  const path = url.pathname.startsWith('//') ? `/.${url.pathname}` : url.pathname
  return path + url.search + url.hash
}

/**
 * Returns the HTML of a page that redirects without a server.
 *
 * @param target A path or a URL
 * @param origin The origin of the site, for the canonical link
 */
export function redirectDocument(target: string, origin: string | undefined): string {
  const href = escapeHtml(target)
  const canonical = escapeHtml(target.startsWith('/') ? `${origin ?? ''}${target}` : target)
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<title>Redirect</title>',
    `<meta http-equiv="refresh" content="0; url=${href}">`,
    `<link rel="canonical" href="${canonical}">`,
    '</head>',
    `<body><p>This page has moved to <a href="${href}">${href}</a>.</p></body>`,
    '</html>',
    '',
  ].join('\n')
}

/** The most URLs of one sitemap. */
const mostUrls = 50_000

/**
 * Returns the sitemap of a site. If there are more than 50,000 URLs, it lists other sitemaps.
 *
 * @param urls The absolute URLs of all pages
 * @param home The absolute URL of the folder of the files, with a slash at the end
 * @returns Names and contents of files
 */
export function createSitemaps(
  urls: readonly string[],
  home: string,
): [name: string, content: string][] {
  if (urls.length <= mostUrls) return [['sitemap.xml', list('urlset', 'url', urls)]]

  const parts: [string, string][] = []
  for (let at = 0; at < urls.length; at += mostUrls) {
    const name = `sitemap-${parts.length + 1}.xml`
    parts.push([name, list('urlset', 'url', urls.slice(at, at + mostUrls))])
  }
  const names = parts.map(([name]) => home + name)
  return [['sitemap.xml', list('sitemapindex', 'sitemap', names)], ...parts]
}

function list(root: string, entry: string, urls: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...urls.map((url) => `<${entry}><loc>${escapeHtml(url)}</loc></${entry}>`),
    `</${root}>`,
    '',
  ].join('\n')
}
