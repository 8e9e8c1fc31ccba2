import type { DispatchContext, RequestContext } from './request-context.ts'

/** Makes every way to read the body of a request fail with a 413 when more than this many bytes arrive. */
export function limitBody(context: RequestContext, bytes: number): void {
  const dispatched = context as unknown as DispatchContext
  dispatched.limitBody(bytes)
}
