import type { Bus } from '../bus/index.ts'
import { isSafeMethod } from '../internal/http.ts'
import { Writes } from '../tags/index.ts'
import type { Responding } from './create-runner.ts'
import { holdOpen } from './known-request.ts'
import type { DispatchContext, RequestContext } from './request-context.ts'

/** Where a router publishes what requests write. Without the option `bus`, pages set it if one of them is live. */
export interface RouterBus {
  bus: Bus | undefined
  /** Tells observers that writes of other processes may have been missed. */
  readonly emitGap: () => void
}

const all = new WeakMap<object, RouterBus>()

/** Remembers the bus of a router, so that the pages below it find it. */
export function keepBus(router: object, kept: RouterBus): RouterBus {
  all.set(router, kept)
  return kept
}

/** Returns the bus of the router that handles a request. */
export function routerBusOf(context: RequestContext<any, any>): RouterBus {
  return all.get(context.router) ?? { bus: undefined, emitGap() {} }
}

/** Runs a request, and tells the bus what it has written when all middleware has ended or thrown. It does not wait for the bus. */
export async function publishWrites(
  bus: Bus,
  context: DispatchContext,
  run: () => Responding,
): Promise<Response> {
  try {
    return await run()
  } finally {
    // The handler goes on when its client has left.
    void (context.pendingSteps?.settled() ?? Promise.resolve()).then(() => publish(bus, context))
  }
}

function publish(bus: Bus, context: DispatchContext): void {
  const writes = context.getValue(Writes) as Writes | undefined
  if (writes === undefined || writes.tags.size === 0) return
  const { live, tab } = context.facts?.dataRequest ?? {}
  // Otherwise middleware that writes on each request would make two open pages reload each other for ever.
  if (live !== undefined && isSafeMethod(context.originalMethod)) return
  // The tab that wrote loads what its response says. That does not contain what middleware wrote later.
  const from = writes.areAllTold ? tab : undefined

  context.observation?.emit({ type: 'bus', phase: 'publish' })
  // The bus sends it again until it arrives. An own bus may throw at once.
  const published = (async () => bus.publish([...writes.tags], from))().catch(() => {})
  holdOpen(context as unknown as RequestContext, published)
}
