import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { NextFunction, RequestContext } from '../../router/fetch-router/index.ts'
import {
  checkFlags,
  checkFunctions,
  checkOptions,
  checkVerdict,
  showValue,
} from '../../internal/guards/check.ts'
import { createLightResponse } from '../../internal/exchange/light-response.ts'
import { isLoadMethod } from '../../internal/http/http.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import {
  createFileResponse,
  createHtmlResponse,
  type FileLike,
  type FileResponseOptions,
} from '../../http/response/index.ts'
import { checkDigest } from '../../http/response/shared.ts'
import { DiskFile } from './disk-file.ts'
import { isFileName, readFilePath, type NameRules } from './file-path.ts'
import { createFindEntry, type DiskEntry, type FindEntry } from './find-entry.ts'
import { isHashed, missingFile } from './hashed-files.ts'
import { listFiles, readFolder, type Listing } from './list-files.ts'
import { findVariants, isVariant, preferredVariant } from './variants.ts'

/** Options for {@link staticFiles}. */
export interface StaticFilesOptions extends Omit<FileResponseOptions, 'acceptRanges'> {
  /**
   * Whether to send parts of a file. A function must return `true` or `false`, and not a promise.
   *
   * @default only for types that do not compress
   */
  acceptRanges?: boolean | ((file: FileLike) => boolean)
  /**
   * Whether names that start with a dot are served. `.well-known` always is.
   *
   * @default 'deny'
   */
  dotfiles?: 'allow' | 'deny'
  /**
   * Returns whether a file may be served, by its decoded path without the leading slash. It is called with the path of the
   * request, and with the path of an index file. It must return `true` or `false`, and not a promise.
   */
  filter?: (path: string) => boolean
  /**
   * The files to send for a folder. The first one that exists is sent.
   *
   * @default true, which is ['index.html', 'index.htm']
   */
  index?: boolean | readonly string[]
  /**
   * Whether a folder without an index file gets a page with links to its files.
   *
   * @default false
   */
  listFiles?: boolean
  /**
   * Whether a compressed file beside a file (`app.js.br`, `.zst`, `.gz`) is sent instead, if the client accepts it.
   *
   * @default false
   */
  precompressed?: boolean
  /**
   * A folder below the root whose file names contain a hash of the content, such as `assets`. Browsers cache its files
   * for ever. If a file is missing, a client that did not ask for a page gets a 404 in plain text, even if the app returns
   * a page: a browser would report HTML as a script or style sheet of the wrong type.
   *
   * @default none
   */
  hashed?: string
}

/** The part of a context that {@link staticFiles} reads. */
type FileRequest = Pick<RequestContext, 'method' | 'url' | 'headers'>

/** Files up to this size are sent at once, which is faster than a stream. */
const maxWholeSize = 64 * 1024

const forGood = 'public, max-age=31536000, immutable'

/**
 * Serves the files of a folder.
 *
 * All other requests go to the next middleware: paths without a file, methods other than GET and HEAD, and files that are
 * hidden or outside the folder.
 *
 * @param root The folder, relative to the working directory. Use a local disk, because looking for a file blocks. If it does
 *   not exist yet, a warning is printed
 * @param options Which files to serve, and how
 * @returns Middleware that serves files
 * @throws {TypeError} If an option is invalid
 *
 * @example
 * const router = createRouter({
 *   middleware: [staticFiles('public', { cacheControl: 'public, max-age=3600' })],
 * })
 */
export function staticFiles(
  root: string,
  options: StaticFilesOptions = {},
): (context: FileRequest, next: NextFunction) => Response | Promise<Response> {
  const folder = readOptions(root, options)

  return function staticFiles(context, next) {
    if (!isLoadMethod(context.method)) return next()

    const response = sendPath(folder, context)
    if (response !== undefined) return response

    return folder.isHashed(context)
      ? next().then((response) => missingFile(context, response))
      : next()
  }
}

/** The folder that is served, and the rules for its files. */
interface ServedFolder {
  readonly find: FindEntry
  readonly rules: NameRules
  readonly filter: (path: string) => boolean
  readonly indexNames: readonly string[]
  readonly isListing: boolean
  readonly precompressed: boolean
  readonly acceptRanges: StaticFilesOptions['acceptRanges']
  readonly fileOptions: FileResponseOptions
  /** Whether the request is for a file whose name has a hash of its content. The file need not exist. */
  isHashed(request: FileRequest): boolean
}

function readOptions(root: string, options: StaticFilesOptions): ServedFolder {
  if (typeof root !== 'string' || root === '') {
    throw new TypeError(`staticFiles() takes a folder such as "public", not ${showValue(root)}`)
  }
  checkOptions(
    'staticFiles()',
    options,
    'acceptRanges cacheControl digest dotfiles etag filter hashed index lastModified listFiles precompressed',
  )
  const {
    acceptRanges,
    dotfiles = 'deny',
    filter = () => true,
    index = true,
    listFiles: isListing = false,
    precompressed = false,
    hashed,
    ...fileOptions
  } = options
  checkFlags('staticFiles()', { listFiles: isListing, precompressed })
  checkFunctions('staticFiles()', { filter })
  if (fileOptions.digest !== undefined) checkDigest(fileOptions.digest)
  const hashedFolder = readHashed(hashed)
  warnIfMissing(root)

  return {
    find: createFindEntry(root),
    rules: { dotfiles: readDotfiles(dotfiles), windows: process.platform === 'win32' },
    filter: (path) => checkVerdict('`filter` of staticFiles()', filter(path)),
    indexNames: readIndex(index),
    isListing,
    precompressed,
    acceptRanges:
      typeof acceptRanges === 'function'
        ? (file) => checkVerdict('`acceptRanges` of staticFiles()', acceptRanges(file))
        : acceptRanges,
    fileOptions,
    isHashed: ({ url }) => hashedFolder !== null && isHashed(url.pathname, hashedFolder),
  }
}

