import type { Params, RoutePattern } from '../route-pattern/index.ts'
import type { Route, RouteMethod } from '../routes/index.ts'
import type { ContextWithParams, DefaultContext } from './context-types.ts'
import type { ContextWithMiddleware, MiddlewareIn } from './middleware.ts'

/** What an action can be registered for: a pattern, a parsed pattern or a route. */
export type RouteTarget<Method extends RouteMethod = RouteMethod> =
  | string
  | RoutePattern
  | Route<Method | 'ANY', string>

/** The params that a target's pattern captures. */
type TargetParams<Target> = Target extends string
  ? Params<Target>
  : Target extends Route<any, infer Pattern>
    ? Params<Pattern>
    : Target extends RoutePattern<infer Pattern>
      ? Params<Pattern>
      : {}

/** Handles a request. */
export type RequestHandler<Context = DefaultContext> = (
  context: Context,
) => Response | Promise<Response>

/** A handler with middleware. `Outer` is the context that the middleware gets. */
export interface ActionObject<
  Context,
  List extends readonly unknown[] = readonly unknown[],
  Outer = Context,
> {
  /** Runs around this handler only, inside the middleware of the controller. */
  readonly middleware?: MiddlewareIn<Outer, List>
  handler(context: Context): Response | Promise<Response>
}

/** A handler, or `{ handler, middleware? }`. The handler gets the params of the route and the values of its middleware. */
export type Action<
  Target,
  Context = DefaultContext,
  List extends readonly unknown[] = readonly unknown[],
> = ActionWith<ContextWithParams<Context, TargetParams<Target>>, List>

type ActionWith<Context, List extends readonly unknown[]> =
  | RequestHandler<Context>
  | ActionObject<ContextWithMiddleware<Context, List>, List, Context>

/**
 * Types an action that is stored before it is registered. Returns it unchanged.
 *
 * @example
 * export const show = createAction(routes.books.show, ({ params }) => text(params.slug))
 */
export function createAction<
  Target extends RouteTarget,
  Context = DefaultContext,
  const List extends readonly unknown[] = readonly unknown[],
>(_target: Target, action: Action<Target, Context, List>): Action<Target, Context> {
  // The router that registers it does not have to provide what the middleware of the action provides.
  return action as Action<Target, Context>
}
