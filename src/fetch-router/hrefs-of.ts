import type { DispatchContext, RequestContext } from './request-context.ts'

/** The URL of a request as it was sent, and as routes are matched by it. Creates no `Request`. */
export function hrefsOf(context: RequestContext): { original: string; current: string } {
  const { originalHref, currentHref } = context as unknown as DispatchContext
  return { original: originalHref, current: currentHref }
}
