import { invariant } from '../invariant.ts'
import type { Identity } from './owned-request.ts'

/**
 * What a server knows of a request before anybody asks for a `Request`.
 *
 * The Node adapter hands one of these to a router so that a handler which needs only the method, the URL, a header
 * or the body never pays for a `Request`. Everything else goes through {@link IncomingRequest.request}, which is a
 * genuine `Request`, created on first use.
 */
export interface IncomingRequest extends Identity {
  /** The method as sent. */
  readonly method: string
  /** The absolute URL, serialised exactly as `new URL()` would. */
  readonly url: string
  /** One request header by its lower-case name, or `null`. Reading it does not create a `Headers`. */
  header(name: string): string | null
  /** A fresh, mutable copy of the request headers on each call. */
  copyHeaders(): Headers
  /** Whether the client has left. Reading it does not create an `AbortSignal`. */
  readonly aborted: boolean
  /** The reason of the abort, once there is one. */
  readonly abortReason: unknown
  /** Calls `listener` once when the client leaves; returns a function that forgets it. */
  onAbort(listener: () => void): () => void
  /** The whole body, bounded by the server's limit. It may be asked for again, also as text; each answer is a copy. */
  readBytes(): Promise<Uint8Array<ArrayBuffer>>
  /** The whole body as `Request.text()` would decode it. Quicker than decoding what `readBytes()` copies. */
  readText(): Promise<string>
  /** Lowers the limit of the body for everything that reads it from now on. */
  limitBody(bytes: number): void
  /** The genuine `Request`, created when first read. The same object every time. */
  readonly request: Request
}

/** The key under which a handler takes an {@link IncomingRequest} in place of a `Request`. */
export const handleIncoming: unique symbol = Symbol.for('framework.handleIncoming')

/** A handler that can also be called without a `Request`. */
export interface IncomingHandler {
  [handleIncoming](incoming: IncomingRequest): Promise<Response>
}

/** The key under which a handler takes a request, in either form, and a function that prepares its context. */
export const handleWith: unique symbol = Symbol.for('framework.handleWith')

/** Is called with the context of a request before anything else is. */
export type Prepare = (context: object) => void

/** A handler that creates a context for each request: a router, or an app with one. */
export interface PreparingHandler {
  [handleWith](arrival: Arrival, prepare: Prepare): Promise<Response>
}

/** A request in the form in which a server handed it over. */
export type Arrival = Request | IncomingRequest

/** Anything that answers requests. */
export type Handler =
  | { fetch(request: Request): Response | Promise<Response> }
  | ((request: Request) => Response | Promise<Response>)

/** Makes one function into a handler for servers that have a `Request` and for those that have less. */
export function createArrivalHandler(
  answer: (arrival: Arrival) => Promise<Response>,
): ((request: Request) => Promise<Response>) & IncomingHandler {
  return Object.assign((request: Request) => answer(request), { [handleIncoming]: answer })
}

/** Hands a request on to a handler, without making a `Request` if the handler needs none. */
export function pass(
  handler: Handler,
  arrival: Arrival,
  prepare?: Prepare,
): Response | Promise<Response> {
  if (prepare !== undefined) {
    invariant(takesPreparation(handler), 'Only a router can use `provide`, not another handler')
    return handler[handleWith](arrival, prepare)
  }
  if (isIncoming(arrival) && takesIncoming(handler)) return handler[handleIncoming](arrival)

  const request = requestOf(arrival)
  return typeof handler === 'function' ? handler(request) : handler.fetch(request)
}

/** The `Request` of an arrival; it is made if there is none yet. */
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
