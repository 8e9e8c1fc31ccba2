// What other folders use of this one. It is not published.
export { checkDigest } from './digest-file.ts'
export type { DataOf, JsonOf, NotJson, Refused, SerializeFrom, Unsent } from './json-of.ts'
export type { Sent } from './json.ts'
export { keepCookiePrivate } from './keep-cookie-private.ts'
export { explainLater, stringifyJson } from './later.ts'
export { isPublicPolicy, privatePolicy, sharedDirectives } from './private-policy.ts'
export { reloadHeader, replaceHeader } from './redirect.ts'
export { serializeLocation } from './serialize-location.ts'
