import type { InternalContext, RequestContext } from './request-context.ts'

/**
 * Returns a context with the members that only the framework uses.
 *
 * This function has its own file, because the file of the context creates `Request` objects that can parse multipart forms.
 * Middleware that only gets a context need not load that.
 */
export function internalsOf(context: RequestContext<any, any>): InternalContext {
  return context as InternalContext
}

/** Calls `listener` with the reason when the client disconnects, or at once if it already has. Creates no `Request`. */
export function onClientLeft(context: RequestContext, listener: (reason: unknown) => void): void {
  const dispatched = internalsOf(context)
  if (dispatched.isAborted) listener(dispatched.abortReason)
  else dispatched.onAbort(listener)
}

/**
 * Resolves with the response of the router when all middleware has run, or with `undefined` if that failed. Returns
 * `undefined` if the router does not know when that is.
 */
export function whenResponded(context: RequestContext): Promise<Response | undefined> | undefined {
  return internalsOf(context).pendingSteps?.outermost?.catch(() => undefined)
}

/** Resolves when the handlers of a request have ended, even if its client disconnected earlier. */
export function whenSettled(context: RequestContext): Promise<void> {
  return internalsOf(context).pendingSteps?.settled() ?? Promise.resolve()
}
