import type { Bus } from '../../state/bus/index.ts'
import type { Contract, Failure } from '../contract/index.ts'
import { checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import {
  handleIncoming,
  type IncomingHandler,
  type IncomingRequest,
  type Prepare,
} from '../../internal/exchange/incoming.ts'
import { isRequest } from '../../internal/exchange/is-fetch-object.ts'
import { isPages, lendTo, observeWith, turnOnChecks } from '../../internal/process/global-keys.ts'
import { proof } from '../../internal/exchange/proof.ts'
import { assertTrailingSlash, defaultTrailingSlash } from '../route-pattern/shared.ts'
import type { Lending } from './start-run.ts'
import type { MatcherOptions, MultiMatcher } from '../route-pattern/index.ts'
import type { RouteMethod } from '../routes/index.ts'
import { writes, Writes } from '../../state/tags/index.ts'
import type { RequestContextType } from './context-types.ts'
import { readMiddleware, type StoredAction, type StoredInvalid } from './controller.ts'
import { createDispatch, type Dispatch } from './dispatch.ts'
import { createRuleCheck, type MiddlewareContext, type MiddlewareList } from './middleware.ts'
import { emitAlone, observeStart, Observers } from './observation.ts'
import { readObservers, type Observable, type Observer } from './observer.ts'
import { GivenRequest } from './given-request.ts'
import { createContext, type InternalContext } from './request-context.ts'
import { createRouteBuilder, type RouteBuilder } from './route-builder.ts'
import { createRouteTable, type RouteEntry } from './route-table.ts'
import { keepBus, publishAlone, type RouterBus } from './router-bus.ts'

/** Options for {@link createRouter}. */
export interface RouterOptions<
  List extends MiddlewareList = MiddlewareList,
> extends MatcherOptions {
  /**
   * Runs around every request, before a route is matched and even if none matches.
   *
   * @default []
   */
  readonly middleware?: List
  /**
   * Handles requests that match no route. `context.allowedMethods` has the methods that the URL accepts.
   *
   * @default 404 `Not Found: <pathname>`, or 405 with `Allow` if only the method does not match
   */
  readonly defaultHandler?: (context: MiddlewareContext<List>) => Response | Promise<Response>
  /** A custom matcher. The router only calls `add` and `matchAll`. */
  readonly matcher?: MultiMatcher<RouteEntry>
  /**
   * A URL that would match with a trailing slash added or removed: `'ignore'` serves it, and `'redirect'` sends a 308 to
   * the other spelling.
   *
   * @default 'strict'
   */
  readonly trailingSlash?: 'strict' | 'ignore' | 'redirect'
  /**
   * Responds to requests that do not fit the contract of their route, unless the action has its own `invalid`.
   *
   * @default a problem document: 404 for params, 400 for the search, 422 for the body
   */
  readonly onInvalid?: (
    context: MiddlewareContext<List>,
    failure: Failure,
  ) => Response | Promise<Response>
  /**
   * Also checks responses against the `returns` of contracts. A response that does not fit is an error. The check parses
   * each response again.
   *
   * @default true in `framework dev`, else false
   */
  readonly checkReturns?: boolean
  /**
   * Sees what the router and its pages do, for traces, metrics and tests. Without observers, nothing is measured.
   *
   * @default []
   */
  readonly observe?: readonly Observer[]
  /**
   * Tells every process what a request has written: the tags of `writes()`, when all middleware has ended. No request waits
   * for it. Live pages listen to it.
   *
   * @default none, or one for this process if a page is live
   */
  readonly bus?: Bus
  /** Resolves strings passed to `fetch` that start with one slash. */
  readonly baseUrl?: string | URL
}

/** Dispatches requests to actions. You can destructure its functions: `const { fetch } = router`. */
export interface Router<out Context = RequestContextType<{}, []>> extends RouteBuilder<Context> {
  /**
   * Handles a request. Rejects with the error that a handler threw, or with the reason of an abort. It never throws.
   *
   * Runtimes pass more arguments than a request, so pass `createFetchHandler(router)` to them instead.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /**
   * Returns the routes, in the order in which they were added. The patterns are whole: the pattern of a mounted route
   * includes the prefix.
   *
   * @example
   * console.table(router.routes(), ['method', 'pattern', 'name'])
   */
  routes(): RouteInfo[]
}

/** A route of a router: {@link Router.routes}. */
export interface RouteInfo {
  /** The method, or `ANY` for all methods. */
  readonly method: RouteMethod
  /** The whole pattern, such as `/books/:slug`. */
  readonly pattern: string
  /** The keys of the route in its route map, such as `books.show`. A route that is not in a map has none. */
  readonly name: string | undefined
  /** The contract of the route, if it has one. */
  readonly contract: Contract | undefined
  /** `pages` if the route leads to the pages of an app, which are not in this list. */
  readonly kind: 'route' | 'pages'
}

/** The context that handlers of a router or of a mounted section get. */
export type RouterContext<Registrar> =
  Registrar extends RouteBuilder<infer Context> ? Context : never

/**
 * Creates a router.
 *
 * @param options Middleware, the response if no route matches, and how to match
 * @returns A router without routes
 *
 * @example
 * const router = createRouter({ middleware: [logger()] })
 * router.get('/hello/:name', ({ params }) => new Response(`Hello ${params.name}`))
 * const response = await router.fetch('https://example.com/hello/world')
 */
export function createRouter<const List extends MiddlewareList = MiddlewareList>(
  options: RouterOptions<List> = {},
): Router<MiddlewareContext<List>> {
  assertRouterOptions(options)
  const { matcher, defaultHandler, onInvalid, checkReturns, bus } = options
  const { trailingSlash = defaultTrailingSlash } = options
  const base = options.baseUrl === undefined ? undefined : new URL(options.baseUrl).origin
  const middleware = readMiddleware(options.middleware, 'createRouter()')
  const checkRules = createRuleCheck(middleware)
  const observed = { observers: new Observers(readObservers(options.observe)) }
  const inputOptions = {
    onInvalid: onInvalid as StoredInvalid | undefined,
    checkReturns: checkReturns ?? false,
  }
  const table = createRouteTable(matcher, options)
  const router = {
    ...createRouteBuilder({ add, prefix: undefined, outer: [], inputOptions }),

    routes: () => table.list().map(describeEntry),

    fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      try {
        const request =
          init === undefined && isRequest(input) ? input : toRequest(input, init, base)
        return start(new GivenRequest(request))
      } catch (error) {
        return Promise.reject(error)
      }
    },

    [handleIncoming](incoming, prepare): Promise<Response> {
      try {
        return start(incoming, prepare)
      } catch (error) {
        return Promise.reject(error)
      }
    },

    [observeWith]: (observer) => addObserver(observed, observer),
    [turnOnChecks]: () => void (inputOptions.checkReturns = checkReturns ?? true),
    [lendTo]: {
      publish: (tags) => publishAlone(announced, tags),
      begin: () => observeStart(observed),
    },
  } satisfies Router<any> & IncomingHandler & Observable & Lending & { [turnOnChecks]: () => void }
  // A copy with a `fetch` of its own, such as `{ ...router, fetch }`, is called by that.
  Object.defineProperty(router, handleIncoming, { enumerable: false })
  const announced = keepBus(router, {
    bus,
    emit: (phase) => emitAlone(observed.observers, { type: 'bus', phase }),
  })
  const dispatch = createDispatch({
    table,
    middleware,
    observed,
    trailingSlash,
    defaultHandler: defaultHandler as StoredAction['handler'] | undefined,
    announced,
  })
  proof?.routers.push(router)

  return router as Router<any>

  function start(incoming: IncomingRequest, prepare?: Prepare): Promise<Response> {
    const context = createContext(incoming)
    context.router = router as Router<any>
    const { outer } = context
    return outer === undefined || prepare !== undefined
      ? dispatch(context, prepare)
      : dispatchNested(dispatch, context, outer)
  }

  function add(entries: readonly RouteEntry[]): void {
    for (const entry of entries) {
      checkRules(entry.middleware)
      if (entry.isPages) (entry.handler as Partial<PagesHandler>)[isPages]?.(announced)
    }
    table.add(entries)
  }
}

