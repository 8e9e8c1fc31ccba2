/**
 * The one opinion about a path.
 *
 * A serialised pathname is split at its raw slashes and each segment is percent-decoded exactly once. An encoded
 * slash is data of its segment and never a separator; a malformed escape makes the whole path unreadable (`null`).
 * Whatever looks at a path (routes, static files, bypass patterns) looks through these functions: between two
 * opinions about a path there is room for a request to slip past its guard.
 */

/**
 * What stands for an encoded slash in {@link decodePathname}: U+DC00 plus the ASCII code, an unpaired surrogate,
 * which no percent-encoded UTF-8 decodes to. The same unit may be half of a pair, so look for whole code points.
 */
export const encodedSlash = '\uDC2F'

/** What stands for an encoded dot, for those who ask {@link decodePathname} to tell. */
const encodedDot = '\uDC2E'

/** The segments of a serialised pathname, each decoded once: `/a%2Fb/c` is `['a/b', 'c']`. `null` if malformed. */
export function canonicalSegments(pathname: string): string[] | null {
  const decoded = decodePathname(pathname)
  if (decoded === null) return null

  const segments = decoded.slice(1).split('/')
  return decoded === pathname ? segments : segments.map(restoreSlashes)
}

/**
 * Decodes a serialised pathname once, as one string: `/` separates segments, {@link encodedSlash} is a slash inside
 * of one. Returns `null` if an escape is malformed, and the very string if there is none.
 *
 * @param pathname As `URL` and `Request` serialise it
 * @param markDots Whether a dot that was sent encoded becomes {@link encodedDot}; offsets stay the same
 */
export function decodePathname(pathname: string, markDots = false): string | null {
  if (!pathname.includes('%')) return pathname
  // Only what was never serialised has unpaired surrogates; they must not pass for our marks.
  if (!pathname.isWellFormed()) return null

  try {
    let marked = pathname.replace(/%2F/gi, encodedSlash)
    if (markDots) marked = marked.replace(/%2E/gi, encodedDot)
    return decodeURIComponent(marked)
  } catch {
    return null // a malformed escape is expected input
  }
}

/** Turns a piece of {@link decodePathname}'s result into the text it stands for. */
export function restoreSlashes(text: string): string {
  return text.includes(encodedSlash) ? text.replace(/\uDC2F/gu, '/') : text
}
