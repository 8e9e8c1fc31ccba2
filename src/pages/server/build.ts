import type { ReactElement } from 'react'
import type { Contract } from '../../router/contract/index.ts'
import type { RequestContext } from '../../router/fetch-router/index.ts'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import type { PageParams } from '../page-protocol/match-pages.ts'
import type { RouteModule } from '../react/shared.ts'

/** A built app: everything that `createHandler` needs to serve it. */
export interface ServerBuild {
  /** The pages and their chunks. The browser loads the same object from {@link ServerBuild.manifestUrl}, or parts of it. */
  manifest: RouteManifest
  /** The route modules by route id, or functions that import them on first use. */
  routes: Record<string, RouteModule | (() => Promise<RouteModule>)>
  /** The contracts of the routes in the page tree, by route id. */
  contracts?: Record<string, Contract>
  /** The browser entry. If `url` is empty, there is none, and `<Scripts/>` renders nothing. */
  clientEntry: ClientEntry
  /** The URL of the manifest: a JavaScript module whose default export is the manifest. The file never changes. */
  manifestUrl: string
  /** The `entry.server` module, if the app has one. */
  entryServer?: EntryServerModule
  /** The path prefix of the app: `/`, or `/shop` without a trailing slash. */
  basename: string
  /** Set only while a static export renders pages. Nothing is mutated on such a site, so data has no digests of tags. */
  isStatic?: boolean
  /** The pages that the build has rendered. The others are rendered when they are requested. */
  prerendered?: PrerenderedPages
  /**
   * Set only while the build renders these pages. It gets the response of a page before middleware changes it, and returns
   * one with the same content.
   */
  onPrerender?(url: URL, kind: keyof PrerenderedPage, response: Response): Promise<Response>
  /** Set only if the Vite dev server serves the app. Then clients get the details of errors. */
  dev?: DevBuild
}

/** The pages that the build of an app has rendered. */
export interface PrerenderedPages {
  /** By the path of the URL, with the basename. */
  pages: Readonly<Record<string, PrerenderedPage>>
  /** Returns the content of a file, or `null` if it no longer exists. */
  read(file: string): Promise<Uint8Array<ArrayBuffer> | null>
}

/** The responses of a page that the build has stored. A resource route has no data. */
export interface PrerenderedPage {
  document: PrerenderedFile
  data?: PrerenderedFile
}

/** A stored response. */
export interface PrerenderedFile {
  /** The name: a hash of the content, and an extension. */
  file: string
  headers: readonly (readonly [name: string, value: string])[]
}

/** A chunk of the browser build and the files that it needs. */
export interface ClientEntry {
  url: string
  /** The chunks that it imports statically, which are preloaded. */
  imports: readonly string[]
  /** The stylesheets of the entry. */
  css: readonly string[]
  /** The code of drafts. A document with a form that keeps them preloads it. */
  drafts?: readonly string[]
}

/** The functions of the dev server, which a build does not have. */
export interface DevBuild {
  /** The URL of the module that reloads pages. Pages without scripts of the app have it too. */
  client?: string
  /** Maps the stack of an error to the sources, in place. */
  fixStack?(error: Error): void
  /** Returns the current stylesheets of these routes, so that the first paint is styled. */
  css?(routeIds: readonly string[]): Promise<readonly DevStyle[]> | readonly DevStyle[]
  /** Called with an error that no boundary could show, such as if the boundary of the root throws. */
  unshown?(error: unknown): void
  /** Called if a document did not render a component, and with the route that is not shown because of that. */
  missing?(component: 'Outlet' | 'Scripts', routeId: string, hiddenId?: string): void
  /** Called with the paths of the links and forms of a document that the client router handles. */
  links?(paths: ReadonlySet<string>): void
  /** Returns the known mistakes in route modules, for error pages. Returns `''` if there are none. */
  hints?(): string
  /** Shows a warning to the developer. Without it, `console.warn` is used. */
  warn?(message: string): void
}

/** A stylesheet in development, rendered as `<style {...attributes}>content</style>`. */
export interface DevStyle {
  /** The attributes by which the browser code of the dev server finds the element. */
  attributes: Record<string, string>
  content: string
}

/** The second argument of `handleError`. */
export interface HandleErrorArgs {
  /** The original request of the client. */
  request: Request
  params: PageParams
  /** `undefined` if the error happened outside the pages. */
  context?: RequestContext
}

/** The argument of the default export of `entry.server`. */
export interface RenderArgs {
  /** The element of the whole document. */
  element: ReactElement
  /** The original request of the client, even if it is a POST whose action has run. */
  request: Request
  context: RequestContext
  /** The status of the page. The returned `Response` should have it, and the headers. */
  status: number
  headers: Headers
  nonce: string | undefined
  /** The default rendering of the framework: streams `element`, or waits for everything first. */
  render(element?: ReactElement, options?: { waitForAll?: boolean }): Promise<Response>
}

/** The exports of `entry.server.tsx` that the framework uses. */
export interface EntryServerModule {
  /** Renders documents instead of the framework. */
  default?: (args: RenderArgs) => Response | Promise<Response>
  /** Called once for each unexpected error, with the thrown value. Aborted requests are not errors. */
  handleError?: (error: unknown, args: HandleErrorArgs) => void
}

/** Whether an action of the app uses `once()`, so that forms have keys. */
export function hasOnce({ isStatic, manifest }: ServerBuild): boolean {
  return !isStatic && Object.values(manifest.routes).some(({ once }) => once)
}

/**
 * Returns the same build without a prototype, once at start.
 *
 * A library that merges JSON of a request into an object can be made to set `Object.prototype.dev`. The server would then
 * take itself for a development server, and send error details to clients.
 */
export function withoutPrototype(build: ServerBuild): ServerBuild {
  return Object.assign(Object.create(null) as ServerBuild, build)
}
