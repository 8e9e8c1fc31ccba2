import { addBasename } from './basename.ts'
import type { PageMatch } from './match-pages.ts'

/** A target in parts, as `Link` and `navigate` take it. */
export interface PartialPath {
  pathname?: string
  search?: string
  hash?: string
}

/** Where to go: a path, a relative path, an absolute URL, or its parts. */
export type To = string | PartialPath

/** What a relative target is resolved against. */
export interface ResolveBase {
  /** The path of the app: `/`, or `/shop`. Absolute paths are below it. */
  basename: string
  /** The current location, as the browser shows it. */
  location: { readonly pathname: string; readonly search: string }
  /** Pathnames of the matches that contribute a path, root first, down to the route that asks. */
  pathnames: readonly string[]
}

/** How `..` is read: one route up, or one segment of the URL up. */
export type RelativeMode = 'route' | 'path'

/** A path on this site that needs no resolving: one slash, then neither a slash, a backslash nor what browsers drop. */
export function isAbsolutePath(to: To): to is string {
  return typeof to === 'string' && /^\/(?![/\\])[^\t\n\r]*$/.test(to)
}

/**
 * Resolves a target to a path with query and hash, or to an absolute URL with a scheme that may be linked to.
 *
 * Whatever the input, the result never leads to another origin unless it is spelled with its scheme: `//host`, `/\host`
 * and their relatives are paths. A scheme that could run code, or that we do not know, gives `null`.
 */
export function resolveTo(to: To, base: ResolveBase, relative?: RelativeMode): string | null {
  // Browsers strip spaces and controls around a URL, and drop tabs and line breaks inside it; so do we, first.
  const text = (typeof to === 'string' ? to : join(to)).replace(/^[\0- ]+|[\t\n\r]/g, '')
  if (/^[a-z][a-z\d+.-]*:/i.test(text)) return linkTo(text)
  if (/^[/\\]/.test(text)) return addBasename(walk('/', below(text)), base.basename)

  const { location, pathnames } = base
  if (/^(?:$|[?#])/.test(text)) return walk(location.pathname + location.search, text)

  // Each leading `..` leaves one route; what follows is a path below the route that is left.
  const isByPath = relative === 'path'
  const up = isByPath ? '' : /^(?:\.\.(?:\/|(?=[?#]|$)))*/.exec(text)![0]
  const at = pathnames.length - up.split('..').length
  const from = isByPath ? location.pathname : (pathnames[Math.max(0, at)] ?? base.basename)
  const rest = text.slice(up.length)

  return /^\.?[/\\]*(?:$|[?#])/.test(rest)
    ? from + rest.replace(/^[./\\]*/, '')
    : walk(`${from}/`, below(rest))
}

/** The pathnames that `..` stops at: a pathless layout and an index add nothing to the path. */
export function routePathnames(matches: readonly PageMatch[]): string[] {
  return matches
    .filter(({ route }) => route.path !== undefined && !route.index)
    .map(({ pathname }) => pathname)
}

/** A path without its leading slashes, spelled so that nothing in it is read as a host or a scheme. */
function below(path: string): string {
  return `./${path.replace(/^[/\\]+/, '')}`
}

/** An absolute URL that a link may have. `https:host` means different things to different readers: it is spelled out. */
function linkTo(text: string): string | null {
  if (/^https?:/i.test(text)) return URL.parse(text)?.href ?? null

  return /^(?:mailto|tel|sms):/i.test(text) ? text : null
}

function join({ pathname = '', search = '', hash = '' }: PartialPath): string {
  return pathname + search.replace(/^(?=[^?])/, '?') + hash.replace(/^(?=[^#])/, '#')
}

/** Follows the reference `path` from `from`. The result starts with exactly one slash. */
function walk(from: string, path: string): string {
  const url = new URL(path, `http://a${from}`)
  const slash = /(?:^|\/)\.\.?(?:$|[?#])/.test(path) ? /(?!^)\/$/ : /$^/

  return url.pathname.replace(/^\/+/, '/').replace(slash, '') + url.search + url.hash
}
