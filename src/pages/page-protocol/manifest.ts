import type { Tokens, TrailingSlash } from '../../router/route-pattern/shared.ts'

/** The path of a page pattern, parsed, as JSON: the result of `serializePath()` of `route-pattern`. */
export type PathTokens = Tokens

/**
 * The pages of an app, as hashed, immutable files. The server always has all of them. The browser has them too, unless the
 * app is so large that the build splits the manifest: then it starts with the routes of its document and loads others when
 * it needs them.
 */
export interface RouteManifest {
  /** A hash of the client build. Every data response has it. */
  version: string
  /** The path under which the app is served: `/`, or `/shop` without a slash at the end. */
  basename: string
  /** Whether `/about/` is another page than `/about`, the same page, or redirects to it. */
  trailingSlash: TrailingSlash
  /** The routes by id. Exactly one, the root, has no `parentId`. */
  routes: Record<string, ManifestRoute>
  /** Whether the browser's manifest is split, so that a document has to bring its own routes. Only on the server. */
  isSplit?: boolean
  /** The part that the browser has at first, if its manifest is split. `routes` is empty then. */
  parts?: FirstPart
}

/** One route of the manifest. */
export interface ManifestRoute {
  id: string
  parentId?: string
  /** Whether this is the index of its parent. Then its pattern is its parent's. */
  index?: boolean
  /**
   * The full joined pattern, parsed. A route without a path of its own (a pathless layout) has none. The root has `/`. A
   * pathless layout has one if its parent has another path, such as `app._public.tsx` without `app.tsx`.
   */
  path?: PathTokens
  /** Whether the path is only the address of a pathless layout, which is never the last match. */
  pathless?: true
  /** The full joined pattern as a string, for messages. */
  pattern?: string
  hasLoader: boolean
  hasAction: boolean
  hasMiddleware: boolean
  /** A route with neither component nor boundary is a resource route. */
  hasComponent: boolean
  /**
   * Whether the component may use the fields of a contract. The build knows whether there is a contract, but not its
   * content.
   */
  hasFields?: boolean
  /** Whether the module exports `ErrorBoundary` or `CatchBoundary`. */
  hasErrorBoundary: boolean
  /** Whether its pages have no scripts, so that the browser loads them as documents. */
  scripts?: false
  /** Whether a page with this route follows what its loaders read. */
  live?: true
  /** Whether its action uses `once()`, so that it may run again for the same submission. */
  once?: true
  /** The URL of the module's chunk. Empty if the browser does not need the module. */
  module: string
  /** The URLs of the chunks that the module imports statically. */
  imports: string[]
  /** The URLs of its stylesheets. */
  css: string[]
}

/**
 * Some routes of a split manifest, and the places of the routes below them. It is the content of one hashed, immutable JSON
 * file.
 */
export interface ManifestPart {
  /**
   * Every route with its place in the whole manifest, which decides between equal patterns. The parents of a route are
   * there too, except for the root.
   */
  routes: readonly (readonly [place: number, route: ManifestRoute])[]
  tree?: PartTree
}

/** The part that comes with the manifest's file. */
export interface FirstPart extends Omit<ManifestPart, 'tree'> {
  /** The start of the URLs of all other parts. A number and `.json` follow. */
  base: string
  tree: PartRef
}

/**
 * The parts that have the routes of a split manifest, by one segment of the path. It never lists pages. If a segment has
 * routes, they are in the part with the last literal that is not greater.
 */
export interface PartTree {
  /** Which segment of a path chooses the part, counted from 0. */
  at: number
  /** The first literal of each part, sorted by UTF-16 code units. */
  from: readonly string[]
  to: readonly PartRef[]
  /** The part with the routes that accept any value in this segment. */
  any?: PartRef
}

/** The number of a part, a tree that is included here, or `null` if everything is loaded already. */
export type PartRef = number | PartTree | null

/** Whether this route has nothing to render: it responds to requests itself, as an API route does. */
export function isResourceRoute(route: ManifestRoute): boolean {
  return !route.hasComponent && !route.hasErrorBoundary
}

/** Returns a route after its parents, root first. */
export function branchOf(manifest: RouteManifest, leaf: ManifestRoute): ManifestRoute[] {
  const parent = leaf.parentId === undefined ? undefined : manifest.routes[leaf.parentId]
  return parent ? [...branchOf(manifest, parent), leaf] : [leaf]
}
