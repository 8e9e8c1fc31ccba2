const contexts = new WeakMap<object, object>()

/**
 * Remembers which context a request belongs to: a `Request` that a context made late, or a copy that an action sees in
 * place of the original. What middleware knows by the context can then be found by the request.
 */
export function setContextOf(request: Request, context: object): void {
  contexts.set(request, context)
}

/** The context that {@link setContextOf} was told, if any. */
export function contextOf(request: object): object | undefined {
  return contexts.get(request)
}

/**
 * The key of a context's `Request` if there is one by now, else `undefined`: asking for `context.request` would make
 * one, and most requests on Node get by without.
 */
export const existingRequest: unique symbol = Symbol('framework.existingRequest')
