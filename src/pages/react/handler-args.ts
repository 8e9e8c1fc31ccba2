import type { DefaultContext, MiddlewareContext } from '../../router/fetch-router/index.ts'
import type { RouteInput } from '../../router/fetch-router/shared.ts'
import type { Params } from '../../router/route-pattern/index.ts'
import type { Route } from '../../router/routes/index.ts'
import type { ActionDataArgs, DataFunctionArgs, ReadsFunctionArgs } from './route-module.ts'

/**
 * The arguments of a loader, typed by its route or pattern: `LoaderArgs<typeof routes.books.show>`,
 * `LoaderArgs<'/books/:slug'>`. With the contract of the module, `input` has its params and its search:
 * `LoaderArgs<'/books', typeof contract>`. The context is the one of `RouterTypes`, unless you pass another type.
 *
 * With a list of middleware, the context also has what the list provides, such as the user of a guard: that of the module
 * itself, `LoaderArgs<'/account', typeof middleware>`, or of a layout around it,
 * `LoaderArgs<'/account', typeof contract, typeof import('./_members.tsx').middleware>`. Create it with `createMiddleware()`:
 * types cannot follow an array.
 */
export type LoaderArgs<
  RouteOrPattern extends Route<any, any, any> | string = string,
  ContractOrContext = DefaultContext,
  Context = DefaultContext,
> = DataFunctionArgs<
  PageParamsOf<RouteOrPattern>,
  ContextOf<ContractOrContext, Context>,
  LoaderInput<OwnOf<RouteOrPattern> & OwnOf<ContractOrContext>, PageParamsOf<RouteOrPattern>>
>

/** The arguments of an action, typed like those of a loader. `input` also has the body. */
export type ActionArgs<
  RouteOrPattern extends Route<any, any, any> | string = string,
  ContractOrContext = DefaultContext,
  Context = DefaultContext,
> = ActionDataArgs<
  PageParamsOf<RouteOrPattern>,
  ContextOf<ContractOrContext, Context>,
  RouteInput<OwnOf<RouteOrPattern> & OwnOf<ContractOrContext>, PageParamsOf<RouteOrPattern>>
>

/** A context has a request, and a list of middleware provides one. A contract does not. */
type ContextOf<ContractOrContext, Context> = ContractOrContext extends { request: unknown }
  ? ContractOrContext
  : ContractOrContext extends readonly unknown[]
    ? MiddlewareContext<ContractOrContext, DefaultContext>
    : Context extends readonly unknown[]
      ? MiddlewareContext<Context, DefaultContext>
      : Context

/** The contract of a route, or a contract itself. `{}` for anything else. */
type OwnOf<Of> =
  Of extends Route<any, any, infer Own>
    ? Own
    : Of extends string | { request: unknown } | readonly unknown[]
      ? {}
      : Of

type LoaderInput<Own, Captured> = RouteInput<Pick<Own, keyof Own & ('params' | 'search')>, Captured>

/**
 * The `prerender` export of a route module: `Prerender<'/books/:slug'>`, or `Prerender<typeof routes.books.show>`.
 *
 * For a page with params, it is a list of params, or a function that returns a list. `false` leaves the page out of a static
 * export. In an app with a server, the build renders the pages that export `prerender`.
 */
export type Prerender<RouteOrPattern extends Route<any, any> | string = string> =
  keyof PageParamsOf<RouteOrPattern> extends never
    ? boolean
    : PrerenderList<RouteOrPattern> | (() => PrerenderResult<RouteOrPattern>)

type PrerenderList<RouteOrPattern> =
  | boolean
  | readonly OptionalParams<PageParamsOf<RouteOrPattern>>[]

/** A param that can be `undefined` can also be left out. */
type OptionalParams<Params> = {
  [Name in keyof Params as undefined extends Params[Name] ? never : Name]: Params[Name]
} & { [Name in keyof Params as undefined extends Params[Name] ? Name : never]?: Params[Name] }

type PrerenderResult<RouteOrPattern> =
  | PrerenderList<RouteOrPattern>
  | Promise<PrerenderList<RouteOrPattern>>

/** The arguments of `reads`, typed like those of the loader: by its route or pattern, the contract, and the context. */
export type ReadsArgs<
  RouteOrPattern extends Route<any, any, any> | string = string,
  ContractOrContext = DefaultContext,
  Context = DefaultContext,
> = ReadsFunctionArgs<
  PageParamsOf<RouteOrPattern>,
  ContextOf<ContractOrContext, Context>,
  SearchOf<LoaderInput<OwnOf<RouteOrPattern> & OwnOf<ContractOrContext>, {}>>
>

type SearchOf<Input> = Input extends { search: infer Search } ? Search : {}

/**
 * Returns the tags of the data that a loader reads: `({ params }) => [tag('book', params.slug)]`. Must not be async. With
 * the contract of the module, it gets the search too: `ReadsFunction<'/week', typeof contract>`.
 */
export type ReadsFunction<
  RouteOrPattern extends Route<any, any, any> | string = string,
  ContractOrContext = DefaultContext,
  Context = DefaultContext,
> = (args: ReadsArgs<RouteOrPattern, ContractOrContext, Context>) => readonly string[]

/** The `reads` of a route: its tags and, with `query`, all names in the query that its loader reads. */
export type Reads<
  RouteOrPattern extends Route<any, any, any> | string = string,
  ContractOrContext = DefaultContext,
  Context = DefaultContext,
> =
  | ReadsFunction<RouteOrPattern, ContractOrContext, Context>
  | { tags: ReadsFunction<RouteOrPattern, ContractOrContext, Context>; query?: readonly string[] }

/** The params of a page, from its pattern. A wildcard without a name is `'*'`. */
export type PageParamsOf<RouteOrPattern> =
  RouteOrPattern extends Route<any, infer Pattern, any>
    ? ParamsOfPattern<Pattern>
    : RouteOrPattern extends string
      ? ParamsOfPattern<RouteOrPattern>
      : never

type ParamsOfPattern<Pattern extends string> = string extends Pattern
  ? Params<string>
  : Pattern extends `${string}/*`
    ? Params<Pattern> & { '*': string }
    : Params<Pattern>
