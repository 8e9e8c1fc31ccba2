import { handleIncoming } from '../process/global-keys.ts'
import { invariant } from '../guards/check.ts'
import type { RequestChanges } from './copy-request.ts'
import type { RequestFacts } from './request-facts.ts'
import type { RequestBody } from './request-body.ts'

/**
 * A request on its way to a handler. There are two kinds: one over a socket of Node, which has no `Request` yet, and one over
 * a `Request` that the runtime or the app has created (`GivenRequest` of `router/fetch-router`).
 *
 * A handler that needs only the method, the URL, a header or the body never has to wait for a `Request`. All other code uses
 * {@link IncomingRequest.request}, which is a genuine `Request`.
 */
export interface IncomingRequest {
  /** The method as sent. */
  readonly method: string
  /**
   * The absolute URL, exactly as `new URL()` serializes it. `createHandler()` removes the parameters that only it reads,
   * before anything reads `request`.
   */
  url: string
  /** The facts that `Request` does not have. */
  readonly facts: RequestFacts
  /** One request header by its lower-case name, or `null`. Reading it does not create a `Headers`. */
  header(name: string): string | null
  /** A new, mutable copy of the request headers on each call. */
  copyHeaders(): Headers
  /** Whether the client has disconnected. Reading it does not create an `AbortSignal`. */
  readonly aborted: boolean
  /** The reason of the abort. `undefined` before the abort. */
  readonly abortReason: unknown
  /**
   * Calls `listener` once, with the reason, when the client disconnects, or at once if it already has. Returns a function
   * that removes the listener.
   */
  onAbort(listener: (reason: unknown) => void): () => void
  /** The body, within the server's limit. */
  readonly body: RequestBody
  /** The genuine `Request`, created when first read. The same object every time. */
  readonly request: Request
  /** The `Request` if it already exists. */
  readonly existingRequest: Request | undefined
  /** Copies the request as `copyRequest(request, changes)` does, without creating `request`. */
  copyRequest(changes: RequestChanges): Request
  /** The facts that Workers know about the client. */
  readonly cf?: unknown
  /** Whether the server checks the response itself while it sends it. */
  readonly checksResponse: boolean
}

export { handleIncoming }

/** A function that is called with the context of a request before all middleware. */
export type Prepare = (context: object) => void

/** A handler that takes a request without a `Request`. Only a router, which is not a function, takes a `prepare`. */
export interface IncomingHandler {
  [handleIncoming](incoming: IncomingRequest, prepare?: Prepare): Promise<Response>
}

/** Anything that handles requests. */
export type Handler =
  | { fetch(request: Request): Response | Promise<Response> }
  | ((request: Request) => Response | Promise<Response>)

/** Passes a request to a handler, without creating a `Request` if the handler needs none. */
export function pass(
  handler: Handler,
  incoming: IncomingRequest,
  prepare?: Prepare,
): Response | Promise<Response> {
  invariant(
    prepare === undefined || takesPreparation(handler),
    'Cannot use `provide` with this handler: it is not a router. Pass a router.',
  )
  if (takesIncoming(handler)) return handler[handleIncoming](incoming, prepare)

  const { request } = incoming
  return typeof handler === 'function' ? handler(request) : handler.fetch(request)
}

/** Whether a handler creates a context for each request: a router, or an app with one. */
export function takesPreparation(handler: object): boolean {
  return typeof handler !== 'function' && takesIncoming(handler)
}

export function takesIncoming<Source extends object>(
  handler: Source,
): handler is Source & IncomingHandler {
  return handleIncoming in handler
}
