import type { RequestContext } from '../fetch-router/index.ts'

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
  const list = typeof option === 'string' || option instanceof RegExp ? [option] : option
  const origins = new Set(list.filter((item) => typeof item === 'string').map(readOrigin))
  // A pattern with `g` or `y` would remember where the last request's match ended
  const patterns = list
    .filter((item) => typeof item !== 'string')
    .map((item) => new RegExp(item.source, item.flags.replace(/[gy]/g, '')))

  return (origin) =>
    origins.has(origin) ? origin : patterns.some((pattern) => pattern.test(origin))
}

/** As a browser prints it: in lower case and without the default port. */
function readOrigin(text: string): string {
  if (text === 'null') return text

  const url = URL.parse(text)
  if (url === null || !/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\\\s*]+$/i.test(text)) {
    throw new TypeError(
      `cors() cannot allow origin ${JSON.stringify(text)}: it must look like "https://example.com", without a path`,
    )
  }

  // Schemes other than http(s), such as those of browser extensions, are opaque to URL
  return url.origin === 'null' ? text : url.origin
}
