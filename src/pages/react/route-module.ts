import type { ComponentType, LinkHTMLAttributes, ReactNode } from 'react'
import type { Contract } from '../../router/contract/index.ts'
import type {
  DefaultContext,
  NextFunction,
  RequestContext,
} from '../../router/fetch-router/index.ts'
import type { Location } from '../page-protocol/transition.ts'
import type { SerializeFrom } from '../../http/response/shared.ts'
import type { Once } from '../../middleware/once/shared.ts'

/** The decoded params of a path. A flat `$` is `'*'`, and a missing optional param is `undefined`. */
export type RouteParams = { readonly [name: string]: string | undefined }

/** The arguments of a loader or an action. */
export interface DataFunctionArgs<Params = RouteParams, Context = RequestContext, Input = {}> {
  /** The request without `_data` and `index` in its query. Its signal aborts when the client disconnects. */
  request: Request
  params: Params
  /** The context of the front router. There is one per HTTP request. */
  context: Context
  /** The same object as `context.url`. */
  url: URL
  /** The output of the contract's schemas. A part without a schema is as it was sent. */
  input: Input
}

/** The arguments of `reads`. They are the same on every page that keeps the data of the route. */
export interface ReadsFunctionArgs<Params = RouteParams, Context = RequestContext, Search = {}> {
  /** The params of the route's own pattern. */
  params: Params
  /** The search as the contract of the route reads it. If the route names its query, only these names are there. */
  search: Search
  /** The route's own path, and the part of the query that the route names. */
  url: URL
  /** The context of the front router. After a mutation, it is the context of the mutation. */
  context: Context
}

/** The arguments of an action. */
export interface ActionDataArgs<
  Params = RouteParams,
  Context = RequestContext,
  Input = {},
> extends DataFunctionArgs<Params, Context, Input> {
  /**
   * Names the data that the action has changed. Loaders that read other tags do not run again. Without tags, it says that
   * nothing was changed. If it is never called, everything may have changed.
   */
  writes: (...tags: string[]) => void
  /** Runs an effect once for each submission. The module must `export const once = true`. */
  once: Once
}

/** Handles GET and HEAD. Returns data that can be sent as JSON, or a `Response`. */
export type LoaderFunction = (args: DataFunctionArgs<any, any, any>) => unknown

/** Handles POST, PUT, PATCH and DELETE. Returns data that can be sent as JSON, or a `Response`. */
export type ActionFunction = (args: ActionDataArgs<any, any, any>) => unknown

/**
 * Middleware of a route module. It can read the values that the middleware of the front router has put on the context, such
 * as `context.auth`: see `RouterTypes`. The same middleware can be on several routes, so a param may be missing.
 *
 * @example
 * const requireAdmin: RouteMiddleware = ({ auth }, next) =>
 *   auth.ok && auth.identity.role === 'admin' ? next() : new Response('For admins', { status: 403 })
 */
export type RouteMiddleware<Context = DefaultContext & { readonly params: RouteParams }> = (
  context: Context,
  next: NextFunction,
) => Response | Promise<Response>

/** One entry of `useMatches()`. `meta` gets them too. */
export interface RouteMatch {
  id: string
  pathname: string
  params: RouteParams
  /** The data of the route's loader. */
  data: unknown
  /** The same data, under the name that React Router uses. */
  loaderData: unknown
  handle: unknown
}

/**
 * The argument of `meta`. `Handler` is `typeof loader`, or the type of the data. `Parents` types the data in `matches`:
 * `{ root: typeof rootLoader }`.
 */
export interface MetaArgs<Handler = unknown, Parents = Record<string, unknown>> {
  /** The data of the route's loader. `undefined` if the loader failed. */
  data: MetaData<Handler>
  /** The same data, under the name that React Router uses. */
  loaderData: MetaData<Handler>
  /** The data of the parent routes, by route id. */
  parentsData: Record<string, unknown>
  params: RouteParams
  location: Location
  matches: readonly MetaMatch<Parents>[]
  /** The error that a boundary shows, if there is one. */
  error: unknown
}

type MetaData<Handler> = Handler extends (...args: any) => any
  ? SerializeFrom<Handler> | undefined
  : Handler

/**
 * A match by its route id. As in Remix, the type lists only the routes that `Parents` names. With `Record<string, any>`,
 * the data of every match is `any`.
 */
type MetaMatch<Parents> = string extends keyof Parents
  ? 0 extends 1 & Parents[keyof Parents]
    ? RouteMatch & { data: any; loaderData: any }
    : RouteMatch
  : {
      [Id in keyof Parents & string]: RouteMatch & {
        id: Id
        data: MetaData<Parents[Id]>
        loaderData: MetaData<Parents[Id]>
      }
    }[keyof Parents & string]

