// Types under the names that Remix and React Router give them, for apps that were written for these (MV-1).
import type { DefaultContext } from '../../router/fetch-router/index.ts'
import type { ShouldRevalidateArgs } from '../page-protocol/should-reload.ts'
import type { SerializeFrom } from '../../http/response/shared.ts'
import type {
  ActionDataArgs,
  DataFunctionArgs,
  HtmlLinkDescriptor,
  MetaArgs,
  MetaDescriptor,
  PageLinkDescriptor,
  RouteMatch,
  RouteParams,
} from './route-module.ts'

export type { HeadersArgs } from './route-module.ts'

/** The arguments of a loader of any route. {@link LoaderArgs} also knows the params of a pattern. */
export type LoaderFunctionArgs<Context = DefaultContext> = DataFunctionArgs<RouteParams, Context>

/** The arguments of an action of any route. {@link ActionArgs} also knows the params of a pattern. */
export type ActionFunctionArgs<Context = DefaultContext> = ActionDataArgs<RouteParams, Context>

/** A `meta` export that returns an array. `Parents` has the loaders of other routes of the page, by route id. */
export type V2_MetaFunction<Loader = unknown, Parents = Record<string, unknown>> = (
  args: MetaArgs<Loader, Parents>,
) => MetaDescriptor[] | null | undefined | void

/** The argument of `shouldRevalidate`. */
export type ShouldRevalidateFunctionArgs = ShouldRevalidateArgs

/** One entry of the result of `links`. */
export type LinkDescriptor = HtmlLinkDescriptor | PageLinkDescriptor

/** The `handleError` export of `entry.server`. There is no context if the error happened outside the pages. */
export type HandleErrorFunction = (
  error: unknown,
  args: Pick<DataFunctionArgs, 'request' | 'params'> & Partial<Pick<DataFunctionArgs, 'context'>>,
) => void

/** One entry of `useMatches()`. `Data` is `typeof loader` or the type of its data. */
export interface UIMatch<Data = unknown, Handle = unknown> extends RouteMatch {
  data: SerializeFrom<Data>
  loaderData: SerializeFrom<Data>
  handle: Handle
}
