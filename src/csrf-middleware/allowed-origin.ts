import type { RequestContext } from '../fetch-router/index.ts'
import { readOrigin } from '../internal/origin.ts'

/** One origin, `scheme://host[:port]`, or all origins that a pattern matches. */
export type CsrfOriginRule = string | RegExp

/** Which origins may send unsafe requests. */
export type CsrfOrigin =
  | CsrfOriginRule
  | readonly CsrfOriginRule[]
  | ((origin: string, context: RequestContext) => boolean | Promise<boolean>)

type IsAllowed = (origin: string, context: RequestContext) => boolean | Promise<boolean>

/**
 * Parses the `origin` option.
 *
 * @throws {TypeError} If a string is not an origin
 */
export function readAllowedOrigin(option: CsrfOrigin | undefined): IsAllowed {
  if (option === undefined) return (origin, { url }) => origin === url.origin
  if (typeof option === 'function') return option

  const rules = [option].flat().map(readRule)
  return (origin) => rules.some((isAllowed) => isAllowed(origin))
}

function readRule(rule: CsrfOriginRule): (origin: string) => boolean {
  if (rule instanceof RegExp) {
    const pattern = new RegExp(rule)
    return (origin) => {
      pattern.lastIndex = 0 // A global pattern would continue where the last request stopped.
      return pattern.test(origin)
    }
  }

  const allowed = readOrigin(rule, 'csrf() cannot allow origin')
  return (origin) => origin === allowed
}

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
