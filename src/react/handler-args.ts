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