function assertRouterOptions<List extends MiddlewareList>(options: RouterOptions<List>): void {
  checkOptions(
    'createRouter()',
    options,
    'middleware defaultHandler matcher trailingSlash onInvalid checkReturns observe bus baseUrl ignoreCase limits',
  )
  const { trailingSlash = defaultTrailingSlash, onInvalid, bus } = options
  assertTrailingSlash(trailingSlash)
  invariant(
    onInvalid === undefined || typeof onInvalid === 'function',
    `createRouter() takes a function as \`onInvalid\`, not ${showValue(onInvalid)}`,
  )
  invariant(
    bus === undefined || typeof bus.publish === 'function',
    `createRouter() takes a bus of framework/bus as \`bus\`, not ${showValue(bus)}`,
  )
}

/** The handler of pages, which gets the bus of its router at the start. */
interface PagesHandler {
  [isPages](announced: RouterBus): void
}

function describeEntry({ method, pattern, name, contract, isPages }: RouteEntry): RouteInfo {
  return { method, pattern: pattern.source, name, contract, kind: isPages ? 'pages' : 'route' }
}

/** A request keeps the observers that were there when it started. */
function addObserver(observed: { observers: Observers }, observer: Observer): () => void {
  observed.observers = new Observers([...observed.observers.all, observer])
  return () => {
    const others = observed.observers.all.filter((other) => other !== observer)
    observed.observers = new Observers(others)
  }
}

/**
 * Dispatches a request that a handler of another router has passed on. It gets the values that the runtime provided for the
 * outer request. Its events also go to the observers of the outer router, and its writes to the bus of the outer router.
 */
async function dispatchNested(
  dispatch: Dispatch,
  context: InternalContext,
  outer: InternalContext,
): Promise<Response> {
  context.observation = outer.observation
  try {
    return await dispatch(context, outer.preparation)
  } finally {
    // If the client has left, the handler may still write something.
    await context.pendingSteps?.settled()
    const written = context.getValue(Writes) as Writes | undefined
    if (written !== undefined) writes(outer, ...written.tags)
  }
}

/**
 * Creates the `Request` for the input of `router.fetch()`.
 *
 * A path is appended to the string of `base`. If it were resolved as a URL, `//evil/x` would change the host.
 */
export function toRequest(
  input: string | URL | Request,
  init: RequestInit | undefined,
  base: string | undefined,
): Request {
  if (typeof input !== 'string' || !input.startsWith('/')) return new Request(input, init)

  if (base === undefined) {
    throw new TypeError(
      `Cannot fetch ${JSON.stringify(input)}. Use an absolute URL, or give the router a \`baseUrl\`.`,
    )
  }
  if (input.startsWith('//')) {
    throw new TypeError(
      `Cannot fetch ${JSON.stringify(input)}. Use an absolute URL, or a path that starts with one slash.`,
    )
  }
  return new Request(base + input, init)
}
