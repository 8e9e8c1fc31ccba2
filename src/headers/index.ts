export { Cookie, type CookieInit } from './cookie.ts'
export { parseHttpDate } from './http-date.ts'
export { SetCookie, type CookiePriority, type SameSite, type SetCookieInit } from './set-cookie.ts'
