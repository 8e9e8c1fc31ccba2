// What other folders use of this one. It is not published.
export type { DataOf, JsonOf, NotJson, Refused, SerializeFrom } from './json-of.ts'
export { checkDigest } from './digest-file.ts'
export { keepCookiePrivate } from './keep-cookie-private.ts'
export { explainLater, stringifyJson } from './later.ts'
export { isPublicPolicy, privatePolicy, sharedDirectives } from './private-policy.ts'
export { reloadHeader, replaceHeader } from './redirect.ts'
export { serializeLocation } from './serialize-location.ts'
