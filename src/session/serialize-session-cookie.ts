import type { Cookie, CookieSerializeOptions } from '../cookie/index.ts'

/** The longest cookie that browsers keep, with name, value and attributes. */
const MAX_LENGTH = 4096

const utf8 = new TextEncoder()

/**
 * Serializes the value that a storage's `save()` returned as a `Set-Cookie` header value.
 *
 * @param cookie The cookie container
 * @param value The new value of the cookie. `''` deletes the cookie
 * @param options Attributes for this header
 * @throws {Error} If the cookie is so long that browsers would drop it
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
      `Cookie length will exceed browser maximum. Length: ${length}. Keep less in the session, or use a storage that keeps it on the server.`,
    )
  }
  return header
}
