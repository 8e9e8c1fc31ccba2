import type { RequestContext } from '../fetch-router/index.ts'
import { boundForm } from './bound-form.ts'

/**
 * Makes the context's request read like the one that its action will get: its own body was read to find the method.
 *
 * Middleware of route modules may read the body too, or clone the request, and the action must still find it.
 *
 * @param view The request whose body may be streamed, by one reader
 * @param copy Makes a request with a body of its own
 */
export function shareBody(context: RequestContext, view: () => Request, copy: () => Request): void {
  const readers: Record<string, () => unknown> = {
    arrayBuffer: () => copy().arrayBuffer(),
    blob: () => copy().blob(),
    bytes: async () => new Uint8Array(await copy().arrayBuffer()),
    clone: copy,
    formData: () => boundForm(context, copy()).formData(),
    json: () => copy().json(),
    text: () => copy().text(),
  }
  const { request } = context
  for (const [name, value] of Object.entries(readers)) {
    Object.defineProperty(request, name, { value, configurable: true, writable: true })
  }
  Object.defineProperties(request, {
    body: { get: () => view().body, configurable: true },
    bodyUsed: { get: () => view().bodyUsed, configurable: true },
  })
}
