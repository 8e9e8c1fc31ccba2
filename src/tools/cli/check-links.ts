import {
  decodePathname,
  spellingsOf,
  type TrailingSlash,
} from '../../router/route-pattern/shared.ts'
import { addBasename } from '../../pages/page-protocol/basename.ts'
import { createMatcher } from '../../router/route-pattern/index.ts'
import type { InspectedApp, ServedRoute } from '../vite/shared.ts'
import type { FoundLink } from './find-links.ts'

/** The target of a link. */
export interface LinkTarget {
  /** `any path` is a route whose first param takes every path, so it says nothing about a misspelled one. */
  readonly verdict: 'found' | 'any path' | 'other method' | 'not found'
  /** The pattern of that route. */
  readonly pattern?: string
}

/**
 * Creates a function that finds the target of a link. A link that cannot be checked counts as found.
 *
 * @param app The routes of the app
 * @param isFile Whether there is a file in `public/` for a path
 */
export function createLinkChecker(
  { routes, basename, trailingSlash }: Pick<InspectedApp, 'routes' | 'basename' | 'trailingSlash'>,
  isFile: (path: string) => boolean,
): (link: FoundLink) => LinkTarget {
  const known = routes.map((route) => createKnown(route, basename))

  return ({ parts, method }) => {
    const { segments, query } = readPath(parts)
    if (segments.filter((segment) => segment === unknown).length > maxHoles) return found
    const isKnown = !segments.includes(unknown)
    if (isKnown && isFile(segments.join('/'))) return found

    const leads = (known: Known, matches = known.matches): boolean =>
      fill(segments, known.texts).some((path) =>
        spellings(path, known.route, trailingSlash).some((spelling) =>
          matches(new URL(spelling + query, 'http://localhost')),
        ),
      )
    const matching = known.filter((one) => leads(one))
    if (matching.length === 0) return { verdict: 'not found' }
    const accepting = matching.filter(({ route }) => accepts(route, method))
    if (accepting.length === 0) return { verdict: 'other method' }

    const isOpen = isKnown && accepting.every((one) => leads(one, one.matchesAny))
    return isOpen ? { verdict: 'any path', pattern: accepting[0]!.route.pattern } : found
  }
}

const found: LinkTarget = { verdict: 'found' }
const unknown = null
/** Links with more holes are not checked, because their possible paths multiply. */
const maxHoles = 3
/** The value for a hole whose value is not known. */
const anything = 'x'

interface Known {
  readonly route: ServedRoute
  /** The segments of the pattern that are plain text. A hole may have one of these values. */
  readonly texts: readonly string[]
  readonly matches: (url: URL) => boolean
  /** Whether the route matches only with one param as the whole path, such as `/calender` as the language of `(/:lang)`. */
  readonly matchesAny: (url: URL) => boolean
}

/** Both spellings are tried, because a link of the client router has no basename and an `<a>` has one. */
function createKnown(route: ServedRoute, basename: string): Known {
  // A route for another host can be reached by a path from a page of that host.
  const pattern = route.pattern.replace(/^[^/]*:\/\/[^/]*/, '') || '/'
  const isPage = route.kind === 'page' && basename !== '/'
  const patterns = isPage ? [pattern, addBasename(pattern, basename)] : [pattern]
  const matchers = patterns.map((source) => createMatcher(source))

  return {
    route,
    texts: patterns
      .join('/')
      .replaceAll(/[()]/g, '')
      .split(/[/?]/)
      .filter((text) => text !== '' && !/[:*]/.test(text)),
    matches: (url) => matchers.some((matcher) => matcher.match(url) !== null),
    matchesAny(url) {
      const verdicts = matchers.flatMap((matcher, index) => {
        const start = index === 0 ? 1 : basename.length + 1
        const match = matcher.match(url)
        const end = decodePathname(url.pathname)?.length
        return (
          match?.paramsMeta.pathname.some((one) => one.begin === start && one.end === end) ?? []
        )
      })
      return verdicts.length > 0 && !verdicts.includes(false)
    },
  }
}

interface Path {
  /** The texts between the slashes. A segment with a hole in it is unknown. */
  readonly segments: readonly (string | typeof unknown)[]
  /** The query with its question mark, or `''`. */
  readonly query: string
}

function readPath(parts: readonly string[]): Path {
  const segments: (string | typeof unknown)[] = []
  let segment: string | typeof unknown = ''

  for (const [index, part] of parts.entries()) {
    if (index > 0) segment = unknown
    const end = part.search(/[?#]/)
    const [first, ...others]: string[] = (end === -1 ? part : part.slice(0, end)).split('/')
    if (segment !== unknown) segment += first!
    for (const other of others) {
      segments.push(segment)
      segment = other
    }
    if (end === -1) continue

    segments.push(segment)
    const rest = [part.slice(end), ...parts.slice(index + 1)].join(anything)
    return { segments, query: /^\?[^#]*/.exec(rest)?.[0] ?? '' }
  }

  segments.push(segment)
  return { segments, query: '' }
}

/** Returns the paths that a link may have: each hole is a text of the pattern, or any other value. */
function fill(segments: Path['segments'], texts: readonly string[]): string[] {
  let paths = ['']
  for (const [index, segment] of segments.entries()) {
    const choices = segment === unknown ? [anything, ...texts] : [segment]
    const slash = index === 0 ? '' : '/'
    paths = paths.flatMap((path) => choices.map((choice) => path + slash + choice))
  }
  return paths
}

function spellings(path: string, { kind }: ServedRoute, trailingSlash: TrailingSlash): string[] {
  return kind === 'page' ? spellingsOf(path, trailingSlash) : [path]
}

function accepts({ methods }: ServedRoute, method: string | undefined): boolean {
  return method === undefined || methods.includes('ANY') || methods.includes(method)
}
