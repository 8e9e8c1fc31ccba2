export {
  createCookie,
  isCookie,
  type Cookie,
  type CookieOptions,
  type CookieParseOptions,
  type CookieSerializeOptions,
} from './cookie.ts'
