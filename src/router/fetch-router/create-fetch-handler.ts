import { canonicalUrl, isHost } from '../route-pattern/shared.ts'
import {
  createArrivalHandler,
  handleIncoming,
  isIncoming,
  pass,
  requestOf,
  takesIncoming,
  takesPreparation,
  type Arrival,
  type Handler,
  type Prepare,
} from '../../internal/exchange/incoming.ts'
import { assertSendable, setsCookie } from '../../internal/exchange/known-body.ts'
import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import { copyRequest } from '../../internal/exchange/copy-request.ts'
import { factsOf } from '../../internal/exchange/request-body.ts'
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
import { adoptRequest } from './adopt-request.ts'
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
  // A router changes a request into a view of its body only when a handler reads `context.request`.
  const receive = takesIncoming(source) ? readRequest : readAndOwn

  const respond = async (arrival: Arrival, prepare?: Prepare): Promise<Response> => {
    if (isForbiddenMethod(arrival.method)) return refusal(501)
    const received = isIncoming(arrival) ? arrival : receive(arrival)
    if (received === null) return refusal(400)

    try {
      const response = await pass(source, received, prepare)
      if (!isResponse(response)) {
        throw new TypeError(
          `Cannot send a value of type ${response === null ? 'null' : typeof response} from the handler. Return a Response.`,
        )
      }
      // For a request of the Node adapter, the adapter checks this while it sends.
      if (!isIncoming(received)) assertSendable(response)
      return keepPrivate(received, response)
    } catch (thrown) {
      const error = readError(thrown)
      const { aborted } = isIncoming(received) ? received : received.signal
      if (aborted) return new Response(null, { status: clientClosed })

      const response = await respondToError(error, () => onError(error, requestOf(received)))
      const { errorHeaders = [] } = factsFor(received) ?? {}
      return keepPrivate(received, errorHeaders.reduce(editHeaders, response))
    }
  }

  const { provide } = options
  const lent = lentBy(source)
  const extras = {
    ...(isObservable(source) && { [observeWith]: source[observeWith].bind(source) }),
    ...(lent && { [lendTo]: lent }),
  }
  if (provide === undefined) return Object.assign(createArrivalHandler(respond), extras) as never

  invariant(
    takesPreparation(source),
    'createFetchHandler() can only use `provide` with a router, not with a function. Pass the router, or read the values in the function.',
  )
  const prepare = createPrepare(provide)
  return Object.assign(
    (request: Request, ...args: Args) => respond(request, prepare(args)),
    // Node passes no further arguments.
    { [handleIncoming]: (incoming: Arrival) => respond(incoming, prepare([] as never)) },
    extras,
  )
}

/** Keeps a response for one visitor out of shared caches: one that sets a cookie, or whose code has read who the visitor is. */
function keepPrivate(received: Arrival, response: Response): Response {
  const own = setsCookie(response) ? withPrivateCookie(received, response) : response
  return keepPersonalPrivate(own, factsFor(received))
}

/** Without a `Cache-Control`, the response is sent unchanged. */
function withPrivateCookie(received: Arrival, response: Response): Response {
  const shared = publicPolicyOf(response.headers)
  if (shared === undefined && !response.headers.has('Cache-Control')) return response

  if (shared !== undefined) {
    const facts = isIncoming(received) ? undefined : factsOf(received)
    if (facts !== undefined) facts.replacedPolicy = shared
    warnOnce(
      `A response that sets a cookie was sent as private instead of "${shared}", because a shared cache would send the cookie to other visitors. Make the response private, or do not set the cookie.`,
    )
  }
  return keepCookiePrivate(response)
}

function factsFor(received: Arrival): RequestFacts | undefined {
  return isIncoming(received) ? received : factsOf(received)
}

/**
 * Checks the URL and the host, because Bun, Deno and workerd pass on any host that the client sends. On Node, the adapter
 * checks them.
 */
function readRequest(request: Request): Request | null {
  const url = canonicalUrl(request.url)
  const host = request.headers.get('Host')
  if (url === null || (host !== null && !isHost(host))) return null

  return url === request.url ? request : copyRequest(request, { url })
}

function readAndOwn(request: Request): Request | null {
  const read = readRequest(request)
  return read && adoptRequest(read)
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
