import type { RequestContext } from '../fetch-router/index.ts'
import { readOriginRules } from '../internal/origin.ts'

/** Decides about an origin: `true` allows it, `false` does not, and a string is sent as the allowed origin. */
export type CorsOriginFunction = (
  origin: string,
  context: RequestContext,
) => boolean | string | Promise<boolean | string>

/** Which origins may read responses. */
export type CorsOrigin = string | RegExp | readonly (string | RegExp)[] | CorsOriginFunction

/**
 * Parses the `origin` option.
 *
 * @returns A function that takes the `Origin` of a request and returns its `Access-Control-Allow-Origin`, or `null`
 * @throws {TypeError} If an origin is invalid
 */
export function readOrigins(
  option: CorsOrigin,
): (origin: string, context: RequestContext) => Promise<string | null> {
  const allows = readOriginRules(option, 'cors() cannot allow origin', 'null')

  return async (origin, context) => {
    const allowed = await allows(origin, context)
    if (typeof allowed === 'string') return allowed === '' ? null : allowed
    // Any sandboxed page or local file sends `null`, so it must be allowed explicitly.
    return allowed && origin !== 'null' ? origin : null
  }
}
