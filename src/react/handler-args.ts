import type { DefaultContext } from '../fetch-router/index.ts'
import type { Params } from '../route-pattern/index.ts'
import type { Route } from '../routes/index.ts'
import type { DataFunctionArgs } from './route-module.ts'

/**
 * The arguments of a loader, typed by its route or pattern: `LoaderArgs<typeof routes.books.show>`,
 * `LoaderArgs<'/books/:slug'>`. The context is the one of `RouterTypes`, unless you pass another type.
 */
export type LoaderArgs<
  RouteOrPattern extends Route<any, any> | string = string,
  Context = DefaultContext,
> = DataFunctionArgs<PageParamsOf<RouteOrPattern>, Context>

/** The arguments of an action, typed by its route or pattern. */
export type ActionArgs<
  RouteOrPattern extends Route<any, any> | string = string,
  Context = DefaultContext,
> = LoaderArgs<RouteOrPattern, Context>

/**
 * The `prerender` export of a route module: `Prerender<'/books/:slug'>`, or `Prerender<typeof routes.books.show>`.
 *
 * For a page with params it is a list of them, or a function that returns one. `false` leaves the page out of a static
 * export.
 */
export type Prerender<RouteOrPattern extends Route<any, any> | string = string> =
  keyof PageParamsOf<RouteOrPattern> extends never
    ? boolean
    : PrerenderList<RouteOrPattern> | (() => PrerenderResult<RouteOrPattern>)

type PrerenderList<RouteOrPattern> = boolean | readonly PageParamsOf<RouteOrPattern>[]

type PrerenderResult<RouteOrPattern> =
  | PrerenderList<RouteOrPattern>
  | Promise<PrerenderList<RouteOrPattern>>

/** The params of a page, from its pattern. A wildcard without a name is `'*'`. */
export type PageParamsOf<RouteOrPattern> =
  RouteOrPattern extends Route<any, infer Pattern>
    ? ParamsOfPattern<Pattern>
    : RouteOrPattern extends string
      ? ParamsOfPattern<RouteOrPattern>
      : never

type ParamsOfPattern<Pattern extends string> = string extends Pattern
  ? Params<string>
  : Pattern extends `${string}/*`
    ? Params<Pattern> & { '*': string }
    : Params<Pattern>
