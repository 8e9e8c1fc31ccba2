import { createLightResponse } from '../../internal/exchange/light-response.ts'
import { isRedirectStatus } from '../../internal/http/http.ts'
import { readInit } from './create-body-response.ts'
import type { TypedResponse } from './json.ts'
import { serializeLocation } from './serialize-location.ts'

/** The header that tells the client router to follow this redirect by loading a document. */
export const reloadHeader = 'X-Framework-Reload'

/** The header that tells the client router to replace the current history entry when it follows this redirect. */
export const replaceHeader = 'X-Framework-Replace'

/**
 * Creates a redirect.
 *
 * The location is a path or an http(s) URL. `//host` and `/\host` are paths on this site. To leave the site, write the
 * scheme. Other characters than ASCII are percent-encoded. There is no body.
 *
 * @param location The target. It replaces a `Location` in `init`
 * @param init A status, or status, status text and headers. The default status is 302
 * @returns The redirect
 * @throws {TypeError} If the location is empty, has a control character or a scheme other than http(s)
 * @throws {RangeError} If the status is not 301, 302, 303, 307 or 308
 *
 * @example
 * return redirect('/login', { headers: { 'Set-Cookie': await storage.commitSession(session) } })
 */
export function redirect(
  location: string | URL,
  init: number | ResponseInit = 302,
): TypedResponse<never> {
  const { status = 302, statusText = '', headers } = readInit(init)
  if (!isRedirectStatus(status)) {
    throw new RangeError(
      `Cannot redirect with status ${String(status)}: use 301, 302, 303, 307 or 308`,
    )
  }

  // There is no body, so no data can be read from it with `json()`.
  return createLightResponse(
    status,
    statusText,
    withLocation(headers, location),
    null,
  ) as TypedResponse<never>
}

/**
 * Creates a redirect that the browser follows by loading a document, as if there were no client router.
 *
 * Use it for a path on this site that another server serves. The parameters are those of {@link redirect}.
 *
 * @example
 * return redirectDocument('/forum', 303)
 */
export function redirectDocument(
  location: string | URL,
  init?: number | ResponseInit,
): TypedResponse<never> {
  return mark(redirect(location, init), reloadHeader)
}

/**
 * Creates a redirect that replaces the current history entry when the client router follows it.
 *
 * After that, Back does not lead to the page that redirected. The parameters are those of {@link redirect}.
 *
 * @example
 * return replace(`/drafts/${draft.id}`)
 */
export function replace(
  location: string | URL,
  init?: number | ResponseInit,
): TypedResponse<never> {
  return mark(redirect(location, init), replaceHeader)
}

function withLocation(
  headers: HeadersInit | undefined,
  location: string | URL,
): Headers | readonly string[] {
  const value = serializeLocation(location)
  if (headers === undefined) return ['Location', value]

  const list = new Headers(headers)
  list.set('Location', value)

  return list
}

function mark(response: TypedResponse<never>, header: string): TypedResponse<never> {
  response.headers.set(header, 'true')

  return response
}
