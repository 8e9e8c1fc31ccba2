import { middlewareRules } from '../../internal/process/global-keys.ts'
import type {
  ContextEntry,
  ContextWithEntries,
  ContextWithParams,
  EntriesOf,
  EntryLike,
  ParamsOf,
  RequestContextType,
} from './context-types.ts'

/** Runs the next middleware, or the action, and returns its response. */
export type NextFunction = () => Promise<Response>

declare const effect: unique symbol

/**
 * A function around the rest of the chain. It returns the response of `next()`, or its own.
 *
 * `Effect` says how it changes the context: one {@link ContextEntry}, a list of them, or a generic function type from the
 * context before to the context after.
 *
 * @example
 * function loadUser(): Middleware<ContextEntry<typeof CurrentUser, User>> {
 *   return async (context, next) => {
 *     context.set(CurrentUser, await findUser(context.headers.get('Authorization')))
 *     return next()
 *   }
 * }
 */
// An intersection, because TypeScript defers a generic call that returns an object type with a call signature. Then it
// would not infer `middleware: [asRole('admin')]` for the handler next to it.
export type Middleware<Effect = unknown> = MiddlewareFunction & { readonly [effect]?: Effect }

/** A middleware without its effect. */
type MiddlewareFunction<Context = RequestContextType<{}, []>> = (
  context: Context,
  next: NextFunction,
) => Response | Promise<Response>

/** Any list of middleware. Types can only follow the effects of a tuple. */
export type MiddlewareList = readonly Middleware<any>[]

/**
 * The `List`, in which each middleware gets `Context`, with the params of the route.
 *
 * `List` can contain anything, because TypeScript chooses the parameter types of an inline middleware before it knows the
 * list.
 */
export type MiddlewareIn<Context, List extends readonly unknown[]> = {
  readonly [Index in keyof List]: List[Index] & MiddlewareFunction<Context>
}

/** The context after every middleware of a tuple has run, starting from `Base`. */
export type MiddlewareContext<
  List extends readonly unknown[],
  Base = RequestContextType<{}, []>,
> = number extends List['length']
  ? Base
  : List extends readonly [infer First, ...infer Rest]
    ? MiddlewareContext<Rest, ApplyEffect<Base, EffectOf<First>>>
    : Base

/** `Base` after every middleware of a tuple has run: {@link MiddlewareContext} with the base first. */
export type ContextWithMiddleware<Base, List extends readonly unknown[]> = MiddlewareContext<
  List,
  Base
>

type EffectOf<Item> = Item extends { readonly [effect]?: infer Effect } ? Effect : unknown

type ApplyEffect<Context, Effect> = unknown extends Effect
  ? Context
  : Effect extends ContextEntry
    ? ContextWithEntries<Context, [Effect]>
    : Effect extends (context: Context) => infer After
      ? // TypeScript resolves a generic function as if it got no context, so what it adds is merged here.
        ContextWithEntries<ContextWithParams<Context, ParamsOf<After>>, EntriesOf<After>>
      : Effect extends readonly []
        ? Context
        : Effect extends readonly ContextEntry[]
          ? ContextWithEntries<Context, Effect>
          : Effect extends readonly [any, any]
            ? ContextWithEntries<Context, [Effect]>
            : Effect extends readonly EntryLike[]
              ? ContextWithEntries<Context, Effect>
              : Context

/** Returns the list unchanged, with its tuple type. For a list that is stored before it is used. */
export function createMiddleware<const List extends MiddlewareList>(...list: List): List {
  return list
}

/** The rules of a middleware for the other middleware of its router. The router checks them when routes are added. */
export interface MiddlewareRules {
  /** The key that it sets for each visitor. */
  readonly sets?: object
  /** The key that no middleware in front of it may set. */
  readonly before?: Rule
  /** The object that no other middleware may use, such as the counters of a storage. */
  readonly alone?: Rule
}

interface Rule {
  readonly of: object
  /** The error if the rule is broken. */
  readonly mistake: string
}

/** Gives a middleware its rules. Returns the same function. */
export function withRules<Given extends Middleware<any>>(
  middleware: Given,
  rules: MiddlewareRules,
): Given {
  return Object.assign(middleware, { [middlewareRules]: rules })
}

/**
 * Checks the middleware of a router, and returns a function that checks the middleware of one route.
 *
 * @param outer The middleware of the router, which runs before the middleware of a route
 * @throws {TypeError} If a middleware breaks a rule of another one. The returned function throws in the same way
 */
export function createRuleCheck(
  outer: readonly Middleware[],
): (list: readonly Middleware[]) => void {
  const owners = new Map<object, Middleware>()
  const set = new Set<object>()
  check(outer, set, owners)

  return (list) => {
    if (list.length > 0) check(list, new Set(set), owners)
  }
}

function check(
  list: readonly Middleware[],
  set: Set<object>,
  owners: Map<object, Middleware>,
): void {
  for (const middleware of list as readonly (Middleware & {
    [middlewareRules]?: MiddlewareRules
  })[]) {
    const { sets, before, alone } = middleware[middlewareRules] ?? {}
    if (before !== undefined && set.has(before.of)) throw new TypeError(before.mistake)
    if (sets !== undefined) set.add(sets)
    if (alone === undefined) continue

    if ((owners.get(alone.of) ?? middleware) !== middleware) throw new TypeError(alone.mistake)
    owners.set(alone.of, middleware)
  }
}
