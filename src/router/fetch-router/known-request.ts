import { canonicalAddress, networkOf } from './canonical-address.ts'
import { ClientAddress, Shutdown, WaitUntil } from './context-key.ts'
import { internalsOf } from './context-internals.ts'
import type { InternalContext, RequestContext } from './request-context.ts'

/**
 * Finds the address of the client.
 *
 * @param context The context of the request
 * @returns `ClientAddress` if it is set and not empty, otherwise the address that the server knows, otherwise `undefined`.
 * `serve()` of `framework/node` knows it, and believes only the proxies in `trustProxy`
 *
 * @example
 * const address = addressOf(context)
 */
export function addressOf(context: RequestContext<any, any>): string | undefined {
  return context.get(ClientAddress) || factsIn(context)?.clientAddress
}

/**
 * Returns the network of the client, by which clients are told apart: the IPv4 address, or the first 64 bits of the IPv6
 * address.
 *
 * @returns `undefined` if the address is not known, or if it may be the address of a proxy, which many visitors share
 */
export function clientNetworkOf(context: RequestContext<any, any>): string | undefined {
  const address = addressOf(context)
  const isShared = !context.get(ClientAddress) && factsIn(context)?.hasSharedAddress
  if (address === undefined || isShared) return undefined

  const canonical = canonicalAddress(address)
  return canonical === undefined ? address : networkOf(canonical)
}

/**
 * Finds the signal that aborts when the server begins to close. End long responses then: the server waits for them only
 * for its grace time.
 *
 * @param context The context of the request
 * @returns `Shutdown` if it is set, otherwise the signal of `serve()` of `framework/node`, otherwise `undefined`
 *
 * @example
 * shutdownOf(context)?.addEventListener('abort', () => connection.end())
 */
export function shutdownOf(context: RequestContext<any, any>): AbortSignal | undefined {
  return context.get(Shutdown) ?? factsIn(context)?.shutdown
}

/**
 * Lets the runtime wait for work that may end after the response: `WaitUntil` if it is set, otherwise `serve()` of
 * `framework/node`, which waits for it before it closes.
 *
 * @returns Whether the runtime waits
 */
export function holdOpen(context: RequestContext<any, any>, work: Promise<unknown>): boolean {
  const waitUntil = context.get(WaitUntil)
  if (waitUntil !== undefined) {
    waitUntil(work)
    return true
  }
  const facts = factsIn(context)
  facts?.holdOpen?.(work)
  return facts?.holdOpen !== undefined
}

function factsIn(context: RequestContext<any, any>): InternalContext['facts'] {
  return internalsOf(context).facts
}
