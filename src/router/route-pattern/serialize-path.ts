import { RoutePattern } from './route-pattern.ts'
import type { Tokens } from './tokens.ts'

/** Options of {@link serializePath}. */
interface SerializePathOptions {
  /**
   * Whether a wildcard without a name at the end is a splat. A splat is captured as `params['*']`. It also matches without
   * the slash before it, with the value `''`.
   *
   * @default false
   */
  splat?: boolean
}

/**
 * Returns the path of a pattern as JSON for `createPathMatcher`. `/blog(/:lang)/:slug` is
 * `['=/blog', '?2', '=/', ':lang', '=/', ':slug']`. With `splat`, `/files/*` is `['=/files', '$']`.
 */
export function serializePath(
  pattern: string | RoutePattern,
  options: SerializePathOptions = {},
): Tokens {
  const { pathname } = RoutePattern.parse(pattern)
  if (!options.splat || pathname.at(-1) !== '*') return pathname

  const text = pathname.at(-2)!
  if (text[0] !== '=' || !text.endsWith('/') || isOptional(pathname, pathname.length - 1)) {
    return [...pathname.slice(0, -1), '**'] // Without a slash to share, only the name is different.
  }
  return [...pathname.slice(0, -2), ...(text === '=/' ? [] : [text.slice(0, -1)]), '$']
}

function isOptional(tokens: Tokens, index: number): boolean {
  return tokens.some(
    (token, i) => token[0] === '?' && i < index && index <= i + Number(token.slice(1)),
  )
}
