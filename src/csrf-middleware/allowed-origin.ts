import type { RequestContext } from '../fetch-router/index.ts'

/** One origin, `scheme://host[:port]`, or all origins that a pattern matches. */
export type CsrfOriginRule = string | RegExp

/** Which origins may send unsafe requests. */
export type CsrfOrigin =
  | CsrfOriginRule
  | readonly CsrfOriginRule[]
  | ((origin: string, context: RequestContext) => boolean | Promise<boolean>)

/**
 * The origin that a request claims to come from.
 *
 * @returns The origin, `null` if the request names none, or `'null'` if it is not a valid origin
 */
export function readRequestOrigin(headers: Headers): string | null {
  const origin = headers.get('Origin')
  if (origin) return origin

  const referer = headers.get('Referer')
  return referer ? (URL.parse(referer)?.origin ?? 'null') : null
}
