import { createBodyResponse } from './create-body-response.ts'

/**
 * Creates a response with plain text.
 *
 * @param body The text
 * @param init A status, or status, status text and headers. A `Content-Type` in it is kept
 * @returns The response, with `Content-Type: text/plain; charset=utf-8`
 *
 * @example
 * return text('Not Found', 404)
 */
export function text(body: string, init?: number | ResponseInit): Response {
  return createBodyResponse(body, 'text/plain; charset=utf-8', init)
}
