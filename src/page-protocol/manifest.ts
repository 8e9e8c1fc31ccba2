import type { Tokens } from '../route-pattern/index.ts'

/** A page pattern already parsed, path part only, as JSON: what `serializePath()` of `route-pattern` makes of it. */
export type PathTokens = Tokens

/** Every page of an app. One hashed, immutable file, the same for server and browser. */
export interface RouteManifest {
  /** Hash of the client build; it travels on every data response. */
  version: string
  /** The path under which the app is served: `/`, or `/shop` without a slash at the end. */
  basename: string
  /** Whether `/about/` is another page than `/about`, the same page, or the way to it. */
  trailingSlash: 'strict' | 'ignore' | 'redirect'
  /** The routes by id. Exactly one, the root, has no `parentId`. */
  routes: Record<string, ManifestRoute>
}

/** One route of the manifest. */
export interface ManifestRoute {
  id: string
  parentId?: string
  /** Whether this is the index of its parent; its pattern is then its parent's. */
  index?: boolean
  /** The full joined pattern, parsed. Absent for routes that contribute no path (pathless layouts); the root has `/`. */
  path?: PathTokens
  /** The full joined pattern as text, for messages. */
  pattern?: string
  hasLoader: boolean
  hasAction: boolean
  hasMiddleware: boolean
  /** A route with neither component nor boundary is a resource route. */
  hasComponent: boolean
  /** Whether the module exports `ErrorBoundary` or `CatchBoundary`. */
  hasErrorBoundary: boolean
  /** URL of the module's chunk; empty when the browser needs nothing of it. */
  module: string
  /** URLs of the chunks that it imports statically. */
  imports: string[]
  /** URLs of its stylesheets. */
  css: string[]
}

/** Whether nothing of this route can be rendered: it answers requests itself, as an API route does. */
export function isResourceRoute(route: ManifestRoute): boolean {
  return !route.hasComponent && !route.hasErrorBoundary
}
