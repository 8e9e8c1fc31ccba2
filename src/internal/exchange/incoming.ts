import { handleIncoming, handleWith } from '../process/global-keys.ts'
import { invariant } from '../guards/check.ts'
import type { RequestChanges } from './copy-request.ts'
import type { RequestFacts } from './request-facts.ts'
import type { RequestBody } from './request-body.ts'

/**
 * A request before there is a `Request`.
 *
 * The Node adapter passes this to a router, so that a handler that needs only the method, the URL, a header or the body
 * never has to wait for a `Request`. All other code uses {@link IncomingRequest.request}, which is a genuine `Request`,
 * created on first use.
 */
export interface IncomingRequest extends RequestFacts {
  /** The method as sent. */
  readonly method: string
  /** The absolute URL, exactly as `new URL()` serializes it. `createHandler()` removes the parameters that only it reads. */
  url: string
  /** One request header by its lower-case name, or `null`. Reading it does not create a `Headers`. */
  header(name: string): string | null
  /** A new, mutable copy of the request headers on each call. */
  copyHeaders(): Headers
  /** Whether the client has disconnected. Reading it does not create an `AbortSignal`. */
  readonly aborted: boolean
  /** The reason of the abort. `undefined` before the abort. */
  readonly abortReason: unknown
  /** Calls `listener` once, with the reason, when the client disconnects. Returns a function that removes the listener. */
  onAbort(listener: (reason: unknown) => void): () => void
  /** The body, within the server's limit. */
  readonly body: RequestBody
  /** The genuine `Request`, created when first read. The same object every time. */
  readonly request: Request
  /** Copies the request as `copyRequest(request, changes)` does, without creating `request`. */
  copyRequest(changes: RequestChanges): Request
}

export { handleIncoming, handleWith }

/** A handler that can also be called without a `Request`. */
export interface IncomingHandler {
  [handleIncoming](incoming: IncomingRequest): Promise<Response>
}

/** A function that is called with the context of a request before all middleware. */
export type Prepare = (context: object) => void

/** A handler that creates a context for each request: a router, or an app with one. */
export interface PreparingHandler {
  [handleWith](arrival: Arrival, prepare: Prepare): Promise<Response>
}

/** A request as the server passed it on. */
export type Arrival = Request | IncomingRequest

/** Anything that handles requests. */
export type Handler =
  | { fetch(request: Request): Response | Promise<Response> }
  | ((request: Request) => Response | Promise<Response>)

/** Creates a handler that takes both a `Request` and an {@link IncomingRequest}. */
export function createArrivalHandler(
  handle: (arrival: Arrival) => Promise<Response>,
): ((request: Request) => Promise<Response>) & IncomingHandler {
  return Object.assign((request: Request) => handle(request), { [handleIncoming]: handle })
}

/** Passes a request to a handler, without creating a `Request` if the handler needs none. */
export function pass(
  handler: Handler,
  arrival: Arrival,
  prepare?: Prepare,
): Response | Promise<Response> {
  if (prepare !== undefined) {
    invariant(
      takesPreparation(handler),
      'Cannot use `provide` with this handler: it is not a router. Pass a router.',
    )
    return handler[handleWith](arrival, prepare)
  }
  if (isIncoming(arrival) && takesIncoming(handler)) return handler[handleIncoming](arrival)

  const request = requestOf(arrival)
  return typeof handler === 'function' ? handler(request) : handler.fetch(request)
}

/** Returns the `Request` of an arrival. It is created on first use. */
export function requestOf(arrival: Arrival): Request {
  return isIncoming(arrival) ? arrival.request : arrival
}

export function isIncoming(arrival: Arrival): arrival is IncomingRequest {
  return 'copyHeaders' in arrival
}

export function takesPreparation(handler: object): handler is PreparingHandler {
  return handleWith in handler
}

export function takesIncoming<Source extends object>(
  handler: Source,
): handler is Source & IncomingHandler {
  return handleIncoming in handler
}
