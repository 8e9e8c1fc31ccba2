/**
 * Writes a location for a `Location` header: visible ASCII, never protocol-relative, never a scheme but http(s).
 *
 * A browser strips spaces around a location, drops tabs and line breaks inside it and reads `\` as `/`, so that
 * `/\evil.com` and `\\evil.com` are `//evil.com` to it. Here each of these is a path on this site.
 *
 * @param location A path, a relative reference or an absolute http(s) URL
 * @returns The location, with what is not ASCII percent-encoded
 * @throws {TypeError} If it is empty, has a control character in it, another scheme, or is no URL
 */
export function serializeLocation(location: string | URL): string {
  const text = String(location).replace(/^ +/, '')
  const end = trimmedEnd(text)
  const reference = text.slice(0, end)

  if (reference === '') refuse(location, 'it is empty')
  if (/[\x00-\x1f\x7f]/.test(reference)) refuse(location, 'it has a control character in it')

  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(reference)?.[1]
  if (scheme !== undefined) return serializeAbsolute(location, reference, scheme.toLowerCase())

  return encodeReference(reference.replace(/^[/\\]+/, '/'))
}

/**
 * Whether `path` may be followed without leaving the site, for a `?next=` parameter.
 *
 * Only a path that starts with one slash is safe: not `//host`, `/\host`, a URL, a control character, nor a path
 * that comes to start with two slashes once its dot segments are resolved.
 *
 * @param path Anything, such as `url.searchParams.get('next')`
 * @returns `true` for a path on this site
 *
 * @example
 * const next = url.searchParams.get('next')
 * return redirect(isSafeRedirect(next) ? next : '/')
 */
export function isSafeRedirect(path: unknown): path is string {
  if (typeof path !== 'string' || !path.startsWith('/') || /[\\\x00-\x1f\x7f]/.test(path)) {
    return false
  }

  const url = URL.parse(path, 'http://site.invalid')

  return url !== null && url.host === 'site.invalid' && !url.pathname.startsWith('//')
}

function serializeAbsolute(location: string | URL, reference: string, scheme: string): string {
  if (scheme !== 'http' && scheme !== 'https') {
    refuse(location, `"${scheme}:" is neither http: nor https:`)
  }

  const url = URL.parse(reference)
  if (url === null) refuse(location, 'it is not a valid URL')

  // `https:evil.com` and `https:/\evil.com` are absolute to some readers and relative to others: spell it out.
  // So is a host that is not ASCII. Everything else stays as it was written.
  return /^https?:\/\/[^/\\]/i.test(reference) && /^[\x21-\x7e]+$/.test(reference)
    ? reference
    : url.href
}

/** Percent-encodes what may not stand in a header, and leaves alone what is encoded already. */
function encodeReference(reference: string): string {
  return reference.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}

/** Where the spaces at the end begin. A regular expression would try again at every space. */
function trimmedEnd(text: string): number {
  let end = text.length
  while (end > 0 && text[end - 1] === ' ') end -= 1

  return end
}

function refuse(location: string | URL, reason: string): never {
  throw new TypeError(
    `Cannot redirect to ${JSON.stringify(String(location))}: ${reason}. Use a path or an http(s) URL`,
  )
}
