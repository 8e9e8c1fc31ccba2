import { RoutePattern } from './route-pattern.ts'
import type { Tokens } from './tokens.ts'

/** Options of {@link serializePath}. */
interface SerializePathOptions {
  /**
   * Whether a wildcard without a name at the end is a splat: captured as `params['*']`, and matching also without the
   * slash before it, with the value `''`.
   *
   * @default false
   */
  splat?: boolean
}

/**
 * The path of a pattern as plain JSON for `createPathMatcher`: `/blog(/:lang)/:slug` is
 * `['=/blog', '?2', '=/', ':lang', '=/', ':slug']`, and as a splat `/files/*` is `['=/files', '$']`.
 */
export function serializePath(
  pattern: string | RoutePattern,
  options: SerializePathOptions = {},
): Tokens {
  const { pathname } = RoutePattern.parse(pattern)
  if (!options.splat || pathname.at(-1) !== '*') return pathname

  const text = pathname.at(-2)!
  if (text[0] !== '=' || !text.endsWith('/') || isOptional(pathname, pathname.length - 1)) {
    return [...pathname.slice(0, -1), '**'] // no slash of its own to share: only the name
  }
  return [...pathname.slice(0, -2), ...(text === '=/' ? [] : [text.slice(0, -1)]), '$']
}

function isOptional(tokens: Tokens, index: number): boolean {
  return tokens.some(
    (token, i) => token[0] === '?' && i < index && index <= i + Number(token.slice(1)),
  )
}
