// What other folders use of this one. It is not published.
export { reloadHeader, replaceHeader } from './redirect.ts'
export { serializeLocation } from './serialize-location.ts'
export type { NotJson, Refused } from './json-of.ts'
