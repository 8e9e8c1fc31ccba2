import type { Middleware } from '../../router/fetch-router/index.ts'
import { CacheControl, IfNoneMatch } from '../../http/headers/index.ts'
import { checkLimit, checkOptions } from '../../internal/guards/check.ts'
import { toBase64Url } from '../../internal/text/encoding.ts'
import { createLightResponse } from '../../internal/exchange/light-response.ts'
import { peekBody } from '../../internal/exchange/peek-body.ts'
import { discardBody } from '../../internal/exchange/edit-headers.ts'
import { isLoadMethod } from '../../internal/http/http.ts'
import { editHeaders } from '../../http/response/index.ts'

/** Options for {@link etag}. */
export interface ETagOptions {
  /**
   * The largest body that gets a tag, in bytes.
   *
   * @default 1_048_576, which is 1 MiB
   */
  readonly limit?: number
}

/**
 * Gives responses an `ETag`, and responds with a 304 if the client has the same one.
 *
 * It saves the transfer of the body, not the work to create it. Only responses to GET, HEAD and QUERY with status 200
 * and a body in memory get a tag. A stream is passed on.
 *
 * @param options The largest body
 * @returns Middleware that adds the tag
 * @throws {RangeError} If `limit` is not a number of 0 or more
 * @throws {TypeError} If an option is not known
 *
 * @example
 * const router = createRouter({ middleware: [compression(), etag()] })
 */
export function etag(options: ETagOptions = {}): Middleware {
  checkOptions('etag()', options, 'limit')
  const limit = checkLimit('limit', options.limit ?? 1_048_576)

  return async function etag(context, next) {
    const response = await next()
    if (response.status !== 200 || !mayBeConditional(context.method)) return response

    if (!mayHaveTag(response.headers)) return response

    const { bytes, response: sent } = await peekBody(response, limit)
    if (bytes === null) return sent

    const tag = await createTag(bytes)
    const condition = IfNoneMatch.from(context.headers.get('If-None-Match'))
    if (condition.matches(tag)) return notModified(sent, tag)

    return editHeaders(sent, (headers) => headers.set('ETag', tag))
  }
}

/** `QUERY` reads as `GET` does, with a body that says what. A client may ask whether its result is still the same. */
function mayBeConditional(method: string): boolean {
  return isLoadMethod(method) || method === 'QUERY'
}

/** A client that must not store a response cannot use a tag. A response with a cookie is different each time. */
function mayHaveTag(headers: Headers): boolean {
  return (
    !headers.has('ETag') &&
    !headers.has('Set-Cookie') &&
    !CacheControl.from(headers.get('Cache-Control')).noStore
  )
}

/** Creates a tag. It is weak, because middleware outside may still compress the body. */
async function createTag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return `W/"${toBase64Url(new Uint8Array(digest))}"`
}

/** RFC 9110 §15.4.5: the headers that a 304 shares with the 200. */
const keptHeaders = ['Cache-Control', 'Content-Location', 'Date', 'Expires', 'Vary']

function notModified(response: Response, tag: string): Response {
  const headers = new Headers({ ETag: tag })
  for (const name of keptHeaders) {
    const value = response.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  discardBody(response)

  return createLightResponse(304, '', headers, null)
}
