export {
  createCookie,
  isCookie,
  type Cookie,
  type CookieOptions,
  type CookieParseOptions,
  type CookieSerializeOptions,
} from './cookie.ts'
export { createCookieJar, type CookieJar, type CookieJarOptions } from './cookie-jar.ts'
