import {
  handleIncoming,
  pass,
  takesPreparation,
  type Handler,
  type IncomingRequest,
  type Prepare,
} from '../../internal/exchange/incoming.ts'
import { assertSendable, setsCookie } from '../../internal/exchange/known-body.ts'
import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import type { RequestFacts } from '../../internal/exchange/request-facts.ts'
import { lendTo, observeWith } from '../../internal/process/global-keys.ts'
import { refusal, refusalText } from '../../internal/guards/refusal.ts'
import { checkOptions, invariant } from '../../internal/guards/check.ts'
import { isForbiddenMethod } from '../../internal/http/http.ts'
import { clientClosed } from '../../internal/http/reason-phrase.ts'
import { lentBy } from './start-run.ts'
import {
  isRequestError,
  isUnavailableError,
  unavailableHeaders,
} from '../../internal/exchange/status-errors.ts'
import { readError } from '../../internal/process/promises.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import {
  keepCookiePrivate,
  keepPersonalPrivate,
  publicPolicyOf,
} from '../../http/response/shared.ts'
import { isResponse } from '../../internal/exchange/is-fetch-object.ts'
import { readRequest } from './given-request.ts'
import { createPrepare, type Provide } from './provide.ts'
import { isObservable } from './observer.ts'

/** The source of a fetch handler: a router, or a function from a `Request` to a `Response`. */
export type FetchHandlerSource = Handler

/** Options for {@link createFetchHandler}. */
export interface FetchHandlerOptions<Args extends readonly unknown[] = []> {
  /**
   * Called once for each error that is not the client's mistake. If it returns a `Response`, the client gets that response.
   *
   * @default logs the error with console.error, and sends a 500 without details
   */
  readonly onError?: ErrorHandler
  /**
   * Puts the arguments that the runtime passes beside a request on the context, such as the bindings of a Worker. It is
   * called once for each request, before the first middleware. It gets the context, and the arguments of the returned
   * handler after the request. Only a router accepts it.
   */
  readonly provide?: Provide<Args>
}

/** Reports an error. It can return a response for the client. */
export type ErrorHandler =
  | ((error: unknown, request: Request) => void)
  | ((error: unknown, request: Request) => Response | Promise<Response>)

/** Handles requests and never rejects. Further arguments are passed to `provide`. Without `provide` they are ignored. */
export interface FetchHandler<Args extends readonly unknown[] = []> {
  (request: Request, ...args: Args): Promise<Response>
}

/**
 * Creates the function that a runtime calls for each request.
 *
 * A body that is malformed or too large gets a 4xx. Any other error gets a 500 without details, or a 503 if the storage of
 * `session()` cannot be read. These responses have the headers of `requestId()`, `secureHeaders()` and `cors()`. A request
 * that was aborted is not reported.
 *
 * A response that sets a cookie and has a `Cache-Control` is sent as private, so that no shared cache keeps the cookie. So is
 * a response that caches may use again, if its code has used the session, or read cookies or credentials that were sent.
 *
 * @param source A router, or any `(request) => Response`
 * @param options `onError` and `provide`
 * @returns A function for `Bun.serve`, `Deno.serve`, a Worker's `fetch`, or `serve()` of `framework/node`
 * @throws {TypeError} If there is a `provide` and `source` is not a router
 *
 * @example
 * export default { fetch: createFetchHandler(router) }
 */
export function createFetchHandler<Args extends readonly unknown[] = []>(
  source: FetchHandlerSource,
  options: FetchHandlerOptions<Args> = {},
): FetchHandler<Args> {
  checkOptions('createFetchHandler()', options, 'onError provide')
  const onError = options.onError ?? reportError

  const respond = async (
    incoming: IncomingRequest | null,
    prepare?: Prepare,
  ): Promise<Response> => {
    if (incoming === null) return refusal(400)
    if (isForbiddenMethod(incoming.method)) return refusal(501)

    try {
      const response = await pass(source, incoming, prepare)
      if (!isResponse(response)) {
        throw new TypeError(
          `Cannot send a value of type ${response === null ? 'null' : typeof response} from the handler. Return a Response.`,
        )
      }
      if (!incoming.checksResponse) assertSendable(response)
      return keepPrivate(incoming.facts, response)
    } catch (thrown) {
      const error = readError(thrown)
      if (incoming.aborted) return new Response(null, { status: clientClosed })

      const response = await respondToError(error, () => onError(error, incoming.request))
      const { errorHeaders = [] } = incoming.facts
      return keepPrivate(incoming.facts, errorHeaders.reduce(editHeaders, response))
    }
  }

  const { provide } = options
  invariant(
    provide === undefined || takesPreparation(source),
    'createFetchHandler() can only use `provide` with a router, not with a function. Pass the router, or read the values in the function.',
  )
  const prepare = provide && createPrepare(provide)
  const lent = lentBy(source)
  const fetch = (request: Request, ...args: Args): Promise<Response> =>
    respond(readRequest(request), prepare?.(args))

  return Object.assign(fetch, {
    // Node passes no further arguments.
    [handleIncoming]: (incoming: IncomingRequest) => respond(incoming, prepare?.([] as never)),
    ...(isObservable(source) && { [observeWith]: source[observeWith].bind(source) }),
    ...(lent && { [lendTo]: lent }),
  })
}

/** Keeps a response for one visitor out of shared caches: one that sets a cookie, or whose code has read who the visitor is. */
function keepPrivate(facts: RequestFacts, response: Response): Response {
  const own = setsCookie(response) ? withPrivateCookie(facts, response) : response
  return keepPersonalPrivate(own, facts)
}

/** Without a `Cache-Control`, the response is sent unchanged. */
function withPrivateCookie(facts: RequestFacts, response: Response): Response {
  const shared = publicPolicyOf(response.headers)
  if (shared === undefined && !response.headers.has('Cache-Control')) return response

  if (shared !== undefined) {
    facts.replacedPolicy = shared
    warnOnce(
      `A response that sets a cookie was sent as private instead of "${shared}", because a shared cache would send the cookie to other visitors. Make the response private, or do not set the cookie.`,
    )
  }
  return keepCookiePrivate(response)
}

async function respondToError(
  error: unknown,
  report: () => ReturnType<ErrorHandler>,
): Promise<Response> {
  if (isRequestError(error)) return refusal(error.status, refusalText(error))

  try {
    const response: unknown = await report()
    if (isResponse(response)) return response
  } catch (failure) {
    console.error(failure) // The client gets a 500 even if the error handler fails.
  }
  return isUnavailableError(error) ? refusal(503, undefined, unavailableHeaders) : refusal(500)
}

function reportError(error: unknown): void {
  console.error(error)
}
