import type { Prepare } from '../../internal/exchange/incoming.ts'
import { withoutBody } from '../../internal/exchange/edit-headers.ts'
import { methodNotAllowed, refusal } from '../../internal/guards/refusal.ts'
import { otherHref, type TrailingSlash } from '../route-pattern/shared.ts'
import { redirect } from '../../http/response/index.ts'
import { MatcherResourceError } from '../route-pattern/index.ts'
import { createAbortWatch } from './pending-steps.ts'
import { createRunner, promiseOf, type Responding } from './create-runner.ts'
import type { StoredAction } from './controller.ts'
import type { Middleware } from './middleware.ts'
import { Observation, type Observers } from './observation.ts'
import type { InternalContext } from './request-context.ts'
import { publishWrites, type RouterBus } from './router-bus.ts'
import { emitRoute } from './emit-route.ts'
import { levelOf, type RouteEntry, type RouteMatch, type RouteTable } from './route-table.ts'

/** The parts of a router that handle a request. */
interface DispatchParts {
  readonly table: RouteTable
  readonly middleware: readonly Middleware[]
  /** Its `observers` can be replaced while requests run. */
  readonly observed: { readonly observers: Observers }
  readonly trailingSlash: TrailingSlash
  readonly defaultHandler: StoredAction['handler'] | undefined
  readonly announced: RouterBus
}

/** Handles one request. It can throw before the first middleware runs. */
export type Dispatch = (context: InternalContext, prepare?: Prepare) => Promise<Response>

/**
 * Creates the function that handles the requests of a router. Every request takes the same way. If the router has
 * observers, the context has an `observation`, and the steps send their events to it.
 */
export function createDispatch(parts: DispatchParts): Dispatch {
  const { table, middleware, observed, trailingSlash, defaultHandler, announced } = parts
  const { runMiddleware, runHandler } = createRunner(createAbortWatch())

  return (context, prepare) => {
    context.routeTable = table
    const { bus } = announced
    const response =
      bus === undefined
        ? runObserved(context, prepare)
        : publishWrites(bus, context, () => runObserved(context, prepare))
    if (!(response instanceof Promise)) return promiseOf(response)

    if (context.pendingSteps !== undefined) context.pendingSteps.outermost = response
    return response
  }

  function runObserved(context: InternalContext, prepare: Prepare | undefined): Responding {
    const { observers } = observed
    return observers.all.length === 0
      ? runRouter(context, prepare)
      : startObservation(observers, context).request(() => runRouter(context, prepare))
  }

  /** Runs the middleware of the router around the route. */
  function runRouter(context: InternalContext, prepare: Prepare | undefined): Responding {
    if (prepare !== undefined) context.prepareWith(prepare)
    context.throwIfAborted()

    return runLayers(context, middleware, undefined, runRoute)
  }

  /** Runs middleware around `last`. `entry` is its route, or `undefined` for the middleware of the router. */
  function runLayers<Entry extends RouteEntry | undefined>(
    context: InternalContext,
    list: readonly Middleware[],
    entry: Entry,
    last: (context: InternalContext, entry: Entry) => Responding,
  ): Responding {
    if (list.length === 0) return last(context, entry)

    const { observation } = context
    const watched = observation?.middleware(list, (index) => levelOf(entry, index)) ?? list
    return runMiddleware(context, watched, last, entry)
  }

  function runRoute(context: InternalContext): Responding {
    const response = respond(context)
    if (context.method !== 'HEAD' || context.match?.data.method === 'HEAD') return response

    return response instanceof Promise ? response.then(withoutBody) : withoutBody(response)
  }

  /** Finds the route and runs it. A request without a route is redirected, refused, or left to the default handler. */
  function respond(context: InternalContext): Responding {
    const { method, currentHref: href } = context
    let match: RouteMatch | null
    try {
      match = table.find(method, href)
      if (match === null && trailingSlash !== 'strict') {
        const other = otherHref(href)
        match = other === undefined ? null : table.find(method, other)
        if (match !== null && trailingSlash === 'redirect') return redirectTo(other!)
      }
      if (match === null && defaultHandler === undefined) return refuseUnmatched(context)
    } catch (error) {
      if (!(error instanceof MatcherResourceError)) throw error
      return refusal(414)
    }

    return match === null
      ? runHandler(context, defaultHandler!, 'defaultHandler')
      : runMatch(context, match)
  }

  function runMatch(context: InternalContext, match: RouteMatch): Responding {
    context.match = match
    const entry = match.data
    const { observation } = context
    if (observation !== undefined && entry.isPages !== true) emitRoute(observation, context)

    return runLayers(context, entry.middleware, entry, runEntry)
  }

  function runEntry(context: InternalContext, entry: RouteEntry): Responding {
    return runHandler(context, entry.handler, entry)
  }
}

function startObservation(observers: Observers, context: InternalContext): Observation {
  return (context.observation = new Observation(observers, context))
}

/** Responds to a request that matches no route. */
function refuseUnmatched({ method, url: { pathname }, allowedMethods }: InternalContext): Response {
  return allowedMethods.length === 0
    ? refusal(404, `Not Found: ${pathname}`)
    : methodNotAllowed(method, pathname, allowedMethods.join(', '))
}

/** Redirects with a 308, so that a `POST` stays a `POST`. */
function redirectTo(href: string): Response {
  const { pathname, search } = new URL(href)
  return redirect(pathname + search, 308)
}
