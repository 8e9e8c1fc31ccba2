import { canonicalUrl, isHost } from '../internal/canonical-url.ts'
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
} from '../internal/exchange/incoming.ts'
import { copyRequest } from '../internal/exchange/owned-request.ts'
import { refusalText } from '../internal/refusal-text.ts'
import { invariant } from '../internal/invariant.ts'
import { isForbiddenMethod } from '../internal/is-forbidden-method.ts'
import { reasonPhrase } from '../internal/reason-phrase.ts'
import { isRequestError } from '../internal/exchange/request-error.ts'
import { text } from '../response/index.ts'
import { isResponse } from './is-response.ts'
import { ownRequest } from './own-request.ts'
import { createPrepare, type Provide } from './provide.ts'

/** What {@link createFetchHandler} takes: a router, or anything that answers requests. */
export type FetchHandlerSource = Handler

/** Options for {@link createFetchHandler}. */
export interface FetchHandlerOptions<Args extends readonly unknown[] = []> {
  /**
   * Called once for each error that is not the client's mistake. A `Response` that it returns is the answer.
   *
   * @default logs the error with console.error; the answer is a 500 without details
   */
  readonly onError?: ErrorHandler
  /**
   * Sets what the runtime passes along with a request, such as the bindings of a Worker. It is called once for each
   * request, before the first middleware. Its further arguments are those of the returned handler. Only a router takes it.
   */
  readonly provide?: Provide<Args>
}

/** Is told of an error, and may answer it. */
export type ErrorHandler =
  | ((error: unknown, request: Request) => void)
  | ((error: unknown, request: Request) => Response | Promise<Response>)

/** Answers requests and never rejects. Further arguments are those of `provide`. Without `provide` they are ignored. */
export interface FetchHandler<Args extends readonly unknown[] = []> {
  (request: Request, ...args: Args): Promise<Response>
}

/**
 * Makes a router into the function that a runtime calls for each request.
 *
 * A body that is malformed or too large is answered with its 4xx status, any other error with a 500 that says nothing of
 * it. A request whose client has left ends quietly.
 *
 * @param source A router, or any `(request) => Response`
 * @param options Where errors go, and what the runtime provides
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
  const onError = options.onError ?? reportError
  // A router owns the requests that it hands out, and not before a handler asks for one.
  const receive = takesIncoming(source) ? readRequest : readAndOwn

  const answer = async (arrival: Arrival, prepare?: Prepare): Promise<Response> => {
    if (isForbiddenMethod(arrival.method)) return text(reasonPhrase(501), { status: 501 })
    const received = isIncoming(arrival) ? arrival : receive(arrival)
    if (received === null) return text(reasonPhrase(400), { status: 400 })

    try {
      const response = await pass(source, received, prepare)
      if (!isResponse(response)) {
        throw new TypeError(`Expected the handler to return a Response, not ${typeof response}`)
      }
      if (!isIncoming(received)) assertSendable(response)
      return response
    } catch (error) {
      const { aborted } = isIncoming(received) ? received : received.signal
      return answerError(error, aborted, () => onError(error, requestOf(received)))
    }
  }

  const { provide } = options
  if (provide === undefined) return createArrivalHandler(answer) as FetchHandler<any>

  invariant(
    takesPreparation(source),
    'createFetchHandler() can only use `provide` with a router, not with a function',
  )
  const prepare = createPrepare(provide)
  return Object.assign(
    (request: Request, ...args: Args) => answer(request, prepare(args)),
    // Node passes nothing along.
    { [handleIncoming]: (incoming: Arrival) => answer(incoming, prepare([] as never)) },
  )
}

/** Deno ends its process when it cannot send a response. The Node adapter does not need this: it finds out while sending. */
function assertSendable(response: Response): void {
  if (response.type === 'error') {
    throw new TypeError('Cannot send Response.error(): return a Response with a status instead')
  }
  if (response.bodyUsed) {
    throw new TypeError('Cannot send a Response whose body was already read')
  }
}

/** Bun, Deno and workerd hand on what the client sent. On Node the adapter has already looked. */
function readRequest(request: Request): Request | null {
  const url = canonicalUrl(request.url)
  const host = request.headers.get('Host')
  if (url === null || (host !== null && !isHost(host))) return null

  return url === request.url ? request : copyRequest(request, { url })
}

function readAndOwn(request: Request): Request | null {
  const read = readRequest(request)
  return read && ownRequest(read)
}

async function answerError(
  error: unknown,
  aborted: boolean,
  report: () => ReturnType<ErrorHandler>,
): Promise<Response> {
  // Nobody is there to read it; 499 is what logs show for a client that left
  if (aborted) return new Response(null, { status: 499 })
  if (isRequestError(error)) {
    return text(refusalText(error), { status: error.status })
  }

  try {
    const answer: unknown = await report()
    if (isResponse(answer)) return answer
  } catch (failure) {
    console.error(failure) // An error handler that fails must not hide the answer.
  }
  return text(reasonPhrase(500), { status: 500 })
}

function reportError(error: unknown): void {
  console.error(error)
}
