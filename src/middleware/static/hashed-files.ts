import type { RequestContext } from '../../router/fetch-router/index.ts'
import { canonicalSegments } from '../../router/route-pattern/shared.ts'
import { discardBody, withoutBody } from '../../internal/exchange/edit-headers.ts'
import { refusal } from '../../internal/guards/refusal.ts'
import { ContentType } from '../../http/headers/index.ts'

/** Whether a path belongs to a file below a folder. The file need not exist. */
export function isHashed(pathname: string, folder: readonly string[]): boolean {
  const names = canonicalSegments(pathname)

  return (
    names !== null &&
    names.length > folder.length &&
    names.at(-1) !== '' &&
    folder.every((name, i) => names[i] === name)
  )
}

/**
 * Returns the response for a hashed file that does not exist.
 *
 * The app may have pages below the folder, so its response is normally kept. Only an HTML error page is replaced, and only
 * if the client did not request a page: for scripts, styles and images, browsers do not send `text/html` in `Accept`.
 *
 * @param request The request
 * @param response The response of the app
 * @returns The response of the app, or a 404 in plain text that is not cached
 */
export function missingFile(
  { method, headers }: Pick<RequestContext, 'method' | 'headers'>,
  response: Response,
): Response {
  const { mediaType } = ContentType.from(response.headers.get('Content-Type'))
  if (response.status !== 404 || mediaType !== 'text/html') return response
  if (/\btext\/html\b/i.test(headers.get('Accept') ?? '')) return response

  discardBody(response)
  const missing = refusal(404, undefined, {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  return method === 'HEAD' ? withoutBody(missing) : missing
}
