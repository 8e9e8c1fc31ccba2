export { RoutePattern } from './route-pattern.ts'
export { ParseError, type ParseErrorType } from './parse.ts'
export { joinPatterns, type JoinPatterns } from './join-patterns.ts'
export type { Params, HrefArgs } from './params.ts'
export type { HrefOptions } from './params.ts'
export { createHref } from './create-href.ts'
export {
  CreateHrefError,
  CreateHrefError as HrefError,
  type CreateHrefErrorDetails,
} from './create-href.ts'
export { createMatcher, type Matcher } from './create-matcher.ts'
export { createMultiMatcher, type MatcherOptions, type MultiMatcher } from './multi-matcher.ts'
export type { Match, MultiMatch } from './match.ts'
export { MatcherResourceError } from './limits.ts'
export { ascending, compare, descending, equal, greaterThan, lessThan } from './specificity.ts'
