import {
  ContentRange,
  ContentType,
  IfMatch,
  IfNoneMatch,
  IfRange,
  parseHttpDate,
  Range,
} from '../headers/index.ts'
import { refusal } from '../../internal/guards/refusal.ts'
import { digestFile, type FileDigest, type FileLike } from './digest-file.ts'
import { isCompressibleType } from './is-compressible-type.ts'

/** Options for {@link createFileResponse}. */
export interface FileResponseOptions {
  /** The `Cache-Control` header of the response, also of a 304. */
  cacheControl?: string
  /**
   * The `ETag` header: `weak` is size and modification time, `strong` is a digest of the content, `false` is none.
   *
   * @default 'weak'
   */
  etag?: 'weak' | 'strong' | false
  /**
   * How to create a strong tag: the name of a digest in Web Crypto, or a function that returns the tag without quotes.
   *
   * @default 'SHA-256'
   */
  digest?: FileDigest
  /**
   * Whether to send `Last-Modified` and to check conditions about it.
   *
   * @default true
   */
  lastModified?: boolean
  /**
   * Whether to send parts of the file. A response that accepts ranges is not compressed.
   *
   * @default only for types that do not compress
   */
  acceptRanges?: boolean
}

/**
 * Creates the response for a file, with its validators. The request may lead to a 304, 206, 412 or 416.
 *
 * @param file The file
 * @param request The request, for its method and conditions
 * @param options Headers and validators
 * @returns The response, without a body for a HEAD request
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
    // The header has no milliseconds.
    lastModified:
      (options.lastModified ?? true) ? Math.floor(file.lastModified / 1000) * 1000 : null,
  }
  const headers = createHeaders(file, validators, options)

  const precondition = checkPreconditions(request.headers, validators)
  if (precondition === 412) return refusal(412)
  if (precondition === 304) return notModified(headers)

  const range = readRange(request, file, validators, headers.has('Accept-Ranges'))
  if (range === 400) return refusal(400)
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

  // XML names its encoding in its first line.
  const isText =
    (type.type === 'text' && type.subtype !== 'xml') ||
    /^application\/(?:javascript|json)$|\+json$/.test(type.mediaType)
  if (isText && type.charset === undefined) type.charset = 'utf-8'

  return String(type)
}

/** Checks the conditions in the order of RFC 9110 §13.2.2. An earlier condition replaces a later one. */
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

/** Returns the part that the request asks for, `null` for the whole file, or the status of a refusal. */
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

  // RFC 9110 §14.1.2 allows the last bytes of an empty file, but no Content-Range can describe them.
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

  return refusal(416, undefined, { 'Content-Range': String(contentRange) })
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
