import type { Failure } from '../contract/index.ts'
import { isPages } from '../../internal/process/global-keys.ts'
import { invariant, showValue } from '../../internal/guards/check.ts'
import type { Route, RouteMethod } from '../routes/index.ts'
import { isRoute } from '../routes/shared.ts'
import type { Action } from './action.ts'
import type { DefaultContext } from './context-types.ts'
import type { ContextWithMiddleware, Middleware, MiddlewareIn } from './middleware.ts'
import type { InternalContext } from './request-context.ts'

/** The actions for the direct routes of a route map. Map a nested map with a separate `router.map()`. */
// A conditional type, because TypeScript resolves one while it infers `Map`. So the parameters of actions get their types.
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

/** A map without nested maps. Most maps are like this, and their types are cheaper. */
interface Leaves {
  readonly [name: string]: Leaf
}

/** A route. Only its method is compared, because comparing all members of a thousand routes is slow. */
interface Leaf {
  readonly method: RouteMethod
}

/** A `RouteMap`, described by properties that are fast to compare. */
export interface AnyRouteMap {
  readonly [name: string]: Leaf | AnyRouteMap
}

/** Actions for a route map, and middleware around each of them. */
// Without `in`, TypeScript would accept a controller that needs more context than the router provides.
export interface Controller<
  Map,
  in Context = DefaultContext,
  List extends readonly unknown[] = readonly unknown[],
> {
  /** Runs around the actions of this controller, not of nested ones. */
  readonly middleware?: MiddlewareIn<Context, List>
  /** One action for each direct route of the route map. */
  readonly actions: ControllerActions<Map, ContextWithMiddleware<Context, List>>
}

/**
 * Types a controller that is stored before it is mapped. Returns it unchanged.
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
  return controller as Controller<Map, Context>
}

/** Responds to a request that does not fit the contract of its route. */
export type StoredInvalid = (context: InternalContext, failure: Failure) => unknown

/** An action as the router stores it. */
export interface StoredAction {
  readonly handler: (context: InternalContext) => unknown
  readonly middleware: readonly Middleware[]
  /** How many of `middleware`, from the first, belong to the controller. */
  readonly shared?: number | undefined
  readonly invalid?: StoredInvalid | undefined
  /** Whether the handler shows pages, which know their route better than the router does. */
  readonly isPages?: boolean
}

/**
 * Returns every direct route of `map` with its action. Throws a `TypeError` for the first mistake, before any route is
 * registered.
 */
export function readController(map: unknown, controller: unknown): [Route, StoredAction][] {
  if (typeof map !== 'object' || map === null) {
    throw new TypeError(`Cannot map ${String(map)}. Use a pattern, a route or a route map.`)
  }
  const { actions, middleware } = assertController(controller)
  const leaves = Object.entries(map).filter((entry): entry is [string, Route] => isRoute(entry[1]))
  assertKeys(Object.keys(actions), map, leaves)

  for (const [key, { method, pattern }] of leaves) {
    if (!Object.hasOwn(actions, key)) {
      throw new TypeError(
        `Missing action \`${key}\` in controller for ${method} "${pattern}". Add it to \`actions\`.`,
      )
    }
  }
  return leaves.map(([key, route]) => {
    const action = readAction(actions[key], `action \`${key}\``)
    const list = [...middleware, ...action.middleware]
    return [route, { ...action, middleware: list, shared: middleware.length }]
  })
}

function assertKeys(keys: string[], map: object, leaves: readonly [string, Route][]): void {
  const unknown = keys.find((key) => !Object.hasOwn(map, key))
  if (unknown !== undefined) {
    const known = leaves.map(([key]) => `\`${key}\``).join(', ')
    throw new TypeError(
      `Unknown action \`${unknown}\` in controller. Use the names of the route map: ${known}.`,
    )
  }

  const nested = keys.find((key) => !isRoute((map as Record<string, unknown>)[key]))
  if (nested !== undefined) {
    throw new TypeError(
      `Cannot map nested route map key \`${nested}\` in controller actions. Map it with a separate router.map().`,
    )
  }
}

const none: readonly Middleware[] = []

/** Reads an action in either form. Throws a `TypeError` that says `where` it was. */
export function readAction(action: unknown, where: string): StoredAction {
  if (typeof action === 'function') {
    return {
      handler: action as StoredAction['handler'],
      middleware: none,
      isPages: isPages in action,
    }
  }
  const object = action as Partial<StoredAction> | null | undefined
  if (typeof object !== 'object' || object === null || typeof object.handler !== 'function') {
    throw new TypeError(
      `Expected a request handler function or action object with a function \`handler\` property for ${where}, not ${showValue(action)}.`,
    )
  }

  const { invalid } = object
  invariant(
    invalid === undefined || typeof invalid === 'function',
    `Expected \`invalid\` to be a function (${where}), not ${showValue(invalid)}`,
  )

  return {
    handler: object.handler.bind(object), // A method keeps its `this`.
    middleware: readMiddleware(object.middleware, where),
    invalid: invalid?.bind(object),
    isPages: isPages in object.handler,
  }
}

/** Copies a list of middleware, so that later changes of the list have no effect. */
export function readMiddleware(list: unknown, where: string): readonly Middleware[] {
  if (list === undefined) return []
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'function')) {
    throw new TypeError(
      `Cannot use ${showValue(list)} as the \`middleware\` of ${where}. Use a list of functions.`,
    )
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
    throw new TypeError(
      `Expected a controller with an object \`actions\` property, not ${showValue(controller)}.`,
    )
  }
  return {
    actions: candidate.actions as Record<string, unknown>,
    middleware: readMiddleware(candidate.middleware, 'a controller'),
  }
}
