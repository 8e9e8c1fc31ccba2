import type {
  ContextEntry,
  ContextWithEntries,
  ContextWithParams,
  EntriesOf,
  EntryLike,
  ParamsOf,
  RequestContextType,
} from './context-types.ts'

/** Continues with the next middleware, or the action, and answers with its response. */
export type NextFunction = () => Promise<Response>

declare const effect: unique symbol

/**
 * A function around the rest of the chain. It returns a `Response` of its own, or that of `next()`.
 *
 * `Effect` says what it does to the context: one {@link ContextEntry}, a list of them, or a generic function type from
 * the context before to the context after.
 *
 * @example
 * function loadUser(): Middleware<ContextEntry<typeof CurrentUser, User>> {
 *   return async (context, next) => {
 *     context.set(CurrentUser, await findUser(context.headers.get('Authorization')))
 *     return next()
 *   }
 * }
 */
// An intersection on purpose: TypeScript puts off a generic call that returns an object type with a call signature, and
// would then not infer `middleware: [asRole('admin')]` for the handler beside it
export type Middleware<Effect = unknown> = MiddlewareFunction & { readonly [effect]?: Effect }

/** What a middleware is when its effect does not matter. */
type MiddlewareFunction<Context = RequestContextType<{}, []>> = (
  context: Context,
  next: NextFunction,
) => Response | Promise<Response>

/** Any list of middleware; only a tuple of them has effects that types can follow. */
export type MiddlewareList = readonly Middleware<any>[]

/**
 * `List` where `Context` is what its middleware is given: that of a route has the route's params.
 *
 * A list of anything, because TypeScript gives the parameters of an inline middleware the type that is known before it
 * looks at the list.
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
      ? // TypeScript answers for a generic function as if it were given no context, so what it adds is put on top
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

/** Returns the list as it is, with its tuple type: for a list that is stored before it is used. */
export function createMiddleware<const List extends MiddlewareList>(...list: List): List {
  return list
}
