/**
 * How the framework reads a path.
 *
 * A serialized pathname is split at its raw slashes, and each segment is percent-decoded exactly once. An encoded slash
 * is data and never a separator. A malformed escape makes the whole path invalid (`null`). Everything that reads a path
 * (routes, static files, bypass patterns) uses these functions: if two parts of the code read a path differently, a
 * request can slip past its guard.
 */

/**
 * Stands for an encoded slash in the result of {@link decodePathname}: U+DC00 plus the ASCII code. This is an unpaired
 * surrogate, which no percent-encoded UTF-8 decodes to. It may also be half of a pair, so search for whole code points.
 */
export const encodedSlash = '\uDC2F'

/** Stands for an encoded dot, see {@link markDots}. */
const encodedDot = '\uDC2E'

/**
 * Returns the segments of a serialized pathname, each decoded once: `/a%2Fb/c` is `['a/b', 'c']`. Returns `null` if it is
 * malformed.
 */
export function canonicalSegments(pathname: string): string[] | null {
  const decoded = decodePathname(pathname)
  if (decoded === null) return null

  const segments = decoded.slice(1).split('/')
  return decoded === pathname ? segments : segments.map(restoreSlashes)
}

/**
 * Decodes a serialized pathname once, as one string. `/` separates segments, and {@link encodedSlash} is a slash inside
 * a segment. Returns `null` if an escape is malformed, and the same string if there is none.
 *
 * @param pathname As `URL` and `Request` serialize it
 * @param mark Replaces parts that must not be decoded. With {@link markDots}, encoded dots are marked too
 */
export function decodePathname(
  pathname: string,
  mark: (pathname: string) => string = markSlashes,
): string | null {
  if (!pathname.includes('%')) return pathname
  // A serialized pathname has no unpaired surrogates. In any other string, a surrogate could look like one of our marks.
  if (!pathname.isWellFormed()) return null

  try {
    return decodeURIComponent(mark(pathname))
  } catch {
    return null // Clients send malformed escapes.
  }
}

function markSlashes(pathname: string): string {
  return pathname.replace(/%2F/gi, encodedSlash)
}

/** Marks encoded slashes and encoded dots. Offsets in the decoded text stay the same. */
export function markDots(pathname: string): string {
  return markSlashes(pathname).replace(/%2E/gi, encodedDot)
}

/** Replaces the marks in a part of the result of {@link decodePathname}. */
export function restoreSlashes(text: string): string {
  return text.includes(encodedSlash) ? text.replace(/\uDC2F/gu, '/') : text
}
