import { createLightResponse } from '../../internal/exchange/light-response.ts'

/** Creates a response with `contentType`, unless `init` has one. A status that forbids a body gets none. */
export function createBodyResponse(
  body: string | Uint8Array<ArrayBuffer>,
  contentType: string,
  init?: number | ResponseInit,
): Response {
  const { status = 200, statusText = '', headers } = readInit(init)

  return createLightResponse(
    status,
    statusText,
    headers === undefined ? ['Content-Type', contentType] : withContentType(headers, contentType),
    hasNullBody(status) ? null : body,
  )
}

/** The short form of an init is a status. */
export function readInit(init: number | ResponseInit | undefined): ResponseInit {
  return typeof init === 'number' ? { status: init } : (init ?? {})
}

/** Returns a copy of `headers` that has a content type. */
export function withContentType(headers: HeadersInit | undefined, contentType: string): Headers {
  const copy = new Headers(headers)
  if (!copy.has('Content-Type')) copy.set('Content-Type', contentType)

  return copy
}

/** Whether a response with this status has no body, not even an empty one (Fetch, "null body status"). */
function hasNullBody(status: number): boolean {
  return status === 101 || status === 204 || status === 205 || status === 304
}
