// What other folders of the framework use from this one. It is not published.
export { BuiltInMatcher } from './multi-matcher.ts'
export { createPathMatcher } from './path-matcher.ts'
export { capturesOf } from './tokens.ts'
export { erasePattern } from './route-pattern.ts'
export { serializePath } from './serialize-path.ts'
export { writePath } from './write-path.ts'
