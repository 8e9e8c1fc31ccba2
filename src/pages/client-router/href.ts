import type { Location } from '../page-protocol/transition.ts'

/** The parts of a location that the URL shows. */
export type Path = Pick<Location, 'pathname' | 'search' | 'hash'>

/**
 * Resolves the target of a link, a form or a redirect.
 *
 * A leading `//` or `/\` is a path and never another host. Only http and https are allowed.
 *
 * @returns The URL, or `undefined` if it is invalid or has another scheme
 */
export function resolveHref(href: string, base: string): URL | undefined {
  // The URL parser removes tabs, newlines and leading control characters, so remove them before the check too.
  // eslint-disable-next-line no-control-regex
  const text = href.replace(/^[\0- ]+|[\t\n\r]/g, '').replace(/^[/\\]+/, '/')
  const url = URL.parse(text, base)
  // This repeats the rule of `isHttp()`, because the import would make the code of every page larger.
  if (!url || !/^https?:$/.test(url.protocol)) return undefined

  // `/..//host` resolves to the pathname `//host`, which is a host when it is used as an href.
  url.pathname = url.pathname.replace(/^\/+/, '/')
  return url
}

/** Creates a location with a new key. */
export function createLocation(path: Path, state: unknown = null): Location {
  const { pathname, search, hash } = path
  return Object.freeze({ pathname, search, hash, state, key: createKey() })
}

/** Returns the path and the search, which is the part of a location that a server gets. */
export function pathOf(location: Path): string {
  return location.pathname + location.search
}

/** Returns the path, the search and the hash. */
export function hrefOf(location: Path): string {
  return pathOf(location) + location.hash
}

/** Creates a key that is unique among the history entries and submissions of this tab. */
export function createKey(): string {
  return Math.random().toString(36).slice(2, 10)
}
