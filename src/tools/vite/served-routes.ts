import type { Contract } from '../../router/contract/index.ts'
import type { Router } from '../../router/fetch-router/index.ts'
import { actionMethods, isLoadMethod } from '../../internal/http/http.ts'
import { nameRoute } from './name-route.ts'
import { addBasename } from '../../pages/page-protocol/basename.ts'
import { hasIndexParam } from '../../pages/page-protocol/index-param.ts'
import { followSlash, isCatchAll, matchSpelling } from '../../pages/page-protocol/match-pages.ts'
import { viewExports } from '../../pages/page-protocol/route-exports.ts'
import type { AppRoutes, CandidateLine, RouteLine } from '../panel/shared.ts'
import { compare, createMatcher, type Match } from '../../router/route-pattern/index.ts'
import { createPathMatcher, serializePath } from '../../router/route-pattern/shared.ts'
import { exportsOf, type App } from './app.ts'
import type { ResolvedOptions } from './options.ts'
import { findHome, type RouteConfig } from './route-config.ts'

/** A page, or a route of the front router. */
export interface ServedRoute {
  kind: 'page' | 'route'
  /** `ANY`, or the methods that it handles. */
  methods: string[]
  pattern: string
  /** The route id. Only pages have one. */
  id?: string
  /** The path of the module in the project. Only pages have one. */
  file?: string
  /** Whether this page is an index. An index wins over its parent. */
  index?: boolean
  /** The contract of the route. Pages have none here. It is not part of the JSON that `framework routes` writes. */
  contract?: Contract
}

/** Lists the pages of an app. */
export function pagesOf(app: App): ServedRoute[] {
  const hasHome = findHome(app.routes) !== undefined
  const pages = app.routes.filter(
    (route) => !route.pathless || (route.parentId === undefined && isRootServed(route)),
  )

  return pages.map((route) => {
    const exports = exportsOf(app, route)
    const isResource = !viewExports.some((name) => exports.has(name))
    // A GET shows the page that has the path of the root, and a form without `?index` runs the action of the root.
    const isShown = route.parentId !== undefined || !hasHome
    return {
      kind: 'page',
      methods: [
        ...(isShown && (!isResource || exports.has('loader')) ? ['GET'] : []),
        ...(exports.has('action') ? actionMethods : []),
      ],
      pattern: route.splat ? route.pattern.replace(/(?<=.)\/\*$/, '(/*)') : route.pattern,
      id: route.id,
      file: `app/${route.file}`,
      ...(route.index && { index: true }),
    }
  })

  function isRootServed(root: RouteConfig): boolean {
    return !hasHome || exportsOf(app, root).has('action')
  }
}

/** A module of a page: a layout, or the page itself. */
export interface RoutePart {
  file: string
  /** The exports that run for a request: `middleware`, `loader` and so on. */
  exports: string[]
}

/** Lists the modules that run for a page, root first. */
export function partsOf(app: App, id: string | undefined): RoutePart[] {
  const route = app.routes.find((one) => one.id === id)
  if (route === undefined) return []
  const exports = exportsOf(app, route)
  const names = ['middleware', 'loader', 'action', 'default', 'ErrorBoundary']
  const part = { file: `app/${route.file}`, exports: names.filter((name) => exports.has(name)) }
  return [...partsOf(app, route.parentId), part]
}

/** Lists the routes of a front router. */
export function routesOf(router: Router | undefined): ServedRoute[] {
  const routes = router?.routes().filter(({ kind }) => kind === 'route') ?? []
  return routes.map(({ method, pattern, contract }) => {
    const route: ServedRoute = { kind: 'route', methods: [method], pattern }
    // A schema as JSON is not worth printing.
    return Object.defineProperty(route, 'contract', { value: contract, enumerable: false })
  })
}

/** Adds the basename to the pattern of a page. The patterns of the router already include it. */
export function withBasename(route: ServedRoute, basename: string): ServedRoute {
  return route.kind === 'route'
    ? route
    : { ...route, pattern: addBasename(route.pattern, basename) }
}

/** Returns the routes for the panel. Pages can change while the panel is open, so each call lists them again. */
export function panelRoutes(app: App, router: Router | undefined): AppRoutes {
  const served = (): ServedRoute[] =>
    [...pagesOf(app), ...routesOf(router)].map((route) => withBasename(route, app.options.basename))
  const lineWriter = (): ((route: ServedRoute) => RouteLine) => {
    const pages = new Map(app.routes.map((page) => [page.id, page] as const))
    return ({ kind, methods, pattern, id, file, contract }) => {
      const page = id === undefined ? undefined : pages.get(id)
      const hasContract = page
        ? page.contractAt !== undefined || exportsOf(app, page).has('contract')
        : contract !== undefined
      return { kind, methods, pattern, ...(file && { file }), hasContract }
    }
  }

  return {
    routes: () => served().map(lineWriter()),
    explain(path, givenMethod): CandidateLine[] {
      if (!path.startsWith('/')) {
        throw new Error(`Cannot explain ${JSON.stringify(path)}. Use a path such as "/books/1".`)
      }
      const method = givenMethod.toUpperCase()
      const routes = served()
      const pages = routes.filter(({ kind }) => kind === 'page')
      const pagePath = pageSpelling(pages, path, app.options)
      const candidates = explainPath(routes, path, method, pagePath)
      const toLine = lineWriter()
      return candidates.map((candidate) => ({ ...candidate, route: toLine(candidate.route) }))
    },
  }
}

