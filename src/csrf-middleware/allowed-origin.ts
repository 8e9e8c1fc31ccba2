import type { RequestContext } from '../fetch-router/index.ts'
import { invariant } from '../internal/invariant.ts'

/** One origin exactly, `scheme://host[:port]`, or all that a pattern matches. */
export type CsrfOriginRule = string | RegExp

/** Which origins may send unsafe requests. */
export type CsrfOrigin =
  | CsrfOriginRule
  | readonly CsrfOriginRule[]
  | ((origin: string, context: RequestContext) => boolean | Promise<boolean>)

type IsAllowed = (origin: string, context: RequestContext) => boolean | Promise<boolean>

/**
 * Makes a question of the option `origin`.
 *
 * @throws {TypeError} If a string is no origin
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
      pattern.lastIndex = 0 // a global one would go on where it stopped for the last request
      return pattern.test(origin)
    }
  }

  invariant(
    typeof rule === 'string' && URL.parse(rule)?.origin === rule,
    `csrf() takes origins such as "https://example.com", not ${JSON.stringify(rule)}`,
  )
  return (origin) => origin === rule
}

/**
 * The origin that a request says it comes from.
 *
 * @returns `null` if it does not say, `'null'` if what it says is no origin
 */
export function readOrigin(headers: Headers): string | null {
  const origin = headers.get('Origin')?.trim()
  if (origin) return origin

  const referer = headers.get('Referer')?.trim()
  return referer ? (URL.parse(referer)?.origin ?? 'null') : null
}
