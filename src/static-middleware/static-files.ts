import type { Middleware, RequestContext } from '../fetch-router/index.ts'
import { createLightResponse } from '../internal/exchange/light-response.ts'
import {
  createFileResponse,
  createHtmlResponse,
  type FileLike,
  type FileResponseOptions,
} from '../response/index.ts'
import { DiskFile } from './disk-file.ts'
import { isFileName, readFilePath, type NameRules } from './file-path.ts'
import { createFindEntry, type Entry } from './find-entry.ts'
import { listFiles, readFolder, type Listing } from './list-files.ts'

/** Options for {@link staticFiles}. */
export interface StaticFilesOptions extends Omit<FileResponseOptions, 'acceptRanges'> {
  /**
   * Whether to answer requests for a part of a file.
   *
   * @default only for types that do not compress
   */
  acceptRanges?: boolean | ((file: FileLike) => boolean)
  /**
   * Whether names that begin with a dot are served. `.well-known` always is.
   *
   * @default 'deny'
   */
  dotfiles?: 'allow' | 'deny'
  /**
   * Decides by the path, decoded and without its leading slash, whether a file may be served. It is asked for the path of
   * the request, and for that of the index file that answers it.
   */
  filter?: (path: string) => boolean
  /**
   * The files that answer for a folder, the first that is there.
   *
   * @default true, which is ['index.html', 'index.htm']
   */
  index?: boolean | readonly string[]
  /**
   * Whether a folder without an index file is answered with a page of links to what is in it.
   *
   * @default false
   */
  listFiles?: boolean
}

/** Files up to this size are sent in one piece: a stream would cost more than it saves. */
const maxWholeSize = 64 * 1024

/**
 * Serves the files of a folder.
 *
 * What it does not serve goes on to the next: a path without a file, any method but GET and HEAD, and whatever is hidden or
 * not really in the folder. It never answers 404 itself.
 *
 * @param root The folder, relative to the working directory. Put it on a local disk: looking for a file waits for it
 * @param options What to serve, and how
 * @returns Middleware that answers with files
 * @throws {TypeError} If an option cannot be used
 *
 * @example
 * const router = createRouter({
 *   middleware: [staticFiles('public', { cacheControl: 'public, max-age=3600' })],
 * })
 */
export function staticFiles(root: string, options: StaticFilesOptions = {}): Middleware {
  if (typeof root !== 'string' || root === '') {
    throw new TypeError(
      `staticFiles() takes a folder such as "public", not ${String(root) || '""'}`,
    )
  }
  const {
    acceptRanges,
    dotfiles = 'deny',
    filter = () => true,
    index = true,
    listFiles: isListing = false,
    ...fileOptions
  } = options
  const find = createFindEntry(root)
  const indexNames = readIndex(index)
  const rules: NameRules = {
    dotfiles: readDotfiles(dotfiles),
    windows: process.platform === 'win32',
  }

  return (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next()

    const names = readFilePath(context.url.pathname, rules)
    if (names === null || !filter(names.join('/'))) return next()

    const hasSlash = names.at(-1) === ''
    if (hasSlash) names.pop()

    const entry = find(names)
    if (entry === null) return next()
    if (entry.stats.isDirectory()) return answerFolder(context, entry, names) ?? next()

    return hasSlash ? next() : sendEntry(context, entry, names.at(-1)!)
  }

  function answerFolder(
    context: RequestContext,
    folder: Entry,
    names: readonly string[],
  ): Response | Promise<Response> | undefined {
    for (const name of indexNames) {
      const path = [...names, name]
      const entry = filter(path.join('/')) ? find(path) : null
      if (entry?.stats.isFile()) return sendEntry(context, entry, name)
    }

    return isListing ? sendListing(context, folder, names) : undefined
  }

  function sendListing(
    { method }: RequestContext,
    folder: Entry,
    names: readonly string[],
  ): Response | undefined {
    const items = readFolder(folder.path)
    if (items === null) return undefined

    const isListed: Listing['isListed'] = (name, path) =>
      isFileName(name, rules) && filter(path.join('/'))
    const page = createHtmlResponse(listFiles({ items, names, find, isListed }), {
      headers: { 'X-Content-Type-Options': 'nosniff' },
    })
    return method === 'HEAD' ? new Response(null, { headers: page.headers }) : page
  }

  function sendEntry(context: RequestContext, entry: Entry, name: string): Promise<Response> {
    const file = new DiskFile(entry, name)

    return sendFile(context, file, {
      ...fileOptions,
      acceptRanges: typeof acceptRanges === 'function' ? acceptRanges(file) : acceptRanges,
    })
  }
}

async function sendFile(
  { method, headers }: RequestContext,
  file: DiskFile,
  options: FileResponseOptions,
): Promise<Response> {
  const isWhole = method === 'GET' && file.size <= maxWholeSize && !headers.has('Range')
  // As for HEAD, the conditions are decided and the headers written without a stream
  const request = { method: isWhole ? 'HEAD' : method, headers }
  const response = await createFileResponse(file, request, options)
  response.headers.set('X-Content-Type-Options', 'nosniff')

  return isWhole && response.status === 200
    ? createLightResponse(200, '', response.headers, file.readAll())
    : response
}

function readIndex(index: boolean | readonly string[]): readonly string[] {
  const names = index === true ? ['index.html', 'index.htm'] : index === false ? [] : index
  if (!Array.isArray(names)) {
    throw new TypeError(
      `staticFiles() takes a boolean or a list as index, not ${JSON.stringify(names)}`,
    )
  }
  for (const name of names) {
    if (!isFileName(name, { dotfiles: true, windows: false })) {
      throw new TypeError(
        `staticFiles() cannot use ${JSON.stringify(name)} as an index: it must be the name of a file`,
      )
    }
  }
  return names
}

function readDotfiles(dotfiles: 'allow' | 'deny'): boolean {
  if (dotfiles !== 'allow' && dotfiles !== 'deny') {
    throw new TypeError(
      `staticFiles() takes "allow" or "deny" as dotfiles, not ${JSON.stringify(dotfiles)}`,
    )
  }
  return dotfiles === 'allow'
}
