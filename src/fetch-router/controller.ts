import { invariant } from '../internal/invariant.ts'
import { isRoute, type Route, type RouteMethod } from '../routes/index.ts'
import type { Action } from './action.ts'
import type { DefaultContext } from './context-types.ts'
import type { ContextWithMiddleware, Middleware, MiddlewareIn } from './middleware.ts'
import type { StoredInvalid } from './prepare-input.ts'
import type { DispatchContext } from './request-context.ts'

/** The actions of a route map's own leaves. A nested map is mapped by a `router.map()` call of its own. */
// A conditional type on purpose: TypeScript resolves one while it infers `Map`, and so types the parameters of actions
export type ControllerActions<Map, Context> = Map extends Leaves
  ? { readonly [Name in keyof Map]: Action<Map[Name], Context> }
  : {
      readonly [Name in keyof Map as Map[Name] extends Leaf ? Name : never]: Action<
        Map[Name],
        Context
      >
    } & {
      readonly [Name in keyof Map as Map[Name] extends Leaf ? never : Name]?: never
    }

/** Most maps have no nested ones, and take a short way. */
interface Leaves {
  readonly [name: string]: Leaf
}

/** A route, told from a nested map by its method: to compare the other members of a thousand routes takes long. */
interface Leaf {
  readonly method: RouteMethod
}

/** What is mapped by a controller: a `RouteMap`, described by what is quick to compare. */
export interface AnyRouteMap {
  readonly [name: string]: Leaf | AnyRouteMap
}

/** Actions for a route map, and middleware around each of them. */
// `in`: without it TypeScript lets a router take a controller that needs more context than the router gives
export interface Controller<
  Map,
  in Context = DefaultContext,
  List extends readonly unknown[] = readonly unknown[],
> {
  /** Runs around the actions of this controller, and of no nested one. */
  readonly middleware?: MiddlewareIn<Context, List>
  /** One action per direct leaf of the route map. */
  readonly actions: ControllerActions<Map, ContextWithMiddleware<Context, List>>
}

/**
 * Types a controller that is stored before it is mapped. Returns it as it is.
 *
 * @example
 * export const books = createController(routes.books, {
 *   actions: { index: () => text('all'), show: ({ params }) => text(params.slug) },
 * })
 */
export function createController<
  const Map extends AnyRouteMap,
  Context = DefaultContext,
  const List extends readonly unknown[] = readonly unknown[],
>(_map: Map, controller: Controller<Map, Context, List>): Controller<Map, Context> {
  return controller as never
}

/** An action in the one form that the router keeps. */
export interface StoredAction {
  readonly handler: (context: DispatchContext) => unknown
  readonly middleware: readonly Middleware[]
  readonly invalid?: StoredInvalid | undefined
}

/**
 * Every leaf of `map` with its action, or the first mistake as a `TypeError`; nothing is registered before all is checked.
 */
export function readController(map: unknown, controller: unknown): [Route, StoredAction][] {
  if (typeof map !== 'object' || map === null) {
    throw new TypeError(`Cannot map ${String(map)}: expected a pattern, a route or a route map`)
  }
  const { actions, middleware } = assertController(controller)
  const leaves = Object.entries(map).filter((entry): entry is [string, Route] => isRoute(entry[1]))
  assertKeys(Object.keys(actions), map, leaves)

  for (const [key, { method, pattern }] of leaves) {
    if (!Object.hasOwn(actions, key)) {
      throw new TypeError(`Missing action \`${key}\` in controller for ${method} "${pattern}"`)
    }
  }
  return leaves.map(([key, route]) => {
    const action = readAction(actions[key], `action \`${key}\``)
    return [route, { ...action, middleware: [...middleware, ...action.middleware] }]
  })
}

function assertKeys(keys: string[], map: object, leaves: readonly [string, Route][]): void {
  const unknown = keys.find((key) => !Object.hasOwn(map, key))
  if (unknown !== undefined) {
    const known = leaves.map(([key]) => `\`${key}\``).join(', ')
    throw new TypeError(`Unknown action \`${unknown}\` in controller: the route map has ${known}`)
  }

  const nested = keys.find((key) => !isRoute(map[key as never]))
  if (nested !== undefined) {
    throw new TypeError(
      `Cannot map nested route map key \`${nested}\` in controller actions: give it a router.map() call of its own`,
    )
  }
}

/** An action in either shape, or a `TypeError` that says where it was found. */
export function readAction(action: unknown, where: string): StoredAction {
  if (typeof action === 'function') {
    return { handler: action as StoredAction['handler'], middleware: [] }
  }
  const object = action as Partial<StoredAction> | null | undefined
  if (typeof object !== 'object' || object === null || typeof object.handler !== 'function') {
    throw new TypeError(
      `Expected a request handler function or action object with a function \`handler\` property (${where})`,
    )
  }

  const { invalid } = object
  invariant(
    invalid === undefined || typeof invalid === 'function',
    `Expected \`invalid\` to be a function (${where})`,
  )

  return {
    handler: object.handler.bind(object), // a method keeps its `this`
    middleware: readMiddleware(object.middleware, where),
    invalid: invalid?.bind(object),
  }
}

/** A copy of a middleware list; a later change of the caller's list has no effect. */
export function readMiddleware(list: unknown, where: string): readonly Middleware[] {
  if (list === undefined) return []
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'function')) {
    throw new TypeError(`Expected \`middleware\` to be a list of functions (${where})`)
  }
  return [...(list as Middleware[])]
}

function assertController(controller: unknown): {
  actions: Record<string, unknown>
  middleware: readonly Middleware[]
} {
  const candidate = controller as { actions?: unknown; middleware?: unknown } | null | undefined
  if (
    typeof candidate !== 'object' ||
    candidate === null ||
    typeof candidate.actions !== 'object' ||
    candidate.actions === null
  ) {
    throw new TypeError('Expected a controller with an object `actions` property')
  }
  return {
    actions: candidate.actions as Record<string, unknown>,
    middleware: readMiddleware(candidate.middleware, 'controller'),
  }
}
