import {
  createPathMatcher,
  otherSpelling,
  type PathMatcher,
  type Tokens,
} from '../../router/route-pattern/shared.ts'
import { addBasename, stripBasename } from './basename.ts'
import { hasSpellings } from './features.ts'
import { hasIndexParam } from './index-param.ts'
import type { ManifestRoute, RouteManifest } from './manifest.ts'
import { matchesWithPath } from './matches-with-path.ts'

/** A matched route, and the part of the path that it matched. */
export interface PageMatch {
  readonly id: string
  readonly route: ManifestRoute
  /** The decoded params of the whole branch. A missing optional param is `undefined`. */
  readonly params: PageParams
  /**
   * The route's own pattern, filled with the params, with the basename. A route without a path has its parent's pathname.
   */
  readonly pathname: string
}

export type PageParams = { readonly [name: string]: string | undefined }

/** Returns the matches for a pathname with the basename, root first, or `null` if it is not a page. */
export type PageMatcher = (pathname: string) => PageMatch[] | null

/**
 * The matcher of an app's pages: the same on the server and in the browser.
 *
 * @param createPaths Creates a function that finds a path. A browser knows few pages and tries them one by one. A server
 *   uses a tree
 */
export function createPageMatcher(
  manifest: RouteManifest,
  createPaths: typeof createPathMatcher = createPathMatcher,
): PageMatcher {
  return matchPagesWith(createPaths, manifest)
}

/** Creates the matcher from a function that finds a path, so that this module imports none. */
export function matchPagesWith(
  createPaths: typeof createPathMatcher,
  manifest: RouteManifest,
): PageMatcher {
  const { basename, routes } = manifest
  const matcher = createPaths(findLeaves(Object.values(routes)))

  return (pathname) => {
    const path = stripBasename(pathname, basename)
    if (path === null) return null
    const found = matchSpelling(manifest, matcher, path)
    if (!found) return null
    const { data, params } = found
    if ('*' in params) params['*'] ??= '' // An optional splat that is absent.
    return createBranch(manifest, data, Object.freeze(params), pathname, matcher.write)
  }
}

/**
 * Finds a path or its other spelling. The other spelling counts if the path is not a page, or only a catch-all page that has
 * to give way. If the app redirects from the path to its other spelling, returns nothing.
 */
export function matchSpelling<Data extends Pick<ManifestRoute, 'path'>>(
  { trailingSlash }: Pick<RouteManifest, 'trailingSlash'>,
  matcher: PathMatcher<Data>,
  path: string,
): ReturnType<PathMatcher<Data>['match']> {
  const found = matcher.match(path)
  if (!hasSpellings || trailingSlash === 'strict' || (found && !isCatchAll(found.data)))
    return found

  const other = matcher.match(otherSpelling(path))
  if (!other || (found && isCatchAll(other.data))) return found
  return trailingSlash === 'ignore' ? other : null
}

/** Returns the pathname after a redirect, if the app redirects: its other spelling, if only that one is a page. */
export function followSlash(
  { trailingSlash }: Pick<RouteManifest, 'trailingSlash'>,
  match: (pathname: string) => unknown,
  pathname: string,
): string {
  if (!hasSpellings) return pathname
  const other = otherSpelling(pathname)
  return trailingSlash === 'redirect' && !match(pathname) && match(other) ? other : pathname
}

/** Returns the match of the root alone, which is shown if there is no page. */
export function matchRoot(manifest: RouteManifest): PageMatch[] {
  const route = Object.values(manifest.routes).find(({ parentId }) => parentId === undefined)
  if (!route) throw new TypeError('Cannot match the root: there is none')
  return createBranch(manifest, route, Object.freeze({}), manifest.basename, String)
}

/** Whether the pattern of a page ends in a wildcard. Then any other route or page that matches the URL comes first. */
export function isCatchAll({ path }: Pick<ManifestRoute, 'path'>): boolean {
  // A page has a path, and every path has a token.
  return /^[$*]/.test(path!.at(-1)!)
}

/**
 * Returns the route whose action, or whose loader for a fetcher, a URL addresses: the leaf if it is an index and the search
 * has a bare `index`, else the deepest match that adds a path.
 */
export function actionTarget(matches: readonly PageMatch[], search: string): PageMatch {
  const leaf = matches.at(-1)!
  if (leaf.route.index && hasIndexParam(search)) return leaf
  return matchesWithPath(matches).at(-1) ?? leaf
}

/**
 * Returns the routes that are pages. A pattern belongs to its index. Without an index, it belongs to the innermost route
 * with this pattern. Parents stand before their children.
 */
export function findLeaves(routes: ManifestRoute[]): { path: Tokens; data: ManifestRoute }[] {
  const leaves = new Map<string, ManifestRoute>()
  for (const route of routes) {
    if (!route.path || route.pathless) continue
    const pattern = JSON.stringify(route.path)
    if (route.index || !leaves.get(pattern)?.index) leaves.set(pattern, route)
  }
  return Array.from(leaves.values(), (route) => ({ path: route.path!, data: route }))
}

function createBranch(
  { basename, routes }: RouteManifest,
  leaf: ManifestRoute,
  params: PageParams,
  pathname: string,
  write: (path: Tokens, params: PageParams) => string,
): PageMatch[] {
  const branch: ManifestRoute[] = []
  for (let route: ManifestRoute | undefined = leaf; route;) {
    branch.unshift(route)
    route = route.parentId === undefined ? undefined : routes[route.parentId]
  }

  let parent = addBasename('/', basename)
  return branch.map((route) => {
    if (route === leaf) parent = pathname
    else if (route.path) parent = addBasename(write(route.path, params), basename)
    return Object.freeze({ id: route.id, route, params, pathname: parent })
  })
}
