import {
  RequestId,
  type ContextEntry,
  type ContextWithEntry,
  type Middleware,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { internalsOf, nextWithHeaders } from '../../router/fetch-router/shared.ts'
import { checkFlags, checkOptions, invariant, showValue } from '../../internal/guards/check.ts'

/** Options for {@link requestId}. */
export interface RequestIdOptions {
  /**
   * The header that carries the id.
   *
   * @default 'X-Request-Id'
   */
  readonly header?: string
  /**
   * Uses the id that the request has, if it has 8 to 128 letters, digits, dots, underscores and hyphens. Only for a server
   * that clients reach through a proxy which sets the header.
   *
   * @default false
   */
  readonly trust?: boolean
}

/** The entry that {@link requestId} adds to the context: `context.get(RequestId)`, also as `context.requestId`. */
type RequestIdEntry = ContextEntry<typeof RequestId, string, 'requestId'>

/** `Context` after {@link requestId} has run. */
export type ContextWithRequestId<Context = RequestContext> = ContextWithEntry<
  Context,
  RequestIdEntry
>

/**
 * Gives each request an id, on the context and on the response.
 *
 * Put it first in the list, so that the lines of `logger()` have the id.
 *
 * @param options The header, and whether to use the id that a request has
 * @returns Middleware that puts `context.requestId` on the context
 * @throws {TypeError} If an option is unknown or invalid
 *
 * @example
 * const router = createRouter({ middleware: [requestId(), logger({ format: 'json' })] })
 */
export function requestId(options: RequestIdOptions = {}): Middleware<RequestIdEntry> {
  checkOptions('requestId()', options, 'header trust')
  const { header = 'X-Request-Id', trust = false } = options
  invariant(
    typeof header === 'string' && /^[!#$%&'*+.^`|~\w-]+$/.test(header),
    `requestId() takes the name of a header as header, not ${showValue(header)}`,
  )
  checkFlags('requestId()', { trust })

  return async function requestId(context, next) {
    const isRun = internalsOf(context).run !== undefined
    const id = (trust && !isRun && readId(context.headers.get(header))) || crypto.randomUUID()
    context.set(RequestId, id, { property: 'requestId' })
    // The id of one request must not be in a response that many visitors get.
    if (isRun) return next()

    return nextWithHeaders(context, next, (headers) => headers.set(header, id))
  }
}

/**
 * Returns the id if it can stand in a header and in a line of a log. Fewer than 8 characters are not unique, and 128 fit a
 * UUID or a trace id.
 */
function readId(id: string | null): string | null {
  return id !== null && /^[A-Za-z0-9._-]{8,128}$/.test(id) ? id : null
}
