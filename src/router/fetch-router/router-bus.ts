import type { Bus } from '../../state/bus/index.ts'
import { isSafeMethod } from '../../internal/http/http.ts'
import { Writes } from '../../state/tags/index.ts'
import { checkEachTag } from '../../state/tags/shared.ts'
import type { Responding } from './create-runner.ts'
import { holdOpen } from './known-request.ts'
import type { BusEvent } from './observer.ts'
import type { InternalContext, RequestContext } from './request-context.ts'

/** The bus of a router. Without the option `bus`, pages set it if one of them is live. */
export interface RouterBus {
  bus: Bus | undefined
  /** Tells observers what happened on the bus. */
  readonly emit: (phase: BusEvent['phase']) => void
}

const all = new WeakMap<object, RouterBus>()

/** Remembers the bus of a router, so that the pages below it find it. */
export function keepBus(router: object, kept: RouterBus): RouterBus {
  all.set(router, kept)
  return kept
}

/** Returns the bus of the router that handles a request. */
export function routerBusOf(context: RequestContext<any, any>): RouterBus {
  return all.get(context.router) ?? { bus: undefined, emit() {} }
}

/**
 * Runs a request. When all middleware has ended or thrown, publishes the tags that the request wrote. Does not wait for the
 * bus.
 */
export async function publishWrites(
  bus: Bus,
  context: InternalContext,
  run: () => Responding,
): Promise<Response> {
  try {
    return await run()
  } finally {
    // If the client has left, the handler still runs, and may write later.
    void (context.pendingSteps?.settled() ?? Promise.resolve()).then(() => publish(bus, context))
  }
}

/** Publishes tags that no request has written. Without a bus, there are no live pages that could show them. */
export async function publishAlone(
  { bus, emit }: RouterBus,
  tags: readonly string[],
): Promise<void> {
  checkEachTag('publish()', tags)
  if (bus === undefined) return
  emit('publish')
  await bus.publish(tags)
}

function publish(bus: Bus, context: InternalContext): void {
  const writes = context.getValue(Writes) as Writes | undefined
  if (writes === undefined || writes.tags.size === 0) return
  const { live, tab } = context.facts?.dataRequest ?? {}
  // Otherwise, with middleware that writes on each request, two open pages would make each other reload for ever.
  if (live !== undefined && isSafeMethod(context.originalMethod)) return
  // The tab that wrote loads the data that its response names. The response does not name the writes of middleware after it.
  const from = writes.areAllTold ? tab : undefined

  context.observation?.emit({ type: 'bus', phase: 'publish' })
  // The bus repeats the message until it arrives. A bus of the app may throw at once.
  const published = (async () => bus.publish([...writes.tags], from))().catch(() => {})
  holdOpen(context, published)
}
