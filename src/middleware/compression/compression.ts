import type { Middleware, RequestContext } from '../../router/fetch-router/index.ts'
import { internalsOf } from '../../router/fetch-router/shared.ts'
import { ContentType, Vary } from '../../http/headers/index.ts'
import {
  checkFunctions,
  checkLimit,
  checkOptions,
  checkVerdict,
  showValue,
} from '../../internal/guards/check.ts'
import { refusePromise } from '../../internal/process/promises.ts'
import { compressResponse, editHeaders, type CompressOptions } from '../../http/response/index.ts'
import { isCompressibleType } from '../../http/response/shared.ts'

/**
 * Options for {@link compression}: the media types, and the options of `compressResponse()`, each as a value or as a
 * function of the response.
 */
export type CompressionOptions = {
  readonly [Name in keyof CompressOptions]?:
    | CompressOptions[Name]
    | ((response: Response) => CompressOptions[Name])
} & {
  /**
   * Decides by the media type, in lower case and without parameters, whether a response is compressed.
   *
   * @default text, JSON, XML and other types that get smaller
   */
  readonly filterMediaType?: (mediaType: string) => boolean
}

/**
 * Compresses responses as the client prefers.
 *
 * Put it before the middleware that creates responses, and after `logger()` if the log should show the compressed size. A
 * response without a `Content-Type` is not compressed.
 *
 * @param options Which responses to compress, and how
 * @returns Middleware that compresses the responses of `next()`
 * @throws {TypeError} If `filterMediaType` is not a function, or if a coding or an option is unknown
 *
 * @example
 * const router = createRouter({ middleware: [compression({ threshold: 2048 })] })
 */
export function compression(options: CompressionOptions = {}): Middleware {
  checkOptions('compression()', options, 'filterMediaType threshold encodings zlib brotli zstd')
  const { filterMediaType = isCompressibleType, ...others } = options
  checkFunctions('compression()', { filterMediaType })
  checkEncodings(others.encodings)
  const { threshold = 0 } = others
  if (typeof threshold !== 'function') checkLimit('threshold', threshold)
  const readOptions = createReader(others)

  return async function compression(context, next) {
    const response = await next()
    const { finalStep } = internalsOf(context).facts ?? {}
    const isLast = finalStep?.compressLast((whole) => compress(context, whole)) ?? false
    return isLast ? response : compress(context, response)
  }

  function compress(
    context: RequestContext<any, any>,
    response: Response,
  ): Response | Promise<Response> {
    // A cache takes over the headers of a 304, and its stored response may be compressed.
    if (response.status === 304) return editHeaders(response, addVary)
    const { mediaType } = ContentType.from(response.headers.get('Content-Type'))
    if (mediaType === '') return response
    if (!checkVerdict('`filterMediaType` of compression()', filterMediaType(mediaType))) {
      return response
    }

    return compressResponse(response, context, readOptions(response))
  }
}

function addVary(headers: Headers): void {
  headers.set('Vary', String(Vary.from(headers.get('Vary')).add('Accept-Encoding')))
}

const knownEncodings: ReadonlySet<unknown> = new Set(['br', 'zstd', 'gzip', 'deflate'])

function checkEncodings(encodings: CompressionOptions['encodings']): void {
  if (encodings === undefined || typeof encodings === 'function') return

  const unknown = encodings.find((encoding) => !knownEncodings.has(encoding))
  if (unknown !== undefined) {
    throw new TypeError(
      `compression() cannot use ${showValue(unknown)} as an encoding: use "br", "zstd", "gzip" or "deflate"`,
    )
  }
}

/** If options are functions, they are called for each response. Otherwise, all responses share one object. */
function createReader(
  options: Omit<CompressionOptions, 'filterMediaType'>,
): (response: Response) => CompressOptions {
  const entries = Object.entries(options)
  if (entries.every(([, value]) => typeof value !== 'function')) {
    return () => options as CompressOptions
  }

  return (response) =>
    Object.fromEntries(
      entries.map(([name, value]) => [
        name,
        typeof value === 'function'
          ? refusePromise(`\`${name}\` of compression()`, value(response))
          : value,
      ]),
    )
}
