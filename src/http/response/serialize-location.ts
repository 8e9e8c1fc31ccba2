import { isHttp, isOwnPath } from '../../internal/http/http.ts'
/**
 * Serializes a location for a `Location` header. The result has only visible ASCII, is never protocol-relative, and has no
 * scheme but http(s).
 *
 * A browser strips spaces around a location, drops tabs and line breaks inside it and reads `\` as `/`. So it reads
 * `/\evil.com` and `\\evil.com` as `//evil.com`. Here each of these becomes a path on this site.
 *
 * @param location A path, a relative reference or an absolute http(s) URL
 * @returns The location. Characters that are not ASCII are percent-encoded
 * @throws {TypeError} If it is empty, contains a control character, has another scheme, or is not a valid URL
 */
export function serializeLocation(location: string | URL): string {
  const text = String(location).replace(/^ +/, '')
  const end = trimmedEnd(text)
  const reference = text.slice(0, end)

  if (reference === '') throwUnsafe(location, 'it is empty')
  if (/[\x00-\x1f\x7f]/.test(reference)) throwUnsafe(location, 'it contains a control character')

  const protocol = /^[a-z][a-z\d+.-]*:/i.exec(reference)?.[0]
  if (protocol !== undefined) {
    return serializeAbsolute(location, reference, protocol.toLowerCase())
  }

  return encodeReference(reference.replace(/^[/\\]+/, '/'))
}

/**
 * Whether a redirect to `path` stays on this site, for a `?next=` parameter.
 *
 * Only a path that starts with one slash is safe. `//host`, `/\host`, a URL, a control character and a path that starts
 * with two slashes after its dot segments are resolved are not.
 *
 * @param path Anything, such as `url.searchParams.get('next')`
 * @returns `true` for a path on this site
 *
 * @example
 * const next = url.searchParams.get('next')
 * return redirect(isSafeRedirect(next) ? next : '/')
 */
export function isSafeRedirect(path: unknown): path is string {
  if (!isOwnPath(path) || /[\\\x00-\x1f\x7f]/.test(path)) return false

  const url = URL.parse(path, 'http://site.invalid')

  return url !== null && url.host === 'site.invalid' && !url.pathname.startsWith('//')
}

function serializeAbsolute(location: string | URL, reference: string, protocol: string): string {
  if (!isHttp({ protocol })) {
    throwUnsafe(location, `"${protocol}" is neither http: nor https:`)
  }

  const url = URL.parse(reference)
  if (url === null) throwUnsafe(location, 'it is not a valid URL')

  // `https:evil.com` and `https:/\evil.com` are absolute for some clients and relative for others. These are written in
  // full, and so is a host that is not ASCII. Any other location does not change.
  return /^https?:\/\/[^/\\]/i.test(reference) && /^[\x21-\x7e]+$/.test(reference)
    ? reference
    : url.href
}

/** Percent-encodes characters that a header cannot contain. Existing escapes stay. */
function encodeReference(reference: string): string {
  return reference.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}

/** Returns where the spaces at the end start. A regular expression would try again at every space. */
function trimmedEnd(text: string): number {
  let end = text.length
  while (end > 0 && text[end - 1] === ' ') end -= 1

  return end
}

function throwUnsafe(location: string | URL, reason: string): never {
  throw new TypeError(
    `Cannot redirect to ${JSON.stringify(String(location))}: ${reason}. Use a path or an http(s) URL.`,
  )
}
