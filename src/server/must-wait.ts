import type { RequestContext } from '../fetch-router/index.ts'
import { pathOf } from '../fetch-router/shared.ts'
import { runOf } from '../internal/anonymous-run.ts'
import { isSafeMethod } from '../internal/http.ts'
import { createWaitUrl } from '../page-protocol/data-url.ts'
import { serializeLocation } from '../response/shared.ts'
import { Nonce } from './nonce.ts'
import type { PageRequest } from './page-request.ts'
import { warnDeveloper } from './report.ts'

/** Whether a document with deferred values is sent only when all of them are there. HEAD never waits. */
export function mustWait(page: PageRequest): boolean {
  const { build, context, matches, method, waits } = page
  if (method === 'HEAD') return false
  if (waits || !isSafeMethod(method) || runOf(context) !== undefined) return true
  const { scripts } = matches.at(-1)!.route
  if (scripts === false || build.clientEntry.url === '') return true
  if (context.get(Nonce) !== undefined) return false

  warnDeveloper(
    build,
    'A document waits for its deferred values, because it can only be streamed with a nonce. Set Nonce on the context, and send it in your Content-Security-Policy.',
  )
  return true
}

/** The URL of the page, as a path that can stand in a header. */
export function urlOf(context: RequestContext): string {
  const { pathname, search } = pathOf(context)
  return serializeLocation(pathname + search).replaceAll(/[<>"]/g, encodeURIComponent)
}

/** The URL at which the page waits for everything, for browsers without JavaScript. */
export function waitUrl(context: RequestContext): string {
  return createWaitUrl(urlOf(context))
}
