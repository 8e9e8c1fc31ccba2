import type { ReactElement } from 'react'
import type { RequestContext } from '../fetch-router/index.ts'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import type { PageParams } from '../page-protocol/match-pages.ts'
import type { RouteModule } from '../react/shared.ts'

/** An application as the build leaves it: everything that `createHandler` needs to serve it. */
export interface ServerBuild {
  /** The pages and their chunks; what the browser loads from {@link ServerBuild.manifestUrl}, unless that is split. */
  manifest: RouteManifest
  /** The route modules by route id, or functions that import them on first use. */
  routes: Record<string, RouteModule | (() => Promise<RouteModule>)>
  /** The browser's entry: an empty `url` means that there is none, and `<Scripts/>` renders nothing. */
  clientEntry: ClientEntry
  /** The hashed, immutable file of the manifest: a JavaScript module whose default export is the manifest. */
  manifestUrl: string
  /** Hashes for `integrity` on preloaded modules, by URL. */
  integrity?: Record<string, string>
  /** The `entry.server` module, if the app has one. */
  entryServer?: EntryServerModule
  /** The path under which the app is served: `/`, or `/shop` without a slash at the end. */
  basename: string
  /** Present when the Vite dev server serves the app, and only then: errors travel unsanitised. */
  dev?: DevBuild
}

/** A chunk of the browser build and what it needs. */
export interface ClientEntry {
  url: string
  /** Chunks it imports statically, to be preloaded. */
  imports: readonly string[]
  /** Stylesheets of the entry. */
  css: readonly string[]
}

/** What the dev server knows and a build does not. */
export interface DevBuild {
  /** Maps the stack of an error to the sources, in place. */
  fixStack?(error: Error): void
  /** The stylesheets of these routes as they are now, so that the first paint is styled. */
  css?(routeIds: readonly string[]): Promise<readonly DevStyle[]> | readonly DevStyle[]
  /** Gets an error that no boundary could show, as when the root's own throws. */
  unshown?(error: unknown): void
  /** Shows a warning to the developer; `console.warn` when absent. */
  warn?(message: string): void
}

/** A stylesheet in development, rendered as `<style {...attributes}>content</style>`. */
export interface DevStyle {
  /** What the dev server's client recognises it by. */
  attributes: Record<string, string>
  content: string
}

/** What an error handler gets beside the error. */
export interface HandleErrorArgs {
  /** The request as the client sent it. */
  request: Request
  params: PageParams
  /** Absent when the error happened outside of the pages. */
  context?: RequestContext
}

/** What the default export of `entry.server` receives. */
export interface RenderArgs {
  /** The whole document. */
  element: ReactElement
  /** The request as the client sent it, also when it is a POST whose action has run. */
  request: Request
  context: RequestContext
  /** Already decided; the returned Response should carry both. */
  status: number
  headers: Headers
  nonce: string | undefined
  /** What the framework would do: streams `element`, or waits for everything first. */
  render(element?: ReactElement, options?: { waitForAll?: boolean }): Promise<Response>
}

/** The exports of `entry.server.tsx` that the framework reads. */
export interface EntryServerModule {
  /** Answers a document instead of the framework. */
  default?: (args: RenderArgs) => Response | Promise<Response>
  /** Gets every unexpected error once, as it was thrown; aborted requests are not errors. */
  handleError?: (error: unknown, args: HandleErrorArgs) => void
}

/**
 * The same build on a null prototype, so that what it does not have is missing whatever some code has done to
 * `Object.prototype`: with a `dev`, errors would be shown to clients.
 */
export function ownBuild(build: ServerBuild): ServerBuild {
  return Object.assign(Object.create(null) as ServerBuild, build)
}
