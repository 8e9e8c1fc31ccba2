import type { ComponentType, LinkHTMLAttributes, ReactNode } from 'react'
import type { Middleware, RequestContext } from '../fetch-router/index.ts'
import type { Location } from '../page-protocol/transition.ts'
import type { SerializeFrom } from './json-of.ts'

/** The path's params: decoded strings; a flat `$` is `'*'`, an optional one that is absent is `undefined`. */
export type RouteParams = { readonly [name: string]: string | undefined }

/** What a loader or an action receives. */
export interface DataFunctionArgs<Params = RouteParams, Context = RequestContext> {
  /** The request without `_data` and without a bare `index`; its signal aborts when the client leaves. */
  request: Request
  params: Params
  /** The front router's context: one per HTTP request. */
  context: Context
}

/** Serves GET and HEAD: a value that JSON can carry, or a `Response`. */
export type LoaderFunction = (args: DataFunctionArgs<any, any>) => unknown

/** Serves POST, PUT, PATCH and DELETE: a value that JSON can carry, or a `Response`. */
export type ActionFunction = (args: DataFunctionArgs<any, any>) => unknown

/** One entry of `useMatches()`, also handed to `meta`. */
export interface RouteMatch {
  id: string
  pathname: string
  params: RouteParams
  /** JSON data of the route's loader. */
  data: unknown
  /** The same value under the name that React Router users know. */
  loaderData: unknown
  handle: unknown
}

/** What `meta` receives. `Handler` is the route's loader, `typeof loader`, or the type of its data. */
export interface MetaArgs<Handler = unknown> {
  /** JSON data of the route's loader; `undefined` when it failed, and a boundary is shown. */
  data: Handler extends (...args: any) => any ? SerializeFrom<Handler> | undefined : Handler
  /** Data of the routes above, by route id. */
  parentsData: Record<string, unknown>
  params: RouteParams
  location: Location
  matches: readonly RouteMatch[]
  /** What is being shown by a boundary, if something is. */
  error: unknown
}

/** The object form of `meta`: a name and its content; later routes override earlier names. */
export interface HtmlMetaDescriptor {
  title?: string | null | undefined
  charset?: string | null | undefined
  charSet?: string | null | undefined
  [name: string]:
    | null
    | undefined
    | false
    | string
    | Record<string, string>
    | ReadonlyArray<string | Record<string, string>>
}

/** One entry of the array form of `meta`, which replaces everything inherited. */
export type MetaDescriptor =
  | { title: string }
  | { charSet: string }
  | { name: string; content: string }
  | { property: string; content: string }
  | { httpEquiv: string; content: string }
  | { 'script:ld+json': unknown }
  | ({ tagName: 'meta' | 'link' } & Record<string, string>)
  | Record<string, unknown>

/** Computes the tags that `<Meta/>` renders for a route: `MetaFunction<typeof loader>`, or the type of its data. */
export type MetaFunction<Handler = unknown> = (
  args: MetaArgs<Handler>,
) => HtmlMetaDescriptor | MetaDescriptor[] | null | undefined | void

/** The attributes of a `<link>`. */
export type HtmlLinkDescriptor = Omit<LinkHTMLAttributes<HTMLLinkElement>, 'children'> & {
  /** Hoisting is ours; React's stylesheet precedence stays off. */
  precedence?: never
}

/** Prefetches a page: becomes `<PrefetchPageLinks page>`. */
export interface PageLinkDescriptor extends Omit<HtmlLinkDescriptor, 'href' | 'rel'> {
  page: string
}

/** The tags that `<Links/>` renders for a route. */
export type LinksFunction = () => Array<HtmlLinkDescriptor | PageLinkDescriptor>

/** What `headers` receives. */
export interface HeadersArgs {
  loaderHeaders: Headers
  parentHeaders: Headers
  actionHeaders: Headers
  errorHeaders: Headers | undefined
}

/** The document's headers; what it returns replaces what the parents said (Set-Cookie is always kept). */
export type HeadersFunction = (args: HeadersArgs) => HeadersInit

/** What was submitted, as `shouldReload` and `useTransition` see it. */
export type { Submission } from '../page-protocol/submission.ts'

/** May say no to a reload that is due. It cannot ask for one. */
export type { ShouldReloadFunction } from '../page-protocol/should-reload.ts'

/** Props of an `ErrorBoundary` export. */
export interface ErrorBoundaryProps {
  error: unknown
}

/** What the browser and the server both know of a route module. */
export interface ClientRouteModule {
  default?: ComponentType<any>
  /** `root` only: wraps the default component and the boundaries, and stays mounted. */
  Layout?: ComponentType<{ children: ReactNode }>
  ErrorBoundary?: ComponentType<any>
  CatchBoundary?: ComponentType<any>
  meta?: MetaFunction<any> | HtmlMetaDescriptor | MetaDescriptor[]
  links?: LinksFunction
  handle?: unknown
  shouldReload?: (...args: any[]) => boolean
  unstable_shouldReload?: (...args: any[]) => boolean
  shouldRevalidate?: (...args: any[]) => boolean
}

/** Every export of a route module that the framework reads. */
export interface RouteModule extends ClientRouteModule {
  loader?: LoaderFunction
  action?: ActionFunction
  headers?: HeadersFunction | Record<string, string>
  /** Runs root first, before any handler, for every request to the branch. */
  middleware?: ReadonlyArray<Middleware<any>>
}
