import { RoutePattern } from './route-pattern.ts'
import type { Tokens } from './tokens.ts'

/** Options of {@link serializePath}. */
export interface SerializePathOptions {
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
  const { pathname } = typeof pattern === 'string' ? new RoutePattern(pattern) : pattern
  const before = pathname.at(-2)
  if (!options.splat || pathname.at(-1) !== '*' || !before?.endsWith('/')) return pathname

  // the slash before the wildcard becomes the splat's own
  const text = before.slice(0, -1)
  return [...pathname.slice(0, -2), ...(text === '=' || text === '' ? [] : [text]), '$']
}
