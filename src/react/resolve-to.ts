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

/** `path` below the app's basename, as the browser shows it. */
export function withBasename(basename: string, path: string): string {
  if (basename === '/') return path

  return basename + (/^\/(?=[?#]|$)/.test(path) ? path.slice(1) : path)
}

/** A path of the browser as the app writes it, without the basename. */
export function withoutBasename(basename: string, path: string): string {
  return basename === '/' || !path.startsWith(basename) ? path : path.slice(basename.length) || '/'
}

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
export function resolveTo(
  to: To,
  base: ResolveBase,
  relative: RelativeMode = 'route',
): string | null {
  const text = clean(typeof to === 'string' ? to : joinPath(to))
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined) return linkable.has(scheme) ? spellOut(text, scheme) : null

  const { location } = base
  if (text === '') return location.pathname + location.search
  if (text[0] === '#') return location.pathname + location.search + text
  if (text[0] === '?') return location.pathname + text

  const end = text.search(/[?#]/)
  const path = (end < 0 ? text : text.slice(0, end)).replaceAll('\\', '/')
  const suffix = end < 0 ? '' : text.slice(end)

  return path[0] === '/'
    ? withBasename(base.basename, walk('/', path) + suffix)
    : walkFrom(path, base, relative) + suffix
}

const linkable = /* @__PURE__ */ new Set(['http', 'https', 'mailto', 'tel', 'sms'])

/** Browsers strip spaces and controls around an URL, and drop tabs and line breaks inside it; so do we, first. */
function clean(text: string): string {
  return text.replace(/^[\0- ]+|[\t\n\r]/g, '')
}

/** `https:host` and `https:/\host` mean different things to different readers. */
function spellOut(text: string, scheme: string): string | null {
  return scheme[0] === 'h' ? (URL.parse(text)?.href ?? null) : text
}

function joinPath({ pathname = '', search = '', hash = '' }: PartialPath): string {
  const query = search === '' || search[0] === '?' ? search : `?${search}`
  const fragment = hash === '' || hash[0] === '#' ? hash : `#${hash}`

  return pathname + query + fragment
}

function walkFrom(path: string, base: ResolveBase, relative: RelativeMode): string {
  if (relative === 'path') return walk(base.location.pathname, path)

  // Each leading `..` leaves one route; what follows is a path below the route that is left.
  const { pathnames } = base
  let up = 0
  const rest = path.replace(/^(?:\.\.\/|\.\.$)+/, (dots) => {
    up = Math.ceil(dots.length / 3)
    return ''
  })

  return walk(pathnames[Math.max(0, pathnames.length - 1 - up)] ?? '/', rest)
}

/** Applies the segments of `path` to `from`. The result starts with exactly one slash. */
function walk(from: string, path: string): string {
  const segments = path[0] === '/' ? [] : from.split('/').filter(Boolean)
  const steps = path.split('/')
  for (const step of steps) {
    if (step === '..') segments.pop()
    else if (step !== '.' && step !== '') segments.push(step)
  }

  const slash = segments.length > 0 && steps.length > 1 && steps.at(-1) === '' ? '/' : ''

  return `/${segments.join('/')}${slash}`
}