/**
 * Warns if the folder does not exist. A folder of uploads may be created later, so this is not an error. But more often the
 * path is wrong.
 */
function warnIfMissing(root: string): void {
  if (existsSync(root) && statSync(root).isDirectory()) return
  warnOnce(
    `staticFiles() serves no files of ${resolve(root)}: there is no such folder. Create it, or correct the path, which is relative to the working directory.`,
  )
}

/** Returns `undefined` if there is no file for the path of a request. */
function sendPath(
  folder: ServedFolder,
  context: FileRequest,
): Response | Promise<Response> | undefined {
  const { find, filter, precompressed, rules } = folder
  const names = readFilePath(context.url.pathname, rules)
  if (names === null || !filter(names.join('/'))) return undefined

  const hasSlash = names.at(-1) === ''
  if (hasSlash) names.pop()

  const entry = find(names)
  if (entry === null) return undefined
  if (entry.stats.isDirectory()) return sendFolder(folder, context, entry, names)
  if (hasSlash || (precompressed && isVariant(find, names))) return undefined

  return sendEntry(folder, context, entry, names)
}

function sendFolder(
  folder: ServedFolder,
  context: FileRequest,
  entry: DiskEntry,
  names: readonly string[],
): Response | Promise<Response> | undefined {
  const { find, filter, indexNames, isListing } = folder
  for (const name of indexNames) {
    const path = [...names, name]
    const index = filter(path.join('/')) ? find(path) : null
    const response = index?.stats.isFile() ? sendEntry(folder, context, index, path) : undefined
    if (response !== undefined) return response
  }

  return isListing ? sendListing(folder, context, entry, names) : undefined
}

function sendListing(
  { find, filter, precompressed, rules }: ServedFolder,
  { method }: FileRequest,
  entry: DiskEntry,
  names: readonly string[],
): Response | undefined {
  const items = readFolder(entry.path)
  if (items === null) return undefined

  const isListed: Listing['isListed'] = (name, path) =>
    isFileName(name, rules) && filter(path.join('/')) && !(precompressed && isVariant(find, path))
  const page = createHtmlResponse(listFiles({ items, names, find, isListed }), {
    headers: { 'X-Content-Type-Options': 'nosniff' },
  })
  return method === 'HEAD' ? new Response(null, { headers: page.headers }) : page
}

/** Returns `undefined` if the file no longer exists or may not be read. */
function sendEntry(
  folder: ServedFolder,
  context: FileRequest,
  entry: DiskEntry,
  names: readonly string[],
): Promise<Response> | undefined {
  const { find, precompressed, acceptRanges, fileOptions } = folder
  const name = names.at(-1)!
  const variants = precompressed ? findVariants(find, entry, names) : []
  const variant =
    variants.length === 0
      ? undefined
      : preferredVariant(variants, context.headers.get('Accept-Encoding'))
  const packed = variant === undefined ? null : DiskFile.open(variant.entry, name)
  const file = packed ?? DiskFile.open(entry, name)
  if (file === null) return undefined

  return sendFile(context, file, () => ({
    ...fileOptions,
    ...(folder.isHashed(context) && { cacheControl: forGood }),
    acceptRanges: typeof acceptRanges === 'function' ? acceptRanges(file) : acceptRanges,
  })).then((response) => {
    const { headers } = response
    headers.set('X-Content-Type-Options', 'nosniff')
    if (variants.length > 0) headers.append('Vary', 'Accept-Encoding')
    if (packed !== null && response.ok) headers.set('Content-Encoding', variant!.coding)
    return response
  })
}

async function sendFile(
  { method, headers }: FileRequest,
  file: DiskFile,
  readOptions: () => FileResponseOptions,
): Promise<Response> {
  const isWhole = method === 'GET' && file.size <= maxWholeSize && !headers.has('Range')
  // As for a HEAD, this checks the conditions and writes the headers without a stream.
  const request = { method: isWhole ? 'HEAD' : method, headers }
  try {
    const response = await createFileResponse(file, request, readOptions())

    return isWhole && response.status === 200
      ? createLightResponse(200, '', response.headers, file.readAll())
      : response
  } finally {
    file.close()
  }
}

/** The path of names to the folder of hashed files. */
function readHashed(folder: string | undefined): readonly string[] | null {
  if (folder === undefined) return null

  const names = typeof folder === 'string' ? folder.replace(/\/$/, '').split('/') : []
  if (
    names.length > 0 &&
    names.every((name) => isFileName(name, { dotfiles: true, windows: false }))
  )
    return names

  throw new TypeError(
    `staticFiles() takes a folder below the root as hashed, such as "assets", not ${showValue(folder)}`,
  )
}

function readIndex(index: boolean | readonly string[]): readonly string[] {
  const names = index === true ? ['index.html', 'index.htm'] : index === false ? [] : index
  if (!Array.isArray(names)) {
    throw new TypeError(`staticFiles() takes a boolean or a list as index, not ${showValue(names)}`)
  }
  for (const name of names) {
    if (!isFileName(name, { dotfiles: true, windows: false })) {
      throw new TypeError(
        `staticFiles() cannot use ${showValue(name)} as an index: it must be the name of a file`,
      )
    }
  }
  return names
}

function readDotfiles(dotfiles: 'allow' | 'deny'): boolean {
  if (dotfiles !== 'allow' && dotfiles !== 'deny') {
    throw new TypeError(
      `staticFiles() takes "allow" or "deny" as dotfiles, not ${showValue(dotfiles)}`,
    )
  }
  return dotfiles === 'allow'
}
