import type { Contract } from '../contract/index.ts'
import { checkOptions, showValue } from '../../internal/guards/check.ts'
import { proof, type Proof } from '../../internal/exchange/proof.ts'
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
import type { InternalContext } from './request-context.ts'
import type { RouteEntry } from './route-table.ts'

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
  // There is one signature: with two, TypeScript would not read the declarations of the routes for the handlers.
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
  query: RegisterVerb<'QUERY', Context>
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

/** The part of a router that routes are added to: the router, or a mounted section of it. */
interface Section {
  /** Adds all of the routes or none. */
  add(entries: readonly RouteEntry[]): void
  /** The pattern that every route of the section is joined to. */
  readonly prefix: RoutePattern | undefined
  /** The middleware of the mounted sections, the outermost first. */
  readonly outer: readonly Middleware[]
  readonly inputOptions: InputOptions
}

/** Creates the part of a router that registers routes. */
export function createRouteBuilder(section: Section): RouteBuilder<any> {
  const register = (method: RouteMethod, target: RouteTarget, action: unknown): void =>
    section.add([readRoute(section, method, target, action)])
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
        const routes = readController(target, action)
        section.add(routes.map(([route, stored]) => createEntry(section, route, stored)))
      }
    },
    get: verb('GET'),
    head: verb('HEAD'),
    post: verb('POST'),
    put: verb('PUT'),
    patch: verb('PATCH'),
    delete: verb('DELETE'),
    options: verb('OPTIONS'),
    query: verb('QUERY'),
    mount(
      below: string | RoutePattern,
      ...rest:
        | [RouteInstaller<any>]
        | [{ readonly middleware: MiddlewareList }, RouteInstaller<any>]
    ) {
      const [options, installer] = rest.length === 1 ? [undefined, rest[0]] : rest
      checkInstaller(installer, below)
      if (options !== undefined) checkOptions('mount()', options, 'middleware')
      installer(createRouteBuilder(openSection(section, below, options?.middleware)))
    },
  } as RouteBuilder<any>
}

function checkInstaller(installer: unknown, below: string | RoutePattern): void {
  if (typeof installer === 'function') return

  const isRouter = typeof (installer as Partial<RouteBuilder> | undefined)?.mount === 'function'
  throw new TypeError(
    `Cannot mount ${isRouter ? 'a router' : showValue(installer)} at "${below}": mount() takes a function that adds routes. ` +
      `${isRouter ? 'Add the routes of that router in a function' : 'Write a function'}: mount("${below}", (section) => section.get('/', …)).`,
  )
}

function openSection(section: Section, below: string | RoutePattern, middleware: unknown): Section {
  const own = RoutePattern.parse(below)
  const { prefix, outer } = section

  return {
    ...section,
    prefix: prefix === undefined ? own : joinPatterns(prefix, own),
    outer: [...outer, ...readMiddleware(middleware, `mount("${own}")`)],
  }
}

/** Reads a route with one action. */
function readRoute(
  section: Section,
  method: RouteMethod,
  target: RouteTarget,
  action: unknown,
): RouteEntry {
  if (method !== 'ANY' && !isRequestMethod(method)) {
    throw new TypeError(
      `Cannot add a route for method ${JSON.stringify(method)}. Use GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, QUERY or ANY.`,
    )
  }
  if (isRoute(target) && target.method !== 'ANY' && target.method !== method) {
    throw new TypeError(
      `Cannot add ${target.method} "${target.pattern}" as ${method}. Use router.map(), or a route without a method.`,
    )
  }

  const route = isRoute(target) ? target : { pattern: RoutePattern.parse(target) }
  const where = typeof action === 'function' ? '' : `${method} "${route.pattern}"`
  return createEntry(section, { ...route, method }, readAction(action, where))
}

/** A route, or a pattern with a method. */
interface Registered {
  readonly method: RouteMethod
  readonly pattern: RoutePattern
  readonly name?: string | undefined
  readonly contract?: Contract | undefined
}

function createEntry(
  { prefix, outer, inputOptions }: Section,
  { method, pattern, name, contract }: Registered,
  given: StoredAction,
): RouteEntry {
  const { middleware, shared, isPages = false } = given
  const joined = prefix === undefined ? pattern : joinPatterns(prefix, pattern)
  const action =
    proof === undefined || isPages
      ? given
      : reportStart(proof, given, `${method} ${joined}`, contract)

  return {
    method,
    pattern: joined,
    name,
    contract,
    handler:
      contract === undefined
        ? action.handler
        : prepareInput(contract, method, joined, action, inputOptions),
    middleware: outer.length === 0 ? middleware : [...outer, ...middleware],
    mounted: outer.length,
    shared,
    isPages,
    toString: showEntry,
  }
}

function showEntry(this: RouteEntry): string {
  return `${this.method} "${this.pattern}"`
}

/** Wraps the handler of an action so that `framework prove` knows when it starts, and with which input. */
function reportStart(
  proof: Proof,
  action: StoredAction,
  route: string,
  contract: object | undefined,
): StoredAction {
  const { handler } = action
  return {
    ...action,
    handler(context: InternalContext) {
      const { params } = context
      const input = contract && context.method !== 'OPTIONS' ? { ...context.input } : undefined
      proof.onHandlerStart?.({ kind: 'route', route, contract, params, input })
      return handler(context)
    },
  }
}
