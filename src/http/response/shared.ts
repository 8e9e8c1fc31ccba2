// The exports for other folders of the framework. They are not published.
export { withContentType } from './create-body-response.ts'
export { checkDigest } from './digest-file.ts'
export type { DataOf, JsonOf, NotJson, Refused, SerializeFrom, Unsent } from './json-of.ts'
export type { Sent } from './json.ts'
export { explainLater, stringifyJson } from './later.ts'
export {
  isPublicPolicy,
  isReusable,
  keepCookiePrivate,
  makePrivate,
  privatePolicy,
  publicPolicyOf,
  sharedDirectives,
} from './keep-cookie-private.ts'
export { isSameForEveryone, keepPersonalPrivate } from './keep-personal-private.ts'
export { reloadHeader, replaceHeader } from './redirect.ts'
export { serializeLocation } from './serialize-location.ts'
export { isCompressibleType } from './is-compressible-type.ts'
export { isDataWithInit } from './data.ts'
export { isInvalid } from './invalid.ts'
export { isLater } from './later.ts'
