import type { Contract } from '../contract/index.ts'
import { proof } from '../internal/handler-start.ts'
import { joinPatterns, RoutePattern, type Params } from '../route-pattern/index.ts'
import {
  isRequestMethod,
  type RequestMethod,
  type RouteMap,
  type RouteMethod,
} from '../routes/index.ts'
import { isRoute } from '../routes/shared.ts'
import type { Action, RouteTarget } from './action.ts'
import type { ContextWithParams, RequestContextType } from './context-types.ts'
import {
  readAction,
  readController,
  readMiddleware,
  type AnyRouteMap,
  type Controller,
  type StoredAction,
} from './controller.ts'
import type {
  ContextWithMiddleware,
  Middleware,
  MiddlewareIn,
  MiddlewareList,
} from './middleware.ts'
import { prepareInput, type InputOptions } from './prepare-input.ts'
import { reportStart } from './report-start.ts'
import type { RouteEntry, RouteTable } from './route-table.ts'

/** Registers routes. It is a router without `fetch`, for a mounted section. */
export interface RouteBuilder<out Context = RequestContextType<{}, []>> {
  /** Registers an action for a method, or for `ANY`. */
  route<
    Method extends RouteMethod,
    const Target extends RouteTarget<Method>,
    const List extends readonly unknown[] = readonly unknown[],
  >(
    method: Method,
    target: Target,
    action: Action<Target, Context, List>,
  ): void
  /**
   * Registers an action for the method of a route, where a pattern accepts every method, or one action for each direct route
   * of a route map. After a mistake, it registers none and throws.
   */
  // One signature: with two, TypeScript would read the handlers without what their routes declare.
  map<
    const Target extends RouteTarget | AnyRouteMap,
    const List extends readonly unknown[] = readonly unknown[],
  >(
    target: Target,
    action: [Target] extends [RouteTarget]
      ? Action<Target, Context, List>
      : Controller<Target, Context, List>,
  ): void
  get: RegisterVerb<'GET', Context>
  head: RegisterVerb<'HEAD', Context>
  post: RegisterVerb<'POST', Context>
  put: RegisterVerb<'PUT', Context>
  patch: RegisterVerb<'PATCH', Context>
  delete: RegisterVerb<'DELETE', Context>
  options: RegisterVerb<'OPTIONS', Context>
  /**
   * Registers a section below `prefix`. Every pattern is joined to it, and every handler gets its params.
   *
   * The `middleware` runs around the routes of the section, inside the middleware of the router and outside that of
   * controllers.
   */
  mount<Prefix extends string>(
    prefix: Prefix | RoutePattern<Prefix>,
    installer: RouteInstaller<ContextWithParams<Context, Params<Prefix>>>,
  ): void
  mount<Prefix extends string, const List extends readonly unknown[]>(
    prefix: Prefix | RoutePattern<Prefix>,
    options: {
      readonly middleware: MiddlewareIn<ContextWithParams<Context, Params<Prefix>>, List>
    },
    installer: RouteInstaller<
      ContextWithMiddleware<ContextWithParams<Context, Params<Prefix>>, List>
    >,
  ): void
}

/** Registers an action for one method. */
export interface RegisterVerb<Method extends RequestMethod, Context> {
  <
    const Target extends RouteTarget<Method>,
    const List extends readonly unknown[] = readonly unknown[],
  >(
    target: Target,
    action: Action<Target, Context, List>,
  ): void
}

/** Registers the routes of a mounted section. */
export type RouteInstaller<Context = RequestContextType<{}, []>> = (
  builder: RouteBuilder<Context>,
) => void

/** Creates the part of a router that registers routes, below `prefix` and with `outer` middleware around them. */
export function createRouteBuilder(
  table: RouteTable,
  prefix: RoutePattern | undefined,
  outer: readonly Middleware[],
  inputOptions: InputOptions,
): RouteBuilder<any> {
  const toEntry = (
    method: RouteMethod,
    pattern: RoutePattern,
    given: StoredAction,
    contract: Contract | undefined,
  ): RouteEntry => {
    const { middleware, shared, setsRoute = false } = given
    const joined = prefix === undefined ? pattern : joinPatterns(prefix, pattern)
    const action =
      proof === undefined || setsRoute
        ? given
        : reportStart(proof, given, `${method} ${joined}`, contract)
    return {
      method,
      pattern: joined,
      contract,
      handler:
        contract === undefined
          ? action.handler
          : prepareInput(contract, method, joined, action, inputOptions),
      middleware: outer.length === 0 ? middleware : [...outer, ...middleware],
      mounted: outer.length,
      shared,
      setsRoute,
      toString: showEntry,
    }
  }

  const register = (method: RouteMethod, target: RouteTarget, action: unknown) => {
    if (method !== 'ANY' && !isRequestMethod(method)) {
      throw new TypeError(
        `Cannot add a route for method ${JSON.stringify(method)}. Use GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS or ANY.`,
      )
    }
    if (isRoute(target) && target.method !== 'ANY' && target.method !== method) {
      throw new TypeError(
        `Cannot add ${target.method} "${target.pattern}" as ${method}. Use router.map(), or a route without a method.`,
      )
    }

    const pattern = isRoute(target) ? target.pattern : RoutePattern.parse(target)
    const contract = isRoute(target) ? target.contract : undefined
    const where = typeof action === 'function' ? '' : `${method} "${pattern}"`
    table.add([toEntry(method, pattern, readAction(action, where), contract)])
  }

  const verb = (method: RequestMethod) => (target: RouteTarget, action: unknown) =>
    register(method, target, action)

  return {
    route: register,
    map(target: RouteTarget | RouteMap, action: unknown) {
      if (typeof target === 'string' || target instanceof RoutePattern) {
        register('ANY', target, action)
      } else if (isRoute(target)) {
        register(target.method, target, action)
      } else {
        table.add(
          readController(target, action).map(([route, stored]) =>
            toEntry(route.method, route.pattern, stored, route.contract),
          ),
        )
      }
    },
    get: verb('GET'),
    head: verb('HEAD'),
    post: verb('POST'),
    put: verb('PUT'),
    patch: verb('PATCH'),
    delete: verb('DELETE'),
    options: verb('OPTIONS'),
    mount(
      below: string | RoutePattern,
      ...rest:
        | [RouteInstaller<any>]
        | [{ readonly middleware: MiddlewareList }, RouteInstaller<any>]
    ) {
      const own = RoutePattern.parse(below)
      const [options, installer] = rest.length === 1 ? [undefined, rest[0]] : rest
      installer(
        createRouteBuilder(
          table,
          prefix === undefined ? own : joinPatterns(prefix, own),
          [...outer, ...readMiddleware(options?.middleware, `mount("${own}")`)],
          inputOptions,
        ),
      )
    },
  } as RouteBuilder<any>
}

function showEntry(this: RouteEntry): string {
  return `${this.method} "${this.pattern}"`
}
