import { Writes, writes } from '../tags/index.ts'
import type { Dispatch } from './dispatch.ts'
import type { DispatchContext } from './request-context.ts'

/**
 * Dispatches a request that a handler of another router has passed on. It gets what the runtime provided for the outer
 * request. The observers of the outer router see its events, and the bus of the outer router gets what it has written.
 */
export async function dispatchNested(
  dispatch: Dispatch,
  context: DispatchContext,
  outer: DispatchContext,
): Promise<Response> {
  context.observation = outer.observation
  try {
    return await dispatch(context, outer.preparation)
  } finally {
    // If the client has left, the handler may still write something.
    await context.flight?.settled()
    const written = context.getValue(Writes) as Writes | undefined
    if (written !== undefined) writes(outer as never, ...written.tags)
  }
}
