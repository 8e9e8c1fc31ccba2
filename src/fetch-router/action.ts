import type { ContractInput, Failure } from '../contract/index.ts'
import type { Params, RoutePattern } from '../route-pattern/index.ts'
import type { Route, RouteMethod } from '../routes/index.ts'
import type { ContextWithParams, DefaultContext } from './context-types.ts'
import type { ContextWithMiddleware, MiddlewareIn } from './middleware.ts'

/** What an action can be registered for: a pattern, a parsed pattern or a route. */
export type RouteTarget<Method extends RouteMethod = RouteMethod> =
  | string
  | RoutePattern
  | Route<Method | 'ANY', string, {}>

/** Handles a request. */
export type RequestHandler<Context = DefaultContext> = (
  context: Context,
) => Response | Promise<Response>

/** A handler with middleware. `Outer` is the context that the middleware gets. */
export interface ActionObject<
  Context,
  List extends readonly unknown[] = readonly unknown[],
  Outer = Context,
  Input = unknown,
> {
  /** Runs around this handler only, inside the middleware of the controller. */
  readonly middleware?: MiddlewareIn<Outer, List>
  handler(context: Context & Input): Response | Promise<Response>
  /**
   * Responds to a request that does not fit the contract of the route. The handler does not run.
   *
   * @default `onInvalid` of the router
   */
  invalid?(context: Context, failure: Failure): Response | Promise<Response>
}

/**
 * A handler, or `{ handler, middleware?, invalid? }`. The handler gets the params of the route, the input of its contract
 * and the values of its middleware.
 */
export type Action<
  Target,
  Context = DefaultContext,
  List extends readonly unknown[] = readonly unknown[],
> = ActionWith<
  ContextWithParams<Context, TargetFacts<Target>['params']>,
  List,
  TargetFacts<Target>['input']
>

/** What a target adds to a context. One conditional type for both: two cost a tenth more to check. */
export type TargetFacts<Target> =
  Target extends Route<any, infer Pattern, infer Own>
    ? { params: Params<Pattern>; input: RouteInput<Own> }
    : Target extends string
      ? { params: Params<Target>; input: unknown }
      : Target extends RoutePattern<infer Pattern>
        ? { params: Params<Pattern>; input: unknown }
        : { params: {}; input: unknown }

/** What a handler of a route with a contract gets in addition to its context. */
type RouteInput<Own> = {} extends Own ? unknown : { readonly input: ContractInput<Own> }

type ActionWith<Context, List extends readonly unknown[], Input> =
  | RequestHandler<Context & Input>
  | ActionObject<ContextWithMiddleware<Context, List>, List, Context, Input>

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
