import { createLightResponse } from '../internal/exchange/light-response.ts'
import { readInit } from './create-body-response.ts'
import type { TypedResponse } from './json.ts'
import { serializeLocation } from './serialize-location.ts'

/** Says that the client router shall follow this redirect with a document load. */
export const reloadHeader = 'X-Framework-Reload'

/** Says that the client router shall replace the current history entry when it follows this redirect. */
export const replaceHeader = 'X-Framework-Replace'

/**
 * Creates a redirect.
 *
 * The location is a path or an http(s) URL. `//host` and `/\host` are paths on this site: to leave it, write the
 * scheme. What is not ASCII is percent-encoded. There is no body.
 *
 * @param location Where to, over any `Location` in `init`
 * @param init A status, or status, status text and headers; 302 if it names no status
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
  if (!redirectStatuses.has(status)) {
    throw new RangeError(
      `Cannot redirect with status ${String(status)}: use 301, 302, 303, 307 or 308`,
    )
  }

  // There is no body, so `json()` never resolves to anything.
  return createLightResponse(
    status,
    statusText,
    withLocation(headers, location),
    null,
  ) as TypedResponse<never>
}

/**
 * Creates a redirect that the browser follows by loading the document, as if there were no client router.
 *
 * For a target on the same site that another server answers. Parameters as for {@link redirect}.
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
 * So that Back does not lead to the page which redirected. Parameters as for {@link redirect}.
 */
export function replace(
  location: string | URL,
  init?: number | ResponseInit,
): TypedResponse<never> {
  return mark(redirect(location, init), replaceHeader)
}

const redirectStatuses: ReadonlySet<unknown> = new Set([301, 302, 303, 307, 308])

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
