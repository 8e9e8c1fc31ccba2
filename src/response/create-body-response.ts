import { createLightResponse } from '../internal/light-response.ts'

/** A response of known text, with `contentType` unless `init` names one. Statuses without a body get none. */
export function createBodyResponse(
  body: string,
  contentType: string,
  init?: number | ResponseInit,
): Response {
  const { status = 200, statusText = '', headers } = readInit(init)

  return createLightResponse(
    status,
    statusText,
    withContentType(headers, contentType),
    isNullBodyStatus(status) ? null : body,
  )
}

/** The short form of an init is its status. */
export function readInit(init: number | ResponseInit | undefined): ResponseInit {
  return typeof init === 'number' ? { status: init } : (init ?? {})
}

/** Whether a response of this status has no body, not even an empty one (Fetch, "null body status"). */
export function isNullBodyStatus(status: number): boolean {
  return status === 101 || status === 204 || status === 205 || status === 304
}

function withContentType(
  headers: HeadersInit | undefined,
  contentType: string,
): Headers | readonly string[] {
  if (headers === undefined) return ['Content-Type', contentType]

  const list = new Headers(headers)
  if (!list.has('Content-Type')) list.set('Content-Type', contentType)

  return list
}
