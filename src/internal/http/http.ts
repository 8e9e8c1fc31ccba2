/** The terms of HTTP that several folders need. Each is defined only here, and nothing here has state. */

/** The eight standard methods. */
export const RequestMethods: readonly [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'QUERY',
] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']

/** One of the eight standard methods. */
export type RequestMethod = (typeof RequestMethods)[number]

/** Whether `value` is one of the eight standard methods, in upper case. */
export function isRequestMethod(value: unknown): value is RequestMethod {
  return (RequestMethods as readonly unknown[]).includes(value)
}

/** The methods that run an action. */
export const actionMethods: readonly ['POST', 'PUT', 'PATCH', 'DELETE'] = [
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
]

/** One of the methods that run an action. */
export type ActionMethod = (typeof actionMethods)[number]

/**
 * Whether a method, in upper case, is safe: it only reads (RFC 9110 §9.2.1). `TRACE` is refused earlier.
 *
 * `QUERY` only reads, too (RFC 10008 §2), but it has a body, and guards check it as they check every request with one.
 */
export function isSafeMethod(method: string): boolean {
  return isLoadMethod(method) || method === 'OPTIONS'
}

/** Whether requests with a method, in upper case, have a body that says what they ask for. */
export function takesBody(method: string): boolean {
  return isActionMethod(method) || method === 'QUERY'
}

/** Whether a method, in upper case, loads a page or a file. Such a request has no body. */
export function isLoadMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Whether a method, in upper case, runs an action. */
export function isActionMethod(method: string): method is ActionMethod {
  return (actionMethods as readonly string[]).includes(method)
}

/** Whether `Request` refuses a method. Some runtimes pass such a request to the handler, but it cannot be copied. */
export function isForbiddenMethod(method: string): boolean {
  return method === 'TRACE' || method === 'TRACK' || method === 'CONNECT'
}

/** The default name of the form field that names the method. */
export const methodField = '_method'

/** The methods that a `POST` form may ask for. */
export type OverrideMethod = Exclude<ActionMethod, 'POST'>

/**
 * Returns the method that the value of a form field asks for, in upper or lower case.
 *
 * The result is never a method that guards consider safe.
 */
export function overrideMethod(value: unknown): OverrideMethod | undefined {
  const method = typeof value === 'string' ? value.toUpperCase() : ''
  return isActionMethod(method) && method !== 'POST' ? method : undefined
}

/** Whether a status means a redirect, if the response has a `Location`. */
export function isRedirectStatus(status: number): boolean {
  return redirectStatuses.includes(status)
}

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308]

/** Whether a value is a URL with the scheme `http:` or `https:`. */
export function isHttp<Url extends Pick<URL, 'protocol'>>(url: Url | null | undefined): url is Url {
  return /^https?:$/.test(url?.protocol ?? '')
}

/** The most bytes that a browser accepts as the name and the value of a cookie. It drops a longer cookie. */
export const maxCookieBytes = 4096

/** Returns the bytes of a cookie, as browsers count them: its name and its value as they are sent, without attributes. */
export function cookieBytes(name: string, value: string): number {
  return new TextEncoder().encode(name + value).length
}

/** The `Content-Type` of HTML. */
export const htmlType = 'text/html; charset=utf-8'

/**
 * Whether a string is a path of this site: one slash, then no slash or backslash, which would begin a host. Browsers drop
 * tabs and line breaks in a URL, so a path has none.
 */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])[^\t\n\r]*$/.test(path)
}
