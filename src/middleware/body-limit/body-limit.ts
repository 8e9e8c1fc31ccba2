import type { Middleware } from '../../router/fetch-router/index.ts'
import { internalsOf } from '../../router/fetch-router/shared.ts'
import { invariant, showValue } from '../../internal/guards/check.ts'
import { isLoadMethod } from '../../internal/http/http.ts'
import { refusal } from '../../internal/guards/refusal.ts'

/**
 * Refuses request bodies of more than `bytes` bytes with a 413.
 *
 * A larger `Content-Length` is refused before any byte is read. Otherwise the bytes are counted as they arrive. If the
 * handler returns without reading a body that has no length, its response is sent, and the body is discarded. Put it before
 * all middleware that reads bodies. A second `bodyLimit()`, on a part of the site, can only lower the limit.
 *
 * @param bytes The most bytes that a body may have
 * @returns Middleware that limits bodies
 * @throws {TypeError} If `bytes` is not a whole number of 0 or more
 *
 * @example
 * const router = createRouter({ middleware: [bodyLimit(1_000_000)] })
 */
export function bodyLimit(bytes: number): Middleware {
  invariant(
    Number.isSafeInteger(bytes) && bytes >= 0,
    `bodyLimit() takes a whole number of bytes, 0 or more, not ${showValue(bytes)}`,
  )

  return function bodyLimit(context, next) {
    if (isLoadMethod(context.originalMethod)) return next()
    if (Number(context.headers.get('Content-Length')) > bytes) {
      return refusal(413)
    }

    internalsOf(context).requestBody.limit(bytes)
    return next()
  }
}
