import { isOwnPath } from '../../internal/http/http.ts'
import { serializeLocation } from '../../http/response/shared.ts'
import { stripBasename } from './basename.ts'
import { resolveTo, type ResolveBase } from './resolve-to.ts'

/**
 * Resolves the location of a redirect that a handler of a page returned or threw. Relative locations are relative to the
 * route, absolute paths below the basename.
 *
 * @throws {TypeError} If the location is neither a path nor an http(s) URL
 */
export function resolveLocation(location: string, base: ResolveBase): string {
  const pathname = location.replace(/[?#].*$/s, '')
  if (isOwnPath(location) && stripBasename(pathname, base.basename) !== null) return location

  return serializeLocation(resolveTo(location, base) ?? location)
}
