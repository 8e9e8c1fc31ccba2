import type { Failure } from '../contract/index.ts'
import {
  handleIncoming,
  handleWith,
  isIncoming,
  type IncomingHandler,
  type Prepare,
  type PreparingHandler,
} from '../internal/exchange/incoming.ts'
import {
  MatcherResourceError,
  type MatcherOptions,
  type MultiMatcher,
} from '../route-pattern/index.ts'
import { proof } from '../internal/handler-start.ts'
import { invariant } from '../internal/invariant.ts'
import { reasonPhrase } from '../internal/reason-phrase.ts'
import { showValue } from '../internal/show-value.ts'
import { withoutBody } from '../internal/exchange/without-body.ts'
import { redirect, text } from '../response/index.ts'
import { createAbortWatch } from './abort-watch.ts'
import { turnOnChecks } from './check-returns.ts'
import type { RequestContextType } from './context-types.ts'
import { createClaims } from './claims.ts'
import { readMiddleware } from './controller.ts'
import type { MiddlewareContext, MiddlewareList } from './middleware.ts'
import { createOrderCheck } from './middleware-order.ts'
import { Observation, Observers } from './observation.ts'
import type { Observer } from './observer.ts'
import { observeWith, readObservers, type Observable } from './read-observers.ts'
import { createIncomingContext, RequestContext, type DispatchContext } from './request-context.ts'
import { emitRoute } from './route-of.ts'
import { createRouteBuilder, type RouteBuilder } from './route-builder.ts'
import { createRouteTable, levelOf, type RouteEntry, type RouteMatch } from './route-table.ts'
import { createRunner, type Responding } from './create-runner.ts'
import { isRequest, toRequest } from './to-request.ts'
import { assertTrailingSlash, otherHref } from './trailing-slash.ts'

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
   * Also checks responses against the `returns` of contracts. A response that does not fit is an error. Each response is
   * parsed again for it.
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
  /** Resolves strings passed to `fetch` that start with a single `/`. */
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
}

/** The context that handlers of a router or of a mounted section get. */
export type RouterContext<Registrar> =
  Registrar extends RouteBuilder<infer Context> ? Context : never

