// What other folders of the framework use from this one. It is not published.
export { BuiltInMatcher } from './multi-matcher.ts'
export { createPathMatcher } from './path-matcher.ts'
export { createPlainMatcher, isPlainPath } from './plain-paths.ts'
export { capturesOf } from './tokens.ts'
export { erasePattern } from './route-pattern.ts'
export { serializePath } from './serialize-path.ts'
export { endOfPath, startOfPath } from './url-parts.ts'
export { writePath, writeTokens } from './write-path.ts'
