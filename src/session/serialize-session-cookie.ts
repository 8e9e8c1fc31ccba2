import type { Cookie, CookieSerializeOptions } from '../cookie/index.ts'

/** What browsers keep of a cookie, name, value and attributes together. */
const MAX_LENGTH = 4096

const utf8 = new TextEncoder()

/**
 * The `Set-Cookie` header value for what a storage's `save()` has answered.
 *
 * @param cookie The container
 * @param value The cookie's new value; `''` ends the cookie, whatever lifetime the container gives it
 * @param options Attributes for this one
 * @throws {Error} If browsers would drop the cookie because it is too long
 */
export async function serializeSessionCookie(
  cookie: Cookie,
  value: unknown,
  options: CookieSerializeOptions = {},
): Promise<string> {
  if (value === '') {
    const ended = await cookie.serialize('', { ...options, maxAge: 0 })
    return `${ended}; Expires=Thu, 01 Jan 1970 00:00:00 GMT`
  }

  const header = await cookie.serialize(value, options)
  const length = utf8.encode(header).length
  if (length > MAX_LENGTH) {
    throw new Error(
      `Cookie length will exceed browser maximum. Length: ${length}. Keep less in the session, or use a storage that keeps it on the server`,
    )
  }
  return header
}
