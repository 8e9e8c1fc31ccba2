/**
 * What a server knows of a request before anybody asks for a `Request`.
 *
 * The Node adapter hands one of these to a router so that a handler which needs only the method, the URL, a header
 * or the body never pays for a `Request`. Everything else goes through {@link IncomingRequest.request}, which is a
 * genuine `Request`, created on first use.
 */
export interface IncomingRequest {
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
  /** The genuine `Request`, created when first read. The same object every time. */
  readonly request: Request
}

/** The key under which a router or a fetch handler takes an {@link IncomingRequest} in place of a `Request`. */
export const handleIncoming: unique symbol = Symbol.for('framework.handleIncoming')

/** A fetch handler that can also be called without a `Request`. */
export interface IncomingHandler {
  [handleIncoming](incoming: IncomingRequest): Promise<Response>
}
