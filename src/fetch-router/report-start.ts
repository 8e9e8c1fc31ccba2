import type { Proof } from '../internal/handler-start.ts'
import type { StoredAction } from './controller.ts'
import type { DispatchContext } from './request-context.ts'

/** Wraps the handler of an action so that `framework prove` knows when it starts. The contract is checked before. */
export function reportStart(proof: Proof, action: StoredAction, route: string): StoredAction {
  const { handler } = action
  return {
    ...action,
    handler(context: DispatchContext) {
      proof.onHandlerStart?.({ kind: 'route', route, params: context.params })
      return handler(context)
    },
  }
}
