import {
  ContentRange,
  ContentType,
  IfMatch,
  IfNoneMatch,
  IfRange,
  parseHttpDate,
  Range,
} from '../headers/index.ts'
import { digestFile, type FileDigest } from './digest-file.ts'
import { isCompressibleType } from './is-compressible-type.ts'
import { text } from './text.ts'

/** A file to send: a `File`, or what has these members of one, such as a file on disk that is opened when it is read. */
export interface FileLike {
  readonly name: string
  readonly size: number
  /** The media type; `''` if it is not known. */
  readonly type: string
  /** Milliseconds since 1970. */
  readonly lastModified: number
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>
  /** The bytes from `start` to before `end`. */
  slice(start: number, end: number): { stream(): ReadableStream<Uint8Array<ArrayBuffer>> }
  arrayBuffer(): Promise<ArrayBuffer>
}

/** Options for {@link createFileResponse}. */
export interface FileResponseOptions {
  /** The `Cache-Control` of the response, also of a 304. */
  cacheControl?: string
  /**
   * The `ETag`: `weak` is made of size and modification time, `strong` is a digest of the content, `false` is none.
   *
   * @default 'weak'
   */
  etag?: 'weak' | 'strong' | false
  /**
   * What makes a strong tag: the name of a digest in Web Crypto, or a function that answers the text of the tag.
   *
   * @default 'SHA-256'
   */
  digest?: FileDigest
  /**
   * Whether to send `Last-Modified` and to answer conditions about it.
   *
   * @default true
   */
  lastModified?: boolean
  /**
   * Whether to answer requests for a part of the file. A response that takes ranges is not compressed.
   *
   * @default only for types that do not compress
   */
  acceptRanges?: boolean
}

/**
 * Answers a request with a file: with its validators, and with 304, 206, 412 or 416 where the request asks for it.
 *
 * @param file The file
 * @param request The request, for its method and conditions
 * @param options What to send along
 * @returns The response; a HEAD request gets one without a body
 *
 * @example
 * return createFileResponse(file, request, { cacheControl: 'public, max-age=3600' })
 */
export async function createFileResponse(
  file: FileLike,
  request: Pick<Request, 'method' | 'headers'>,
  options: FileResponseOptions = {},
): Promise<Response> {
  const validators: Validators = {
    etag: await createEntityTag(file, options),
    // A header carries no more than seconds.
    lastModified:
      (options.lastModified ?? true) ? Math.floor(file.lastModified / 1000) * 1000 : null,
  }
  const headers = createHeaders(file, validators, options)

  const refusal = checkPreconditions(request.headers, validators)
  if (refusal === 412) return text('Precondition Failed', 412)
  if (refusal === 304) return notModified(headers)

  const range = readRange(request, file, validators, headers.has('Accept-Ranges'))
  if (range === 400) return text('Bad Request', 400)
  if (range === 416) return rangeNotSatisfiable(file)

  return range === null ? wholeFile(file, request, headers) : partOfFile(file, range, headers)
}

interface Validators {
  readonly etag: string | null
  readonly lastModified: number | null
}

async function createEntityTag(
  file: FileLike,
  { etag = 'weak', digest = 'SHA-256' }: FileResponseOptions,
): Promise<string | null> {
  if (etag === false) return null

  const value = etag === 'strong' ? await digestFile(file, digest) : null

  return value === null ? `W/"${file.size}-${file.lastModified}"` : `"${value}"`
}

function createHeaders(
  file: FileLike,
  { etag, lastModified }: Validators,
  { cacheControl, acceptRanges }: FileResponseOptions,
): Headers {
  const type = ContentType.from(file.type)
  const headers = new Headers({ 'Content-Type': describeType(type) })

  if (cacheControl !== undefined) headers.set('Cache-Control', cacheControl)
  if (etag !== null) headers.set('ETag', etag)
  if (lastModified !== null) headers.set('Last-Modified', new Date(lastModified).toUTCString())
  if (acceptRanges ?? !isCompressibleType(type.mediaType)) headers.set('Accept-Ranges', 'bytes')

  return headers
}

function describeType(type: ContentType): string {
  if (type.mediaType === '') return 'application/octet-stream'

  // XML says in its first line how it is encoded.
  const isText =
    (type.type === 'text' && type.subtype !== 'xml') ||
    /^application\/(?:javascript|json)$|\+json$/.test(type.mediaType)
  if (isText && type.charset === undefined) type.charset = 'utf-8'

  return String(type)
}

/** RFC 9110 §13.2.2, which says in which order and that the later conditions yield to the earlier. */
function checkPreconditions(
  headers: Headers,
  { etag, lastModified }: Validators,
): 304 | 412 | null {
  const ifMatch = headers.get('If-Match')
  const ifUnmodifiedSince = parseHttpDate(headers.get('If-Unmodified-Since'))
  if (ifMatch !== null) {
    if (!IfMatch.from(ifMatch).matches(etag)) return 412
  } else if (ifUnmodifiedSince !== null && lastModified !== null) {
    if (lastModified > ifUnmodifiedSince.getTime()) return 412
  }

  const ifNoneMatch = headers.get('If-None-Match')
  const ifModifiedSince = parseHttpDate(headers.get('If-Modified-Since'))
  if (ifNoneMatch !== null) {
    if (IfNoneMatch.from(ifNoneMatch).matches(etag)) return 304
  } else if (ifModifiedSince !== null && lastModified !== null) {
    if (lastModified <= ifModifiedSince.getTime()) return 304
  }

  return null
}

/** The part that the request asks for, `null` for the whole, or the status of a refusal. */
function readRange(
  { method, headers }: Pick<Request, 'method' | 'headers'>,
  file: FileLike,
  validators: Validators,
  acceptsRanges: boolean,
): { start: number; end: number } | 400 | 416 | null {
  const range = Range.from(headers.get('Range'))
  if (method !== 'GET' || !acceptsRanges || range.unit !== 'bytes') return null
  if (range.ranges.length === 0) return 400
  if (!IfRange.from(headers.get('If-Range')).matches(validators)) return null
  if (range.ranges.length > 1) return 416

  // RFC 9110 §14.1.2: the last bytes of an empty file can be had, but no Content-Range can say so.
  if (file.size === 0 && range.ranges[0]!.start === null && range.ranges[0]!.end !== 0) return null

  return range.resolve(file.size)[0] ?? 416
}

function notModified(headers: Headers): Response {
  headers.delete('Content-Type')
  headers.delete('Accept-Ranges')

  return new Response(null, { status: 304, headers })
}

function rangeNotSatisfiable({ size }: FileLike): Response {
  const contentRange = new ContentRange({ start: null, end: null, size })

  return text('Range Not Satisfiable', {
    status: 416,
    headers: { 'Content-Range': String(contentRange) },
  })
}

function wholeFile(
  file: FileLike,
  { method }: Pick<Request, 'method'>,
  headers: Headers,
): Response {
  headers.set('Content-Length', String(file.size))

  return new Response(method === 'HEAD' ? null : file.stream(), { headers })
}

function partOfFile(
  file: FileLike,
  { start, end }: { start: number; end: number },
  headers: Headers,
): Response {
  headers.set('Content-Range', String(new ContentRange({ start, end, size: file.size })))
  headers.set('Content-Length', String(end - start + 1))

  return new Response(file.slice(start, end + 1).stream(), { status: 206, headers })
}
