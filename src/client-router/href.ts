import type { Location } from '../page-protocol/transition.ts'

/** The parts of a location that the URL shows. */
export type Path = Pick<Location, 'pathname' | 'search' | 'hash'>

/**
 * Resolves what a link, a form or a redirect names.
 *
 * A leading `//` or `/\` is a path and never another host. Only http and https are places to go.
 *
 * @returns The URL, or `undefined` if it cannot be read or has another scheme
 */
export function resolveHref(href: string, base: string): URL | undefined {
  // The URL parser drops tabs, newlines and leading controls, so a check before it has to do the same.
  // eslint-disable-next-line no-control-regex
  const text = href.replace(/^[\0- ]+|[\t\n\r]/g, '').replace(/^[/\\]+/, '/')
  const url = URL.parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined

  // `/..//host` resolves to the pathname `//host`, which written as an href is a host again.
  url.pathname = url.pathname.replace(/^\/+/, '/')
  return url
}

/** A new location with a key of its own. */
export function createLocation(path: Path, state: unknown = null): Location {
  const { pathname, search, hash } = path
  return Object.freeze({ pathname, search, hash, state, key: createKey() })
}

/** Path and search: what a server sees of a location. */
export function pathOf(location: Path): string {
  return location.pathname + location.search
}

/** Path, search and hash. */
export function hrefOf(location: Path): string {
  return pathOf(location) + location.hash
}

/** A key that no other history entry or submission of this tab has. */
export function createKey(): string {
  return Math.random().toString(36).slice(2, 10)
}
