import { createLightResponse } from '../exchange/light-response.ts'
import type { RequestError } from '../exchange/status-errors.ts'
import { reasonPhrase } from '../http/reason-phrase.ts'
import { warnOnce } from '../process/warn-once.ts'

// Every response in plain text or JSON with which the framework refuses a request is created with these headers: in the
// router, in middleware, for contracts and in the adapters. Health checks have other headers. A page shows refusals in a
// boundary, like errors of the app: `headersOf()` in server/show-page.ts and `respond()` in server/respond-with-data.ts
// write their headers.

/** The headers of every refused request. */
export const refusalHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/plain; charset=utf-8',
}
const headerPairs = /* @__PURE__ */ Object.entries(refusalHeaders).flat()

/**
 * Creates the response for a request that is refused, in plain text.
 *
 * @param status The status, 400 to 599
 * @param body The text for the client. It must not contain details that only the developer may know
 * @param headers More headers, such as `Allow`
 */
export function refusal(
  status: number,
  body: string = reasonPhrase(status),
  headers?: HeadersInit,
): Response {
  if (headers === undefined) return createLightResponse(status, '', headerPairs, body)

  const all = new Headers(headers)
  for (const [name, value] of Object.entries(refusalHeaders)) all.set(name, value)
  return createLightResponse(status, '', all, body)
}

/** Creates the response for a method that a URL does not have. RFC 9110 §15.5.6 asks for `Allow`. */
export function methodNotAllowed(method: string, pathname: string, allow: string): Response {
  return refusal(405, `Method Not Allowed: ${method} ${pathname}`, { Allow: allow })
}

/**
 * Returns the text that a client gets for its mistake.
 *
 * If an error has a `publicMessage`, its `message` is for the developer and names options and limits. That is logged only
 * once, because a client can make the same mistake with every request.
 */
export function refusalText(error: RequestError & { readonly publicMessage?: unknown }): string {
  if (typeof error.publicMessage !== 'string') return reasonPhrase(error.status)
  if (error.message !== error.publicMessage) warnOnce(error.message)

  return error.publicMessage
}
