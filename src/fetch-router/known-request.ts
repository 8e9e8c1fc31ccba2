import { ClientAddress, Shutdown } from './keys.ts'
import type { DispatchContext, RequestContext } from './request-context.ts'

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
  return context.get(ClientAddress) || identityIn(context)?.clientAddress
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
  return context.get(Shutdown) ?? identityIn(context)?.shutdown
}

function identityIn(context: RequestContext<any, any>): DispatchContext['identity'] {
  return (context as unknown as DispatchContext).identity
}
