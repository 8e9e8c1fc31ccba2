import type { RequestContext } from '../fetch-router/index.ts'
import { canonicalSegments } from '../internal/canonical-path.ts'
import { discardBody, withoutBody } from '../internal/exchange/without-body.ts'
import { ContentType } from '../headers/index.ts'
import { text } from '../response/index.ts'

/** Whether a path is that of a file below a folder, whether the file is there or not. */
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
 * What a client is told of a hashed file that is not there.
 *
 * The app may have pages below the folder, and may answer what the client asks for. Only its error page is replaced, and
 * only for a client that did not ask for a page: browsers ask for scripts, styles and images without naming `text/html`.
 *
 * @param request What the client asked for
 * @param response The answer of the app
 * @returns The answer, or a 404 in plain text that is not cached
 */
export function missingFile(
  { method, headers }: Pick<RequestContext, 'method' | 'headers'>,
  response: Response,
): Response {
  const { mediaType } = ContentType.from(response.headers.get('Content-Type'))
  if (response.status !== 404 || mediaType !== 'text/html') return response
  if (/\btext\/html\b/i.test(headers.get('Accept') ?? '')) return response

  discardBody(response)
  const missing = text('Not Found', {
    status: 404,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  })
  return method === 'HEAD' ? withoutBody(missing) : missing
}
