import type { DispatchContext, RequestContext } from './request-context.ts'

/**
 * Returns a context as the router uses it, for our other folders.
 *
 * It stands apart from the context, which creates `Request` objects that can parse multipart forms. Middleware that only
 * gets a context does not load that.
 */
export function internalsOf(context: RequestContext<any, any>): DispatchContext {
  return context as unknown as DispatchContext
}
