import type { Proof } from '../internal/proof.ts'
import type { StoredAction } from './controller.ts'
import type { DispatchContext } from './request-context.ts'

/** Wraps the handler of an action so that `framework prove` knows when it starts, and with which input. */
export function reportStart(
  proof: Proof,
  action: StoredAction,
  route: string,
  contract: object | undefined,
): StoredAction {
  const { handler } = action
  return {
    ...action,
    handler(context: DispatchContext) {
      const { params } = context
      const input = contract && context.method !== 'OPTIONS' ? { ...context.input } : undefined
      proof.onHandlerStart?.({ kind: 'route', route, contract, params, input })
      return handler(context)
    },
  }
}
