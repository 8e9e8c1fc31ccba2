import type { DefaultContext } from '../../router/fetch-router/index.ts'
import type { SerializeFrom } from '../../http/response/shared.ts'
import type { MetaArgs, MetaDescriptor, RouteMatch, RouteParams } from '../react/index.ts'
import type { ActionDataArgs, DataFunctionArgs } from '../react/shared.ts'

/** The arguments of a loader of any route. `LoaderArgs` of `framework` also knows the params of a pattern. */
export type LoaderFunctionArgs<Context = DefaultContext> = DataFunctionArgs<RouteParams, Context>

/** The arguments of an action of any route. `ActionArgs` of `framework` also knows the params of a pattern. */
export type ActionFunctionArgs<Context = DefaultContext> = ActionDataArgs<RouteParams, Context>

/** A `meta` export that returns an array. `Parents` has the loaders of other routes of the page, by route id. */
export type V2_MetaFunction<Loader = unknown, Parents = Record<string, unknown>> = (
  args: MetaArgs<Loader, Parents>,
) => MetaDescriptor[] | null | undefined | void

/** One entry of `useMatches()`. `Data` is `typeof loader` or the type of its data. */
export interface UIMatch<Data = unknown, Handle = unknown> extends RouteMatch {
  data: SerializeFrom<Data>
  loaderData: SerializeFrom<Data>
  handle: Handle
}
