import { canonicalUrl, isHost } from '../internal/canonical-url.ts'
import { handleIncoming, type IncomingHandler, type IncomingRequest } from '../internal/incoming.ts'
import { reasonPhrase } from '../internal/reason-phrase.ts'
import { RequestError } from '../internal/request-error.ts'
import { text } from '../response/index.ts'
import { isResponse } from './is-response.ts'

/** What {@link createFetchHandler} takes: a router, or anything that answers requests. */
export type FetchHandlerSource =
  | { fetch(request: Request): Response | Promise<Response> }
  | ((request: Request) => Response | Promise<Response>)

/** Options for {@link createFetchHandler}. */
export interface FetchHandlerOptions {
  /**
   * Called once for each error that is not the client's mistake. A `Response` that it returns is the answer.
   *
   * @default logs the error with console.error; the answer is a 500 without details
   */
  readonly onError?: ErrorHandler
}

/** Is told of an error, and may answer it. */
export type ErrorHandler =
  | ((error: unknown, request: Request) => void)
  | ((error: unknown, request: Request) => Response | Promise<Response>)

/** Answers requests and never rejects. It ignores the further arguments that runtimes pass. */
export interface FetchHandler {
  (request: Request): Promise<Response>
}

/**
 * Makes a router into the function that a runtime calls for each request.
 *
 * A body that is malformed or too large is answered with its 4xx status, any other error with a 500 that says nothing of
 * it. A request whose client has left ends quietly.
 *
 * @param source A router, or any `(request) => Response`
 * @param options Where errors go
 * @returns A function for `Bun.serve`, `Deno.serve`, a Worker's `fetch`, or `serve()` of `framework/node`
 *
 * @example
 * export default { fetch: createFetchHandler(router) }
 */
export function createFetchHandler(
  source: FetchHandlerSource,
  options: FetchHandlerOptions = {},
): FetchHandler {
  const onError = options.onError ?? reportError
  const answer = typeof source === 'function' ? source : (request: Request) => source.fetch(request)

  const handler = async (received: Request): Promise<Response> => {
    // Bun, Deno and workerd hand on what the client sent; on Node the adapter has already looked.
    const url = canonicalUrl(received.url)
    const host = received.headers.get('Host')
    if (url === null || (host !== null && !isHost(host))) {
      return text(reasonPhrase(400), { status: 400 })
    }

    const request = url === received.url ? received : new Request(url, received)
    try {
      const response = await answer(request)
      if (isResponse(response)) return response
      throw new TypeError(`Expected the handler to return a Response, not ${typeof response}`)
    } catch (error) {
      return answerError(error, request.signal.aborted, () => onError(error, request))
    }
  }
  if (!isIncomingHandler(source)) return handler

  return Object.assign(handler, {
    [handleIncoming](incoming: IncomingRequest): Promise<Response> {
      return source[handleIncoming](incoming).catch((error: unknown) =>
        answerError(error, incoming.aborted, () => onError(error, incoming.request)),
      )
    },
  } satisfies IncomingHandler)
}

async function answerError(
  error: unknown,
  aborted: boolean,
  report: () => ReturnType<ErrorHandler>,
): Promise<Response> {
  // Nobody is there to read it; 499 is what logs show for a client that left
  if (aborted) return new Response(null, { status: 499 })
  if (error instanceof RequestError) {
    return text(reasonPhrase(error.status), { status: error.status })
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

function isIncomingHandler(
  source: FetchHandlerSource,
): source is FetchHandlerSource & IncomingHandler {
  return handleIncoming in source
}
