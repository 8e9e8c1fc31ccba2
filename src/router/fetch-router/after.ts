import { invariant, showValue } from '../../internal/guards/check.ts'
import { ignoreRejection, isThenable } from '../../internal/process/promises.ts'
import { isWorker } from '../../internal/process/runtime.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import { holdOpen } from './known-request.ts'
import { internalsOf } from './context-internals.ts'
import type { InternalContext, RequestContext } from './request-context.ts'

/**
 * Runs work after the response, such as sending a receipt. The work starts when all middleware has ended, even if the
 * response is an error. A server that closes waits for it.
 *
 * In the work, `writes()` has no effect: call `publish()` of the bus. The work is lost if the process ends. If it must
 * happen, store it as a job in the same transaction as the data.
 *
 * @param context The context of the request
 * @param run A function, or the promise of work that has already begun. If it throws or rejects, the error is reported, and
 *   the visitor does not notice
 * @throws {TypeError} If `run` is neither a function nor a promise
 *
 * @example
 * after(context, () => sendReceipt(order))
 */
export function after(
  context: RequestContext<any, any>,
  run: (() => unknown) | PromiseLike<unknown>,
): void {
  const dispatched = internalsOf(context)
  const start = toFunction(run)
  const work = whenRouterIsDone(dispatched)
    .then(start)
    .catch((error: unknown) => report(dispatched, error))

  dispatched.facts?.holdAfter?.(work)
  if (!holdOpen(context, work) && isWorker) {
    warnOnce(
      'A Worker may stop before the work of after() has ended. Set WaitUntil in `provide`: context.set(WaitUntil, (work) => ctx.waitUntil(work)).',
    )
  }
}

/** Work that has begun may fail before the response is done. That must not end the process. */
function toFunction(run: (() => unknown) | PromiseLike<unknown>): () => unknown {
  if (typeof run === 'function') return run

  invariant(
    isThenable(run),
    `after() takes a function or a promise, not ${showValue(run)}: call after(context, () => sendReceipt(order))`,
  )
  const begun = Promise.resolve(run)
  ignoreRejection(begun)
  return () => begun
}

async function whenRouterIsDone(context: InternalContext): Promise<void> {
  // After this line, the synchronous part of the handler has ended. If the response is pending, the router has its promise.
  await undefined
  await context.pendingSteps?.outermost?.catch(() => {})
  await context.outer?.pendingSteps?.outermost?.catch(() => {})
}

function report({ facts, observation }: InternalContext, error: unknown): void {
  observation?.error(error, 'after')
  if (facts?.reportAfter !== undefined) facts.reportAfter(error)
  else console.error(error)
}
