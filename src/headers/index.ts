export { Accept } from './accept.ts'
export { AcceptEncoding } from './accept-encoding.ts'
export { AcceptLanguage } from './accept-language.ts'
export {
  CacheControl,
  type CacheControlDirectives,
  type CacheControlInit,
} from './cache-control.ts'
export { ContentDisposition, type ContentDispositionInit } from './content-disposition.ts'
export { ContentRange, type ContentRangeInit } from './content-range.ts'
export { ContentType, type ContentTypeInit } from './content-type.ts'
export { Cookie, type CookieInit } from './cookie.ts'
export { type EntityTagListInit } from './entity-tag-list.ts'
export { HeaderParameters, type HeaderParametersInit } from './header-parameters.ts'
export { parseHttpDate } from './http-date.ts'
export { IfMatch } from './if-match.ts'
export { IfNoneMatch } from './if-none-match.ts'
export { IfRange, type Validators } from './if-range.ts'
export { Range, type RangeInit, type RangeSpec } from './range.ts'
export { SetCookie, type CookiePriority, type SameSite, type SetCookieInit } from './set-cookie.ts'
export { parseTokenList } from './split-list.ts'
export { Vary, type VaryInit } from './vary.ts'
export { type WeightedListInit } from './weighted-list.ts'
