import type { ContractInput, Failure, Schema } from '../contract/index.ts'
import type { JsonOf, Sent, Unsent } from '../../http/response/shared.ts'
import type { Params, RoutePattern } from '../route-pattern/index.ts'
import type { Route, RouteMethod } from '../routes/index.ts'
import type { ContextWithParams, DefaultContext, ParamsOf } from './context-types.ts'
import type { ContextWithMiddleware, MiddlewareIn } from './middleware.ts'

/** The target of an action: a pattern, a parsed pattern or a route. */
export type RouteTarget<Method extends RouteMethod = RouteMethod> =
  | string
  | RoutePattern
  | Route<Method | 'ANY', string, {}>

/** Handles a request. */
export type RequestHandler<Context = DefaultContext, Result = Response> = (
  context: Context,
) => Result | Promise<Result>

/** A handler with middleware. `Outer` is the context that the middleware gets. */
export interface ActionObject<
  Context,
  List extends readonly unknown[] = readonly unknown[],
  Outer = Context,
  Input = unknown,
  Result = Response,
> {
  /** Runs around this handler only, inside the middleware of the controller. */
  readonly middleware?: MiddlewareIn<Outer, List>
  handler(context: Context & Input): Result | Promise<Result>
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
  ContextWithParams<Context, TargetFacts<Target, Context>['params']>,
  List,
  TargetFacts<Target, Context>['input'],
  TargetFacts<Target, Context>['result']
>

/** The parts of a target that concern an action. They are one conditional type, because several cost more to check. */
export type TargetFacts<Target, Context = unknown> =
  Target extends Route<any, infer Pattern, infer Own>
    ? {} extends Own
      ? { params: Params<Pattern>; input: unknown; result: Response }
      : {
          params: Params<Pattern>
          input: { readonly input: RouteInput<Own, Params<Pattern> & ParamsOf<Context>> }
          result: RouteResult<Own>
        }
    : Target extends string
      ? { params: Params<Target>; input: unknown; result: Response }
      : Target extends RoutePattern<infer Pattern>
        ? { params: Params<Pattern>; input: unknown; result: Response }
        : { params: {}; input: unknown; result: Response }

/** The input of a route with a contract. Its params must have the names of the pattern's params. */
export type RouteInput<Own, Captured> = 'params' extends keyof Own
  ? [UnknownParam<Own, Captured>] extends [never]
    ? ContractInput<Own>
    : { readonly 'the pattern has no param': UnknownParam<Own, Captured> }
  : ContractInput<Own>

type UnknownParam<Own, Captured> = Own extends { readonly params: Schema<infer Given, any> }
  ? Exclude<keyof Given, keyof Captured>
  : never

/**
 * The responses of a route with a contract. A response of `json()` has to fit the schema in `returns` for its status. The
 * type of another response says nothing about its JSON, so it is not compared.
 */
type RouteResult<Own> = 'returns' extends keyof Own
  ? UntypedResponse | DeclaredResponse<Own>
  : Response

/** Any response except those of `json()`. */
interface UntypedResponse extends Omit<Response, 'json'> {
  readonly '~sends'?: 'what `returns` declares for this status'
}

/**
 * Has only the members that matter, because a thousand routes have one such type each. From `~sends`, TypeScript infers
 * literals.
 */
interface DeclaredResponse<Own> extends Pick<Response, 'headers' | 'status'> {
  readonly '~sends'?: DeclaredIn<Own>
  readonly '~data'?: DeclaredIn<Own>['data']
}

type DeclaredIn<Own> = Own extends { readonly returns: infer Returns } ? Declared<Returns> : never

type Declared<Returns> =
  Returns extends Schema<any, infer Output>
    ? Sent<200, Unsent<JsonOf<Output>>>
    : DeclaredBy<Returns>[keyof Returns]

type DeclaredBy<Returns> = {
  [Status in keyof Returns]: Returns[Status] extends Schema<any, infer Output>
    ? Sent<Status, Unsent<JsonOf<Output>>>
    : Sent<Status, unknown>
}

type ActionWith<Context, List extends readonly unknown[], Input, Result> =
  | RequestHandler<Context & Input, Result>
  | ActionObject<ContextWithMiddleware<Context, List>, List, Context, Input, Result>

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
  // The router that registers the action need not provide the values of the action's own middleware.
  return action as Action<Target, Context>
}