/** A route that was considered for a URL. */
export interface Candidate {
  route: ServedRoute
  verdict: CandidateLine['verdict']
  /** The reason for the verdict, in words. */
  reason: string
}

/**
 * Explains which routes were considered for a URL, and why one of them won.
 *
 * @param routes The pages of the app and the routes of its router, which come before the pages
 * @param path The path to explain, such as `/books/new`
 * @param method The request's method
 * @param pagePath The path to match pages with, if it is different: see {@link pageSpelling}
 * @returns The winner, then the other routes that match, then the rest
 */
export function explainPath(
  routes: readonly ServedRoute[],
  path: string,
  method: string,
  pagePath: string = path,
): Candidate[] {
  const [url, pageUrl] = [toUrl(path), toUrl(pagePath)]
  const considered = routes.map((route) =>
    route.kind === 'page'
      ? considerPage(route, routes, pageUrl, method)
      : consider(route, url, method),
  )
  if (considered.some(({ route, isOtherMethod }) => route.kind === 'route' && isOtherMethod)) {
    for (const entry of considered.filter(({ route }) => isCatchAllPage(route))) {
      entry.match = undefined
      entry.reason = 'the router has this path for other methods, and comes before this page'
    }
  }
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
 * Returns the path that pages are matched with, after `basename` and `trailingSlash` of `framework()` are applied.
 *
 * @param pages The pages, with the basename in their patterns
 */
export function pageSpelling(
  pages: readonly ServedRoute[],
  path: string,
  { basename, trailingSlash }: Pick<ResolvedOptions, 'basename' | 'trailingSlash'>,
): string {
  const url = toUrl(path)
  if (basename !== '/' && url.pathname === `${basename}/`) return basename + url.search
  if (trailingSlash === 'strict') return path

  const paths = pages.map(({ pattern }) => ({ path: serializePath(pattern) }))
  const matcher = createPathMatcher(paths.map((data) => ({ ...data, data })))
  const redirects = { trailingSlash: 'redirect' } as const
  const match = (pathname: string) => matchSpelling(redirects, matcher, pathname)
  const pathname = followSlash(redirects, match, url.pathname)
  return pathname === url.pathname ? path : pathname + url.search
}

function isCatchAllPage({ kind, pattern }: ServedRoute): boolean {
  return kind === 'page' && isCatchAll({ path: serializePath(pattern) })
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

/** A mutation runs the action of a layout, unless the URL has `?index`. Then it runs the action of the layout's index. */
function considerPage(
  page: ServedRoute,
  routes: readonly ServedRoute[],
  url: URL,
  method: string,
): Considered {
  const considered = consider(page, url, method)
  const isIndex = page.index === true
  const sharesPath = routes.some(
    ({ kind, pattern, index = false }) =>
      kind === 'page' && pattern === page.pattern && index !== isIndex,
  )
  if (isLoadMethod(method) || !sharesPath || hasIndexParam(url.search) === isIndex) {
    return considered
  }
  const reason = isIndex
    ? `handles ${method} only with ?index in the URL`
    : `handles ${method} only without ?index in the URL`
  return considered.match
    ? { ...considered, match: undefined, isOtherMethod: true, reason }
    : considered
}

function consider(route: ServedRoute, url: URL, method: string): Considered {
  const match = createMatcher(route.pattern).match(url) ?? undefined
  if (match === undefined) return { route, match, reason: 'the pattern does not match' }
  if (!accepts(route, method)) {
    const reason = `does not handle ${method}`
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
    indexRank(a.route, b.route) - indexRank(b.route, a.route)
  )
}

/** An index wins over its parent, which has the same pattern. */
function indexRank({ index, pattern }: ServedRoute, other: ServedRoute): number {
  return index === true && pattern === other.pattern ? 0 : 1
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
    : `wins over ${nameRoute(second.route)}: ${difference(winner, second)}`
}

function whyItLoses(loser: Considered, winner: Considered): string {
  return `loses to ${nameRoute(winner.route)}: ${difference(winner, loser)}`
}

/** Returns the first rule that decided for the winner. */
function difference(winner: Considered, loser: Considered): string {
  if (winner.route.kind !== loser.route.kind) {
    return 'routes of app/router.ts come before pages'
  }
  if (compare(winner.match!, loser.match!) !== 0) return pathDifference(winner.match!, loser.match!)
  if (methodRank(winner.route) !== methodRank(loser.route)) return 'it names the method'
  if (indexRank(winner.route, loser.route) === 0) return 'an index wins over its parent'
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
  if (loser.paramsMeta.pathname.some(({ begin, end }) => begin === end)) return 'it has no wildcard'
  return 'its host, port or search is more specific'
}

function kindAt({ paramsMeta }: Match, at: number): string {
  const capture = paramsMeta.pathname.find(({ begin, end }) => begin <= at && at < end)
  if (capture === undefined) return 'static text'
  return capture.type === ':' ? `a param (:${capture.name})` : 'a wildcard'
}