/** The object form of `meta`: names and contents. Child routes override the names of their parents. */
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

/** One entry of the array form of `meta`, which replaces the tags of the parent routes. */
export type MetaDescriptor =
  | { title: string }
  | { charSet: string }
  | { name: string; content: string }
  | { property: string; content: string }
  | { httpEquiv: string; content: string }
  | { 'script:ld+json': unknown }
  | ({ tagName: 'meta' | 'link' } & Record<string, string>)
  | Record<string, unknown>

/** Returns the tags that `<Meta/>` renders for a route: `MetaFunction<typeof loader>`, or with the type of the data. */
export type MetaFunction<Handler = unknown, Parents = Record<string, unknown>> = (
  args: MetaArgs<Handler, Parents>,
) => HtmlMetaDescriptor | MetaDescriptor[] | null | undefined | void

/** The attributes of a `<link>`. */
export type HtmlLinkDescriptor = Omit<LinkHTMLAttributes<HTMLLinkElement>, 'children'> & {
  /** Not supported: the framework orders the stylesheets itself. */
  precedence?: never
}

/** Prefetches a page. It is rendered as `<PrefetchPageLinks page>`. */
export interface PageLinkDescriptor extends Omit<HtmlLinkDescriptor, 'href' | 'rel'> {
  page: string
}

/** One entry of the result of `links`. */
export type LinkDescriptor = HtmlLinkDescriptor | PageLinkDescriptor

/** Returns the tags that `<Links/>` renders for a route. */
export type LinksFunction = () => LinkDescriptor[]

/** The `handleError` export of `entry.server`. There is no context if the error happened outside the pages. */
export type HandleErrorFunction = (
  error: unknown,
  args: Pick<DataFunctionArgs, 'request' | 'params'> & Partial<Pick<DataFunctionArgs, 'context'>>,
) => void

/** The argument of `headers`. */
export interface HeadersArgs {
  loaderHeaders: Headers
  parentHeaders: Headers
  actionHeaders: Headers
  errorHeaders: Headers | undefined
}

/** Returns the headers of the document. They replace the headers of the parent routes, except `Set-Cookie`. */
export type HeadersFunction = (args: HeadersArgs) => HeadersInit

/** A submission, in `shouldReload` and `useTransition`. */
export type { Submission } from '../page-protocol/submission.ts'

/** Can prevent a reload of the loader. It cannot cause one. */
export type { ShouldReloadFunction } from '../page-protocol/should-reload.ts'

/** Props of an `ErrorBoundary` export. */
export interface ErrorBoundaryProps {
  error: unknown
}

/** The exports of a route module that both the browser and the server have. */
export interface ClientRouteModule {
  default?: ComponentType<any>
  /** Only in `root`: wraps the default component and the boundaries, and stays mounted. */
  Layout?: ComponentType<{ children: ReactNode }>
  ErrorBoundary?: ComponentType<any>
  CatchBoundary?: ComponentType<any>
  meta?: MetaFunction<any, any> | HtmlMetaDescriptor | MetaDescriptor[]
  links?: LinksFunction
  handle?: unknown
  shouldReload?: (...args: any[]) => boolean
  unstable_shouldReload?: (...args: any[]) => boolean
  shouldRevalidate?: (...args: any[]) => boolean
}

/** All exports of a route module that the framework uses. */
export interface RouteModule extends ClientRouteModule {
  loader?: LoaderFunction
  action?: ActionFunction
  /** The contract of the loader and the action. The browser never gets it. */
  contract?: Contract
  /** The tags of the data that the loader reads, so that it only runs again when an action has written one of them. */
  reads?:
    | ((args: ReadsFunctionArgs<any, any, any>) => readonly string[])
    | {
        tags: (args: ReadsFunctionArgs<any, any, any>) => readonly string[]
        /** All names in the query that the loader reads. */
        query?: readonly string[]
      }
  headers?: HeadersFunction | Record<string, string>
  /** Runs before the loaders and actions of the branch, for every request. The middleware of the root runs first. */
  middleware?: readonly RouteMiddleware<any>[]
  /** Which pages a static export writes: see `Prerender`. */
  prerender?: unknown
  /** Read by the build: whether pages have scripts of the app. */
  scripts?: boolean
  /** Read by the build: whether open pages show the writes of other visitors. */
  live?: boolean
  /** Read by the build: whether the action may run again for the same submission, because its effects are in `once()`. */
  once?: boolean
}
