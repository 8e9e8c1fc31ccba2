import type { DefaultContext } from '../fetch-router/index.ts'
import type { Params } from '../route-pattern/index.ts'
import type { Route } from '../routes/index.ts'
import type { DataFunctionArgs } from './route-module.ts'

/**
 * What a loader receives, typed by its route or pattern: `LoaderArgs<typeof routes.books.show>`,
 * `LoaderArgs<'/books/:slug'>`. The context is that of `RouterTypes`, unless another is given.
 */
export type LoaderArgs<
  RouteOrPattern extends Route<any, any> | string = string,
  Context = DefaultContext,
> = DataFunctionArgs<PageParamsOf<RouteOrPattern>, Context>

/** What an action receives, typed by its route or pattern. */
export type ActionArgs<
  RouteOrPattern extends Route<any, any> | string = string,
  Context = DefaultContext,
> = LoaderArgs<RouteOrPattern, Context>

/** The params of a page: those of its pattern; a wildcard without name is `'*'`. */
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
