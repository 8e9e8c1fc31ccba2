import type { Match } from './match.ts'
import { createMultiMatcher, type MatcherOptions } from './multi-matcher.ts'
import type { Params } from './params.ts'
import { RoutePattern } from './route-pattern.ts'

/** One pattern that looks at URLs. */
export interface Matcher<Source extends string = string> {
  readonly pattern: RoutePattern<Source>
  match(url: string | URL): Match<Source, Params<Source>> | null
}

/**
 * Creates a matcher for one pattern.
 *
 * @throws {ParseError} If `pattern` is no pattern
 *
 * @example
 * createMatcher('/books/:slug').match('https://example.com/books/emma')?.params.slug // 'emma'
 */
export function createMatcher<const Source extends string>(
  pattern: Source | RoutePattern<Source>,
  options?: MatcherOptions,
): Matcher<Source> {
  const parsed = RoutePattern.parse(pattern)
  const matcher = createMultiMatcher<null>(options)
  matcher.add(parsed, null)

  return {
    pattern: parsed,
    match(url) {
      const match = matcher.match(url)
      if (match === null) return null
      const { data: _, ...single } = match
      return single as Match<Source, any> // the params are those of the one pattern
    },
  }
}
