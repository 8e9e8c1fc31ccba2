import type { DispatchContext, RequestContext } from './request-context.ts'
import { watchBody, type BodyEnd } from './watch-body.ts'

/** Calls `listener` with the reason when the client disconnects, or at once if it already has. Creates no `Request`. */
export function onClientLeft(context: RequestContext, listener: (reason: unknown) => void): void {
  const dispatched = context as unknown as DispatchContext
  if (dispatched.isAborted) listener(dispatched.abortReason)
  else dispatched.onAbort(listener)
}

/**
 * Resolves with the response of the router when all middleware has run, or with `undefined` if that failed. Returns
 * `undefined` if the router cannot tell.
 */
export function whenResponded(context: RequestContext): Promise<Response | undefined> | undefined {
  return (context as unknown as DispatchContext).flight?.outermost?.catch(() => undefined)
}

/** Resolves when the handlers of a request have ended, even if its client disconnected earlier. */
export function whenSettled(context: RequestContext): Promise<void> {
  return (context as unknown as DispatchContext).flight?.settled() ?? Promise.resolve()
}

/**
 * Calls `listener` with the end of a response: at once if its body is in memory, else when its body was read.
 *
 * @returns The response to send instead
 */
export function onBodyEnd(
  context: RequestContext,
  response: Response,
  listener: (end: BodyEnd) => void,
): Response | Promise<Response> {
  return watchBody(context as unknown as DispatchContext, response, listener)
}
