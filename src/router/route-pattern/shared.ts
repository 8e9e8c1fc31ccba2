// The exports for other folders of the framework. They are not published.
export { BuiltInMatcher } from './multi-matcher.ts'
export { createPathMatcher, type PathMatcher } from './path-matcher.ts'
export { createPathTree } from './path-tree.ts'
export { createPlainMatcher, isPlainPath } from './plain-paths.ts'
export { capturesOf, isAnyHost } from './tokens.ts'
export { countReadings, readingsOf, readingWith } from './readings.ts'
export { erasePattern } from './route-pattern.ts'
export { serializePath } from './serialize-path.ts'
export { splitPath, startOfPath, type UrlPath } from './url-parts.ts'
export { writePath, writeTokens } from './write-path.ts'
export type { MatcherLimits } from './limits.ts'
export type { Tokens } from './tokens.ts'
export {
  assertTrailingSlash,
  defaultTrailingSlash,
  otherHref,
  otherSpelling,
  spellingsOf,
  type TrailingSlash,
} from './trailing-slash.ts'
export { canonicalUrl, isHost, isPlainTarget, originOfHost, type Scheme } from './canonical-url.ts'
export { canonicalSegments, decodePathname } from './canonical-path.ts'
