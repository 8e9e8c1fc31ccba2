// What other folders of the framework use from this one. It is not published.
export { createMeter } from './limits.ts'
export { BuiltInMatcher } from './multi-matcher.ts'
export { createPathMatcher } from './path-matcher.ts'
export type { Meter } from './program.ts'
export { erasePattern } from './route-pattern.ts'
export { serializePath } from './serialize-path.ts'
export { writePath } from './write-path.ts'
