import type { Params, RoutePattern } from '../route-pattern/index.ts'
import type { Route, RouteMethod } from '../routes/index.ts'
import type { ContextWithParams, DefaultContext } from './context-types.ts'
import type { ContextWithMiddleware, MiddlewareIn } from './middleware.ts'

/** What an action is registered for: a pattern, a parsed pattern or a route. */
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

/** Answers a request. */
export type RequestHandler<Context = DefaultContext> = (
  context: Context,
) => Response | Promise<Response>

/** An action with middleware of its own. `Outer` is the context that the middleware is given. */
export interface ActionObject<
  Context,
  List extends readonly unknown[] = readonly unknown[],
  Outer = Context,
> {
  /** Runs around this action only, inside the controller's. */
  readonly middleware?: MiddlewareIn<Outer, List>
  handler(context: Context): Response | Promise<Response>
}

/** A handler, or `{ handler, middleware? }`. The handler sees the route's params and what its middleware provides. */
export type Action<
  Target,
  Context = DefaultContext,
  List extends readonly unknown[] = readonly unknown[],
> = ActionWith<ContextWithParams<Context, TargetParams<Target>>, List>

type ActionWith<Context, List extends readonly unknown[]> =
  | RequestHandler<Context>
  | ActionObject<ContextWithMiddleware<Context, List>, List, Context>

/**
 * Types an action that is stored before it is registered. Returns it as it is.
 *
 * @example
 * export const show = createAction(routes.books.show, ({ params }) => text(params.slug))
 */
export function createAction<
  Target extends RouteTarget,
  Context = DefaultContext,
  const List extends readonly unknown[] = readonly unknown[],
>(_target: Target, action: Action<Target, Context, List>): Action<Target, Context> {
  // What its own middleware provides is no longer asked of whoever registers it
  return action as Action<Target, Context>
}
