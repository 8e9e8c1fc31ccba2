import { checkLimit } from '../../internal/guards/check.ts'
import {
  hasBody,
  knownBody,
  liveBodies,
  readLightResponse,
  sizeOf,
} from '../../internal/exchange/known-body.ts'
import { createLightResponse } from '../../internal/exchange/light-response.ts'
import { discardBody } from '../../internal/exchange/edit-headers.ts'
import { refusal } from '../../internal/guards/refusal.ts'
import {
  AcceptEncoding,
  CacheControl,
  ContentType,
  parseTokenList,
  Vary,
} from '../headers/index.ts'
import {
  canFlush,
  compressStream,
  supportedEncodings,
  type CompressorOptions,
  type ContentEncoding,
} from './compress-stream.ts'

/** Options for {@link compressResponse}. */
export interface CompressOptions extends CompressorOptions {
  /**
   * Responses with fewer bytes are not compressed. A response of unknown size always is.
   *
   * @default 1024
   */
  threshold?: number
  /**
   * The codings to offer. If the client likes several equally, the first one is used. Codings that the runtime does not
   * have are ignored.
   *
   * @default ['br', 'zstd', 'gzip', 'deflate']
   */
  encodings?: readonly ContentEncoding[]
}

/**
 * Compresses a response as the client prefers.
 *
 * These responses are not compressed:
 *
 * - responses that are already encoded, or must not be changed (`no-transform`)
 * - small responses, and those without a body
 * - parts of files, and files that accept ranges
 *
 * The media type does not matter, except that each event of an event stream, each line of `application/jsonl` and each chunk
 * of a streamed document is sent at once. If the runtime cannot do that, events, lines and streamed pages are not
 * compressed.
 *
 * @param response The response. Use the returned one instead
 * @param request The request, for its method and `Accept-Encoding`
 * @param options The codings and their settings
 * @returns The compressed response, the same response with `Vary: Accept-Encoding`, or a 406 if the client accepts neither
 *
 * @example
 * return compressResponse(response, request)
 */
export async function compressResponse(
  response: Response,
  request: Pick<Request, 'method' | 'headers'>,
  options: CompressOptions = {},
): Promise<Response> {
  const { threshold = 1024 } = options
  const isLive = isLiveStream(response)
  const encodings = supportedEncodings(options.encodings ?? defaultEncodings, isLive)

  if (
    encodings.length === 0 ||
    isFixed(response) ||
    isSmall(response, checkLimit('threshold', threshold)) ||
    (request.method !== 'HEAD' && !hasBody(response))
  ) {
    return response
  }

  const encoding = AcceptEncoding.from(request.headers.get('Accept-Encoding')).getPreferred([
    ...encodings,
    'identity' as const,
  ])
  if (encoding === null) return notAcceptable(response)
  if (encoding === 'identity') return uncompressed(response)

  return compressed(response, request, encoding, { isLive, ...options })
}

/**
 * Whether each chunk has to be sent at once: for events, lines of JSON, and documents that are rendered while they are sent.
 * Other HTML may be such a document, so it is flushed if that is possible.
 */
function isLiveStream(response: Response): boolean {
  const { mediaType } = ContentType.from(response.headers.get('Content-Type'))
  if (mediaType === 'text/event-stream' || mediaType === 'application/jsonl') return true
  if (mediaType !== 'text/html' || knownBody(response) !== null) return false

  const { body, headers } = response
  return canFlush() ? !headers.has('Content-Length') : body !== null && liveBodies.has(body)
}

const defaultEncodings: readonly ContentEncoding[] = ['br', 'zstd', 'gzip', 'deflate']

/** Whether the client must get the bytes of the response unchanged. */
function isFixed({ status, headers }: Response): boolean {
  return (
    status === 206 ||
    headers.has('Content-Encoding') ||
    CacheControl.from(headers.get('Cache-Control')).noTransform ||
    parseTokenList(headers.get('Accept-Ranges')).includes('bytes')
  )
}

function isSmall(response: Response, threshold: number): boolean {
  const length = response.headers.get('Content-Length')
  if (length !== null) return Number(length) < threshold

  const body = knownBody(response)
  // A string has at least as many bytes as characters.
  return body !== null && body.length < threshold && sizeOf(body) < threshold
}

function notAcceptable(response: Response): Response {
  discardBody(response)

  return refusal(406, undefined, { Vary: 'Accept-Encoding' })
}

function uncompressed(response: Response): Response {
  const { status, statusText } = response
  const headers = copyHeaders(response)
  const light = readLightResponse(response)

  return light === null
    ? new Response(response.body, { status, statusText, headers })
    : createLightResponse(status, statusText, headers, light.body)
}

function compressed(
  response: Response,
  { method }: Pick<Request, 'method'>,
  encoding: ContentEncoding,
  options: CompressorOptions & { isLive: boolean },
): Response {
  const { status, statusText } = response
  const headers = copyHeaders(response)
  headers.set('Content-Encoding', encoding)
  headers.set('Accept-Ranges', 'none')
  headers.delete('Content-Length')

  // A strong tag is for the original bytes.
  const etag = headers.get('ETag')
  if (etag?.startsWith('"')) headers.set('ETag', `W/${etag}`)

  if (method === 'HEAD' || !hasBody(response)) {
    discardBody(response)

    return new Response(null, { status, statusText, headers })
  }

  // A light response keeps its body, because an app may send the same response again.
  const light = readLightResponse(response)
  const { body } = light === null ? response : new Response(light.body)

  return new Response(compressStream(body!, encoding, options), { status, statusText, headers })
}

/** Copies the headers, because those of a response from `fetch()` cannot be changed. */
function copyHeaders(response: Response): Headers {
  const headers = new Headers(response.headers)
  headers.set('Vary', String(Vary.from(headers.get('Vary')).add('Accept-Encoding')))

  return headers
}
