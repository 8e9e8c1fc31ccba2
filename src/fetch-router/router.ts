import { handleIncoming, type IncomingHandler } from '../internal/incoming.ts'
import {
  MatcherResourceError,
  type MatcherOptions,
  type MultiMatcher,
} from '../route-pattern/index.ts'
import { createAbortWatch } from './abort-watch.ts'
import type { RequestContextType } from './context-types.ts'
import { readMiddleware } from './controller.ts'
import { Flight } from './flight.ts'
import type { MiddlewareContext, MiddlewareList } from './middleware.ts'
import { createIncomingContext, RequestContext, type DispatchContext } from './request-context.ts'
import { createRouteBuilder, type RouteBuilder } from './route-builder.ts'
import { createRouteTable, describe, type RouteEntry } from './route-table.ts'
import { runHandler, runMiddleware } from './run.ts'
import { toRequest } from './to-request.ts'
import { otherSpelling, redirectTo } from './trailing-slash.ts'
import { withoutBody } from './without-body.ts'

/** Options for {@link createRouter}. */
export interface RouterOptions<
  List extends MiddlewareList = MiddlewareList,
> extends MatcherOptions {
  /**
   * Runs around every request, before a route is matched, also when none matches.
   *
   * @default []
   */
  readonly middleware?: List
  /**
   * Answers when no route serves the request. `context.allowedMethods` lists what the URL does accept.
   *
   * @default 404 `Not Found: <pathname>`, or 405 with `Allow` where only the method is wrong
   */
  readonly defaultHandler?: (context: MiddlewareContext<List>) => Response | Promise<Response>
  /** A matcher of your own; the router calls only `add` and `matchAll`. */
  readonly matcher?: MultiMatcher<RouteEntry>
  /**
   * What happens to a URL that matches only with a trailing slash more or less: nothing, the other route serves it, or a
   * 308 to the other spelling.
   *
   * @default 'strict'
   */
  readonly trailingSlash?: 'strict' | 'ignore' | 'redirect'
  /** Resolves strings given to `fetch` that start with a single `/`. */
  readonly baseUrl?: string | URL
}

/** Dispatches requests to actions. All functions are closures: `const { fetch } = router` works. */
export interface Router<out Context = RequestContextType<{}, []>> extends RouteBuilder<Context> {
  /**
   * Answers a request, or rejects with what a handler threw or with the reason of an abort. It never throws.
   *
   * Runtimes pass more arguments than a request: give them `createFetchHandler(router)` instead.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
}

/** The context that handlers of a router, or of a mounted section, see. */
export type RouterContext<Registrar> =
  Registrar extends RouteBuilder<infer Context> ? Context : never

/**
 * Creates a router.
 *
 * @param options Middleware, what to do when nothing matches, how to match
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
  const { matcher, defaultHandler, trailingSlash = 'strict', baseUrl, ...matcherOptions } = options
  const middleware = readMiddleware(options.middleware, 'createRouter()')
  const table = createRouteTable(matcher, matcherOptions)
  const base = baseUrl === undefined ? undefined : new URL(baseUrl).origin
  const watch = createAbortWatch()

  function start(context: DispatchContext): Promise<Response> {
    const flight = new Flight(context, watch)
    context.router = router as Router<any>
    flight.throwIfAborted()

    const answer =
      middleware.length === 0
        ? dispatch(flight)
        : runMiddleware(flight, middleware, 0, () => dispatch(flight))
    if (!(answer instanceof Promise)) return Promise.resolve(answer)

    flight.outermost = answer
    return answer
  }

  function dispatch(flight: Flight): Response | Promise<Response> {
    flight.throwIfAborted()
    const { context } = flight

    try {
      const { href } = context
      const match = table.find(context.method, href)
      if (match !== undefined) return runEntry(flight, match.entry, match.params)

      if (trailingSlash !== 'strict') {
        const other = otherSpelling(href)
        const otherMatch = other && table.find(context.method, other)
        if (otherMatch) {
          return trailingSlash === 'redirect'
            ? redirectTo(other)
            : runEntry(flight, otherMatch.entry, otherMatch.params)
        }
      }

      return unmatched(flight, table.allowedMethods(href))
    } catch (error) {
      if (error instanceof MatcherResourceError)
        return new Response('URI Too Long', { status: 414 })
      throw error
    }
  }

  function unmatched(flight: Flight, allowed: string[]): Response | Promise<Response> {
    const { context } = flight
    context.allowedMethods = allowed
    if (defaultHandler !== undefined) {
      return runHandler(flight, defaultHandler as never, () => 'defaultHandler')
    }

    const { pathname } = context.url
    if (allowed.length === 0) return new Response(`Not Found: ${pathname}`, { status: 404 })
    return new Response(`Method Not Allowed: ${context.method} ${pathname}`, {
      status: 405,
      headers: { Allow: allowed.join(', ') },
    })
  }

  const router = {
    ...createRouteBuilder(table, undefined, []),

    fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      try {
        const request =
          init === undefined && input instanceof Request ? input : toRequest(input, init, base)
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
  } satisfies Router<any> & IncomingHandler

  return router as never
}

function runEntry(
  flight: Flight,
  entry: RouteEntry,
  params: Readonly<Record<string, string | undefined>>,
): Response | Promise<Response> {
  const { context } = flight
  context.setParams(params)

  const answer =
    entry.middleware.length === 0
      ? runHandler(flight, entry.handler, () => describe(entry))
      : runMiddleware(flight, entry.middleware, 0, () =>
          runHandler(flight, entry.handler, () => describe(entry)),
        )
  if (context.method !== 'HEAD' || entry.method === 'HEAD') return answer
  return answer instanceof Promise ? answer.then(withoutBody) : withoutBody(answer)
}
