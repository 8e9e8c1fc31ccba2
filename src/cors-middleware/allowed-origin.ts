import type { RequestContext } from '../fetch-router/index.ts'
import { readOrigin } from '../internal/origin.ts'

/** Decides about an origin: `true` allows it, `false` does not, and a string is sent as the allowed origin. */
export type CorsOriginFunction = (
  origin: string,
  context: RequestContext,
) => boolean | string | Promise<boolean | string>

/** Which origins may read responses. */
export type CorsOrigin = string | RegExp | readonly (string | RegExp)[] | CorsOriginFunction

/** Longer than any origin. A longer text is not allowed, even if a pattern would match it. */
const maxOriginLength = 1024

/**
 * Parses the `origin` option.
 *
 * @returns A function that takes the `Origin` of a request and returns its `Access-Control-Allow-Origin`, or `null`
 * @throws {TypeError} If an origin is invalid
 */
export function readOrigins(
  option: CorsOrigin,
): (origin: string, context: RequestContext) => Promise<string | null> {
  const allows = typeof option === 'function' ? option : allowListed(option)

  return async (origin, context) => {
    if (origin.length > maxOriginLength) return null

    const allowed = await allows(origin, context)
    if (typeof allowed === 'string') return allowed === '' ? null : allowed
    // Any sandboxed page or local file sends `null`, so it must be allowed explicitly.
    return allowed && origin !== 'null' ? origin : null
  }
}

function allowListed(option: string | RegExp | readonly (string | RegExp)[]): CorsOriginFunction {
  const origins = new Set<string>()
  const patterns: RegExp[] = []
  for (const item of [option].flat() as (string | RegExp)[]) {
    // A pattern with `g` or `y` would remember where the last request's match ended.
    if (item instanceof RegExp) {
      patterns.push(new RegExp(item.source, item.flags.replace(/[gy]/g, '')))
    } else origins.add(readListed(item))
  }

  return (origin) =>
    origins.has(origin) ? origin : patterns.some((pattern) => pattern.test(origin))
}

/** `null` is allowed if the option contains it. */
function readListed(text: string): string {
  return text === 'null' ? text : readOrigin(text, 'cors() cannot allow origin')
}
