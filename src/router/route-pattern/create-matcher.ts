import { decodePathname, markDots } from './canonical-path.ts'
import { foldCase, foldTokens, capturesOf } from './tokens.ts'
import { checkOptions } from '../../internal/guards/check.ts'
import { assertLengths, createMeter, readLimits } from './limits.ts'
import { readCaptures, readMeta, type Match, type MatchParams } from './match.ts'
import type { MatcherOptions } from './multi-matcher.ts'
import { createOriginProgram, matchOrigin } from './origin-index.ts'
import type { Params } from './params.ts'
import { createProgram, run, Subject } from './program.ts'
import { RoutePattern, matchesSearch } from './route-pattern.ts'
import { originOf, startOfPath } from './url-parts.ts'

/** Matches URLs against one pattern. */
export interface Matcher<Source extends string = string> {
  readonly pattern: RoutePattern<Source>
  /** Returns the match, or `null`. A relative URL, such as one of `createHref()`, needs `baseURL`. */
  match(
    url: string | URL,
    options?: { readonly baseURL?: string | URL },
  ): Match<Source, Params<Source>> | null
}

/**
 * Creates a matcher for one pattern. It matches the same URLs as `createMultiMatcher`, but it does not need a tree of
 * patterns, so it is smaller in a browser.
 *
 * @throws {ParseError} If `pattern` is not a valid pattern
 *
 * @example
 * createMatcher('/books/:slug').match('https://example.com/books/emma')?.params.slug // 'emma'
 */
export function createMatcher<const Source extends string>(
  pattern: Source | RoutePattern<Source>,
  options: MatcherOptions = {},
): Matcher<Source> {
  checkOptions('createMatcher()', options, 'ignoreCase limits')
  const { ignoreCase = false } = options
  const limits = readLimits(options.limits)
  const { length } = String(pattern)
  assertLengths(limits, length, length)

  const parsed = RoutePattern.parse(pattern)
  const { pathname: tokens } = parsed
  const meter = createMeter(limits.work)
  const hostProgram = createOriginProgram(parsed)
  const pathProgram = createProgram(ignoreCase ? foldTokens(tokens) : tokens)
  const captures = capturesOf(tokens)

  return {
    pattern: parsed,
    match(given, { baseURL } = {}) {
      const url = new URL(given, baseURL)
      const pathStart = startOfPath(url.href)
      const path = pathStart === -1 ? null : decodePathname(url.pathname)
      if (path === null) return null

      meter.work = 0
      const origin = originOf(url.href, pathStart)
      const host = new Subject(origin.hostname, origin.hostname, '.')
      const hostSpans = matchOrigin(hostProgram, origin, host, meter)
      if (hostSpans === null) return null

      const dots = decodePathname(url.pathname, markDots)!
      const spans = run(
        pathProgram,
        new Subject(ignoreCase ? foldCase(path) : path, dots, '/'),
        meter,
      )
      if (spans === null || !matchesSearch(parsed, url.searchParams)) return null

      const params: MatchParams = Object.create(null)
      readCaptures(params, hostProgram.captures.names, hostSpans, origin.hostname, false)
      readCaptures(params, captures.names, spans, path, path !== url.pathname)
      return {
        url,
        pattern: parsed,
        params: params as Params<Source>,
        paramsMeta: {
          hostname: readMeta(hostProgram.captures, hostSpans, origin.hostname),
          pathname: readMeta(captures, spans, path),
        },
      }
    },
  }
}