/**
 * Creates a router.
 *
 * @param options Middleware, what to do if no route matches, and how to match
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
  const {
    matcher,
    defaultHandler,
    trailingSlash = 'strict',
    baseUrl,
    onInvalid,
    checkReturns,
    observe,
    ...matcherOptions
  } = options
  assertTrailingSlash(trailingSlash)
  invariant(
    onInvalid === undefined || typeof onInvalid === 'function',
    `createRouter() takes a function as \`onInvalid\`, not ${showValue(onInvalid)}`,
  )
  const middleware = readMiddleware(options.middleware, 'createRouter()')
  let observers = new Observers(readObservers(observe))
  const table = createRouteTable(matcher, matcherOptions)
  const claimAll = createClaims()
  claimAll(middleware)
  const checkOrder = createOrderCheck(middleware)
  proof?.routers.push(table)
  const base = baseUrl === undefined ? undefined : new URL(baseUrl).origin
  const inputOptions = { onInvalid: onInvalid as never, checkReturns: checkReturns ?? false }
  const { runMiddleware, runHandler } = createRunner(createAbortWatch())

  function start(context: DispatchContext, prepare?: Prepare): Promise<Response> {
    context.router = router as Router<any>
    context.routeTable = table
    if (observers.all.length > 0) return startObserved(context, prepare)
    if (prepare !== undefined) context.prepareWith(prepare)
    context.throwIfAborted()

    const response =
      middleware.length === 0
        ? dispatch(context)
        : runMiddleware(context, middleware, dispatch, undefined)
    if (!(response instanceof Promise)) return Promise.resolve(response)

    if (context.flight !== undefined) context.flight.outermost = response
    return response
  }

  function startObserved(context: DispatchContext, prepare?: Prepare): Promise<Response> {
    const observation = new Observation(observers, context)
    context.observation = observation
    const response = observation.request(() => {
      if (prepare !== undefined) context.prepareWith(prepare)
      context.throwIfAborted()
      const list = observation.middleware(middleware, () => 'router')
      return runMiddleware(context, list, dispatch, undefined)
    })
    if (!(response instanceof Promise)) return Promise.resolve(response)

    if (context.flight !== undefined) context.flight.outermost = response
    return response
  }

  function dispatch(context: DispatchContext): Responding {
    const found = resolve(context)
    const response =
      found.data === undefined
        ? (found.response ?? runHandler(context, defaultHandler as never, 'defaultHandler'))
        : runMatch(context, found)
    if (context.method !== 'HEAD' || found.data?.method === 'HEAD') return response
    return response instanceof Promise ? response.then(withoutBody) : withoutBody(response)
  }

  function runMatch(context: DispatchContext, match: RouteMatch): Responding {
    context.match = match
    const entry = match.data
    if (context.observation !== undefined) return runObserved(context, entry, context.observation)
    return entry.middleware.length === 0
      ? runEntry(context, entry)
      : runMiddleware(context, entry.middleware, runEntry, entry)
  }

  function runObserved(
    context: DispatchContext,
    entry: RouteEntry,
    observation: Observation,
  ): Responding {
    if (entry.setsRoute !== true) emitRoute(context as never)
    const list = observation.middleware(entry.middleware, (index) => levelOf(entry, index))
    return runMiddleware(context, list, runEntry, entry)
  }

  function add(entries: readonly RouteEntry[]): void {
    for (const entry of entries) {
      claimAll(entry.middleware)
      checkOrder(entry.middleware)
    }
    table.add(entries)
  }

  /** Returns the route for a request. If there is none, returns a response, or nothing if there is a default handler. */
  function resolve(context: DispatchContext): RouteMatch | Miss {
    const { method, currentHref: href } = context
    try {
      const match = table.find(method, href)
      if (match !== null) return match

      const other = trailingSlash === 'strict' ? undefined : otherHref(href)
      const otherMatch = other === undefined ? null : table.find(method, other)
      if (otherMatch === null) return defaultHandler === undefined ? refuse(context) : noMatch
      return trailingSlash === 'redirect' ? { response: redirectTo(other!) } : otherMatch
    } catch (error) {
      if (!(error instanceof MatcherResourceError)) throw error
      return { response: text(reasonPhrase(414), { status: 414 }) }
    }
  }

  function runEntry(context: DispatchContext, entry: RouteEntry): Responding {
    return runHandler(context, entry.handler, entry)
  }

  const router = {
    ...createRouteBuilder({ ...table, add }, undefined, [], inputOptions),
    [observeWith](observer): () => void {
      observers = new Observers([...observers.all, observer])
      return () => {
        observers = new Observers(observers.all.filter((other) => other !== observer))
      }
    },
    [turnOnChecks]: () => void (inputOptions.checkReturns = checkReturns ?? true),

    fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      try {
        const request =
          init === undefined && isRequest(input) ? input : toRequest(input, init, base)
        return start(new RequestContext(request) as unknown as DispatchContext)
      } catch (error) {
        return Promise.reject(error)
      }
    },

    [handleIncoming](incoming): Promise<Response> {
      try {
        return start(createIncomingContext(incoming))
      } catch (error) {
        return Promise.reject(error)
      }
    },

    async [handleWith](arrival, prepare): Promise<Response> {
      const context = isIncoming(arrival)
        ? createIncomingContext(arrival)
        : (new RequestContext(arrival) as unknown as DispatchContext)
      return start(context, prepare)
    },
  } satisfies Router<any> &
    IncomingHandler &
    PreparingHandler &
    Observable & { [turnOnChecks]: () => void }

  return router as never
}

function refuse({ method, url: { pathname }, allowedMethods }: DispatchContext): Miss {
  const response =
    allowedMethods.length === 0
      ? text(`Not Found: ${pathname}`, 404)
      : text(`Method Not Allowed: ${method} ${pathname}`, {
          status: 405,
          headers: { Allow: allowedMethods.join(', ') },
        })
  return { response }
}

/** Redirects with a 308, so that a `POST` stays a `POST`. */
function redirectTo(href: string): Response {
  const { pathname, search } = new URL(href)
  return redirect(pathname + search, 308)
}

interface Miss {
  readonly data?: undefined
  readonly response?: Response
}

const noMatch: Miss = {}
