import { otherSpelling } from '../page-protocol/match-pages.ts'
import { compare, createMatcher, type Match } from '../route-pattern/index.ts'
import type { InspectedApp, ServedRoute } from '../vite/index.ts'

/** A route that was considered for a URL. */
export interface Candidate {
  route: ServedRoute
  verdict: 'wins' | 'loses' | 'other method' | 'no match'
  /** Why, in words. */
  reason: string
}

/**
 * Says which routes were considered for a URL and why one won.
 *
 * @param routes Pages and routes of the app; the pages are the router's last route
 * @param path The path, such as `/books/new`
 * @param method The request's method
 * @param pagePath The path as pages know it, if that is another one: see {@link pageSpelling}
 * @returns The winner first, then those that match, then the rest
 */
export function explainPath(
  routes: readonly ServedRoute[],
  path: string,
  method: string,
  pagePath: string = path,
): Candidate[] {
  const [url, pageUrl] = [toUrl(path), toUrl(pagePath)]
  const considered = routes.map((route) =>
    consider(route, route.kind === 'page' ? pageUrl : url, method),
  )
  const matching = considered.filter((entry) => entry.match !== undefined).toSorted(bySpecificity)
  const [winner] = matching

  return [
    ...matching.map((entry) =>
      entry === winner
        ? { route: entry.route, verdict: 'wins' as const, reason: whyItWins(entry, matching[1]) }
        : { route: entry.route, verdict: 'loses' as const, reason: whyItLoses(entry, winner!) },
    ),
    ...considered
      .filter((entry) => entry.match === undefined)
      .toSorted((a, b) => Number(b.isOtherMethod ?? false) - Number(a.isOtherMethod ?? false))
      .map(({ route, isOtherMethod, reason }) => ({
        route,
        verdict: isOtherMethod ? ('other method' as const) : ('no match' as const),
        reason,
      })),
  ]
}

/**
 * The path that pages are matched on: without what `basename` and `trailingSlash` of `framework()` allow.
 *
 * @param pages The pages, their patterns with the basename
 */
export function pageSpelling(
  pages: readonly ServedRoute[],
  path: string,
  { basename, trailingSlash }: Pick<InspectedApp, 'basename' | 'trailingSlash'>,
): string {
  const url = toUrl(path)
  if (basename !== '/' && url.pathname === `${basename}/`) return basename + url.search
  if (trailingSlash === 'strict') return path

  const other = otherSpelling(url.pathname) + url.search
  const isPage = (path: string): boolean =>
    pages.some(({ pattern }) => createMatcher(pattern).match(toUrl(path)) !== null)
  return !isPage(path) && isPage(other) ? other : path
}

function toUrl(path: string): URL {
  return new URL(`http://localhost${path}`)
}

interface Considered {
  route: ServedRoute
  match: Match | undefined
  isOtherMethod?: boolean
  reason: string
}

function consider(route: ServedRoute, url: URL, method: string): Considered {
  const match = createMatcher(route.pattern).match(url) ?? undefined
  if (match === undefined) return { route, match, reason: 'the pattern does not match' }
  if (!accepts(route, method)) {
    const reason = `does not answer ${method}`
    return { route, match: undefined, isOtherMethod: true, reason }
  }
  return { route, match, reason: '' }
}

function accepts({ methods }: ServedRoute, method: string): boolean {
  return (
    methods.includes('ANY') ||
    methods.includes(method) ||
    (method === 'HEAD' && methods.includes('GET'))
  )
}

function bySpecificity(a: Considered, b: Considered): number {
  return (
    kindRank(a.route) - kindRank(b.route) ||
    compare(b.match!, a.match!) ||
    methodRank(a.route) - methodRank(b.route) ||
    Number(b.route.index ?? false) - Number(a.route.index ?? false)
  )
}

function kindRank({ kind }: ServedRoute): number {
  return kind === 'route' ? 0 : 1
}

function methodRank({ methods }: ServedRoute): number {
  return methods.includes('ANY') ? 1 : 0
}

function whyItWins(winner: Considered, second: Considered | undefined): string {
  return second === undefined
    ? 'nothing else matches'
    : `over ${nameOf(second.route)}: ${difference(winner, second)}`
}

function whyItLoses(loser: Considered, winner: Considered): string {
  return `against ${nameOf(winner.route)}: ${difference(winner, loser)}`
}

/** The first thing in which a winner is better. */
function difference(winner: Considered, loser: Considered): string {
  if (winner.route.kind !== loser.route.kind) {
    return 'routes of the router come before pages, which are its last route'
  }
  if (compare(winner.match!, loser.match!) !== 0) return pathDifference(winner.match!, loser.match!)
  if (methodRank(winner.route) !== methodRank(loser.route)) return 'it names the method'
  if (winner.route.index === true) return 'an index wins over the page it is shown in'
  return 'it was added first'
}

function pathDifference(winner: Match, loser: Match): string {
  const length = Math.max(
    ...[winner, loser].flatMap(({ paramsMeta }) => paramsMeta.pathname.map(({ end }) => end)),
    0,
  )
  for (let at = 0; at < length; at++) {
    const [ours, theirs] = [kindAt(winner, at), kindAt(loser, at)]
    if (ours !== theirs) return `${ours} beats ${theirs} in the path`
  }
  return 'its host, port or search is more specific'
}

function kindAt({ paramsMeta }: Match, at: number): string {
  const capture = paramsMeta.pathname.find(({ begin, end }) => begin <= at && at < end)
  if (capture === undefined) return 'static text'
  return capture.type === ':' ? `a param (:${capture.name})` : 'a wildcard'
}

/** A route as the developer wrote it. */
export function nameOf(route: ServedRoute): string {
  return route.file ?? `${route.methods.join(', ')} ${route.pattern}`
}
