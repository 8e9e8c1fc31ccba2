import type { RequestContext } from '../fetch-router/index.ts'
import { methodNotAllowed } from '../internal/refusal.ts'
import { followSlash, isCatchAll, type PageMatch } from '../page-protocol/match-pages.ts'
import { redirect } from '../response/index.ts'
import type { PageRequest, PagesApp } from './page-request.ts'
import { respondUnserved, respondWithData } from './respond-with-data.ts'
import { expected, type ErrorResult } from './result.ts'
import { showPage } from './show-page.ts'

/** Returns the response for a request that middleware of the route at `index` refused. */
export async function refuseAt(
  page: PageRequest,
  index: number,
  result: ErrorResult,
): Promise<Response> {
  const failure = { index, result }
  return page.dataRequest
    ? respondWithData(page, failure)
    : showPage(page, { failure, isByMiddleware: true })
}

/** Returns the response for a request that no route handles. The root shows the error. */
export async function refuseAtRoot(
  page: PageRequest,
  result: ErrorResult,
  allow?: string,
): Promise<Response> {
  if (page.dataRequest) return respondUnserved(page, result, allow)

  return showPage(page, { failure: { index: 0, result }, ...(allow !== undefined && { allow }) })
}

/** Returns the response for a URL that is not a page: a page with another trailing slash, or a route with other methods. */
export function respondElsewhere(
  { build, match }: PagesApp,
  context: RequestContext,
  found: readonly PageMatch[] | null,
): Response | undefined {
  if (found && !isCatchAll(found.at(-1)!.route)) return undefined

  const { pathname, search } = context.url
  const location = followSlash(build.manifest, match, pathname)
  if (location !== pathname) return redirect(location + search, 308)

  const { allowedMethods, method } = context
  // A route with this method is the one of the pages, such as `router.get('/*', pages)`.
  if (allowedMethods.length > 0 && !allowedMethods.includes(method)) {
    return methodNotAllowed(method, pathname, allowedMethods.join(', '))
  }

  return undefined
}

/** Returns the response for a URL that is not a page. */
export function refuseUnmatched(page: PageRequest, pathname: string): Promise<Response> {
  // Hosts send the file of a static site for every unknown URL.
  const message = page.build.isStatic ? 'Not Found' : `Not Found: ${pathname}`

  return refuseAtRoot(page, expected(404, 'Not Found', message))
}

/** Returns the response for a method that no page has, such as `OPTIONS`. */
export function refuseMethod(page: PageRequest): Promise<Response> {
  const { method, context, modules } = page
  const message = `No ${method} at ${context.url.pathname}`
  const allow = `GET, HEAD${modules.at(-1)!.action ? ', POST, PUT, PATCH, DELETE' : ''}`

  return refuseAtRoot(page, expected(405, 'Method Not Allowed', message), allow)
}
