import type { RequestContext } from '../fetch-router/index.ts'
import { readOrigin } from '../internal/origin.ts'

/** Decides about an origin: `true` for itself, a string for what to send in its place, `false` for none. */
export type CorsOriginFunction = (
  origin: string,
  context: RequestContext,
) => boolean | string | Promise<boolean | string>

/** Which origins may read responses. */
export type CorsOrigin = string | RegExp | readonly (string | RegExp)[] | CorsOriginFunction

/** Longer than any origin: what is longer is not looked at, whatever a pattern would make of it. */
const maxOriginLength = 1024

/**
 * Reads the `origin` option.
 *
 * @returns A function from the `Origin` of a request to the `Access-Control-Allow-Origin` of its response, or `null` for none
 * @throws {TypeError} If an origin is not written as a browser sends it
 */
export function readOrigins(
  option: CorsOrigin,
): (origin: string, context: RequestContext) => Promise<string | null> {
  const allows = typeof option === 'function' ? option : allowListed(option)

  return async (origin, context) => {
    if (origin.length > maxOriginLength) return null

    const answer = await allows(origin, context)
    if (typeof answer === 'string') return answer === '' ? null : answer
    // Sandboxed pages and local files of anybody are all `null`: what allows everyone does not mean them
    return answer && origin !== 'null' ? origin : null
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

/** `null` is allowed where it is written out. */
function readListed(text: string): string {
  return text === 'null' ? text : readOrigin(text, 'cors() cannot allow origin')
}
