import {
  createContextKey,
  type ContextEntry,
  type ContextKey,
  type ContextWithEntry,
  type Middleware,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { holdOpen, onClientLeft, whenSettled } from '../../router/fetch-router/shared.ts'
import { checkOptions, invariant, longestTimeout, showValue } from '../../internal/guards/check.ts'
import { isSafeMethod } from '../../internal/http/http.ts'
import { within } from '../../internal/process/promises.ts'
import { discardBody } from '../../internal/exchange/edit-headers.ts'
import { refusal } from '../../internal/guards/refusal.ts'

/** The key of a signal that aborts when the client leaves or the time is up. {@link timeout} sets it. */
export const Deadline: ContextKey<AbortSignal> = /* @__PURE__ */ createContextKey<AbortSignal>()

/** The entry that {@link timeout} adds to the context: `context.get(Deadline)`. */
type DeadlineEntry = ContextEntry<typeof Deadline, AbortSignal>

/** `Context` after {@link timeout} has run. */
export type ContextWithDeadline<Context = RequestContext> = ContextWithEntry<Context, DeadlineEntry>

/** Options for {@link timeout}. */
export interface TimeoutOptions {
  /**
   * The status of the response when the time is up.
   *
   * @default 503
   */
  readonly status?: number
}

/**
 * Responds with a 503 if there is no response in time. The time for sending the body does not count.
 *
 * Pass `context.get(Deadline)` to `fetch()` and to your database, so that their work ends too. A mutation that continues
 * after its client has left, or after its time, is passed to `WaitUntil`, if the runtime has it.
 *
 * @param ms How long a response may take, in milliseconds
 * @param options The status
 * @returns Middleware that limits the time
 * @throws {TypeError} If `ms` or an option is invalid
 *
 * @example
 * const router = createRouter({ middleware: [timeout(10_000)] })
 * router.get('/weather', (context) => fetch(weatherApi, { signal: context.get(Deadline) }))
 */
export function timeout(ms: number, options: TimeoutOptions = {}): Middleware<DeadlineEntry> {
  checkOptions('timeout()', options, 'status')
  const { status = 503 } = options
  invariant(
    typeof ms === 'number' && ms > 0 && ms <= longestTimeout,
    `timeout() takes a number of milliseconds above 0, up to ${longestTimeout}, not ${showValue(ms)}`,
  )
  invariant(
    Number.isInteger(status) && status >= 400 && status <= 599,
    `timeout() takes a status from 400 to 599, not ${showValue(status)}`,
  )

  return async function timeout(context, next) {
    const deadline = new AbortController()
    context.set(Deadline, deadline.signal)
    let isPending = true
    const reasons: unknown[] = []
    const work = next()
    onClientLeft(context, (reason) => {
      reasons.push(reason)
      deadline.abort(reason)
      if (isPending) keepAlive(context, work)
    })

    const response = await within(work, ms).finally(() => (isPending = false))
    if (response !== undefined) return response

    const reason = new DOMException(`There was no response within ${ms} ms`, 'TimeoutError')
    reasons.push(reason)
    keepAlive(context, work)
    deadline.abort(reason)
    discardLate(work, reasons)
    return refusal(status, undefined, { 'Cache-Control': 'no-store' })
  }
}

/** Lets a mutation finish if the runtime would stop it together with its request. Other requests can be sent again. */
function keepAlive(context: RequestContext, work: Promise<Response>): void {
  if (isSafeMethod(context.method)) return
  // In a route module, the action belongs to `work`. In a router, `work` ends before its handler if the client leaves.
  holdOpen(context, Promise.allSettled([work, whenSettled(context)]))
}

function discardLate(work: Promise<Response>, reasons: readonly unknown[]): void {
  work.then(
    (response) => discardBody(response, reasons[0]),
    (error: unknown) => {
      // If work ends because of the deadline, or because the client has left, it has not failed.
      if (!reasons.includes(error)) console.error(error)
    },
  )
}
