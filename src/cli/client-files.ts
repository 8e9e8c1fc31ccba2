import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AcceptEncoding } from '../headers/index.ts'
import { decodePathname } from '../internal/canonical-path.ts'
import { mediaTypeOf } from '../internal/media-type.ts'
import { createFileResponse, type FileLike } from '../response/index.ts'

/** The files of `build/client`, found once: which of them answers a request, and with which variant. */
export interface ClientFiles {
  /** The answer to a GET or HEAD request, or `undefined` if there is no such file. */
  answer(request: Request): Promise<Response> | undefined
  /** Whether a URL is one of a file; cheaper than a `Request`. */
  has(method: string, url: string): boolean
}

interface ClientFile {
  file: FileLike
  cacheControl: string
  /** The same content compressed, by its coding. */
  variants: Map<string, FileLike>
}

/** Smallest first, as far as that can be known. */
const codings = [
  ['br', '.br'],
  ['zstd', '.zst'],
  ['gzip', '.gz'],
] as const

/**
 * Reads which files there are. They do not change while the server runs.
 *
 * @param directory The folder `build/client`
 * @param base Vite's `base`: what stands before their names in URLs
 * @throws {Error} If the folder cannot be read
 */
export async function readClientFiles(directory: string, base: string): Promise<ClientFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .map((name) => name.replaceAll('\\', '/'))

  const prefix = new URL(base, 'http://localhost').pathname
  const known = new Set(names)
  const files = new Map<string, ClientFile>()
  for (const name of names) {
    if (isVariant(name, known) || isHidden(name)) continue
    files.set(prefix + name, await readClientFile(directory, name, known))
  }

  const find = (method: string, url: string): ClientFile | undefined => {
    if (method !== 'GET' && method !== 'HEAD') return
    const pathname = decodePathname(pathnameOf(url))
    return pathname === null ? undefined : files.get(pathname)
  }

  return {
    has: (method, url) => find(method, url) !== undefined,
    answer(request) {
      const found = find(request.method, request.url)
      return found === undefined ? undefined : sendFile(found, request)
    },
  }
}

async function readClientFile(
  directory: string,
  name: string,
  known: ReadonlySet<string>,
): Promise<ClientFile> {
  const variants = new Map<string, FileLike>()
  for (const [coding, extension] of codings) {
    if (known.has(name + extension)) {
      variants.set(coding, await openFile(directory, name, extension))
    }
  }

  return {
    file: await openFile(directory, name, ''),
    variants,
    // Names in assets/ have a hash of the content. Of the others nobody knows when they change.
    cacheControl: name.startsWith('assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=0, must-revalidate',
  }
}

async function openFile(directory: string, name: string, extension: string): Promise<FileLike> {
  const path = join(directory, name + extension)
  const { size, mtimeMs } = await stat(path)
  const stream = (start: number, end: number): ReadableStream<Uint8Array<ArrayBuffer>> =>
    Readable.toWeb(createReadStream(path, { start, end: end - 1 })) as ReadableStream<
      Uint8Array<ArrayBuffer>
    >

  return {
    name,
    size,
    type: mediaTypeOf(name),
    lastModified: Math.floor(mtimeMs),
    stream: () => stream(0, size),
    slice: (start, end) => ({ stream: () => stream(start, end) }),
    arrayBuffer: async () => new Uint8Array(await readFile(path)).buffer,
  }
}

async function sendFile(
  { file, variants, cacheControl }: ClientFile,
  request: Request,
): Promise<Response> {
  const accepted = AcceptEncoding.from(request.headers.get('Accept-Encoding'))
  const coding = accepted.getPreferred([...variants.keys(), 'identity'])
  const variant = coding === null ? undefined : variants.get(coding)

  const response = await createFileResponse(variant ?? file, request, { cacheControl })
  if (variants.size > 0) response.headers.append('Vary', 'Accept-Encoding')
  if (variant !== undefined && response.ok) response.headers.set('Content-Encoding', coding!)
  response.headers.set('X-Content-Type-Options', 'nosniff')
  return response
}

function isVariant(name: string, known: ReadonlySet<string>): boolean {
  return codings.some(
    ([, extension]) => name.endsWith(extension) && known.has(name.slice(0, -extension.length)),
  )
}

/** Files such as `.DS_Store` that came along; `.well-known/` is made to be seen. */
function isHidden(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('.') && part !== '.well-known')
}

/** The path of an absolute URL as it was serialised. */
function pathnameOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.slice(start).search(/[?#]/)
  return end === -1 ? url.slice(start) : url.slice(start, start + end)
}
