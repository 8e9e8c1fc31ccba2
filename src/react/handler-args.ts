import type { DefaultContext } from '../fetch-router/index.ts'
import type { Params } from '../route-pattern/index.ts'
import type { Route } from '../routes/index.ts'
import type { ActionFunctionArgs, DataFunctionArgs, ReadsFunctionArgs } from './route-module.ts'

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
> = ActionFunctionArgs<PageParamsOf<RouteOrPattern>, Context>

/** The arguments of `reads`, typed by its route or pattern. */
export type ReadsArgs<
  RouteOrPattern extends Route<any, any> | string = string,
  Context = DefaultContext,
> = ReadsFunctionArgs<PageParamsOf<RouteOrPattern>, Context>

/** Returns the tags of the data that a loader reads: `({ params }) => [`book:${params.slug}`]`. Must not be async. */
export type ReadsFunction<
  RouteOrPattern extends Route<any, any> | string = string,
  Context = DefaultContext,
> = (args: ReadsArgs<RouteOrPattern, Context>) => readonly string[]

/** What a loader reads: its tags and, with `query`, everything of the query that it looks at. */
export type Reads<
  RouteOrPattern extends Route<any, any> | string = string,
  Context = DefaultContext,
> =
  | ReadsFunction<RouteOrPattern, Context>
  | { tags: ReadsFunction<RouteOrPattern, Context>; query?: readonly string[] }

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
