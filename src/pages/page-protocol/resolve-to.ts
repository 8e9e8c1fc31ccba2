import { addBasename } from './basename.ts'
import type { PageMatch } from './match-pages.ts'
import { matchesWithPath } from './matches-with-path.ts'

/** The parts of a target, for `Link` and `navigate`. */
export interface PartialPath {
  pathname?: string
  search?: string
  hash?: string
}

/** A target: a path, a relative path, an absolute URL, or its parts. */
export type To = string | PartialPath

/** The base for relative targets. */
export interface ResolveBase {
  /** The path prefix of the app: `/`, or `/shop`. Absolute paths are below it. */
  basename: string
  /** The current location, with the basename. */
  location: { readonly pathname: string; readonly search: string }
  /** The pathnames of the matches that add a path, from the root to the current route. */
  pathnames: readonly string[]
}

/** Whether `..` goes up one route or one segment of the URL. */
export type RelativeMode = 'route' | 'path'

/**
 * Resolves a target to a path with query and hash, or to an absolute URL with an allowed scheme.
 *
 * The result never leads to another origin, unless the target has a scheme: `//host`, `/\host` and similar targets are
 * paths. Returns `null` for an unknown scheme, and for a scheme that could run code.
 */
export function resolveTo(to: To, base: ResolveBase, relative?: RelativeMode): string | null {
  // Like browsers, first removes spaces and control characters before a URL, and tabs and line breaks inside it.
  const text = (typeof to === 'string' ? to : join(to)).replace(/^[\0- ]+|[\t\n\r]/g, '')
  if (/^[a-z][a-z\d+.-]*:/i.test(text)) return linkTo(text)
  if (/^[/\\]/.test(text)) return addBasename(walk('/', below(text)), base.basename)

  const { location, pathnames } = base
  if (/^(?:$|[?#])/.test(text)) return walk(location.pathname + location.search, text)

  // Each leading `..` goes up one route. The rest is a path below that route.
  const isByPath = relative === 'path'
  const up = isByPath ? '' : /^(?:\.\.(?:\/|(?=[?#]|$)))*/.exec(text)![0]
  const at = pathnames.length - up.split('..').length
  const from = isByPath ? location.pathname : (pathnames[Math.max(0, at)] ?? base.basename)
  const rest = text.slice(up.length)

  return /^\.?[/\\]*(?:$|[?#])/.test(rest)
    ? from + rest.replace(/^[./\\]*/, '')
    : walk(from.replace(/\/?$/, '/'), below(rest))
}

/** Returns the pathnames that `..` stops at. */
export function routePathnames(matches: readonly PageMatch[]): string[] {
  return matchesWithPath(matches).map(({ pathname }) => pathname)
}

/** Returns a path without leading slashes, in a form that cannot be parsed as a host or a scheme. */
function below(path: string): string {
  return `./${path.replace(/^[/\\]+/, '')}`
}

/** Returns an absolute URL that is allowed in a link. It is normalized, because parsers disagree about `https:host`. */
function linkTo(text: string): string | null {
  if (/^https?:/i.test(text)) return URL.parse(text)?.href ?? null

  return /^(?:mailto|tel|sms):/i.test(text) ? text : null
}

function join({ pathname = '', search = '', hash = '' }: PartialPath): string {
  return pathname + search.replace(/^(?=[^?])/, '?') + hash.replace(/^(?=[^#])/, '#')
}

/** Resolves the relative path `path` against `from`. The result starts with exactly one slash. */
function walk(from: string, path: string): string {
  const url = new URL(path, `http://a${from}`)
  const slash = /(?:^|\/)\.\.?(?:$|[?#])/.test(path) ? /(?!^)\/$/ : /$^/

  return url.pathname.replace(/^\/+/, '/').replace(slash, '') + url.search + url.hash
}
